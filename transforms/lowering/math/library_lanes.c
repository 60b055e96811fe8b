// Lanes whose value the C library is asked for: a loop over all lanes behind a branch, as code for
// each would be long, and is hardly ever run.
#include "transforms/lowering/math/library_lanes.h"

enum { MAX_OPERANDS = 2 };

static int64_t count_of(MlirType type) {
  int64_t count = 1;
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(type); ++i)
    count *= mlirShapedTypeGetDimSize(type, i);
  return count;
}

static MlirValue flat(const Lanes *lanes, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirShapedTypeGetRank(type) == 1)
    return value;
  MlirType row = ir_vector_type(element_of(type), count_of(type));
  return ir_unary(lanes->ir, "vector.shape_cast", row, value);
}

MlirValue library_any_lane(const Lanes *lanes, MlirValue flags) {
  flags = flat(lanes, flags);
  MlirAttribute kind = mlirAttributeParseGet(lanes->ir->context, ir_string("#vector.kind<or>"));
  MlirNamedAttribute attribute = ir_attribute(lanes->ir, "kind", kind);
  MlirType flag = mlirIntegerTypeGet(lanes->ir->context, 1);
  return ir_value(lanes->ir, "vector.reduction", flag, 1, &flags, 1, &attribute);
}

// The results of the library in the place of `value`.
static MlirValue asked_lanes(const Lanes *lanes, const char *name, int count,
                             const MlirValue *operands, MlirValue value) {
  IrBuilder *ir = lanes->ir;
  int64_t unknown = mlirShapedTypeGetDynamicSize();
  MlirNamedAttribute place =
      ir_attribute(ir, "static_position", mlirDenseI64ArrayGet(ir->context, 1, &unknown));
  MlirType type = mlirValueGetType(value);
  MlirValue start = ir_index(ir, 0), step = ir_index(ir, 1), scalars[MAX_OPERANDS];
  MlirValue lane = ir_open_for(ir, start, ir_index(ir, count_of(type)), step, 1, &value);
  for (int i = 0; i < count; ++i) {
    MlirValue from[2] = {operands[i], lane};
    scalars[i] = ir_value(ir, "vector.extract", lanes->element, 2, from, 1, &place);
  }
  MlirValue result = ir_value(ir, name, lanes->element, count, scalars, 0, NULL);
  MlirValue into[3] = {result, value, lane};
  value = ir_value(ir, "vector.insert", type, 3, into, 1, &place);
  ir_close_for(ir, 1, &value);
  return value;
}

MlirValue library_where(const Lanes *lanes, MlirValue flags, const char *name, int count,
                        const MlirValue *operands, MlirValue value) {
  IrBuilder *ir = lanes->ir;
  MlirValue rows[MAX_OPERANDS], made = flat(lanes, value), result;
  MlirType type = mlirValueGetType(made);
  flags = flat(lanes, flags);
  for (int i = 0; i < count; ++i)
    rows[i] = flat(lanes, operands[i]);
  MlirOperation branch = ir_open_if(ir, library_any_lane(lanes, flags), 1, &type);
  MlirValue asked = asked_lanes(lanes, name, count, rows, made);
  asked = choose(lanes, flags, asked, made);
  ir_else(ir, branch, 1, &asked);
  ir_close_if(ir, branch, 1, &made, &result);
  if (mlirTypeEqual(type, lanes->type))
    return result;
  return ir_unary(ir, "vector.shape_cast", lanes->type, result);
}
