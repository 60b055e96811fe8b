// The bits of a float without its sign count its size, so a neighbour is one more or one less.
// LLVM has such casts only for a processor that was told to round so, and by a call.
#include "transforms/lowering/floats/half_rounding.h"

#include "transforms/lowering/math/lanes.h"

// As arith numbers them.
typedef enum Rounding { NEAREST_EVEN, DOWNWARD, UPWARD, TOWARD_ZERO, NEAREST_AWAY } Rounding;

static MlirAttribute rounding_of(MlirOperation op) {
  return mlirOperationGetAttributeByName(op, ir_string("roundingmode"));
}

bool half_rounding_is_named(MlirOperation op) {
  return ir_op_is(op, "arith.truncf") && !mlirAttributeIsNull(rounding_of(op));
}

typedef struct Neighbours {
  Lanes wide; // the type of what is rounded
  MlirType half, shorts;
  MlirValue x, nearest;            // nearest: as `wide` has it
  MlirValue bits, larger, smaller; // of the nearest and of those beside it, by size
} Neighbours;

static MlirValue short_number(const Neighbours *all, int64_t value) {
  return ir_splat(all->wide.ir, all->shorts,
                  mlirIntegerAttrGet(mlirIntegerTypeGet(all->wide.ir->context, 16), value));
}

static MlirValue as_wide(const Neighbours *all, MlirValue bits) {
  MlirValue half = ir_unary(all->wide.ir, "arith.bitcast", all->half, bits);
  return ir_unary(all->wide.ir, "arith.extf", all->wide.type, half);
}

static void find_neighbours(Neighbours *all) {
  IrBuilder *ir = all->wide.ir;
  MlirValue nearest = ir_unary(ir, "arith.truncf", all->half, all->x);
  all->bits = ir_unary(ir, "arith.bitcast", all->shorts, nearest);
  all->nearest = ir_unary(ir, "arith.extf", all->wide.type, nearest);
  all->larger = ir_binary(ir, "arith.addi", all->bits, short_number(all, 1));
  all->smaller = ir_binary(ir, "arith.subi", all->bits, short_number(all, 1));
}

// Differences of neighbours are exact. What is not finite has none that are equal.
static MlirValue is_middle(const Neighbours *all) {
  const Lanes *wide = &all->wide;
  MlirValue size = absolute(wide, all->x);
  MlirValue above = sub(wide, absolute(wide, as_wide(all, all->larger)), size);
  MlirValue below = sub(wide, size, absolute(wide, all->nearest));
  return compare(wide, EQUAL, above, below);
}

static MlirValue rounded(const Neighbours *all, Rounding rounding) {
  const Lanes *wide = &all->wide;
  MlirValue is_negative =
      compare_bits(wide, INTEGER_UNSIGNED_LESS, short_number(all, 0x7fff), all->bits);
  switch (rounding) {
  case NEAREST_EVEN:
    return all->bits;
  case DOWNWARD:
    return choose(wide, compare(wide, GREATER, all->nearest, all->x),
                  choose(wide, is_negative, all->larger, all->smaller), all->bits);
  case UPWARD:
    return choose(wide, compare(wide, LESS, all->nearest, all->x),
                  choose(wide, is_negative, all->smaller, all->larger), all->bits);
  case TOWARD_ZERO:
    return choose(wide,
                  compare(wide, GREATER, absolute(wide, all->nearest), absolute(wide, all->x)),
                  all->smaller, all->bits);
  default:
    return choose(wide, is_middle(all), all->larger, all->bits);
  }
}

void half_rounding_lower(MlirOperation cast) {
  IrBuilder ir;
  ir_start(&ir, cast, mlirOperationGetLocation(cast));
  MlirValue x = mlirOperationGetOperand(cast, 0), result = mlirOperationGetResult(cast, 0);
  MlirType half = mlirValueGetType(result);
  Neighbours all = {.wide = lanes_of(&ir, half, mlirTypeIsAF64(element_of(mlirValueGetType(x)))),
                    .half = half,
                    .shorts = shaped_like(half, mlirIntegerTypeGet(ir.context, 16)),
                    .x = x};
  find_neighbours(&all);
  Rounding rounding = (Rounding)mlirIntegerAttrGetValueInt(rounding_of(cast));
  MlirValue value = ir_unary(&ir, "arith.bitcast", half, rounded(&all, rounding));
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(result, value);
  mlirOperationDestroy(cast);
}
