// Where a slice of a tensor lies, as the type that the general bufferization gives it.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_BUFFERIZE_SLICES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_BUFFERIZE_SLICES_H

#include "mlir-c/IR.h"

// The type of the memref that a slice of a row-major tensor is, of what loops make of such a slice
// in its place, too; null: the value is none. A buffer of another layout is copied.
MlirType bufferize_slice_type(MlirValue value);

#endif
