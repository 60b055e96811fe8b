// Scalar bodies, copied op by op onto the lanes of a thread.
#include "transforms/simt/point_emitter.h"

#include "transforms/element_types.h"
#include "transforms/simt/simt_host.h"
#include "transforms/simt/simt_math.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BODY = 160, MAX_OPERANDS = 3, MAX_ATTRIBUTES = 6 }; // ops of a statement, of an op

// --- what can be copied

static bool is_constant(MlirValue value) { return !mlirAttributeIsNull(simt_constant_of(value)); }

static Status check_value(MlirValue value, MlirBlock body) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  return mlirBlockEqual(block, body) || is_constant(value)
             ? STATUS_OK
             : status_fail(STATUS_UNSUPPORTED, "its body takes a value from outside");
}

static Status check_op(MlirOperation op, MlirBlock body, FpMode mode) {
  Status status = STATUS_OK;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (!simt_op_is_known(op, mode) || mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumOperands(op) > MAX_OPERANDS ||
      mlirOperationGetNumAttributes(op) > MAX_ATTRIBUTES)
    return status_fail(STATUS_UNSUPPORTED, "no thread of a GPU computes %.*s", (int)name.length,
                       name.data);
  if (element_type_of(mlirValueGetType(mlirOperationGetResult(op, 0))) == ELEMENT_TYPE_COUNT)
    return status_fail(STATUS_UNSUPPORTED, "%.*s has a type that is not supported on a GPU",
                       (int)name.length, name.data);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    TRY(check_value(mlirOperationGetOperand(op, i), body));
cleanup:
  return status;
}

// --- what is needed

// Whether the results of the statement that number `result` is among them are computed: those of
// the anchor that are live, all of another one.
static bool is_live_result(const Group *group, int s, int result) {
  bool is_live = s != group->workload.anchor;
  for (int k = 0; k < group->workload.accumulator_count && !is_live; k++)
    is_live = group->accumulator_result[k] == result;
  return is_live;
}

static bool is_live(const Group *group, int s, MlirOperation op, const MlirOperation *live,
                    int count) {
  MlirOperation terminator = mlirBlockGetTerminator(mlirOperationGetBlock(op));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = mlirOpOperandGetOwner(use);
      if (mlirOperationEqual(user, terminator) &&
          is_live_result(group, s, (int)mlirOpOperandGetOperandNumber(use)))
        return true;
      for (int l = 0; l < count; l++)
        if (mlirOperationEqual(user, live[l]))
          return true;
    }
  return false;
}

// The ops of a body that some live result needs, the last first; at most MAX_BODY + 1 of them.
// Returns their number.
static int live_ops(const Group *group, int s, MlirOperation *out_ops) {
  IrOps all = {.count = 0};
  MlirBlock body = ir_body(group->statements[s].op);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationEqual(op, terminator);
       op = mlirOperationGetNextInBlock(op))
    ir_ops_add(&all, op);
  for (int i = all.count; i-- > 0 && count <= MAX_BODY;)
    if (is_live(group, s, all.ops[i], out_ops, count))
      out_ops[count++] = all.ops[i];
  free(all.ops);
  return count;
}

// Of what stands for its only argument as it is.
static bool is_identity(MlirOperation op) {
  return mlirOperationIsNull(op) || ir_op_is(op, "tensor.pad");
}

static Status check_statement(const Group *group, int s) {
  Status status = STATUS_OK;
  MlirOperation live[MAX_BODY + 1], op = group->statements[s].op;
  if (is_identity(op))
    return STATUS_OK;
  if (mlirOperationGetNumRegions(op) != 1)
    return status_fail(STATUS_UNSUPPORTED, "it has no body");
  MlirBlock body = ir_body(op);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  int count = live_ops(group, s, live);
  if (count > MAX_BODY)
    return status_fail(STATUS_UNSUPPORTED, "its body has more than %d operations", MAX_BODY);
  for (int l = 0; l < count; l++)
    TRY(check_op(live[l], body, fp_mode_of(op)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(terminator); i++)
    if (is_live_result(group, s, (int)i))
      TRY(check_value(mlirOperationGetOperand(terminator, i), body));
cleanup:
  return status;
}

Status point_body_is_known(const Group *group) {
  Status status = STATUS_OK;
  for (int s = 0; s < group->workload.statement_count; s++)
    TRY(check_statement(group, s));
cleanup:
  return status;
}

MlirType point_accumulator_type(const Group *group, int k) {
  MlirOperation yield = mlirBlockGetTerminator(ir_body(group->anchor));
  return mlirValueGetType(mlirOperationGetOperand(yield, group->accumulator_result[k]));
}

// --- copying

static MlirValue constant(PointEmitter *emitter, MlirValue value) {
  return ir_splat(&emitter->base.ir, point_type(emitter, mlirValueGetType(value)),
                  simt_constant_of(value));
}

MlirValue point_value(PointEmitter *emitter, const ValueSource *source) {
  switch (source->kind) {
  case SOURCE_ACCUMULATOR:
    return emitter->accumulators[source->index];
  case SOURCE_STATEMENT:
    return emitter->made[source->index][source->result];
  case SOURCE_ACCESS:
    return point_load(emitter, source->index);
  case SOURCE_VALUE:
    return constant(emitter, source->value);
  case SOURCE_NONE:
    break;
  }
  return (MlirValue){NULL};
}

typedef struct Pair {
  MlirValue from, to;
} Pair;

static MlirValue mapped(PointEmitter *emitter, MlirValue value, const Pair *pairs, int count) {
  for (int p = count; p-- > 0;)
    if (mlirValueEqual(pairs[p].from, value))
      return pairs[p].to;
  return constant(emitter, value);
}

// Products and sums without flags of their own may become multiply-adds where the mode of their
// statement allows it.
static MlirNamedAttribute flags_of(PointEmitter *emitter, MlirOperation op,
                                   MlirNamedAttribute attribute) {
  MlirStringRef name = mlirIdentifierStr(attribute.name);
  bool joins =
      ir_op_is(op, "arith.mulf") || ir_op_is(op, "arith.addf") || ir_op_is(op, "arith.subf");
  FpMode mode = fp_mode_of(mlirOperationGetParentOperation(op));
  if (!joins || mode == FP_STRICT || mode == FP_SOURCE ||
      !mlirStringRefEqual(name, ir_string("fastmath")))
    return attribute;
  MlirContext context = emitter->base.ir.context;
  MlirAttribute none = mlirAttributeParseGet(context, ir_string("#arith.fastmath<none>"));
  if (mlirAttributeEqual(attribute.attribute, none))
    attribute.attribute = mlirAttributeParseGet(context, ir_string("#arith.fastmath<contract>"));
  return attribute;
}

static MlirValue copy_op(PointEmitter *emitter, MlirOperation op, const Pair *pairs, int count) {
  MlirValue operands[MAX_OPERANDS];
  MlirNamedAttribute attributes[MAX_ATTRIBUTES];
  int operand_count = (int)mlirOperationGetNumOperands(op);
  int attribute_count = (int)mlirOperationGetNumAttributes(op);
  if (is_constant(mlirOperationGetResult(op, 0)))
    return constant(emitter, mlirOperationGetResult(op, 0));
  for (int i = 0; i < operand_count; i++)
    operands[i] = mapped(emitter, mlirOperationGetOperand(op, i), pairs, count);
  bool is_shared = point_is_shared(emitter, op);
  for (int i = 0; i < attribute_count; i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    if (is_shared)
      attribute = point_without_promises(emitter, attribute);
    attributes[i] = flags_of(emitter, op, attribute);
  }
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return ir_value(&emitter->base.ir, name.data, point_type(emitter, type), operand_count, operands,
                  attribute_count, attributes);
}

static void copy_statement(PointEmitter *emitter, int s) {
  const GroupStatement *statement = &emitter->base.group->statements[s];
  Pair pairs[GROUP_MAX_ARGUMENTS + MAX_BODY];
  MlirOperation live[MAX_BODY + 1];
  int count = 0;
  if (is_identity(statement->op)) {
    emitter->made[s][0] = point_value(emitter, &statement->arguments[0]);
    return;
  }
  MlirBlock body = ir_body(statement->op);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  for (int a = 0; a < statement->argument_count; a++) {
    pairs[count].from = mlirBlockGetArgument(body, a);
    pairs[count++].to = point_value(emitter, &statement->arguments[a]);
  }
  for (int l = live_ops(emitter->base.group, s, live); l-- > 0;) {
    MlirValue made = copy_op(emitter, live[l], pairs, count);
    pairs[count++] = (Pair){mlirOperationGetResult(live[l], 0), made};
  }
  for (intptr_t r = 0; r < mlirOperationGetNumOperands(terminator); r++)
    if (is_live_result(emitter->base.group, s, (int)r))
      emitter->made[s][r] = mapped(emitter, mlirOperationGetOperand(terminator, r), pairs, count);
}

void point_evaluate(PointEmitter *emitter, Stage stage) {
  for (int s = 0; s < emitter->base.group->workload.statement_count; s++)
    if (emitter->base.group->workload.statements[s].stage == stage)
      copy_statement(emitter, s);
}
