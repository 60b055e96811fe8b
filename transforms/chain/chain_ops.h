// What the ops of a chain are, and their marks.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_OPS_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_OPS_H

#include "transforms/dynamic/sized_group.h"

typedef enum ChainRole {
  CHAIN_NONE,
  CHAIN_SEED,    // the first sum
  CHAIN_CORE,    // walks the elements of the tensor, or its rows
  CHAIN_PRODUCT, // makes or reads the tensor as a product of matrices
  CHAIN_OUTER,   // computes element by element what a product reads or makes
} ChainRole;

enum { CHAIN_MIN_POINTS = 1024 }; // fewer save less than a kernel takes

void chain_mark(MlirOperation op, int number, ChainRole role);
ChainRole chain_role_of(MlirOperation op, int number);

// Whether some loop that takes more than one step is a reduction.
bool chain_has_sum(const SizedOp *op);
// Whether the op has one result, and every loop of it computes other elements of that.
bool chain_is_parallel(const SizedOp *op);
// Whether it is a sum, a maximum ... of what it reads: an input has an element for every step.
bool chain_is_sum(const SizedOp *op);
// Steps of all loops together; 0: some have an unknown extent.
int64_t chain_points(const SizedOp *op);
// Whether every operand has the loop as one of its dimensions, or does not depend on it.
bool chain_can_cut(const SizedOp *op, int loop);
// The maps of an op with another one for an operand.
MlirAttribute chain_maps_with(const SizedOp *op, int operand, MlirAffineMap map);
// Lets the linalg.generic read `value` as one of its operands.
void chain_set_input(SizedOp *op, int operand, MlirValue value, MlirAffineMap map);
// Bytes of a tensor.
int64_t chain_tensor_bytes(MlirValue tensor);

#endif
