// The elementwise ops after the anchor. The chain grows one op at a time, always by the earliest
// op that uses a chain value: so nothing between the group and its insertion point can depend on
// the group, and the ops may form any graph (x * x, x * sigmoid(x)) as long as it closes.
#include "transforms/extract/extraction.h"

#include <string.h>

static bool is_chain_op(const Extraction *extraction, MlirOperation op) {
  for (int i = 0; i < extraction->chain_op_count; ++i) {
    if (mlirOperationEqual(extraction->chain_ops[i], op))
      return true;
  }
  return false;
}

bool chain_value_is_open(const Extraction *extraction, const ChainValue *value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value->value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    if (!is_chain_op(extraction, mlirOpOperandGetOwner(use)))
      return true;
  }
  return false;
}

static int open_count(const Extraction *extraction) {
  int count = 0;
  for (int i = 0; i < extraction->chain_count; ++i)
    count += chain_value_is_open(extraction, &extraction->chain[i]);
  return count;
}

// The first op of the block that uses a chain value and is not in the chain, or null.
static MlirOperation earliest_user(const Extraction *extraction) {
  MlirOperation earliest = {NULL};
  for (int i = 0; i < extraction->chain_count; ++i) {
    for (MlirOpOperand use = mlirValueGetFirstUse(extraction->chain[i].value);
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = ir_ancestor_in(extraction->block, mlirOpOperandGetOwner(use));
      if (mlirOperationIsNull(user) || is_chain_op(extraction, user))
        continue;
      if (mlirOperationIsNull(earliest) || mlirOperationIsBeforeInBlock(user, earliest))
        earliest = user;
    }
  }
  return earliest;
}

static const ChainValue *find_chain_value(const Extraction *extraction, MlirValue value) {
  for (int i = 0; i < extraction->chain_count; ++i) {
    if (mlirValueEqual(extraction->chain[i].value, value))
      return &extraction->chain[i];
  }
  return NULL;
}

static bool push_chain(Extraction *extraction, MlirOperation op, const ChainValue *value) {
  if (extraction->chain_count == CHAIN_MAX || extraction->chain_op_count == CHAIN_MAX)
    return false;
  extraction->chain[extraction->chain_count++] = *value;
  extraction->chain_ops[extraction->chain_op_count++] = op;
  extraction_add_op(extraction, op);
  return true;
}

static bool push_reshape(Extraction *extraction, MlirOperation op) {
  const ChainValue *source = find_chain_value(extraction, mlirOperationGetOperand(op, 0));
  StructuredOperand from, to;
  if (source == NULL || structured_operand_read(source->value, &from) != STATUS_OK ||
      structured_operand_read(mlirOperationGetResult(op, 0), &to) != STATUS_OK)
    return false;
  ChainValue result = {.value = to.value, .source = source->source, .rank = to.rank};
  memcpy(result.shape, to.shape, sizeof result.shape);
  return index_reshape(&from, &to, source->index, result.index) &&
         push_chain(extraction, op, &result);
}

// Whether the operand, a chain value, is read at the very element that is being computed.
static bool reads_chain_in_place(const StructuredOperand *operand, const ChainValue *value,
                                 const LoopValues *loops) {
  IndexExpr index[WORKLOAD_MAX_RANK];
  if (!index_compose(operand, loops, index))
    return false;
  for (int d = 0; d < operand->rank; ++d) {
    if (!index_equal(&index[d], &value->index[d]))
      return false;
  }
  return true;
}

// Finds the loops of `op` from the first chain value that its body reads.
static const ChainValue *loops_from_chain(const Extraction *extraction, const StructuredOp *op,
                                          const ScalarBody *body, LoopValues *out_loops) {
  for (int i = 0; i < op->operand_count; ++i) {
    const ChainValue *value = find_chain_value(extraction, op->operands[i].value);
    if (value == NULL || !body->argument_is_read[i])
      continue;
    return loops_from_index(op, &op->operands[i], value->index, out_loops) ? value : NULL;
  }
  return NULL;
}

static bool read_arguments(Extraction *extraction, const StructuredOp *op, const ScalarBody *body,
                           const LoopValues *loops, ValueSource *out_arguments) {
  Read read = {.stage = STAGE_EPILOGUE, .reader = op->op, .is_exclusive = true};
  for (int i = 0; i < op->operand_count; ++i) {
    if (!body->argument_is_read[i])
      continue;
    const ChainValue *value = find_chain_value(extraction, op->operands[i].value);
    if (value == NULL) {
      if (extraction_read_operand(extraction, &op->operands[i], loops, &read, &out_arguments[i]) !=
          STATUS_OK)
        return false;
    } else if (reads_chain_in_place(&op->operands[i], value, loops)) {
      out_arguments[i] = value->source;
    } else {
      return false;
    }
  }
  return true;
}

// The last dimension of the value from `d` down that has more than one element, or -1.
static int wide_dim(const ChainValue *value, int d) {
  while (d >= 0 && value->shape[d] == 1)
    --d;
  return d;
}

static bool is_same_dim(const ChainValue *a, int i, const ChainValue *b, int j) {
  return a->shape[i] == b->shape[j] && index_equal(&a->index[i], &b->index[j]);
}

static bool has_dim(const ChainValue *value, const ChainValue *of, int j) {
  for (int i = 0; i < value->rank; ++i) {
    if (is_same_dim(value, i, of, j))
      return true;
  }
  return false;
}

// Whether both tensors have the same dimensions, those of size 1 aside, and the same one last: what
// was contiguous is contiguous. No two dimensions of a chain value have the same index.
static bool keeps_rows(const ChainValue *a, const ChainValue *b) {
  int i = wide_dim(a, a->rank - 1), j = wide_dim(b, b->rank - 1);
  if (i < 0 || j < 0)
    return i == j;
  if (!is_same_dim(a, i, b, j))
    return false;
  for (; i >= 0 && j >= 0; i = wide_dim(a, i - 1), j = wide_dim(b, j - 1)) {
    if (!has_dim(b, a, i) || !has_dim(a, b, j))
      return false;
  }
  return i < 0 && j < 0;
}

static bool push_elementwise(Extraction *extraction, MlirOperation op) {
  bool is_used[GROUP_MAX_RESULTS] = {true};
  StructuredOp structured;
  ScalarBody body;
  LoopValues loops;
  if (structured_op_read_unknown(op, extraction->limits.unknown, &structured) != STATUS_OK ||
      structured.is_pad || !structured.on_tensors ||
      structured.operand_count - structured.input_count != 1 ||
      !structured_op_is_parallel(&structured) ||
      mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, 0))) ||
      scalar_body_read(&structured, is_used, &body) != STATUS_OK)
    return false;
  const ChainValue *origin = loops_from_chain(extraction, &structured, &body, &loops);
  if (origin == NULL)
    return false;
  const StructuredOperand *out = &structured.operands[structured.input_count];
  ChainValue result = {.value = mlirOperationGetResult(op, 0), .rank = out->rank};
  memcpy(result.shape, out->shape, sizeof result.shape);
  if (!index_compose(out, &loops, result.index) || !keeps_rows(origin, &result))
    return false;
  ValueSource arguments[GROUP_MAX_ARGUMENTS] = {{.kind = SOURCE_NONE}};
  int statement;
  if (!read_arguments(extraction, &structured, &body, &loops, arguments) ||
      extraction_add_statement(extraction, STAGE_EPILOGUE, &structured, &body, &loops, arguments,
                               &statement) != STATUS_OK)
    return false;
  result.source = (ValueSource){.kind = SOURCE_STATEMENT, .index = statement};
  return push_chain(extraction, op, &result);
}

static int epilogue_statement_count(const Extraction *extraction) {
  const Workload *workload = &extraction->group->workload;
  int count = 0;
  for (int s = 0; s < workload->statement_count; ++s)
    count += workload->statements[s].stage == STAGE_EPILOGUE;
  return count;
}

// Adds the earliest user; false when there is none or it cannot be fused.
static bool grow_chain(Extraction *extraction, MlirOperation user) {
  if (mlirOperationIsNull(user) || extraction_stores_before(extraction, user))
    return false;
  if (op_is_reshape(user))
    return push_reshape(extraction, user);
  return extraction_allows(extraction, user) && push_elementwise(extraction, user) &&
         epilogue_statement_count(extraction) <= extraction->limits.epilogue;
}

void extraction_fuse_epilogue(Extraction *extraction) {
  int allowed_count = open_count(extraction);
  Mark best = extraction_mark(extraction);
  while (true) {
    MlirOperation user = earliest_user(extraction);
    if (!grow_chain(extraction, user))
      break;
    // A chain does not end with a reshape, nor where it would leave more results than the anchor.
    if (op_is_reshape(user) || open_count(extraction) > allowed_count)
      continue;
    best = extraction_mark(extraction);
    extraction->group->insertion = user;
  }
  extraction_restore(extraction, best);
}
