// Bookkeeping and index arithmetic of an extraction; see extraction.h.
#include "transforms/extract/extraction.h"

#include "mlir-c/BuiltinTypes.h"
#include "transforms/constant_argument.h"

#include <string.h>

bool extraction_allows(const Extraction *extraction, MlirOperation op) {
  const FusionFilter *filter = extraction->filter;
  return filter == NULL || filter->allows(op, filter->context);
}

bool extraction_reduces(const Extraction *extraction) {
  const Workload *workload = &extraction->group->workload;
  for (int i = 0; i < workload->iterator_count; ++i) {
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      return true;
  }
  return false;
}

Mark extraction_mark(const Extraction *extraction) {
  const Group *group = extraction->group;
  return (Mark){
      group->workload.access_count, group->workload.statement_count, group->op_count,
      extraction->chain_count,      extraction->chain_op_count,      extraction->stored_count};
}

void extraction_restore(Extraction *extraction, Mark mark) {
  Group *group = extraction->group;
  group->workload.access_count = mark.access_count;
  group->workload.statement_count = mark.statement_count;
  group->op_count = mark.op_count;
  extraction->chain_count = mark.chain_count;
  extraction->chain_op_count = mark.chain_op_count;
  extraction->stored_count = mark.stored_count;
}

void extraction_add_op(Extraction *extraction, MlirOperation op) {
  Group *group = extraction->group;
  for (int i = 0; i < group->op_count; ++i) {
    if (mlirOperationEqual(group->ops[i], op))
      return;
  }
  if (group->op_count < GROUP_MAX_OPS)
    group->ops[group->op_count++] = op;
}

Status extraction_add_statement(Extraction *extraction, Stage stage, const StructuredOp *op,
                                const ScalarBody *body, const LoopValues *loops,
                                const ValueSource *arguments, int *out_statement) {
  Group *group = extraction->group;
  Workload *workload = &group->workload;
  if (workload->statement_count == WORKLOAD_MAX_STATEMENTS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d statements", WORKLOAD_MAX_STATEMENTS);
  int index = workload->statement_count++;
  int result = 0;
  while (!body->result_is_live[result])
    ++result;
  workload->statements[index] = (Statement){
      .stage = stage, .type = op->operands[op->input_count + result].type, .ops = body->ops};
  group->statements[index] =
      (GroupStatement){.op = op->op, .argument_count = op->is_pad ? 1 : op->operand_count};
  for (int i = 0; i < group->statements[index].argument_count; ++i) {
    group->statements[index].arguments[i] = arguments[i];
    if (arguments[i].kind == SOURCE_ACCESS)
      workload->accesses[arguments[i].index].statement = (uint8_t)index;
  }
  extraction->statement_loops[index] = *loops;
  *out_statement = index;
  return STATUS_OK;
}

// Smallest and largest value of the index over the iteration space.
static void index_range(const Workload *workload, const IndexExpr *index, int64_t *out_low,
                        int64_t *out_high) {
  *out_low = *out_high = index->constant;
  for (int i = 0; i < workload->iterator_count; ++i) {
    int64_t reach = index->coefficients[i] * (workload->extents[i] - 1);
    *(reach < 0 ? out_low : out_high) += reach;
  }
}

static bool leaves_shape(const Workload *workload, const StructuredOperand *operand,
                         const IndexExpr *index) {
  for (int d = 0; d < operand->rank; ++d) {
    int64_t low, high;
    index_range(workload, &index[d], &low, &high);
    if (low < 0 || high >= operand->shape[d])
      return true;
  }
  return false;
}

static bool access_matches(const Extraction *extraction, int access, MlirValue value,
                           const IndexExpr *index, const Read *read) {
  const Access *candidate = &extraction->group->workload.accesses[access];
  const GroupAccess *ir = &extraction->group->accesses[access];
  if (extraction->access_stage[access] != read->stage || !mlirValueEqual(ir->value, value) ||
      candidate->may_leave_shape != !mlirValueIsNull(read->pad_value) ||
      (candidate->may_leave_shape && !mlirValueEqual(ir->pad_value, read->pad_value)))
    return false;
  for (int d = 0; d < candidate->rank; ++d) {
    if (!index_equal(&candidate->index[d], &index[d]))
      return false;
  }
  return true;
}

bool value_is_constant(MlirValue value, MlirBlock block) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (ir_op_is(op, "arith.constant") || constant_result_is_marked(op))
      return true;
    if (!op_is_reshape(op))
      return false;
    value = mlirOperationGetOperand(op, 0);
  }
  return value_is_constant_argument(value) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(value), block);
}

Status extraction_add_access(Extraction *extraction, MlirValue value, const IndexExpr *index,
                             const Read *read, int *out_access) {
  Status status = STATUS_OK;
  Group *group = extraction->group;
  Workload *workload = &group->workload;
  StructuredOperand operand;
  TRY(structured_operand_read_open(value,
                                   workload->open > 0 ? workload->extents[workload->open - 1]
                                                      : extraction->limits.unknown,
                                   &operand));
  Read effective = *read;
  if (!leaves_shape(workload, &operand, index))
    effective.pad_value = (MlirValue){NULL};
  else if (mlirValueIsNull(read->pad_value))
    return status_fail(STATUS_UNSUPPORTED, "an index leaves the shape of its operand");
  for (int a = 0; a < workload->access_count; ++a) {
    if (access_matches(extraction, a, value, index, &effective)) {
      *out_access = a;
      return STATUS_OK;
    }
  }
  if (workload->access_count == WORKLOAD_MAX_ACCESSES - GROUP_MAX_RESULTS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d buffers", WORKLOAD_MAX_ACCESSES);
  int a = workload->access_count++;
  Access *access = &workload->accesses[a];
  *access = (Access){.type = operand.type,
                     .rank = (uint8_t)operand.rank,
                     .has_run_strides = operand.has_run_strides};
  access->is_constant = value_is_constant(value, extraction->block);
  access->may_leave_shape = !mlirValueIsNull(effective.pad_value);
  for (int d = 0; d < operand.rank; ++d) {
    access->shape[d] = operand.shape[d];
    access->strides[d] = operand.strides[d];
    access->index[d] = index[d];
  }
  group->accesses[a] = (GroupAccess){.value = value, .pad_value = effective.pad_value};
  extraction->access_stage[a] = read->stage;
  *out_access = a;
cleanup:
  return status;
}

bool index_equal(const IndexExpr *a, const IndexExpr *b) {
  return a->constant == b->constant &&
         memcmp(a->coefficients, b->coefficients, sizeof a->coefficients) == 0;
}

bool index_is_zero(const IndexExpr *index) {
  IndexExpr zero = {0};
  return index_equal(index, &zero);
}

// Adds factor * term; false when a coefficient overflows.
static bool index_add(IndexExpr *sum, const IndexExpr *term, int64_t factor) {
  sum->constant += factor * term->constant;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; ++i) {
    int64_t product, coefficient;
    if (__builtin_mul_overflow(factor, (int64_t)term->coefficients[i], &product) ||
        __builtin_add_overflow(product, (int64_t)sum->coefficients[i], &coefficient) ||
        coefficient > INT32_MAX || coefficient < INT32_MIN)
      return false;
    sum->coefficients[i] = (int32_t)coefficient;
  }
  return true;
}

bool index_compose(const StructuredOperand *operand, const LoopValues *loops,
                   IndexExpr *out_index) {
  for (int d = 0; d < operand->rank; ++d) {
    out_index[d] = (IndexExpr){.constant = operand->index[d].constant};
    for (int i = 0; i < WORKLOAD_MAX_ITERATORS; ++i) {
      int32_t coefficient = operand->index[d].coefficients[i];
      if (coefficient != 0 && !index_add(&out_index[d], &loops->loop[i], coefficient))
        return false;
    }
  }
  return true;
}

int index_single_iterator(const IndexExpr *index) {
  int found = -1;
  if (index->constant != 0)
    return -2;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; ++i) {
    if (index->coefficients[i] == 0)
      continue;
    if (index->coefficients[i] != 1 || found != -1)
      return -2;
    found = i;
  }
  return found;
}

bool loops_from_index(const StructuredOp *op, const StructuredOperand *operand,
                      const IndexExpr *index, LoopValues *out_loops) {
  bool is_known[WORKLOAD_MAX_ITERATORS] = {false};
  memset(out_loops, 0, sizeof *out_loops);
  for (int d = 0; d < operand->rank; ++d) {
    int loop = index_single_iterator(&operand->index[d]);
    if (loop == -1 && operand->shape[d] == 1)
      continue;
    if (loop < 0 || operand->shape[d] != op->extents[loop])
      return false;
    if (is_known[loop] && !index_equal(&out_loops->loop[loop], &index[d]))
      return false;
    out_loops->loop[loop] = index[d];
    is_known[loop] = true;
  }
  for (int i = 0; i < op->loop_count; ++i) {
    if (!is_known[i] && op->extents[i] != 1)
      return false;
  }
  return true;
}

bool op_is_reshape(MlirOperation op) {
  return ir_op_is(op, "tensor.expand_shape") || ir_op_is(op, "tensor.collapse_shape");
}

bool index_reshape(const StructuredOperand *from, const StructuredOperand *to,
                   const IndexExpr *index, IndexExpr *out_index) {
  int next = 0;
  for (int d = 0; d < from->rank; ++d) {
    if (from->shape[d] == 1 && !index_is_zero(&index[d]))
      return false;
  }
  for (int d = 0; d < to->rank; ++d) {
    int64_t size = 1;
    out_index[d] = (IndexExpr){0};
    for (; size < to->shape[d] && next < from->rank; ++next) {
      if (from->shape[next] == 1)
        continue;
      IndexExpr outer = out_index[d];
      out_index[d] = index[next];
      if (!index_add(&out_index[d], &outer, from->shape[next]))
        return false;
      size *= from->shape[next];
    }
    if (size != to->shape[d])
      return false;
  }
  return true;
}

bool reshape_merges_dims(const StructuredOperand *from, const StructuredOperand *to) {
  int from_count = 0, to_count = 0;
  for (int d = 0; d < from->rank; ++d)
    from_count += from->shape[d] > 1;
  for (int d = 0; d < to->rank; ++d)
    to_count += to->shape[d] > 1;
  return from_count != to_count;
}
