// The element type that a type of MLIR is.
#ifndef AUTOTUNE_TRANSFORMS_ELEMENT_TYPES_H
#define AUTOTUNE_TRANSFORMS_ELEMENT_TYPES_H

#include "machine/element_type.h"

#include "mlir-c/IR.h"

// Row of the table of element types for a scalar type, or ELEMENT_TYPE_COUNT.
ElementType element_type_of(MlirType type);

#endif
