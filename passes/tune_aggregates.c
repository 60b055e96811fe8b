// Aggregated ops, such as linalg.softmax, are tuned as their parts:
//
//   %y = linalg.softmax ...   ->   maximum, subtraction and exp, sum, division: four linalg ops
//
// The op is decomposed when every part can be tuned by itself; else it stays as it is.
#include "passes/tuner.h"

#include "mlir-c/BuiltinAttributes.h"
#include "search/default_schedule.h"
#include "transforms/annotation.h"
#include "transforms/decompose_shim.h"
#include "transforms/extract/extract.h"
#include "transforms/kernel/emit.h"

// Whether the op can be tuned by itself, whatever else becomes of it.
static Status part_check(const Tuner *tuner, MlirOperation op) {
  const Fusion alone = {0};
  const Target *target = tuner->machines.target;
  Group *group = &tuner->choices.variants->groups[0];
  Schedule schedule;
  Status status = STATUS_OK;
  TRY(group_extract(op, &alone, group));
  TRY(default_schedule(&group->workload, target, &schedule));
  TRY(emit_check(group, &schedule, target));
cleanup:
  return status;
}

static Status parts_check(const Tuner *tuner, const Decomposition *decomposition) {
  Status status = STATUS_OK;
  for (int i = 0; i < decomposition->op_count && status == STATUS_OK; i++)
    if (op_is_anchor_candidate(decomposition->ops[i]))
      status = part_check(tuner, decomposition->ops[i]);
  return status;
}

// The annotation of an aggregated op is a list with one text per part.
static void annotate_part(MlirAttribute annotation, int part, MlirOperation op) {
  if (mlirAttributeIsNull(annotation) || !mlirAttributeIsAArray(annotation) ||
      part >= mlirArrayAttrGetNumElements(annotation))
    return;
  MlirAttribute text = mlirArrayAttrGetElement(annotation, part);
  if (mlirAttributeIsAString(text) && mlirStringAttrGetValue(text).length)
    annotation_set(op, text);
}

static Status append_parts(Tuner *tuner, const Anchor *anchor, const Decomposition *decomposition) {
  MlirAttribute annotation = annotation_get(anchor->op);
  int index = anchor->index;
  for (int i = 0, part = 0; i < decomposition->op_count; i++) {
    if (!op_is_anchor_candidate(decomposition->ops[i]))
      continue;
    annotate_part(annotation, part, decomposition->ops[i]);
    Status status = anchors_append(&tuner->anchors, decomposition->ops[i], index, part++);
    if (status != STATUS_OK)
      return status;
    tuner->anchors.items[tuner->anchors.count - 1].aggregate =
        mlirIdentifierStr(mlirOperationGetName(anchor->op));
  }
  return STATUS_OK;
}

// Replaces the aggregated op at `position` of the list by its parts, if all of them can be tuned.
static Status expand_aggregate(Tuner *tuner, int position) {
  TuneStatistics *statistics = tuner->report.statistics;
  Anchor anchor = tuner->anchors.items[position];
  Decomposition decomposition;
  if (!tune_targets_enter(tuner, anchor.op))
    return STATUS_OK;
  tuner->anchors.items[position].op = (MlirOperation){NULL};
  int64_t *counter = &statistics->skipped_unsupported;
  Status status = STATUS_OK;
  if (op_has_dynamic_shape(anchor.op)) {
    counter = &statistics->skipped_dynamic;
    status = status_fail(STATUS_UNSUPPORTED, "dynamic shape");
  } else if (!op_decompose(anchor.op, &decomposition)) {
    status = status_fail(STATUS_UNSUPPORTED, "cannot be decomposed");
  } else if ((status = parts_check(tuner, &decomposition)) != STATUS_OK) {
    decomposition_revert(&decomposition);
  }
  if (status != STATUS_OK) {
    ++statistics->ops_seen;
    tuner->payload.location = mlirOperationGetLocation(anchor.op);
    return tune_leave(tuner, anchor.op, counter);
  }
  status = append_parts(tuner, &anchor, &decomposition);
  decomposition_commit(&decomposition);
  tuner->report.changed = true;
  return status;
}

Status tune_expand_aggregates(Tuner *tuner) {
  Status status = STATUS_OK;
  int count = tuner->anchors.count;
  for (int i = 0; i < count && status == STATUS_OK; i++)
    if (op_is_aggregate(tuner->anchors.items[i].op))
      status = expand_aggregate(tuner, i);
  return status;
}
