// Vectors of i1 become vectors of the bytes that hold them:
//
//   %v = vector.gather %m[%i][1, 2, ...]       %b = %m as a memref of i8
//                                       -->    %l = vector.load %b[%i + 1]
//                                              %v = arith.trunci %l
//   vector.scatter %m[%i][1, 2, ...], %v       vector.store (arith.extui %v), %b[%i + 1]
//
// where boolean_vector.h says which those are. Elements that do not lie side by side are loaded and
// stored one by one.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_BOOLEAN_VECTORS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_BOOLEAN_VECTORS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

void boolean_vectors_legalize(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
