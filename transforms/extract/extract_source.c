// Where a value read by the group comes from: looks upward from an operand through the ops that
// only move data, through tensor.pad, and through elementwise producers.
#include "transforms/extract/extraction.h"

#include "mlir-c/BuiltinTypes.h"
#include "transforms/constant_argument.h"
#include <string.h>

static bool fuse_definition(Extraction *extraction, MlirValue value, const IndexExpr *index,
                            Read read, ValueSource *out_source);

static bool has_only_reader(MlirValue value, MlirOperation reader) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), reader))
      return false;
  }
  return true;
}

// The same read, seen one op further up.
static Read read_through(const Read *read, MlirValue value, MlirOperation op) {
  Read beyond = *read;
  beyond.reader = op;
  beyond.depth += 1;
  beyond.is_exclusive = read->is_exclusive && has_only_reader(value, read->reader);
  return beyond;
}

Status extraction_read(Extraction *extraction, MlirValue value, const IndexExpr *index, Read read,
                       ValueSource *out_source) {
  Mark mark = extraction_mark(extraction);
  if (fuse_definition(extraction, value, index, read, out_source))
    return STATUS_OK;
  extraction_restore(extraction, mark);
  *out_source = (ValueSource){.kind = SOURCE_ACCESS};
  return extraction_add_access(extraction, value, index, &read, &out_source->index);
}

Status extraction_read_operand(Extraction *extraction, const StructuredOperand *operand,
                               const LoopValues *loops, const Read *read, ValueSource *out_source) {
  if (operand->is_scalar) {
    *out_source = (ValueSource){.kind = SOURCE_VALUE, .value = operand->value};
    return STATUS_OK;
  }
  IndexExpr index[WORKLOAD_MAX_RANK];
  if (!index_compose(operand, loops, index))
    return status_fail(STATUS_UNSUPPORTED, "an index is too large");
  return extraction_read(extraction, operand->value, index, *read, out_source);
}

// Under a tensor.pad every index decides between the pad value and the source, so none may be
// dropped by a movement that reads `to` for element `index` of `from`.
static bool keeps_padding(const Read *read, const StructuredOperand *from, const IndexExpr *index,
                          const StructuredOperand *to) {
  if (mlirValueIsNull(read->pad_value))
    return true;
  int64_t from_size = 1, to_size = 1;
  for (int d = 0; d < from->rank; ++d) {
    if (from->shape[d] == 1 && !index_is_zero(&index[d]))
      return false;
    from_size *= from->shape[d];
  }
  for (int d = 0; d < to->rank; ++d)
    to_size *= to->shape[d];
  return from_size == to_size;
}

static bool fuse_reshape(Extraction *extraction, MlirValue value, MlirOperation op,
                         const IndexExpr *index, const Read *read, ValueSource *out_source) {
  StructuredOperand from, to;
  IndexExpr moved[WORKLOAD_MAX_RANK];
  if (structured_operand_read(value, &from) != STATUS_OK ||
      structured_operand_read(mlirOperationGetOperand(op, 0), &to) != STATUS_OK ||
      !index_reshape(&from, &to, index, moved) ||
      (!mlirValueIsNull(read->pad_value) && reshape_merges_dims(&from, &to)))
    return false;
  extraction_add_op(extraction, op);
  return fuse_definition(extraction, to.value, moved, read_through(read, value, op), out_source);
}

static bool fuse_pad(Extraction *extraction, MlirValue value, const StructuredOp *op,
                     const IndexExpr *index, const Read *read, ValueSource *out_source) {
  if (!extraction->limits.pad || !mlirValueIsNull(read->pad_value) || read->stage != STAGE_BODY)
    return false;
  IndexExpr shifted[WORKLOAD_MAX_RANK];
  for (int d = 0; d < op->loop_count; ++d) {
    shifted[d] = index[d];
    shifted[d].constant += op->operands[0].index[d].constant;
  }
  Read beyond = read_through(read, value, op->op);
  beyond.pad_value = op->pad_value;
  extraction_add_op(extraction, op->op);
  return extraction_read(extraction, op->operands[0].value, shifted, beyond, out_source) ==
         STATUS_OK;
}

// Whether computing the op where it is read is allowed and not more work than its gain.
static bool producer_is_worth_fusing(const Extraction *extraction, MlirValue value,
                                     const StructuredOp *op, const ScalarBody *body,
                                     const IndexExpr *index, const Read *read) {
  if (!mlirValueIsNull(read->pad_value))
    return false;
  if (!scalar_body_computes(body))
    return true;
  bool is_allowed =
      read->stage == STAGE_INIT ? extraction->limits.init : extraction->limits.producers;
  if (!is_allowed || !read->is_exclusive ||
      !mlirBlockEqual(mlirOperationGetBlock(op->op), extraction->block) ||
      constant_result_is_marked(op->op))
    return false;
  if (!has_only_reader(value, read->reader))
    return extraction_can_store(extraction, value, op, index, read);
  if (scalar_body_is_cheap(body))
    return true;
  if (extraction->is_contraction && read->stage == STAGE_BODY)
    return false;
  return structured_op_points(op) ==
         (read->stage == STAGE_BODY ? extraction->points : extraction->parallel_points);
}

// The statement already made for `op` at the same points, or -1.
static int find_statement(const Extraction *extraction, const StructuredOp *op, Stage stage,
                          const LoopValues *loops) {
  const Group *group = extraction->group;
  for (int s = 0; s < group->workload.statement_count; ++s) {
    if (mlirOperationEqual(group->statements[s].op, op->op) &&
        group->workload.statements[s].stage == stage &&
        memcmp(&extraction->statement_loops[s], loops, sizeof *loops) == 0)
      return s;
  }
  return -1;
}

static bool fuse_producer(Extraction *extraction, MlirValue value, const StructuredOp *op,
                          const ScalarBody *body, const IndexExpr *index, const LoopValues *loops,
                          const Read *read, ValueSource *out_source) {
  if (!producer_is_worth_fusing(extraction, value, op, body, index, read))
    return false;
  bool is_stored = scalar_body_computes(body) && !has_only_reader(value, read->reader);
  int statement = find_statement(extraction, op, read->stage, loops);
  if (statement < 0) {
    ValueSource arguments[GROUP_MAX_ARGUMENTS] = {{.kind = SOURCE_NONE}};
    Read beyond = read_through(read, value, op->op);
    beyond.is_exclusive |= is_stored; // others read what the group makes of it
    extraction_add_op(extraction, op->op);
    for (int i = 0; i < op->operand_count; ++i) {
      if (body->argument_is_read[i] && extraction_read_operand(extraction, &op->operands[i], loops,
                                                               &beyond, &arguments[i]) != STATUS_OK)
        return false;
    }
    if (extraction_add_statement(extraction, read->stage, op, body, loops, arguments, &statement) !=
        STATUS_OK)
      return false;
    if (is_stored)
      extraction_store(extraction, value, &op->operands[op->input_count], index, statement);
  }
  *out_source = (ValueSource){.kind = SOURCE_STATEMENT, .index = statement};
  return true;
}

// An op that yields one of its arguments, or always the same value, costs nothing.
static bool fuse_movement(Extraction *extraction, MlirValue value, const StructuredOp *op,
                          const ScalarBody *body, const IndexExpr *index, const LoopValues *loops,
                          const Read *read, ValueSource *out_source) {
  extraction_add_op(extraction, op->op);
  bool is_padded = !mlirValueIsNull(read->pad_value);
  if (body->forward_argument < 0) {
    *out_source = (ValueSource){.kind = SOURCE_VALUE, .value = body->forward_value};
    return !is_padded;
  }
  const StructuredOperand *operand = &op->operands[body->forward_argument];
  if ((operand->is_scalar && is_padded) ||
      !keeps_padding(read, &op->operands[op->input_count], index, operand))
    return false;
  Read beyond = read_through(read, value, op->op);
  return extraction_read_operand(extraction, operand, loops, &beyond, out_source) == STATUS_OK;
}

static bool fuse_linalg(Extraction *extraction, MlirValue value, const StructuredOp *op,
                        const IndexExpr *index, const Read *read, ValueSource *out_source) {
  bool is_used[GROUP_MAX_RESULTS] = {true};
  ScalarBody body;
  LoopValues loops;
  if (op->operand_count - op->input_count != 1 || !op->on_tensors ||
      !structured_op_is_parallel(op) || scalar_body_read(op, is_used, &body) != STATUS_OK ||
      !loops_from_index(op, &op->operands[op->input_count], index, &loops))
    return false;
  if (body.is_forward)
    return fuse_movement(extraction, value, op, &body, index, &loops, read, out_source);
  return fuse_producer(extraction, value, op, &body, index, &loops, read, out_source);
}

static bool fuse_definition(Extraction *extraction, MlirValue value, const IndexExpr *index,
                            Read read, ValueSource *out_source) {
  if (!mlirValueIsAOpResult(value) || !mlirTypeIsARankedTensor(mlirValueGetType(value)) ||
      read.depth == SOURCE_MAX_DEPTH || extraction->visit_count == SOURCE_MAX_VISITS)
    return false;
  extraction->visit_count += 1;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (op_is_reshape(op))
    return fuse_reshape(extraction, value, op, index, &read, out_source);
  StructuredOp structured;
  if (!extraction_allows(extraction, op) ||
      structured_op_read_unknown(op, extraction->limits.unknown, &structured) != STATUS_OK)
    return false;
  if (structured.is_pad)
    return fuse_pad(extraction, value, &structured, index, &read, out_source);
  return fuse_linalg(extraction, value, &structured, index, &read, out_source);
}
