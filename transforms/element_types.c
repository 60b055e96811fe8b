// Types of MLIR as rows of the table of element types.
#include "transforms/element_types.h"

#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>

typedef struct FloatType {
  ElementType element;
  bool (*is)(MlirType type);
  MlirType (*get)(MlirContext context);
} FloatType;

static const FloatType floats[] = {
#define X(name, text, bytes) {ELEMENT_##name, mlirTypeIsA##name, mlir##name##TypeGet},
    ELEMENT_FLOATS(X)
#undef X
};

static ElementType integer_of(unsigned bits) {
  char name[16];
  int length = snprintf(name, sizeof name, "i%u", bits);
  return element_type_find(name, (size_t)length);
}

ElementType element_type_of(MlirType type) {
  for (size_t f = 0; f < sizeof floats / sizeof *floats; f++)
    if (floats[f].is(type))
      return floats[f].element;
  if (mlirTypeIsAIndex(type))
    return ELEMENT_INDEX;
  bool is_integer = mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type);
  return is_integer ? integer_of(mlirIntegerTypeGetWidth(type)) : ELEMENT_TYPE_COUNT;
}

MlirType element_type_get(MlirContext context, ElementType element) {
  for (size_t f = 0; f < sizeof floats / sizeof *floats; f++)
    if (floats[f].element == element)
      return floats[f].get(context);
  if (element == ELEMENT_INDEX)
    return mlirIndexTypeGet(context);
  int64_t bits = element == ELEMENT_I1 ? 1 : 8 * element_type_bytes(element);
  return mlirIntegerTypeGet(context, (unsigned)bits);
}

int type_bits(MlirType type) {
  return mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type)
         : mlirTypeIsAFloat(type) ? (int)mlirFloatTypeGetWidth(type)
         : mlirTypeIsAIndex(type) ? 64
                                  : 0;
}
