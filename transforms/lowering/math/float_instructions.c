// Which instructions those are, by their names in LLVM.
#include "transforms/lowering/math/float_instructions.h"

#include <stdio.h>

// The masked instruction of that name, with all lanes. `source`: what lanes without a bit would be.
static MlirValue instruction(const Lanes *lanes, const char *name, int count,
                             const MlirValue *operands, MlirValue source) {
  enum { MAX_OPERANDS = 6, AS_USUAL = 4 };
  MlirContext c = lanes->ir->context;
  int64_t width = mlirShapedTypeGetDimSize(lanes->type, 0);
  MlirType mask = mlirIntegerTypeGet(c, width > 8 ? 16 : 8), number = mlirIntegerTypeGet(c, 32);
  MlirValue all[MAX_OPERANDS];
  for (int i = 0; i < count; i++)
    all[i] = operands[i];
  all[count++] = source;
  all[count++] = ir_constant(lanes->ir, mask, mlirIntegerAttrGet(mask, -1));
  if (width * lanes->format->bits == 512) // how it rounds
    all[count++] = ir_constant(lanes->ir, number, mlirIntegerAttrGet(number, AS_USUAL));
  char full[64];
  snprintf(full, sizeof full, "%s%s.p%c.%d", lanes->intrinsics, name,
           lanes->format == &double_format ? 'd' : 's', (int)width * lanes->format->bits);
  return ir_intrinsic(lanes->ir, full, lanes->type, count, all);
}

MlirValue lanes_scaled(const Lanes *lanes, MlirValue y, MlirValue n) {
  MlirValue operands[2] = {y, n};
  return instruction(lanes, "scalef", 2, operands, y);
}

MlirValue lanes_exponent(const Lanes *lanes, MlirValue x) {
  return instruction(lanes, "getexp", 1, &x, x);
}

static MlirValue number_of_32_bits(const Lanes *lanes, int64_t value) {
  MlirType i32 = mlirIntegerTypeGet(lanes->ir->context, 32);
  return ir_constant(lanes->ir, i32, mlirIntegerAttrGet(i32, value));
}

MlirValue lanes_extreme(const Lanes *lanes, bool is_maximum, MlirValue a, MlirValue b) {
  enum { MINIMUM, MAXIMUM, WITH_ITS_SIGN = 4 };
  int64_t which = WITH_ITS_SIGN | (is_maximum ? MAXIMUM : MINIMUM);
  MlirValue operands[3] = {a, b, number_of_32_bits(lanes, which)};
  return instruction(lanes, "range", 3, operands, a);
}

MlirValue lanes_bounded(const Lanes *lanes, MlirValue x, double most) {
  enum { LESSER_MAGNITUDE = 2 }; // with the sign of the first one
  MlirValue bound = number(lanes, most);
  MlirValue operands[3] = {x, bound, number_of_32_bits(lanes, LESSER_MAGNITUDE)};
  return instruction(lanes, "range", 3, operands, x);
}

MlirValue lanes_mantissa(const Lanes *lanes, MlirValue x, MantissaSign sign) {
  MlirValue operands[2] = {x, number_of_32_bits(lanes, sign)};
  return instruction(lanes, "getmant", 2, operands, x);
}

MlirValue lanes_entry(const Lanes *lanes, const float entries[LANES_ENTRIES], MlirValue index) {
  MlirAttribute all = mlirDenseElementsAttrFloatGet(lanes->type, LANES_ENTRIES, entries);
  MlirValue operands[2] = {ir_constant(lanes->ir, lanes->type, all), index};
  return ir_intrinsic(lanes->ir, lanes->table, lanes->type, 2, operands);
}
