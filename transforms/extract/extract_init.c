// Initial values of the anchor's results: a fill or a broadcast before the anchor becomes
// statements of the stage init, as far as the limits allow; any other value is read from the
// destination.
#include "transforms/extract/extraction.h"

#include "transforms/extract/linalg_shim.h"

// The op whose result `value` is, seen through reshapes, when it only moves data; else null.
static bool find_movement(const Extraction *extraction, MlirValue value, StructuredOp *out_op,
                          ScalarBody *out_body) {
  bool is_used[GROUP_MAX_RESULTS] = {true};
  while (mlirValueIsAOpResult(value) && op_is_reshape(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return mlirValueIsAOpResult(value) &&
         structured_op_read_unknown(mlirOpResultGetOwner(value), extraction->limits.unknown,
                                    out_op) == STATUS_OK &&
         scalar_body_read(out_op, is_used, out_body) == STATUS_OK && out_body->is_forward;
}

// An access needs a statement of its stage. A bias is read by the op that broadcasts it, the
// destination by a statement without an op, which is the identity.
static Status add_init_statement(Extraction *extraction, const AnchorOp *anchor, int result,
                                 ValueSource *source) {
  Status status = STATUS_OK;
  const StructuredOperand *out = anchor_out(anchor, result);
  StructuredOp op = {.operand_count = 1, .operands = {*out}};
  ScalarBody body = {.result_is_live = {true}};
  LoopValues loops = {0};
  ValueSource arguments[GROUP_MAX_ARGUMENTS] = {*source};
  int statement;
  bool is_destination =
      mlirValueEqual(extraction->group->accesses[source->index].value, out->value);
  if (!is_destination && find_movement(extraction, out->value, &op, &body)) {
    arguments[0] = (ValueSource){.kind = SOURCE_NONE};
    arguments[body.forward_argument] = *source;
  }
  TRY(extraction_add_statement(extraction, STAGE_INIT, &op, &body, &loops, arguments, &statement));
  if (!is_destination)
    *source = (ValueSource){.kind = SOURCE_STATEMENT, .index = statement};
cleanup:
  return status;
}

// The linalg.fill that writes the memref before the anchor with nothing in between that could
// see or change memory, or null.
static MlirOperation preceding_fill(MlirOperation anchor, MlirValue memref) {
  for (MlirOpOperand use = mlirValueGetFirstUse(memref); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation fill = mlirOpOperandGetOwner(use);
    if (!ir_op_is(fill, "linalg.fill") ||
        !mlirBlockEqual(mlirOperationGetBlock(fill), mlirOperationGetBlock(anchor)) ||
        !mlirOperationIsBeforeInBlock(fill, anchor))
      continue;
    MlirOperation next = mlirOperationGetNextInBlock(fill);
    while (!mlirOperationEqual(next, anchor) && op_leaves_memory_alone(next))
      next = mlirOperationGetNextInBlock(next);
    if (mlirOperationEqual(next, anchor))
      return fill;
  }
  return (MlirOperation){NULL};
}

static bool reads_input(const AnchorOp *anchor, MlirValue value) {
  for (int i = 0; i < anchor->op.input_count; ++i) {
    if (mlirValueEqual(anchor->op.operands[i].value, value))
      return true;
  }
  return false;
}

static bool fuse_memref_fill(Extraction *extraction, const AnchorOp *anchor, int result,
                             ValueSource *out_source) {
  bool is_used[GROUP_MAX_RESULTS] = {true};
  MlirValue memref = anchor_out(anchor, result)->value;
  MlirOperation fill = preceding_fill(anchor->op.op, memref);
  StructuredOp op;
  ScalarBody body;
  if (mlirOperationIsNull(fill) || !extraction_allows(extraction, fill) ||
      reads_input(anchor, memref) ||
      structured_op_read_unknown(fill, extraction->limits.unknown, &op) != STATUS_OK ||
      scalar_body_read(&op, is_used, &body) != STATUS_OK || !body.is_forward)
    return false;
  extraction_add_op(extraction, fill);
  *out_source = (ValueSource){.kind = SOURCE_VALUE, .value = op.operands[0].value};
  return true;
}

Status extraction_read_init(Extraction *extraction, const AnchorOp *anchor, int result,
                            ValueSource *out_source) {
  Status status = STATUS_OK;
  const StructuredOperand *out = anchor_out(anchor, result);
  Read read = {.stage = STAGE_INIT, .reader = anchor->op.op, .is_exclusive = true};
  IndexExpr index[WORKLOAD_MAX_RANK];
  *out_source = (ValueSource){.kind = SOURCE_NONE};
  if (!anchor->body.argument_is_read[anchor->op.input_count + result] || anchor->op.is_pad)
    return STATUS_OK;
  if (!index_compose(out, &anchor->loops, index))
    return status_fail(STATUS_UNSUPPORTED, "an index is too large");
  if (extraction->limits.init && !anchor->op.on_tensors &&
      fuse_memref_fill(extraction, anchor, result, out_source)) {
    extraction->group->fusion.init = true;
    return STATUS_OK;
  }
  if (extraction->limits.init) {
    TRY(extraction_read(extraction, out->value, index, read, out_source));
  } else {
    out_source->kind = SOURCE_ACCESS;
    TRY(extraction_add_access(extraction, out->value, index, &read, &out_source->index));
  }
  bool is_destination =
      out_source->kind == SOURCE_ACCESS &&
      mlirValueEqual(extraction->group->accesses[out_source->index].value, out->value);
  extraction->group->workload.reads_destination |= is_destination;
  extraction->group->fusion.init |= !is_destination;
  if (out_source->kind == SOURCE_ACCESS)
    TRY(add_init_statement(extraction, anchor, result, out_source));
cleanup:
  return status;
}
