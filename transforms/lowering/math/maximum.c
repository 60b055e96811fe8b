// As whole registers: of what lies beyond the lanes of a short vector nothing is read.
#include "transforms/lowering/math/maximum.h"

#include "machine/architecture.h"
#include "transforms/lowering/math/float_instructions.h"

enum { REGISTER_BITS = 128 }; // of the least ones

static bool is_constant(MlirValue value) {
  if (ir_is_made_by(value, "vector.broadcast"))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return ir_is_made_by(value, "arith.constant");
}

static bool has_flags(MlirOperation op) {
  MlirAttribute flags = mlirOperationGetAttributeByName(op, ir_string("fastmath"));
  MlirContext context = mlirOperationGetContext(op);
  return !mlirAttributeIsNull(flags) &&
         !mlirAttributeEqual(flags,
                             mlirAttributeParseGet(context, ir_string("#arith.fastmath<none>")));
}

static int64_t bits_of(MlirType vector) {
  return mlirShapedTypeGetDimSize(vector, 0) *
         (mlirTypeIsAF64(mlirShapedTypeGetElementType(vector)) ? 64 : 32);
}

bool maximum_is_expandable(MlirOperation op) {
  if (!ir_op_is(op, "arith.maximumf") && !ir_op_is(op, "arith.minimumf"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsAVector(type) || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetRank(type) != 1)
    return false;
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t lanes = mlirShapedTypeGetDimSize(type, 0), bits = bits_of(type);
  return (mlirTypeIsAF32(element) || mlirTypeIsAF64(element)) && (lanes & (lanes - 1)) == 0 &&
         bits <= 4 * REGISTER_BITS && !has_flags(op) &&
         !is_constant(mlirOperationGetOperand(op, 0)) &&
         !is_constant(mlirOperationGetOperand(op, 1));
}

// The first `count` lanes of `value`; more than it has are anything.
static MlirValue first_lanes(IrBuilder *ir, MlirValue value, MlirType type) {
  enum { ANY = -1, MOST_LANES = 16 };
  int64_t places[MOST_LANES], count = mlirShapedTypeGetDimSize(type, 0);
  int64_t given = mlirShapedTypeGetDimSize(mlirValueGetType(value), 0);
  for (int64_t i = 0; i < count; ++i)
    places[i] = i < given ? i : ANY;
  MlirNamedAttribute mask =
      ir_attribute(ir, "mask", mlirDenseI64ArrayGet(ir->context, count, places));
  MlirValue operands[2] = {value, value};
  return ir_value(ir, "vector.shuffle", type, 2, operands, 1, &mask);
}

// Where one is NaN, the sum is.
static MlirValue extreme(const Lanes *lanes, bool is_maximum, MlirValue a, MlirValue b) {
  MlirValue value = lanes_extreme(lanes, is_maximum, a, b);
  MlirValue is_nan = compare(lanes, UNORDERED, a, b);
  return choose(lanes, is_nan, add(lanes, a, b), value);
}

void maximum_expand(MlirOperation op, const Target *target) {
  const char *intrinsics = target->architecture->float_intrinsics;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t bits = bits_of(type), whole = bits < REGISTER_BITS ? REGISTER_BITS : bits;
  if (!intrinsics || !target->has_masks || whole > target->vector_bits)
    return;
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirType element = mlirShapedTypeGetElementType(type);
  bool is_double = mlirTypeIsAF64(element);
  int64_t count = whole / (is_double ? 64 : 32);
  MlirType padded = mlirVectorTypeGet(1, &count, element);
  Lanes lanes = lanes_of(&ir, padded, is_double);
  lanes.intrinsics = intrinsics;
  MlirValue operands[2];
  for (intptr_t i = 0; i < 2; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (whole != bits)
      operands[i] = first_lanes(&ir, operands[i], padded);
  }
  MlirValue value = extreme(&lanes, ir_op_is(op, "arith.maximumf"), operands[0], operands[1]);
  if (whole != bits)
    value = first_lanes(&ir, value, type);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
}
