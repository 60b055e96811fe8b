// Combiners: the ops that join two values in any order, as the table in transforms/combiners.def
// lists them.
#include "transforms/combiner.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/element_types.h"
#include <math.h>
#include <string.h>

static const CombinerOp rows[] = {
#define C(name, combiner, neutral) {name, COMBINER_##combiner, NEUTRAL_##neutral},
#include "transforms/combiners.def"
#undef C
};

const CombinerOp *combiner_find(MlirStringRef name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (name.length == strlen(rows[i].name) && !memcmp(name.data, rows[i].name, name.length))
      return &rows[i];
  return NULL;
}

const CombinerOp *combiner_of(MlirOperation op) {
  return combiner_find(mlirIdentifierStr(mlirOperationGetName(op)));
}

static double float_neutral(Neutral neutral) {
  static const double values[] = {
      [NEUTRAL_ZERO] = 0.0,         [NEUTRAL_NEGATIVE_ZERO] = -0.0, [NEUTRAL_ONE] = 1.0,
      [NEUTRAL_LOWEST] = -INFINITY, [NEUTRAL_HIGHEST] = INFINITY,   [NEUTRAL_NOT_A_NUMBER] = NAN,
      [NEUTRAL_ONES] = 0.0, // of integers only
  };
  return values[neutral];
}

static int64_t integer_neutral(Neutral neutral, int bits) {
  int64_t lowest = bits >= 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
  const int64_t values[] = {
      [NEUTRAL_ZERO] = 0,         [NEUTRAL_NEGATIVE_ZERO] = 0, [NEUTRAL_ONE] = 1,
      [NEUTRAL_LOWEST] = lowest,  [NEUTRAL_ONES] = -1,         [NEUTRAL_HIGHEST] = -(lowest + 1),
      [NEUTRAL_NOT_A_NUMBER] = 0, // of floats only
  };
  return values[neutral];
}

MlirAttribute combiner_neutral(const CombinerOp *combiner, MlirType type) {
  if (mlirTypeIsAFloat(type))
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, float_neutral(combiner->neutral));
  return mlirIntegerAttrGet(type, integer_neutral(combiner->neutral, type_bits(type)));
}
