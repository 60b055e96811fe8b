// maxnumf and minnumf with an accumulator that is no NaN, as a comparison and a choice:
//
//   %y = arith.maxnumf %x, %acc   ->   %c = arith.cmpf ogt, %x, %acc
//                                      %y = arith.select %c, %x, %acc
//
// A NaN compares as false, so it is skipped as before, and the accumulator stays a number. That is
// one instruction where that of the processor gives its second operand for a NaN, instead of three.
#include "machine/architecture.h"
#include "transforms/fp_mode.h"
#include "transforms/kernel/emitter.h"
#include "transforms/predicates.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

// The value is a constant of the payload, or fills a tensor with one.
static MlirAttribute start_of(const Group *group, const ValueSource *source) {
  if (source->kind == SOURCE_STATEMENT && source->index >= 0 &&
      !mlirOperationIsNull(group->statements[source->index].op) &&
      ir_op_is(group->statements[source->index].op, "linalg.fill"))
    source = &group->statements[source->index].arguments[0];
  return source->kind == SOURCE_VALUE ? emit_constant_of(source->value) : (MlirAttribute){NULL};
}

static bool is_number(MlirAttribute constant) {
  return !mlirAttributeIsNull(constant) && mlirAttributeIsAFloat(constant) &&
         !isnan(mlirFloatAttrGetValueDouble(constant));
}

// The op that makes accumulator k of itself and of another value; null: there is none.
static MlirOperation extreme_of(const Emitter *emitter, int accumulator) {
  const Group *group = emitter->group;
  MlirBlock body = ir_body(group->anchor);
  MlirValue value =
      mlirOperationGetOperand(mlirBlockGetTerminator(body), group->accumulator_result[accumulator]);
  MlirOperation op = mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){0};
  bool is = !mlirOperationIsNull(op) &&
            (ir_op_is(op, "arith.maxnumf") || ir_op_is(op, "arith.minnumf")) &&
            mlirBlockEqual(mlirOperationGetBlock(op), body);
  return is ? op : (MlirOperation){NULL};
}

// The operand of the op that is the accumulator; -1: none is.
static int accumulator_operand(const Emitter *emitter, MlirOperation op, int accumulator) {
  const GroupStatement *anchor = &emitter->group->statements[emitter->work->anchor];
  int found = -1;
  for (int i = 0; i < 2; i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!mlirValueIsABlockArgument(value) ||
        !mlirBlockEqual(mlirBlockArgumentGetOwner(value), mlirOperationGetBlock(op)))
      continue;
    const ValueSource *source = &anchor->arguments[mlirBlockArgumentGetArgNumber(value)];
    if (source->kind == SOURCE_ACCUMULATOR && source->index == accumulator)
      found = i;
  }
  return found;
}

bool emit_extreme_is_number(const Emitter *emitter, int accumulator) {
  const Group *group = emitter->group;
  if (!emitter->target->architecture->maximum_skips_first_nan ||
      fp_mode_of(group->anchor) < FP_REASSOC || ir_op_is(group->anchor, "tensor.pad"))
    return false;
  MlirOperation op = extreme_of(emitter, accumulator);
  return !mlirOperationIsNull(op) && accumulator_operand(emitter, op, accumulator) >= 0 &&
         is_number(start_of(group, &group->init[accumulator]));
}

MlirAttribute emit_extreme_neutral(const Emitter *emitter, int accumulator) {
  MlirOperation op = extreme_of(emitter, accumulator);
  return mlirFloatAttrDoubleGet(emitter->ir.context,
                                mlirValueGetType(mlirOperationGetResult(op, 0)),
                                ir_op_is(op, "arith.maxnumf") ? -INFINITY : INFINITY);
}

static MlirValue choose(IrBuilder *ir, bool is_maximum, MlirValue value, MlirValue accumulator) {
  MlirType type = mlirValueGetType(value);
  MlirValue compared[2] = {value, accumulator};
  MlirAttribute predicate = mlirIntegerAttrGet(
      mlirIntegerTypeGet(ir->context, 64), is_maximum ? FLOAT_ORDERED_GREATER : FLOAT_ORDERED_LESS);
  MlirNamedAttribute attribute = ir_attribute(ir, "predicate", predicate);
  MlirType flags =
      ir_vector_type(mlirIntegerTypeGet(ir->context, 1), (int)mlirShapedTypeGetDimSize(type, 0));
  return ir_select(ir, ir_value(ir, "arith.cmpf", flags, 2, compared, 1, &attribute), value,
                   accumulator);
}

MlirValue emit_extreme_of(Emitter *emitter, int accumulator, MlirValue value, MlirValue before) {
  bool is_maximum = ir_op_is(extreme_of(emitter, accumulator), "arith.maxnumf");
  return choose(&emitter->ir, is_maximum, value, before);
}

MlirValue emit_extreme(Emitter *emitter, MlirOperation op, const MlirValue *operands) {
  const Group *group = emitter->group;
  if (!mlirOperationEqual(mlirOperationGetParentOperation(op), group->anchor))
    return (MlirValue){NULL};
  for (int k = 0; k < emitter->work->accumulator_count; k++)
    if (emit_extreme_is_number(emitter, k) && mlirOperationEqual(extreme_of(emitter, k), op)) {
      int at = accumulator_operand(emitter, op, k);
      return emit_extreme_of(emitter, k, operands[1 - at], operands[at]);
    }
  return (MlirValue){NULL};
}
