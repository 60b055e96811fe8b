// Integer power: math.fpowi as multiplications, squaring by squaring. The power for the bits b0,
// b1, ... of the exponent's magnitude:
//
//   power = 1; square = x
//   for every bit b:  power = b ? power * square : power;  square = square * square
//   power = exponent < 0 ? 1 / power : power
#include "transforms/lowering/math/integer_power.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"

// The op that is being replaced.
typedef struct Power {
  IrBuilder ir;
  MlirType type, element;            // computed in
  MlirType integers, integer, flags; // of the exponent, of one of it, of comparisons
  MlirValue x, exponent;
} Power;

static MlirType element_of(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

// `element`, or the vector of it that has the shape of the vector `type`.
static MlirType shaped(MlirType type, MlirType element) {
  int64_t shape[16];
  if (!mlirTypeIsAVector(type))
    return element;
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  return mlirVectorTypeGet(rank, shape, element);
}

static bool is_narrow(MlirType element) {
  return mlirTypeIsAF16(element) || mlirTypeIsABF16(element);
}

bool integer_power_is_expandable(MlirOperation op) {
  if (!ir_op_is(op, "math.fpowi"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType element = element_of(type);
  MlirType exponent = element_of(mlirValueGetType(mlirOperationGetOperand(op, 1)));
  if (mlirTypeIsAVector(type) && mlirVectorTypeIsScalable(type))
    return false;
  bool is_int = mlirTypeIsAInteger(exponent) && mlirIntegerTypeGetWidth(exponent) == 32;
  bool is_known = mlirTypeIsAF32(element) || mlirTypeIsAF64(element) || is_narrow(element);
  return is_known && (mlirTypeIsAVector(type) || !is_int || is_narrow(element));
}

static MlirValue number(Power *power, double value) {
  return ir_splat(&power->ir, power->type,
                  mlirFloatAttrDoubleGet(power->ir.context, power->element, value));
}

static MlirValue integer(Power *power, int64_t value) {
  return ir_splat(&power->ir, power->integers, mlirIntegerAttrGet(power->integer, value));
}

static MlirValue compare(Power *power, int64_t predicate, MlirValue left, MlirValue right) {
  MlirValue operands[2] = {left, right};
  MlirType type = mlirIntegerTypeGet(power->ir.context, 64);
  MlirNamedAttribute attribute =
      ir_attribute(&power->ir, "predicate", mlirIntegerAttrGet(type, predicate));
  return ir_value(&power->ir, "arith.cmpi", power->flags, 2, operands, 1, &attribute);
}

// Whether every lane is the same known integer.
static bool is_constant(MlirValue value, int64_t *out_value) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (ir_op_is(op, "vector.broadcast"))
    return is_constant(mlirOperationGetOperand(op, 0), out_value);
  if (!ir_op_is(op, "arith.constant"))
    return false;
  MlirAttribute attribute = mlirOperationGetAttributeByName(op, ir_string("value"));
  if (mlirAttributeIsADenseElements(attribute) && mlirDenseElementsAttrIsSplat(attribute))
    attribute = mlirDenseElementsAttrGetSplatValue(attribute);
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  *out_value = mlirIntegerAttrGetValueInt(attribute);
  return true;
}

static MlirValue constant_power(Power *power, int64_t exponent) {
  uint64_t bits = exponent < 0 ? -(uint64_t)exponent : (uint64_t)exponent;
  MlirValue product = {NULL}, square = power->x;
  for (; bits; bits >>= 1) {
    if (bits & 1)
      product =
          mlirValueIsNull(product) ? square : ir_binary(&power->ir, "arith.mulf", product, square);
    if (bits > 1)
      square = ir_binary(&power->ir, "arith.mulf", square, square);
  }
  if (mlirValueIsNull(product))
    return number(power, 1.0);
  return exponent < 0 ? ir_binary(&power->ir, "arith.divf", number(power, 1.0), product) : product;
}

// How many bits of the magnitudes have to be looked at: up to the highest that is set in any lane.
static MlirValue bit_count(Power *power, MlirValue magnitude) {
  IrBuilder *ir = &power->ir;
  MlirValue largest = magnitude;
  int64_t width = mlirIntegerTypeGetWidth(power->integer);
  if (mlirTypeIsAVector(power->type)) {
    if (mlirShapedTypeGetRank(power->type) != 1)
      return ir_index(ir, width);
    MlirAttribute kind = mlirAttributeParseGet(ir->context, ir_string("#vector.kind<maxui>"));
    MlirNamedAttribute attribute = ir_attribute(ir, "kind", kind);
    largest = ir_value(ir, "vector.reduction", power->integer, 1, &magnitude, 1, &attribute);
  }
  MlirValue zeros = ir_unary(ir, "math.ctlz", power->integer, largest);
  MlirValue all = ir_constant(ir, power->integer, mlirIntegerAttrGet(power->integer, width));
  MlirValue count = ir_binary(ir, "arith.subi", all, zeros);
  return ir_unary(ir, "arith.index_castui", mlirIndexTypeGet(ir->context), count);
}

static MlirValue variable_power(Power *power) {
  IrBuilder *ir = &power->ir;
  MlirValue zero = integer(power, 0), one = integer(power, 1);
  MlirValue is_negative = compare(power, 2, power->exponent, zero); // signed less than
  MlirValue magnitude = ir_select(
      &power->ir, is_negative, ir_binary(ir, "arith.subi", zero, power->exponent), power->exponent);
  MlirValue end = bit_count(power, magnitude);
  MlirValue carried[3] = {number(power, 1.0), power->x, magnitude}; // power, square, bits left
  MlirValue start = ir_index(ir, 0), step = ir_index(ir, 1);
  ir_open_for(ir, start, end, step, 3, carried);
  MlirValue is_odd =
      compare(power, 1, ir_binary(ir, "arith.andi", carried[2], one), zero); // not equal
  carried[0] = ir_select(&power->ir, is_odd, ir_binary(ir, "arith.mulf", carried[0], carried[1]),
                         carried[0]);
  carried[1] = ir_binary(ir, "arith.mulf", carried[1], carried[1]);
  carried[2] = ir_binary(ir, "arith.shrui", carried[2], one);
  ir_close_for(ir, 3, carried);
  MlirValue inverse = ir_binary(ir, "arith.divf", number(power, 1.0), carried[0]);
  return ir_select(&power->ir, is_negative, inverse, carried[0]);
}

// The exponent as an integer of known width.
static void read_exponent(Power *power, MlirOperation op) {
  power->exponent = mlirOperationGetOperand(op, 1);
  MlirType given = mlirValueGetType(power->exponent);
  bool is_index = mlirTypeIsAIndex(element_of(given));
  power->integer = is_index ? mlirIntegerTypeGet(power->ir.context, 64) : element_of(given);
  power->integers = shaped(given, power->integer);
  power->flags = shaped(given, mlirIntegerTypeGet(power->ir.context, 1));
}

static void convert_exponent(Power *power) {
  if (!mlirTypeEqual(mlirValueGetType(power->exponent), power->integers))
    power->exponent = ir_unary(&power->ir, "arith.index_cast", power->integers, power->exponent);
}

void integer_power_expand(MlirOperation op) {
  Power power;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  int64_t exponent;
  bool is_known = is_constant(mlirOperationGetOperand(op, 1), &exponent);
  // Scalar code calls a function on f32 then, and multiplies in its own type by a known exponent.
  bool narrow = is_narrow(element_of(type)) && !is_known;
  ir_start(&power.ir, op, mlirOperationGetLocation(op));
  power.element = narrow ? mlirF32TypeGet(power.ir.context) : element_of(type);
  power.type = shaped(type, power.element);
  power.x = mlirOperationGetOperand(op, 0);
  if (narrow)
    power.x = ir_unary(&power.ir, "arith.extf", power.type, power.x);
  read_exponent(&power, op);
  MlirValue value;
  if (is_known) {
    value = constant_power(&power, exponent);
  } else {
    convert_exponent(&power);
    value = variable_power(&power);
  }
  if (narrow)
    value = ir_unary(&power.ir, "arith.truncf", type, value);
  ir_finish(&power.ir);
  mlirValueReplaceAllUsesOfWith(result, value);
  mlirOperationDestroy(op);
}
