// See extract.h. The order of work: read the anchor, choose the iterators, read the initial values
// and the inputs (extract_source.c), follow the result (extract_epilogue.c), add the outputs, and
// collapse iterators.
#include "passes/extract.h"

#include "passes/affine_raise.h"
#include "passes/aliasing.h"
#include "passes/collapse.h"
#include "passes/extraction.h"
#include "passes/linalg_shim.h"
#include "passes/padding.h"

#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

// The anchor while it is read.
typedef struct AnchorOp {
  StructuredOp op;
  ScalarBody body;
  LoopValues loops;
  bool result_is_used[GROUP_MAX_RESULTS];
} AnchorOp;

bool op_is_anchor_candidate(MlirOperation op) {
  return linalg_op_is_structured(op) || op_is_named(op, "tensor.pad");
}

static const StructuredOperand *anchor_out(const AnchorOp *anchor, int result) {
  return &anchor->op.operands[anchor->op.input_count + result];
}

static int anchor_result_count(const AnchorOp *anchor) {
  return anchor->op.operand_count - anchor->op.input_count;
}

static void find_used_results(AnchorOp *anchor) {
  for (int r = 0; r < anchor_result_count(anchor); ++r) {
    anchor->result_is_used[r] =
        !anchor->op.on_tensors ||
        !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(anchor->op.op, r)));
  }
}

static Status read_anchor(MlirOperation op, AnchorOp *out) {
  Status status = STATUS_OK;
  TRY(structured_op_read(op, &out->op));
  find_used_results(out);
  TRY(scalar_body_read(&out->op, out->result_is_used, &out->body));
cleanup:
  return status;
}

int op_anchor_rank(MlirOperation op) {
  AnchorOp anchor;
  if (read_anchor(op, &anchor) != STATUS_OK)
    return 3;
  if (structured_op_is_parallel(&anchor.op))
    return scalar_body_computes(&anchor.body) ? 2 : 3;
  return anchor.body.multiplies_inputs ? 0 : 1;
}

// Every parallel loop must walk one whole dimension of the result, and nothing else may: otherwise
// elements are written twice, or never.
static Status check_result_map(const AnchorOp *anchor, int result) {
  const StructuredOperand *out = anchor_out(anchor, result);
  LoopValues loops;
  IndexExpr index[WORKLOAD_MAX_RANK];
  StructuredOp parallel = anchor->op;
  memset(index, 0, sizeof index);
  for (int i = 0; i < parallel.loop_count; ++i) {
    if (parallel.kinds[i] == ITERATOR_REDUCTION)
      parallel.extents[i] = 1;
  }
  for (int d = 0; d < out->rank; ++d)
    index[d].constant = d;
  // With a different index per dimension, a loop that walks two of them is refused as well.
  if (!loops_from_index(&parallel, out, index, &loops))
    return status_fail(STATUS_UNSUPPORTED,
                       "a result is not indexed by each parallel loop exactly once");
  return STATUS_OK;
}

// The model counts points in double precision.
static const int64_t MAX_POINTS = INT64_C(1) << 52;

// Loops of extent 1 are dropped; one iterator remains in any case.
static Status choose_iterators(Extraction *extraction, AnchorOp *anchor) {
  Workload *workload = &extraction->group->workload;
  extraction->points = extraction->parallel_points = 1;
  for (int i = 0; i < anchor->op.loop_count; ++i) {
    int64_t extent = anchor->op.extents[i];
    if (extent < 1)
      return status_fail(STATUS_UNSUPPORTED, "an empty iteration space");
    if (extent > INT32_MAX)
      return status_fail(STATUS_UNSUPPORTED, "a loop has more than 2^31 - 1 iterations");
    if (extent == 1)
      continue;
    int iterator = workload->iterator_count++;
    workload->extents[iterator] = extent;
    workload->kinds[iterator] = anchor->op.kinds[i];
    anchor->loops.loop[i].coefficients[iterator] = 1;
    if (__builtin_mul_overflow(extraction->points, extent, &extraction->points) ||
        extraction->points > MAX_POINTS)
      return status_fail(STATUS_UNSUPPORTED, "more than 2^52 points");
    if (anchor->op.kinds[i] == ITERATOR_PARALLEL)
      extraction->parallel_points *= extent;
  }
  if (workload->iterator_count == 0) {
    workload->iterator_count = 1;
    workload->extents[0] = 1;
    workload->kinds[0] = ITERATOR_PARALLEL;
  }
  return STATUS_OK;
}

// The op whose result `value` is, seen through reshapes, when it only moves data; else null.
static bool find_movement(MlirValue value, StructuredOp *out_op, ScalarBody *out_body) {
  bool is_used[GROUP_MAX_RESULTS] = {true};
  while (mlirValueIsAOpResult(value) && op_is_reshape(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return mlirValueIsAOpResult(value) &&
         structured_op_read(mlirOpResultGetOwner(value), out_op) == STATUS_OK &&
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
  if (!is_destination && find_movement(out->value, &op, &body)) {
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
    if (!op_is_named(fill, "linalg.fill") ||
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
  if (mlirOperationIsNull(fill) || reads_input(anchor, memref) ||
      structured_op_read(fill, &op) != STATUS_OK ||
      scalar_body_read(&op, is_used, &body) != STATUS_OK || !body.is_forward)
    return false;
  extraction_add_op(extraction, fill);
  *out_source = (ValueSource){.kind = SOURCE_VALUE, .value = op.operands[0].value};
  return true;
}

static Status read_init(Extraction *extraction, const AnchorOp *anchor, int result,
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

static Status read_accumulators(Extraction *extraction, const AnchorOp *anchor,
                                int *out_accumulator) {
  Status status = STATUS_OK;
  Group *group = extraction->group;
  for (int r = 0; r < anchor_result_count(anchor); ++r) {
    out_accumulator[r] = -1;
    if (!anchor->body.result_is_live[r])
      continue;
    TRY(check_result_map(anchor, r));
    int k = group->workload.accumulator_count++;
    out_accumulator[r] = k;
    group->accumulator_result[k] = r;
    TRY(read_init(extraction, anchor, r, &group->init[k]));
    if (k == 0)
      group->workload.accumulator_type = anchor_out(anchor, r)->type;
  }
  if (group->workload.accumulator_count == 0)
    return status_fail(STATUS_UNSUPPORTED, "no result is used");
cleanup:
  return status;
}

static Status read_arguments(Extraction *extraction, const AnchorOp *anchor,
                             const int *accumulator) {
  Status status = STATUS_OK;
  ValueSource arguments[GROUP_MAX_ARGUMENTS] = {{.kind = SOURCE_NONE}};
  Read read = {.stage = STAGE_BODY,
               .reader = anchor->op.op,
               .is_exclusive = true,
               .pad_value = anchor->op.pad_value};
  for (int i = 0; i < anchor->op.operand_count; ++i) {
    int result = i - anchor->op.input_count;
    if (!anchor->body.argument_is_read[i])
      continue;
    if (result < 0)
      TRY(extraction_read_operand(extraction, &anchor->op.operands[i], &anchor->loops, &read,
                                  &arguments[i]));
    else
      arguments[i] = (ValueSource){.kind = SOURCE_ACCUMULATOR, .index = accumulator[result]};
  }
  int statement;
  TRY(extraction_add_statement(extraction, STAGE_BODY, &anchor->op, &anchor->body, &anchor->loops,
                               arguments, &statement));
  extraction->group->workload.statements[statement].is_anchor = true;
  extraction->group->workload.anchor = (uint8_t)statement;
cleanup:
  return status;
}

// The chain starts with the used results of the anchor.
static Status start_chain(Extraction *extraction, const AnchorOp *anchor, const int *accumulator) {
  extraction->chain_ops[extraction->chain_op_count++] = anchor->op.op;
  for (int r = 0; r < anchor_result_count(anchor); ++r) {
    if (!anchor->result_is_used[r])
      continue;
    const StructuredOperand *out = anchor_out(anchor, r);
    ChainValue *value = &extraction->chain[extraction->chain_count++];
    *value = (ChainValue){.value = anchor->op.on_tensors ? mlirOperationGetResult(anchor->op.op, r)
                                                         : out->value,
                          .source = {.kind = SOURCE_ACCUMULATOR, .index = accumulator[r]},
                          .rank = out->rank};
    memcpy(value->shape, out->shape, sizeof value->shape);
    if (!index_compose(out, &anchor->loops, value->index))
      return status_fail(STATUS_UNSUPPORTED, "an index is too large");
  }
  return STATUS_OK;
}

// The anchor's out when INIT reads it and the new result has its type; else null.
static MlirValue find_destination(const Extraction *extraction, const AnchorOp *anchor,
                                  const ChainValue *value) {
  const Group *group = extraction->group;
  for (int k = 0; k < group->workload.accumulator_count; ++k) {
    MlirValue out = anchor_out(anchor, group->accumulator_result[k])->value;
    bool is_read = group->init[k].kind == SOURCE_ACCESS;
    bool is_origin = value->source.kind != SOURCE_ACCUMULATOR || value->source.index == k;
    if (is_read && is_origin &&
        mlirTypeEqual(mlirValueGetType(out), mlirValueGetType(value->value)))
      return out;
  }
  return (MlirValue){NULL};
}

static ElementType source_type(const Group *group, const AnchorOp *anchor, ValueSource source) {
  if (source.kind == SOURCE_ACCUMULATOR)
    return anchor_out(anchor, group->accumulator_result[source.index])->type;
  return group->workload.statements[source.index].type;
}

static Status add_output(Extraction *extraction, const AnchorOp *anchor, const ChainValue *value) {
  Status status = STATUS_OK;
  Group *group = extraction->group;
  Workload *workload = &group->workload;
  StructuredOperand operand;
  TRY(structured_operand_read(value->value, &operand));
  if (group->output_count == GROUP_MAX_RESULTS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d results", GROUP_MAX_RESULTS);
  int a = workload->access_count++;
  Access *access = &workload->accesses[a];
  *access = (Access){.type = source_type(group, anchor, value->source),
                     .rank = (uint8_t)value->rank,
                     .is_output = true};
  access->statement =
      (uint8_t)(value->source.kind == SOURCE_STATEMENT ? value->source.index : workload->anchor);
  for (int d = 0; d < value->rank; ++d) {
    access->shape[d] = operand.shape[d];
    access->strides[d] = operand.strides[d];
    access->index[d] = value->index[d];
  }
  int output = group->output_count++;
  group->output_access[output] = a;
  group->output_source[output] = value->source;
  if (group->on_tensors) {
    group->output_result[output] = value->value;
    group->accesses[a] = (GroupAccess){.value = find_destination(extraction, anchor, value)};
  } else {
    group->accesses[a] = (GroupAccess){.value = value->value};
  }
cleanup:
  return status;
}

static Status add_outputs(Extraction *extraction, const AnchorOp *anchor) {
  Status status = STATUS_OK;
  for (int i = 0; i < extraction->chain_count; ++i) {
    const ChainValue *value = &extraction->chain[i];
    if (!anchor->op.on_tensors || chain_value_is_open(extraction, value))
      TRY(add_output(extraction, anchor, value));
  }
cleanup:
  return status;
}

static bool is_spill_taken(const Group *group, int accumulator, int access) {
  for (int k = 0; k < accumulator; ++k) {
    if (group->spill_access[k] == access)
      return true;
  }
  return false;
}

// An output can hold an accumulator when it has its type; every output has its index. Its own
// result is preferred.
static int find_spill(const Group *group, const AnchorOp *anchor, int accumulator) {
  ElementType type = anchor_out(anchor, group->accumulator_result[accumulator])->type;
  int found = -1;
  for (int o = group->output_count - 1; o >= 0; --o) {
    int access = group->output_access[o];
    const ValueSource *source = &group->output_source[o];
    if (group->workload.accesses[access].type != type || is_spill_taken(group, accumulator, access))
      continue;
    if (source->kind == SOURCE_ACCUMULATOR && source->index == accumulator)
      return access;
    if (source->kind != SOURCE_ACCUMULATOR)
      found = access;
  }
  return found;
}

static bool has_reduction(const Workload *workload) {
  for (int i = 0; i < workload->iterator_count; ++i) {
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      return true;
  }
  return false;
}

static bool reads_convolution(const Extraction *extraction) {
  const Workload *workload = &extraction->group->workload;
  for (int a = 0; a < workload->access_count; ++a) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; d < access->rank; ++d) {
      int used = 0;
      for (int i = 0; i < workload->iterator_count; ++i)
        used += access->index[d].coefficients[i] != 0;
      if (used > 1 && !access->is_output && extraction->access_stage[a] == STAGE_BODY)
        return true;
    }
  }
  return false;
}

static void derive_workload_facts(Extraction *extraction, const AnchorOp *anchor) {
  Group *group = extraction->group;
  Workload *workload = &group->workload;
  bool reduces = has_reduction(workload);
  workload->combiner = reduces ? anchor->body.combiner : COMBINER_NONE;
  workload->is_convolution = reads_convolution(extraction);
  workload->can_split_reduction = reduces;
  for (int a = 0; a < workload->access_count; ++a) {
    Access *access = &workload->accesses[a];
    access->pad_is_neutral = access->may_leave_shape && padding_is_neutral(group, a);
  }
  for (int k = 0; k < workload->accumulator_count; ++k) {
    group->spill_access[k] = find_spill(group, anchor, k);
    workload->can_split_reduction &= group->spill_access[k] >= 0;
  }
}

// What the value of a statement depends on, through other statements.
typedef struct Dependence {
  uint32_t accesses, iterators; // bits
  bool may_leave_shape;
} Dependence;

static void add_dependence(const Group *group, int statement, Dependence *out) {
  const Workload *workload = &group->workload;
  for (int i = 0; i < group->statements[statement].argument_count; ++i) {
    const ValueSource *source = &group->statements[statement].arguments[i];
    if (source->kind == SOURCE_STATEMENT)
      add_dependence(group, source->index, out);
    if (source->kind != SOURCE_ACCESS)
      continue;
    const Access *access = &workload->accesses[source->index];
    out->accesses |= 1u << source->index;
    out->may_leave_shape |= access->may_leave_shape;
    for (int k = 0; k < workload->iterator_count; ++k)
      out->iterators |= (uint32_t)access_uses(access, k) << k;
  }
}

// The first input that moves with all iterators of a fused producer stands for the producer's
// value; of several producers in a row, the last that this is true for. Where that is all iterators
// there are, every value is used once and nothing is gained.
static void derive_produced(Group *group) {
  Workload *workload = &group->workload;
  uint32_t all = (1u << workload->iterator_count) - 1;
  for (int s = 0; s < workload->statement_count; ++s) {
    Dependence on = {0};
    if (workload->statements[s].stage == STAGE_BODY && s != workload->anchor)
      add_dependence(group, s, &on);
    if (on.iterators == all || on.may_leave_shape)
      continue;
    for (int a = 0; a < workload->access_count; ++a) {
      bool moves = on.accesses >> a & 1u;
      for (int k = 0; k < workload->iterator_count && moves; ++k)
        moves = access_uses(&workload->accesses[a], k) == (on.iterators >> k & 1u);
      if (!moves)
        continue;
      workload->accesses[a].produces = (uint8_t)(s + 1);
      break;
    }
  }
}

static void derive_fusion(const Extraction *extraction, const AnchorOp *anchor) {
  Group *group = extraction->group;
  int stage_count[STAGE_COUNT] = {0};
  for (int s = 0; s < group->workload.statement_count; ++s)
    stage_count[group->workload.statements[s].stage] += 1;
  int chain_length = -1; // the anchor starts the chain
  for (int i = 0; i < extraction->chain_op_count; ++i)
    chain_length += !op_is_reshape(extraction->chain_ops[i]);
  group->fusion.epilogue = stage_count[STAGE_EPILOGUE];
  group->fusion.producers =
      stage_count[STAGE_BODY] > 1 || stage_count[STAGE_EPILOGUE] > chain_length;
  for (int a = 0; a < group->workload.access_count; ++a)
    group->fusion.pad |= group->workload.accesses[a].may_leave_shape && !anchor->op.is_pad;
}

// Whether the tensor is a slice, behind reshapes and casts, that does not lie in one piece.
static bool is_scattered_slice(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (op_is_named(op, "tensor.extract_slice"))
      break;
    if (!op_is_reshape(op) && !op_is_named(op, "tensor.cast"))
      return false;
    value = mlirOperationGetOperand(op, 0);
  }
  if (!mlirValueIsAOpResult(value))
    return false;
  StructuredOperand slice, whole;
  MlirValue source = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  if (structured_operand_read(value, &slice) != STATUS_OK ||
      structured_operand_read(source, &whole) != STATUS_OK || slice.rank != whole.rank)
    return true;
  // In one piece: sizes of 1, then at most one part, then whole dimensions.
  int d = 0;
  while (d < slice.rank && slice.shape[d] == 1)
    ++d;
  for (++d; d < slice.rank; ++d) {
    if (slice.shape[d] != whole.shape[d])
      return true;
  }
  return false;
}

static void collapse_iterators(Group *group) {
  bool is_fixed[WORKLOAD_MAX_ACCESSES] = {false};
  for (int a = 0; a < group->workload.access_count; ++a) {
    MlirValue value = group->accesses[a].value;
    is_fixed[a] = !mlirValueIsNull(value) && is_scattered_slice(value);
  }
  group_collapse_iterators(group, is_fixed);
}

// Producers before consumers. Ops lie in one block or in blocks around it.
static bool op_is_before(MlirOperation a, MlirOperation b) {
  if (mlirBlockEqual(mlirOperationGetBlock(a), mlirOperationGetBlock(b)))
    return mlirOperationIsBeforeInBlock(a, b);
  for (MlirOperation op = b; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op)) {
    if (mlirBlockEqual(mlirOperationGetBlock(a), mlirOperationGetBlock(op)))
      return true;
  }
  return false;
}

static void sort_ops(Group *group) {
  for (int i = 1; i < group->op_count; ++i) {
    MlirOperation op = group->ops[i];
    int j = i;
    for (; j > 0 && op_is_before(op, group->ops[j - 1]); --j)
      group->ops[j] = group->ops[j - 1];
    group->ops[j] = op;
  }
}

// An input may share its buffer with an output only when each point reads the element that it
// writes, and nothing is written before the reduction is over.
static bool overlap_is_harmless(const AnchorOp *anchor, const StructuredOperand *input,
                                const StructuredOperand *output) {
  if (!memrefs_share_buffer(input->value, output->value))
    return true;
  if (!mlirValueEqual(input->value, output->value) || !structured_op_is_parallel(&anchor->op))
    return false;
  for (int d = 0; d < output->rank; ++d) {
    if (!index_equal(&input->index[d], &output->index[d]))
      return false;
  }
  return true;
}

static Status check_memrefs(const AnchorOp *anchor) {
  if (anchor->op.on_tensors)
    return STATUS_OK;
  bool is_disjoint = !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      anchor->op.op, mlirStringRefCreateFromCString(DISJOINT_ATTRIBUTE)));
  for (int o = anchor->op.input_count; o < anchor->op.operand_count; ++o) {
    const StructuredOperand *output = &anchor->op.operands[o];
    if (output->is_scalar)
      return status_fail(STATUS_UNSUPPORTED, "an output is neither tensor nor memref");
    if (structured_operand_overlaps_itself(output))
      return status_fail(STATUS_UNSUPPORTED, "an output has elements that share a place");
    for (int i = 0; i < o; ++i) {
      const StructuredOperand *other = &anchor->op.operands[i];
      bool is_output = i >= anchor->op.input_count;
      if (other->is_scalar || is_disjoint)
        continue;
      if (is_output ? memrefs_share_buffer(other->value, output->value)
                    : !overlap_is_harmless(anchor, other, output))
        return status_fail(STATUS_UNSUPPORTED, "an output overlaps another operand");
    }
  }
  return STATUS_OK;
}

Status group_extract(MlirOperation anchor_op, const Fusion *limits, Group *out_group) {
  Status status = STATUS_OK;
  AnchorOp anchor;
  memset(&anchor, 0, sizeof anchor);
  memset(out_group, 0, sizeof *out_group);
  Extraction extraction = {.limits = *limits, .group = out_group};
  int accumulator[GROUP_MAX_RESULTS];
  TRY(read_anchor(anchor_op, &anchor));
  TRY(check_memrefs(&anchor));
  extraction.block = mlirOperationGetBlock(anchor_op);
  extraction.is_contraction = anchor.body.multiplies_inputs;
  out_group->anchor = out_group->insertion = anchor_op;
  out_group->on_tensors = anchor.op.on_tensors;
  TRY(choose_iterators(&extraction, &anchor));
  extraction_add_op(&extraction, anchor_op);
  TRY(read_accumulators(&extraction, &anchor, accumulator));
  TRY(read_arguments(&extraction, &anchor, accumulator));
  TRY(start_chain(&extraction, &anchor, accumulator));
  if (out_group->on_tensors)
    extraction_fuse_epilogue(&extraction);
  TRY(add_outputs(&extraction, &anchor));
  derive_workload_facts(&extraction, &anchor);
  derive_fusion(&extraction, &anchor);
  collapse_iterators(out_group);
  derive_produced(out_group);
  sort_ops(out_group);
cleanup:
  return status;
}
