// Values of the types of factors, sums and results, one or several side by side.
#include "transforms/simt/simt_emitter.h"

#include "mlir-c/BuiltinAttributes.h"

int64_t simt_type_bytes(MlirType element) {
  int64_t bits = mlirTypeIsAFloat(element)     ? mlirFloatTypeGetWidth(element)
                 : mlirTypeIsAInteger(element) ? mlirIntegerTypeGetWidth(element)
                                               : 64;
  return (bits + 7) / 8;
}

MlirValue simt_zeros(SimtEmitter *emitter, MlirType element, int width) {
  return ir_splat(&emitter->ir, ir_vector_type(element, width), ir_zero(element));
}

static MlirType element_of(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

MlirValue simt_lane(SimtEmitter *emitter, MlirValue vector, int lane) {
  int64_t lanes[] = {lane};
  MlirNamedAttribute at = ir_attribute(&emitter->ir, "static_position",
                                       mlirDenseI64ArrayGet(emitter->ir.context, 1, lanes));
  return ir_value(&emitter->ir, "vector.extract", element_of(vector), 1, &vector, 1, &at);
}

MlirValue simt_splat(SimtEmitter *emitter, MlirValue scalar, int width) {
  return ir_unary(&emitter->ir, "vector.broadcast", ir_vector_type(element_of(scalar), width),
                  scalar);
}

MlirValue simt_vector(SimtEmitter *emitter, const MlirValue *lanes, int width) {
  return ir_value(&emitter->ir, "vector.from_elements", ir_vector_type(element_of(lanes[0]), width),
                  width, lanes, 0, NULL);
}

// --- casts

// To a type of that element, by the op where it is another one.
static MlirValue cast(SimtEmitter *emitter, const char *op, MlirValue value, MlirType element) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeEqual(element_of(value), element))
    return value;
  if (mlirTypeIsAVector(type))
    element = ir_vector_type(element, mlirShapedTypeGetDimSize(type, 0));
  return ir_unary(&emitter->ir, op, element, value);
}

MlirValue simt_factor(SimtEmitter *emitter, int operand, MlirValue value) {
  const SimtRoles *roles = &emitter->nest->roles;
  const char *op = element_type_is_float(roles->factor) ? "arith.extf"
                   : roles->is_unsigned[operand]        ? "arith.extui"
                                                        : "arith.extsi";
  return cast(emitter, op, value, emitter->sum);
}

// Of integers both have one type.
MlirValue simt_as_sum(SimtEmitter *emitter, MlirValue value) {
  return cast(emitter, "arith.extf", value, emitter->sum);
}

MlirValue simt_as_result(SimtEmitter *emitter, MlirValue value) {
  return cast(emitter, "arith.truncf", value, emitter->result);
}

MlirValue simt_multiply_add(SimtEmitter *emitter, MlirValue left, MlirValue right, MlirValue sum) {
  MlirValue operands[] = {left, right, sum};
  if (element_type_is_float(emitter->nest->roles.sum))
    return ir_value(&emitter->ir, "vector.fma", mlirValueGetType(sum), 3, operands, 0, NULL);
  return ir_binary(&emitter->ir, "arith.addi", sum,
                   ir_binary(&emitter->ir, "arith.muli", left, right));
}
