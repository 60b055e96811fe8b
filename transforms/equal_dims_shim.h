// EqualDims: which sizes of a function's arguments its ops need to be equal. The C API has neither
// the traits of ops nor what MLIR knows of the sizes of their results.
#ifndef AUTOTUNE_TRANSFORMS_EQUAL_DIMS_SHIM_H
#define AUTOTUNE_TRANSFORMS_EQUAL_DIMS_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A dimension of a shaped value.
typedef struct ValueDim {
  MlirValue value;
  intptr_t dim;
} ValueDim;

typedef struct EqualDims EqualDims;

// Of a func.func with a body: what the ops that every call runs need, those of its first block.
// A loop of a linalg op has one extent; elementwise ops, casts and copies have operands of one
// shape, and so have concatenations but for one dimension.
// Owned by the caller.
EqualDims *equal_dims_read(MlirOperation function);
void equal_dims_destroy(EqualDims *dims);
// Says that two are equal.
void equal_dims_join(EqualDims *dims, ValueDim one, ValueDim other);
bool equal_dims_are(const EqualDims *dims, ValueDim one, ValueDim other);
// The number that the dimension has to be; -1: none is known.
int64_t equal_dims_size(const EqualDims *dims, ValueDim dim);

#ifdef __cplusplus
}
#endif

#endif
