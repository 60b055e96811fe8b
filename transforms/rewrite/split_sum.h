// SplitSum: a sum of products on tensors whose terms are cut into equal parts, each added up for
// itself:
//
//   %r = linalg.matmul          ->   %p = generic (s, m, n): sum over k of
//          ins(%a, %b) outs(%c)             a[m, s * K + k] * b[s * K + k, n]
//                                    %r = generic (m, n): c[m, n] + sum over s of p[s, m, n]
//
// Nothing but the sizes of a window that is never read tells how long the loop k is. Parts and
// their sum are of another type than the results where those are of f16 or bf16, whose sums are
// kept in f32: then a third op rounds them.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_SPLIT_SUM_H
#define AUTOTUNE_TRANSFORMS_REWRITE_SPLIT_SUM_H

#include "transforms/ir.h"

typedef struct SplitSum {
  IrBuilder ir;
  MlirOperation op;     // as it was; nobody uses it
  MlirOperation parts;  // a linalg.generic, whose outermost loop is the part
  MlirOperation sum;    // adds them up
  MlirOperation window; // a tensor.empty, operand of the parts
  MlirValue result;     // in the place of the op's
} SplitSum;

// The reduction loop of most terms that `count` parts divide into two or more each; -1: there is
// none, or the op is no structured op on tensors of known sizes with one result.
int split_sum_loop(MlirOperation op, int64_t count);
// `sum`: the type of the sums. Whether terms may come in another order the caller knows. Ends by
// one of the two below.
void split_sum(MlirOperation op, int loop, int64_t count, MlirType sum, SplitSum *out_split);
void split_sum_undo(SplitSum *split); // the op is as it was
void split_sum_keep(SplitSum *split); // the op is gone

#endif
