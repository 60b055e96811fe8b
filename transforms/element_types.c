// Types of MLIR as rows of the table of element types.
#include "transforms/element_types.h"

#include "mlir-c/BuiltinTypes.h"

ElementType element_type_of(MlirType type) {
  if (mlirTypeIsAF64(type))
    return ELEMENT_F64;
  if (mlirTypeIsAF32(type))
    return ELEMENT_F32;
  if (mlirTypeIsAF16(type))
    return ELEMENT_F16;
  if (mlirTypeIsABF16(type))
    return ELEMENT_BF16;
  if (mlirTypeIsAIndex(type))
    return ELEMENT_INDEX;
  if (!mlirTypeIsAInteger(type) || !mlirIntegerTypeIsSignless(type))
    return ELEMENT_TYPE_COUNT;
  switch (mlirIntegerTypeGetWidth(type)) {
  case 64:
    return ELEMENT_I64;
  case 32:
    return ELEMENT_I32;
  case 16:
    return ELEMENT_I16;
  case 8:
    return ELEMENT_I8;
  case 1:
    return ELEMENT_I1;
  default:
    return ELEMENT_TYPE_COUNT;
  }
}
