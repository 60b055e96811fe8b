// Extract: an op of the payload and what may be fused with it, read into a Group. The order of
// work: read the anchor and check its memrefs (extract_memrefs.c), choose the iterators, read the
// initial values (extract_init.c) and the inputs (extract_source.c), follow the result
// (extract_epilogue.c), add the outputs, derive what follows (extract_facts.c), and collapse
// iterators.
#include "transforms/extract/extract.h"

#include "transforms/cut_mark.h"
#include "transforms/extract/collapse.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/partial.h"

#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

bool op_is_anchor_candidate(MlirOperation op) {
  return linalg_op_is_structured(op) || ir_op_is(op, "tensor.pad");
}

static void find_used_results(AnchorOp *anchor) {
  for (int r = 0; r < anchor_result_count(anchor); ++r) {
    anchor->result_is_used[r] =
        !anchor->op.on_tensors ||
        !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(anchor->op.op, r)));
  }
}

// Of an op that has a mark of its own for a loop of unknown extent, that counts.
static Status read_anchor(MlirOperation op, int64_t unknown, AnchorOp *out) {
  Status status = STATUS_OK;
  TRY(unknown > 0 && cut_mark_open_loop(op) < 0 ? structured_op_read_unknown(op, unknown, &out->op)
                                                : structured_op_read_open(op, &out->op));
  find_used_results(out);
  TRY(scalar_body_read(&out->op, out->result_is_used, &out->body));
cleanup:
  return status;
}

int op_anchor_rank(MlirOperation op) {
  AnchorOp anchor;
  if (read_anchor(op, 1, &anchor) != STATUS_OK) // whatever size it has
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
    if (i == anchor->op.open_loop)
      workload->open = (uint8_t)(iterator + 1);
    else if (anchor->op.unknown >> i & 1u)
      workload->unknown |= (uint16_t)(1u << iterator);
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
    TRY(extraction_read_init(extraction, anchor, r, &group->init[k]));
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

// Whether the value lies element for element where the anchor's result would.
static bool has_places_of(const ChainValue *value, const AnchorOp *anchor,
                          const StructuredOperand *out) {
  IndexExpr index[WORKLOAD_MAX_RANK];
  bool is_same = value->rank == out->rank && index_compose(out, &anchor->loops, index);
  for (int d = 0; is_same && d < out->rank; ++d)
    is_same = index_equal(&index[d], &value->index[d]);
  return is_same;
}

// The anchor's out when INIT reads it and the new result has its type and its places; else null.
static MlirValue find_destination(const Extraction *extraction, const AnchorOp *anchor,
                                  const ChainValue *value) {
  const Group *group = extraction->group;
  for (int k = 0; k < group->workload.accumulator_count; ++k) {
    const StructuredOperand *out = anchor_out(anchor, group->accumulator_result[k]);
    bool is_read = group->init[k].kind == SOURCE_ACCESS;
    bool is_origin = value->source.kind != SOURCE_ACCUMULATOR || value->source.index == k;
    if (is_read && is_origin && has_places_of(value, anchor, out) &&
        mlirTypeEqual(mlirValueGetType(out->value), mlirValueGetType(value->value)))
      return out->value;
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
  TRY(structured_operand_read_open(value->value, extraction->limits.unknown, &operand));
  if (group->output_count == GROUP_MAX_RESULTS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d results", GROUP_MAX_RESULTS);
  int a = workload->access_count++;
  Access *access = &workload->accesses[a];
  *access = (Access){.type = source_type(group, anchor, value->source),
                     .rank = (uint8_t)value->rank,
                     .is_output = true,
                     .has_run_strides = operand.has_run_strides};
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
  for (int i = 0; i < extraction->stored_count; ++i)
    TRY(add_output(extraction, anchor, &extraction->stored[i]));
cleanup:
  return status;
}

// Whether the tensor is a slice, seen through reshapes and casts, that does not lie in one piece.
static bool is_scattered_slice(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (ir_op_is(op, "tensor.extract_slice"))
      break;
    if (!op_is_reshape(op) && !ir_op_is(op, "tensor.cast"))
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

Status group_extract(MlirOperation anchor, const Fusion *limits, Group *out_group) {
  return group_extract_within(anchor, limits, NULL, out_group);
}

// `out_conflicts`: the group would read what it stores.
static Status extract(MlirOperation anchor_op, const Fusion *limits, const FusionFilter *filter,
                      Group *out_group, bool *out_conflicts) {
  Status status = STATUS_OK;
  *out_conflicts = false;
  AnchorOp anchor;
  memset(&anchor, 0, sizeof anchor);
  memset(out_group, 0, sizeof *out_group);
  Extraction extraction = {.limits = *limits, .filter = filter, .group = out_group};
  int accumulator[GROUP_MAX_RESULTS];
  TRY(read_anchor(anchor_op, limits->unknown, &anchor));
  out_group->fusion.unknown = limits->unknown;
  TRY(extraction_check_memrefs(&anchor));
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
  *out_conflicts = extraction_reads_stored(&extraction);
  TRY(add_outputs(&extraction, &anchor));
  extraction_derive_facts(&extraction, &anchor);
  collapse_iterators(out_group);
  group_derive_produced(out_group);
  group_derive_partial(out_group);
  sort_ops(out_group);
cleanup:
  return status;
}

Status group_extract_within(MlirOperation anchor, const Fusion *limits, const FusionFilter *filter,
                            Group *out_group) {
  bool conflicts;
  Status status = extract(anchor, limits, filter, out_group, &conflicts);
  if (!conflicts)
    return status;
  Fusion apart = *limits;
  apart.stored = false;
  return extract(anchor, &apart, filter, out_group, &conflicts);
}
