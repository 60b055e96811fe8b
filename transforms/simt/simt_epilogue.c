// What consumers make of a result: their scalar bodies, copied op by op, as a thread of a GPU
// computes scalars.
#include "transforms/simt/simt_emitter.h"
#include "transforms/simt/simt_math.h"

#include <string.h>

enum { MAX_BODY = 64, MAX_OPERANDS = 3, MAX_ATTRIBUTES = 4 }; // ops of a statement, of an op

// --- what can be copied

static bool is_constant(MlirValue value) { return ir_is_made_by(value, "arith.constant"); }

// Operands are arguments of the body, its ops, or constants.
static bool knows_operands(MlirOperation op, MlirBlock body) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirBlock block = mlirValueIsABlockArgument(value)
                          ? mlirBlockArgumentGetOwner(value)
                          : mlirOperationGetBlock(mlirOpResultGetOwner(value));
    if (!mlirBlockEqual(block, body) && !is_constant(value))
      return false;
  }
  return true;
}

// Under the mode of the consumer itself.
static bool can_copy_body(MlirOperation op) {
  int count = 0;
  if (mlirOperationIsNull(op) || !ir_op_begins(op, "linalg.") ||
      mlirOperationGetNumRegions(op) != 1)
    return false;
  MlirBlock body = ir_body(op);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  for (MlirOperation each = mlirBlockGetFirstOperation(body); !mlirOperationEqual(each, terminator);
       each = mlirOperationGetNextInBlock(each))
    if (!simt_op_is_known(each, fp_mode_of(op)) || mlirOperationGetNumResults(each) != 1 ||
        mlirOperationGetNumOperands(each) > MAX_OPERANDS ||
        mlirOperationGetNumAttributes(each) > MAX_ATTRIBUTES || !knows_operands(each, body) ||
        ++count > MAX_BODY)
      return false;
  return knows_operands(terminator, body);
}

static bool is_known_source(const Group *group, const ValueSource *source) {
  return source->kind == SOURCE_ACCUMULATOR || source->kind == SOURCE_NONE ||
         (source->kind == SOURCE_ACCESS &&
          mlirTypeIsAShaped(mlirValueGetType(group->accesses[source->index].value))) ||
         (source->kind == SOURCE_VALUE && is_constant(source->value)) ||
         (source->kind == SOURCE_STATEMENT &&
          group->workload.statements[source->index].stage == STAGE_EPILOGUE);
}

bool simt_epilogue_is_known(const Group *group) {
  for (int s = 0; s < group->workload.statement_count; s++) {
    const GroupStatement *statement = &group->statements[s];
    if (group->workload.statements[s].stage != STAGE_EPILOGUE)
      continue;
    if (!can_copy_body(statement->op))
      return false;
    for (int a = 0; a < statement->argument_count; a++)
      if (!is_known_source(group, &statement->arguments[a]))
        return false;
  }
  return group->output_count == 1 && is_known_source(group, &group->output_source[0]);
}

// --- copying

typedef struct Copy {
  SimtEmitter *emitter;
  const MlirValue *at;
  MlirValue result; // of the sum
  MlirValue made[WORKLOAD_MAX_STATEMENTS][GROUP_MAX_RESULTS];
} Copy;

static MlirValue constant(SimtEmitter *emitter, MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  return ir_constant(&emitter->ir, mlirValueGetType(value),
                     mlirOperationGetInherentAttributeByName(op, ir_string("value")));
}

static MlirValue value_of(Copy *copy, const ValueSource *source) {
  MlirValue index[WORKLOAD_MAX_RANK];
  if (source->kind == SOURCE_ACCUMULATOR)
    return copy->result;
  if (source->kind == SOURCE_STATEMENT)
    return copy->made[source->index][source->result];
  if (source->kind == SOURCE_VALUE)
    return constant(copy->emitter, source->value);
  if (source->kind == SOURCE_NONE)
    return (MlirValue){NULL};
  int rank = simt_index(copy->emitter, source->index, copy->at, index);
  MlirValue vector = simt_load(copy->emitter, copy->emitter->extra[source->index], rank, index, 1);
  return simt_lane(copy->emitter, vector, 0);
}

typedef struct Pair {
  MlirValue from, to;
} Pair;

static MlirValue mapped(SimtEmitter *emitter, MlirValue value, const Pair *pairs, int count) {
  for (int p = 0; p < count; p++)
    if (mlirValueEqual(pairs[p].from, value))
      return pairs[p].to;
  return constant(emitter, value);
}

// Functions are those of vectors (simt_math.h): here of one lane.
static MlirValue copy_function(SimtEmitter *emitter, MlirOperation op, const MlirValue *operands,
                               int attribute_count, const MlirNamedAttribute *attributes) {
  MlirValue lanes[MAX_OPERANDS];
  int64_t first[] = {0};
  int count = (int)mlirOperationGetNumOperands(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0)), lane = ir_vector_type(type, 1);
  for (int i = 0; i < count; i++)
    lanes[i] = ir_unary(&emitter->ir, "vector.broadcast", lane, operands[i]);
  MlirValue value = ir_value(&emitter->ir, mlirIdentifierStr(mlirOperationGetName(op)).data, lane,
                             count, lanes, attribute_count, attributes);
  MlirNamedAttribute at = ir_attribute(&emitter->ir, "static_position",
                                       mlirDenseI64ArrayGet(emitter->ir.context, 1, first));
  return ir_value(&emitter->ir, "vector.extract", type, 1, &value, 1, &at);
}

static MlirValue copy_op(SimtEmitter *emitter, MlirOperation op, const Pair *pairs, int count) {
  MlirValue operands[MAX_OPERANDS];
  MlirNamedAttribute attributes[MAX_ATTRIBUTES];
  int operand_count = (int)mlirOperationGetNumOperands(op);
  int attribute_count = (int)mlirOperationGetNumAttributes(op);
  for (int i = 0; i < operand_count; i++)
    operands[i] = mapped(emitter, mlirOperationGetOperand(op, i), pairs, count);
  for (int i = 0; i < attribute_count; i++)
    attributes[i] = mlirOperationGetAttribute(op, i);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (ir_op_begins(op, "math."))
    return copy_function(emitter, op, operands, attribute_count, attributes);
  return ir_value(&emitter->ir, name.data, mlirValueGetType(mlirOperationGetResult(op, 0)),
                  operand_count, operands, attribute_count, attributes);
}

static void copy_statement(Copy *copy, int s) {
  const GroupStatement *statement = &copy->emitter->group->statements[s];
  Pair pairs[GROUP_MAX_ARGUMENTS + MAX_BODY];
  int count = 0;
  MlirBlock body = ir_body(statement->op);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  for (int a = 0; a < statement->argument_count; a++)
    pairs[count++] =
        (Pair){mlirBlockGetArgument(body, a), value_of(copy, &statement->arguments[a])};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationEqual(op, terminator);
       op = mlirOperationGetNextInBlock(op)) {
    MlirValue made = copy_op(copy->emitter, op, pairs, count);
    pairs[count++] = (Pair){mlirOperationGetResult(op, 0), made};
  }
  for (intptr_t r = 0; r < mlirOperationGetNumOperands(terminator); r++)
    copy->made[s][r] = mapped(copy->emitter, mlirOperationGetOperand(terminator, r), pairs, count);
}

MlirValue simt_epilogue(SimtEmitter *emitter, MlirValue result, const MlirValue at[SIMT_ROLES]) {
  Copy copy = {.emitter = emitter, .at = at, .result = result};
  for (int s = 0; s < emitter->work->statement_count; s++)
    if (emitter->work->statements[s].stage == STAGE_EPILOGUE)
      copy_statement(&copy, s);
  return value_of(&copy, &emitter->group->output_source[0]);
}
