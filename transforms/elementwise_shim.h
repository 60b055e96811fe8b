// Ops that compute element by element on whole tensors, as arith and math have them: the C API does
// not know the traits of an op, nor the patterns that make linalg ops of them.
#ifndef AUTOTUNE_TRANSFORMS_ELEMENTWISE_SHIM_H
#define AUTOTUNE_TRANSFORMS_ELEMENTWISE_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether upstream's convert-elementwise-to-linalg takes it, or would if an operand that is one
// number for all elements were a tensor; such an op only where a tensor that it reads is computed.
bool op_is_elementwise(MlirOperation op);
// Puts a linalg.generic in the place of the op, which takes over its discardable attributes and has
// numbers for operands that repeat one. Null: it stays.
MlirOperation elementwise_to_linalg(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif
