// SizedOp: a linalg op on tensors or memrefs that has loops of unknown extent, with what cutting
// one of these loops into pieces does to its operands.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_OP_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_OP_H

#include "base/status.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"
#include "plan/workload.h"
#include <stdbool.h>
#include <stdint.h>

enum { SIZED_OP_MAX_RESULTS = 4 };

typedef struct SizedOp {
  MlirOperation op;
  int loop_count, input_count, operand_count;
  int result_count;                        // 0: on memrefs
  int64_t extents[WORKLOAD_MAX_ITERATORS]; // negative: unknown
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  MlirAttribute maps; // of the operands
} SizedOp;

// What the indices of an operand say of a loop.
typedef enum LoopAccess {
  LOOP_ACCESS_NONE,   // the loop reads the same elements at every step
  LOOP_ACCESS_DIM,    // it is the index of one dimension
  LOOP_ACCESS_WINDOW, // it moves a window along one dimension
  LOOP_ACCESS_OTHER,  // anything else
} LoopAccess;

typedef struct LoopUse {
  LoopAccess access;
  int dim;        // DIM, WINDOW
  int64_t stride; // WINDOW: elements to the next window; DIM: 1
  int64_t window; // WINDOW: elements of one; DIM: 1
} LoopUse;

// False when the op is none such, has an annotation, or is to stay open (transforms/cut_mark.h).
bool sized_op_read(MlirOperation op, SizedOp *out_op);
// Whether any loop has an unknown extent.
bool sized_op_is_open(const SizedOp *op);
// Whether it adds up what it makes of two inputs or more.
bool sized_op_is_product(const SizedOp *op);
MlirAffineMap sized_op_map(const SizedOp *op, int operand);
LoopUse sized_op_use(const SizedOp *op, int operand, int loop);
// The index of the dimension, where it is a sum of multiples of loops.
bool sized_op_index(const SizedOp *op, int operand, int dim, IndexExpr *out_index);
// Elements along the dimension that the loops reach, whose extents are known; at least 1.
int64_t sized_op_span(const SizedOp *op, int operand, int dim);
// Whether the op could be tuned if its extents were known; the text says why not.
Status sized_op_try(const SizedOp *op);
static inline bool sized_op_can_be_tuned(const SizedOp *op) {
  return sized_op_try(op) == STATUS_OK;
}
// The loop that is the index of the dimension and of no other one; -1: there is none.
int sized_op_loop_of(const SizedOp *op, int operand, int dim);
// The first operand that has the loop as the index of a dimension; -1: none has.
int sized_op_operand_of(const SizedOp *op, int loop);
// The operand is updated: a destination.
static inline bool sized_op_is_init(const SizedOp *op, int operand) {
  return operand >= op->input_count;
}
// Whether the body reads what is in the destination.
bool sized_op_reads_destination(const SizedOp *op, int result);
// An operand before this one that is the same memref; -1: there is none.
int sized_op_same_memref(const SizedOp *op, int operand);
// Whether operands lie in one buffer, and share no element but those that are updated.
bool sized_op_shares_buffer(const SizedOp *op);
// Whether the body divides integers, so may not be given any values.
bool sized_op_divides_integers(const SizedOp *op);
// Whether the results can be written piece by piece along the loop: it is parallel and the index
// of one dimension of each.
bool sized_op_can_cut(const SizedOp *op, int loop);
// Whether the sums of a reduction may be taken some steps of the loop after the other; and also
// pieces of the operands that belong to them.
bool sized_op_takes_steps(const SizedOp *op, int loop);
bool sized_op_can_cut_sum(const SizedOp *op, int loop);

#endif
