// HoistedOp: a linalg.generic, and what its body computes of constants alone: which values are
// worth being computed before the loops. Nothing is changed.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_HOISTED_H
#define AUTOTUNE_TRANSFORMS_REWRITE_HOISTED_H

#include "mlir-c/AffineMap.h"
#include "transforms/extract/structured_op.h"

enum { HOISTED_MAX_STEPS = 64 };

// A tensor input that is a constant, seen through broadcasts: element `index` of `value`, every
// index a loop or a number. The value is null for other inputs.
typedef struct HoistedLeaf {
  MlirValue value;
  bool is_argument; // made of a constant argument, not of the module's constants
  int rank;
  IndexExpr index[WORKLOAD_MAX_RANK]; // in the loops of the op
  uint32_t loops;                     // bits, but for loops of one iteration
  int64_t bytes;
} HoistedLeaf;

// Reads operand `operand` of the op. False when it is no such constant.
bool hoisted_leaf_read(const StructuredOp *op, int operand, MlirBlock block, HoistedLeaf *out_leaf);
// Where the leaf is read by another op, of whose `loop_count` loops place[l] is what loop l of the
// old one becomes; -1: none, as it has one iteration.
MlirAffineMap hoisted_leaf_map(MlirContext context, const HoistedLeaf *leaf, int loop_count,
                               const int *place);

// What a value of the body depends on, when that is constant.
typedef struct HoistedValue {
  bool is_constant;
  bool is_cheap, is_exact; // all ops of it; exact: constant_values.h
  bool reads_argument;
  uint32_t inputs, loops; // bits
  int op_count;
} HoistedValue;

typedef struct HoistedOp {
  StructuredOp op;
  MlirBlock body;
  HoistedLeaf leaves[GROUP_MAX_ARGUMENTS]; // by input
  int step_count;
  MlirOperation steps[HOISTED_MAX_STEPS]; // ops of the body in order
  HoistedValue values[HOISTED_MAX_STEPS]; // their results
  int term_count;
  int terms[GROUP_MAX_ARGUMENTS]; // steps that are to be computed before the loops
  uint32_t dropped;               // inputs that nothing else reads
} HoistedOp;

// Whether something is worth being hoisted. `block` is that of the op, which may be a clone that is
// nowhere.
bool hoisted_op_read(MlirOperation op, MlirBlock block, HoistedOp *out_hoisted);

// The input or step that is the value; -1: none.
int hoisted_input_of(const HoistedOp *hoisted, MlirValue value);
int hoisted_step_of(const HoistedOp *hoisted, MlirValue value);

#endif
