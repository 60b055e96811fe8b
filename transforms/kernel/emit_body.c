// Evaluating the scalar bodies of structured ops on vectors: each needed op of the region is
// rebuilt with vector types, from the yielded value backwards, so that dead results cost nothing.
// Invariant: at one point every op of every statement is rebuilt at most once, however many
// users share it; otherwise a chain of x * x would grow exponentially.
#include "machine/instruction.h"
#include "transforms/body_product.h"
#include "transforms/combiner.h"
#include "transforms/element_types.h"
#include "transforms/fp_mode.h"
#include "transforms/kernel/emitter.h"

#include <string.h>

enum { BODY_MAX_OPS = 256 }; // extraction refuses longer bodies

// The results of statements that are known at the point at hand; null: not yet evaluated.
typedef struct Known {
  MlirValue values[WORKLOAD_MAX_STATEMENTS][GROUP_MAX_RESULTS];
} Known;

typedef struct Evaluation {
  Emitter *emitter;
  Known *known;
  const GroupStatement *statement;
  const Point *point;
  MlirBlock block;
  FpMode fp;                                // of the statement's op
  MlirValue arguments[GROUP_MAX_ARGUMENTS]; // filled on first use
  int made_count;
  MlirValue made_from[BODY_MAX_OPS], made[BODY_MAX_OPS];
} Evaluation;

static void fail(Emitter *emitter, Status status) {
  if (emitter->status == STATUS_OK)
    emitter->status = status;
}

static MlirBlock statement_block(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

static bool is_in(MlirValue value, MlirBlock block, MlirOperation *out_op) {
  if (!mlirValueIsAOpResult(value))
    return false;
  *out_op = mlirOpResultGetOwner(value);
  return mlirBlockEqual(mlirOperationGetBlock(*out_op), block);
}

// A scalar of the payload, in every lane.
static MlirValue outside_value(Emitter *emitter, MlirValue value, int lanes) {
  MlirAttribute constant = emit_constant_of(value);
  if (!mlirAttributeIsNull(constant))
    return ir_splat(&emitter->ir, ir_vector_type(mlirValueGetType(value), lanes), constant);
  return emit_broadcast(emitter, value, lanes);
}

static MlirValue evaluate_source(Emitter *emitter, Known *known, const ValueSource *source,
                                 const Point *point);

// What an op is made of: its operands, or of a product that is added by one instruction its factors
// and the other term.
typedef struct Parts {
  int count;
  MlirValue values[8];
  const char *instruction; // op of that instruction; null: the op itself
} Parts;

// a + b * c in one rounding where the body has an addf of a single-use mulf, and the target an
// instruction of that type. A target without would call a function for every lane.
static bool find_fma(const Evaluation *evaluation, MlirOperation op, Parts *out) {
  ElementType type = element_type_of(mlirValueGetType(mlirOperationGetResult(op, 0)));
  const char *instruction = instruction_of(evaluation->emitter->target, type, type)->op;
  if (!instruction || !ir_op_is(op, "arith.addf"))
    return false;
  for (int i = 1; i >= 0; i--) {
    MlirOperation product;
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!is_in(operand, evaluation->block, &product) || !ir_op_is(product, "arith.mulf") ||
        !ir_has_one_use(operand) || !fp_may_contract(evaluation->fp, product, op))
      continue;
    *out = (Parts){3,
                   {mlirOperationGetOperand(product, 0), mlirOperationGetOperand(product, 1),
                    mlirOperationGetOperand(op, 1 - i)},
                   instruction};
    return true;
  }
  return false;
}

// More operands than there is room for are none: such an op has no vector form.
static void find_parts(const Evaluation *evaluation, MlirOperation op, Parts *out) {
  int count = (int)mlirOperationGetNumOperands(op);
  if (find_fma(evaluation, op, out))
    return;
  *out = (Parts){.count = count > 8 ? 0 : count};
  for (int i = 0; i < out->count; i++)
    out->values[i] = mlirOperationGetOperand(op, i);
}

// Lanes beyond the end hold zeros, by which the processor would trap: there the divisor is 1.
static MlirValue safe_divisor(Evaluation *evaluation, MlirValue divisor) {
  IrBuilder *ir = &evaluation->emitter->ir;
  const Segment *segment = &evaluation->point->segment;
  if (segment->valid == segment->lanes)
    return divisor;
  MlirType type = mlirValueGetType(divisor);
  MlirAttribute one = mlirIntegerAttrGet(mlirShapedTypeGetElementType(type), 1);
  MlirValue mask = ir_mask(ir, segment->lanes, segment->valid);
  return ir_select(ir, mask, divisor, ir_splat(ir, type, one));
}

// Whether every lane must have the bits of the C library, which our vector code has not.
static bool needs_library(const Evaluation *evaluation, MlirOperation op) {
  static const char *const exact[] = {"math.fma",   "math.absf",     "math.copysign", "math.absi",
                                      "math.sqrt",  "math.floor",    "math.ceil",     "math.round",
                                      "math.trunc", "math.roundeven"};
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (fp_may_approximate(evaluation->fp) || name.length < 5 || memcmp(name.data, "math.", 5) != 0)
    return false;
  for (size_t i = 0; i < sizeof(exact) / sizeof(*exact); i++)
    if (ir_op_is(op, exact[i]))
      return false;
  return true;
}

// One scalar op for each lane.
static MlirValue evaluate_lanes(Evaluation *evaluation, const char *name, MlirType element,
                                int operand_count, const MlirValue *operands, int attribute_count,
                                const MlirNamedAttribute *attributes) {
  IrBuilder *ir = &evaluation->emitter->ir;
  int lanes = evaluation->point->segment.lanes;
  MlirValue elements[64], scalars[8];
  for (int lane = 0; lane < lanes; lane++) {
    for (int i = 0; i < operand_count; i++)
      scalars[i] = emit_extract_lane(evaluation->emitter, operands[i], lane);
    elements[lane] =
        ir_value(ir, name, element, operand_count, scalars, attribute_count, attributes);
  }
  return ir_value(ir, "vector.from_elements", ir_vector_type(element, lanes), lanes, elements, 0,
                  NULL);
}

// A panel may hold a factor as the cast makes it.
static bool is_cast_already(const Evaluation *evaluation, MlirOperation op,
                            const MlirValue *operands) {
  MlirValue scalar = mlirOperationGetOperand(op, 0);
  return evaluation->emitter->schedule->instruction == INSTRUCTION_WIDEN &&
         mlirOperationGetNumOperands(op) == 1 &&
         mlirTypeEqual(mlirShapedTypeGetElementType(mlirValueGetType(operands[0])),
                       mlirValueGetType(mlirOperationGetResult(op, 0))) &&
         !mlirTypeEqual(mlirValueGetType(scalar), mlirValueGetType(mlirOperationGetResult(op, 0)));
}

static MlirValue evaluate_op(Evaluation *evaluation, MlirOperation op, const Parts *parts,
                             MlirValue *operands) {
  Emitter *emitter = evaluation->emitter;
  int lanes = evaluation->point->segment.lanes;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType element = mlirValueGetType(result);
  if (!mlirAttributeIsNull(emit_constant_of(result)))
    return outside_value(emitter, result, lanes);
  if (parts->instruction)
    return ir_value(&emitter->ir, parts->instruction, mlirValueGetType(operands[0]), 3, operands, 0,
                    NULL);
  if (is_cast_already(evaluation, op, operands))
    return operands[0];
  MlirNamedAttribute attributes[8];
  int operand_count = (int)mlirOperationGetNumOperands(op);
  int attribute_count = (int)mlirOperationGetNumAttributes(op);
  if (operand_count > 8 || attribute_count > 8 || mlirOperationGetNumResults(op) != 1) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    fail(emitter, status_fail(STATUS_UNSUPPORTED, "%.*s in the body has no vector form",
                              (int)name.length, name.data));
    return outside_value(emitter, ir_constant(&emitter->ir, element, ir_zero(element)), lanes);
  }
  MlirType type = ir_vector_type(element, lanes);
  MlirValue made = emit_widened_again(op, type, operands[0]);
  if (mlirValueIsNull(made))
    made = emit_extreme(emitter, op, operands);
  if (!mlirValueIsNull(made))
    return made;
  if (ir_divides_integers(op))
    operands[1] = safe_divisor(evaluation, operands[1]);
  for (int i = 0; i < attribute_count; i++)
    attributes[i] = mlirOperationGetAttribute(op, i);
  char name[64];
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(op));
  memcpy(name, text.data, text.length < 63 ? text.length : 63);
  name[text.length < 63 ? text.length : 63] = 0;
  if (needs_library(evaluation, op))
    return evaluate_lanes(evaluation, name, element, operand_count, operands, attribute_count,
                          attributes);
  return ir_value(&emitter->ir, name, type, operand_count, operands, attribute_count, attributes);
}

static MlirValue evaluate_argument(Evaluation *evaluation, MlirValue value) {
  int i = (int)mlirBlockArgumentGetArgNumber(value);
  if (mlirValueIsNull(evaluation->arguments[i]))
    evaluation->arguments[i] =
        evaluate_source(evaluation->emitter, evaluation->known,
                        &evaluation->statement->arguments[i], evaluation->point);
  return evaluation->arguments[i];
}

static bool is_argument(const Evaluation *evaluation, MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(value), evaluation->block);
}

// Null: an op of the body that is not yet made.
static MlirValue made_value(Evaluation *evaluation, MlirValue value) {
  MlirOperation op;
  if (is_argument(evaluation, value))
    return evaluate_argument(evaluation, value);
  if (!is_in(value, evaluation->block, &op))
    return outside_value(evaluation->emitter, value, evaluation->point->segment.lanes);
  for (int i = 0; i < evaluation->made_count; i++)
    if (mlirValueEqual(evaluation->made_from[i], value))
      return evaluation->made[i];
  return (MlirValue){NULL};
}

// The first of the parts that has to be made before; null: none. Arguments are read on the way.
static MlirValue first_missing(Evaluation *evaluation, const Parts *parts) {
  MlirOperation op;
  for (int i = 0; i < parts->count; i++)
    if ((is_argument(evaluation, parts->values[i]) ||
         is_in(parts->values[i], evaluation->block, &op)) &&
        mlirValueIsNull(made_value(evaluation, parts->values[i])))
      return parts->values[i];
  return (MlirValue){NULL};
}

// What the value is made of comes first. A body may be one long chain, so this is a list of ops
// that wait and no recursion.
static MlirValue evaluate(Evaluation *evaluation, MlirValue value) {
  MlirValue waiting[BODY_MAX_OPS], made = made_value(evaluation, value);
  int count = 0;
  if (mlirValueIsNull(made))
    waiting[count++] = value;
  while (count > 0) {
    MlirOperation op = mlirOpResultGetOwner(waiting[count - 1]);
    Parts parts;
    find_parts(evaluation, op, &parts);
    MlirValue missing = first_missing(evaluation, &parts), operands[8];
    if (!mlirValueIsNull(missing)) {
      waiting[count++] = missing;
      continue;
    }
    for (int i = 0; i < parts.count; i++)
      operands[i] = made_value(evaluation, parts.values[i]);
    made = evaluate_op(evaluation, op, &parts, operands);
    evaluation->made_from[evaluation->made_count] = waiting[--count];
    evaluation->made[evaluation->made_count++] = made;
  }
  return made;
}

static void evaluation_start(Evaluation *evaluation, Emitter *emitter, Known *known, int statement,
                             const Point *point) {
  evaluation->emitter = emitter;
  evaluation->known = known;
  evaluation->statement = &emitter->group->statements[statement];
  evaluation->point = point;
  evaluation->block = statement_block(evaluation->statement->op);
  evaluation->fp = fp_mode_of(evaluation->statement->op);
  evaluation->made_count = 0;
  for (int i = 0; i < GROUP_MAX_ARGUMENTS; i++)
    evaluation->arguments[i] = (MlirValue){NULL};
}

static MlirValue evaluate_yield(Evaluation *evaluation, int result) {
  MlirOperation yield = mlirBlockGetTerminator(evaluation->block);
  return evaluate(evaluation, mlirOperationGetOperand(yield, result));
}

static MlirValue evaluate_statement(Emitter *emitter, Known *known, int statement, int result,
                                    const Point *point) {
  if (ir_op_is(emitter->group->statements[statement].op,
               "tensor.pad")) // a copy; the access knows the pad
    return evaluate_source(emitter, known, &emitter->group->statements[statement].arguments[0],
                           point);
  int pack = emitter->pack_of_statement[statement];
  if (pack >= 0 && emitter->pack_ready[pack])
    return emit_load_produced(emitter, pack, point);
  MlirValue *value = &known->values[statement][result];
  if (mlirValueIsNull(*value)) {
    Evaluation evaluation;
    evaluation_start(&evaluation, emitter, known, statement, point);
    *value = evaluate_yield(&evaluation, result);
  }
  return *value;
}

// Recursion: at most WORKLOAD_MAX_STATEMENTS levels, one a statement, of those before the one that
// reads it.
static MlirValue evaluate_source(Emitter *emitter, Known *known, const ValueSource *source,
                                 const Point *point) {
  switch (source->kind) {
  case SOURCE_ACCESS:
    return emit_load(emitter, source->index, point);
  case SOURCE_STATEMENT:
    return evaluate_statement(emitter, known, source->index, source->result, point);
  case SOURCE_ACCUMULATOR:
    if (point->accumulators)
      return point->accumulators[source->index];
    break;
  case SOURCE_VALUE:
    return outside_value(emitter, source->value, point->segment.lanes);
  case SOURCE_NONE:
    break;
  }
  // Undefined by construction (an output nobody reads): any value will do, zero is deterministic.
  MlirType element = emit_accumulator_type(emitter, 0);
  return ir_splat(&emitter->ir, ir_vector_type(element, point->segment.lanes), ir_zero(element));
}

MlirValue emit_source(Emitter *emitter, const ValueSource *source, const Point *point) {
  Known known = {0};
  return evaluate_source(emitter, &known, source, point);
}

static bool anchor_product(const Group *group, BodyProduct *out) {
  MlirBlock block = statement_block(group->anchor);
  int outputs = (int)mlirOperationGetNumOperands(mlirBlockGetTerminator(block));
  int inputs = (int)mlirBlockGetNumArguments(block) - outputs;
  return body_product_read(group->anchor, inputs, group->accumulator_result[0], out);
}

MlirValue emit_zero_point(Emitter *emitter, int factor, const Point *point) {
  BodyProduct product;
  Known known = {0};
  Evaluation evaluation;
  if (!anchor_product(emitter->group, &product) || mlirValueIsNull(product.factors[factor].zero))
    return (MlirValue){NULL};
  evaluation_start(&evaluation, emitter, &known, emitter->work->anchor, point);
  return evaluate(&evaluation, product.factors[factor].zero);
}

void emit_anchor(Emitter *emitter, const Point *point, MlirValue *out_accumulators) {
  const Group *g = emitter->group;
  Known known = {0};
  if (ir_op_is(g->anchor, "tensor.pad")) {
    out_accumulators[0] = evaluate_statement(emitter, &known, emitter->work->anchor, 0, point);
    return;
  }
  Evaluation evaluation;
  evaluation_start(&evaluation, emitter, &known, emitter->work->anchor, point);
  MlirValue results[GROUP_MAX_RESULTS];
  for (int k = 0; k < emitter->work->accumulator_count; k++)
    results[k] = evaluate_yield(&evaluation, g->accumulator_result[k]);
  memcpy(out_accumulators, results, (size_t)emitter->work->accumulator_count * sizeof(results[0]));
  for (int o = 0; o < g->output_count; o++)
    if (group_output_is_in_body(g, o)) {
      MlirValue made = evaluate_source(emitter, &known, &g->output_source[o], point);
      emit_store(emitter, o, point, made);
    }
}

void emit_scaled(Emitter *emitter, const Point *point, MlirValue integers, MlirValue *out) {
  BodyProduct product;
  Known known = {0};
  Evaluation evaluation;
  if (!anchor_product(emitter->group, &product))
    return;
  evaluation_start(&evaluation, emitter, &known, emitter->work->anchor, point);
  evaluation.made_from[0] = product.value;
  evaluation.made[0] = integers;
  evaluation.made_count = 1;
  *out = evaluate_yield(&evaluation, emitter->group->accumulator_result[0]);
}

static MlirValue yielded(const Group *group, int accumulator) {
  MlirOperation yield = mlirBlockGetTerminator(statement_block(group->anchor));
  return mlirOperationGetOperand(yield, group->accumulator_result[accumulator]);
}

MlirType emit_accumulator_type(Emitter *emitter, int accumulator) {
  if (ir_op_is(emitter->group->anchor, "tensor.pad"))
    return emit_element_type(emitter, emitter->work->accumulator_type);
  return mlirValueGetType(yielded(emitter->group, accumulator));
}

// The op that the body ends in, if it can join two accumulators in any order; else null.
static const CombinerOp *accumulator_combiner(const Group *group, int accumulator) {
  MlirValue value = yielded(group, accumulator);
  return mlirValueIsAOpResult(value) ? combiner_of(mlirOpResultGetOwner(value)) : NULL;
}

bool emit_combiner_supported(const Group *group, int accumulator) {
  return !ir_op_is(group->anchor, "tensor.pad") && accumulator_combiner(group, accumulator) != NULL;
}

MlirValue emit_combine(Emitter *emitter, int accumulator, MlirValue a, MlirValue b) {
  if (emit_extreme_is_number(emitter, accumulator) && mlirTypeIsAVector(mlirValueGetType(a)))
    return emit_extreme_of(emitter, accumulator, b, a);
  return ir_binary(&emitter->ir, accumulator_combiner(emitter->group, accumulator)->name, a, b);
}

MlirAttribute emit_neutral(Emitter *emitter, int accumulator) {
  if (emit_extreme_is_number(emitter, accumulator))
    return emit_extreme_neutral(emitter, accumulator);
  return combiner_neutral(accumulator_combiner(emitter->group, accumulator),
                          emit_accumulator_type(emitter, accumulator));
}
