// What is built of the ops of rows that are split (chain_split.h).
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_SPLIT_BUILDER_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_SPLIT_BUILDER_H

#include "transforms/chain/chain_split.h"
#include "transforms/ir.h"
#include "transforms/rewrite/tensor_ops.h"

typedef struct SplitBuild {
  const ChainSplit *split;
  int64_t parts, size;
  int64_t rest;                      // elements after the parts
  MlirValue *made;                   // owned; of each op that is split, the result of the parts
  MlirValue least, weights;          // of each row and part
  MlirValue *rests;                  // owned; of each op that is split, the result of the rest
  MlirValue rest_least, rest_weight; // of each row
  IrBuilder ir;
} SplitBuild;

static inline const SizedOp *split_op_of(const SplitBuild *build, int number) {
  return &build->split->block->ops[number];
}
static inline bool split_is_sum(const SplitBuild *build, int number) {
  return split_op_of(build, number)->is_reduction[build->split->loops[number]];
}
static inline MlirType split_element_of(MlirValue value) {
  return mlirShapedTypeGetElementType(mlirValueGetType(value));
}
// What the op of the parts, or of the rest, reads in place of an operand.
MlirValue split_input(SplitBuild *build, int number, int operand, bool is_rest);
// An op that is marked like the one whose parts it joins.
MlirValue split_marked(SplitBuild *build, const TensorGeneric *generic, MlirOperation like);
// The elements after the parts.
MlirValue split_rest_slice(SplitBuild *build, MlirValue value, int dim);
// A fill of that shape, marked like the one that makes `init`.
MlirValue split_fill(SplitBuild *build, MlirValue init, int rank, const int64_t *shape);
// Bodies.
MlirValue split_build_least(IrBuilder *ir, MlirBlock body, void *unused);
MlirValue split_build_weight(IrBuilder *ir, MlirBlock body, void *unused);

// Computes the op on the elements after the parts, before its own body is taken.
void split_rest_op(SplitBuild *build, int number);
void split_rest_least(SplitBuild *build);
// `most`: the maximum of the rows.
void split_rest_weight(SplitBuild *build, MlirValue most);
// What the sum of the rest adds to that of the rows.
MlirValue split_rest_term(SplitBuild *build, int sum);

#endif
