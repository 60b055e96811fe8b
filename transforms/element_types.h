// Scalar types of MLIR: which element type each is, and its bits.
#ifndef AUTOTUNE_TRANSFORMS_ELEMENT_TYPES_H
#define AUTOTUNE_TRANSFORMS_ELEMENT_TYPES_H

#include "machine/element_type.h"

#include "mlir-c/IR.h"

// Row of the table of element types for a scalar type, or ELEMENT_TYPE_COUNT.
ElementType element_type_of(MlirType type);
// The type that it is a row for.
MlirType element_type_get(MlirContext context, ElementType element);
// Bits of an integer, a float or an index, of which the lowered code makes 64; 0 for other types.
int type_bits(MlirType type);

#endif
