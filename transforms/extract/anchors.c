// Collects anchors by one walk over the payload that does not enter structured ops
// or loops that are results of tuning or a script's, so that a second run over a tuned payload
// finds nothing.
#include "transforms/extract/anchors.h"

#include "transforms/annotation.h"
#include "transforms/decompose_shim.h"
#include "transforms/extract/extract.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

enum { RANK_LAST = 100 };

typedef struct Collector {
  AnchorList *list;
  Status status;
} Collector;

Status anchors_append(AnchorList *list, MlirOperation op, int index, int part) {
  if (list->count == list->capacity) {
    int capacity = list->capacity ? 2 * list->capacity : 64;
    Anchor *items = realloc(list->items, (size_t)capacity * sizeof(*items));
    if (!items)
      return status_fail(STATUS_SYSTEM, "out of memory for %d ops", capacity);
    list->items = items;
    list->capacity = capacity;
  }
  int rank = op_is_aggregate(op) ? 0 : op_is_anchor_candidate(op) ? op_anchor_rank(op) : RANK_LAST;
  list->items[list->count++] = (Anchor){.op = op, .index = index, .part = part, .rank = rank};
  return STATUS_OK;
}

static bool op_is_tuned_loop(MlirOperation op) { return !mlirAttributeIsNull(annotation_get(op)); }

// Any other op of linalg cannot be tuned, but there is something to say about it. The bodies of
// structured ops are not looked into.
static bool op_is_linalg(MlirOperation op) { return ir_op_begins(op, "linalg."); }

static MlirWalkResult collect(MlirOperation op, void *payload) {
  Collector *collector = payload;
  if (ir_is_device_code(op) || annotation_is_untuned(op) ||
      (annotation_is_of_script(op) && !ir_op_is(op, "func.func")))
    return MlirWalkResultSkip;
  if (!op_is_aggregate(op) && !op_is_anchor_candidate(op) && !op_is_linalg(op))
    return op_is_tuned_loop(op) ? MlirWalkResultSkip : MlirWalkResultAdvance;
  collector->status = anchors_append(collector->list, op, collector->list->count, -1);
  return collector->status == STATUS_OK ? MlirWalkResultSkip : MlirWalkResultInterrupt;
}

Status anchors_collect(MlirOperation root, AnchorList *out_list) {
  *out_list = (AnchorList){0};
  Collector collector = {out_list, STATUS_OK};
  mlirOperationWalk(root, collect, &collector, MlirWalkPreOrder);
  return collector.status;
}

void anchors_destroy(AnchorList *list) {
  free(list->items);
  *list = (AnchorList){0};
}

Status anchors_check_annotations(const AnchorList *list, MlirLocation *out_location) {
  for (int a = 0; a < list->count; a++) {
    MlirOperation op = list->items[a].op;
    Status status = annotation_check(op, op_is_aggregate(op));
    if (status == STATUS_OK)
      continue;
    *out_location = mlirOperationGetLocation(op);
    return status;
  }
  return STATUS_OK;
}

static int anchor_compare(const void *left, const void *right) {
  const Anchor *a = left, *b = right;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (a->index != b->index)
    return a->index < b->index ? -1 : 1;
  return (a->part > b->part) - (a->part < b->part);
}

void anchors_sort(AnchorList *list) {
  if (list->count > 0)
    qsort(list->items, (size_t)list->count, sizeof(*list->items), anchor_compare);
}

void anchors_remove(AnchorList *list, MlirOperation op) {
  for (int i = 0; i < list->count; i++)
    if (mlirOperationEqual(list->items[i].op, op))
      list->items[i].op = (MlirOperation){NULL};
}
