// What remarks call the ops of a kernel: a part of an aggregated op by what it computes, any other
// by its name and its place.
#include "transforms/report/anchor_text.h"

#include "mlir-c/BuiltinAttributes.h"
#include "transforms/cut_mark.h"
#include "transforms/extract/extract.h"

#include <stdio.h>
#include <string.h>

static const Anchor *find_anchor(const AnchorList *list, MlirOperation op) {
  for (int i = 0; i < list->count; i++)
    if (mlirOperationEqual(list->items[i].op, op))
      return &list->items[i];
  return NULL;
}

static int part_count(const AnchorList *list, int index) {
  int count = 0;
  for (int i = 0; i < list->count; i++)
    count += list->items[i].index == index && list->items[i].part >= 0;
  return count;
}

// The op that a structured op's body computes last: maximum, exponential, sum ...
static MlirStringRef last_of_body(MlirOperation op) {
  MlirRegion body = mlirOperationGetRegion(op, 0);
  MlirOperation yield = mlirBlockGetTerminator(mlirRegionGetFirstBlock(body));
  MlirValue value = mlirOperationGetOperand(yield, 0);
  return mlirValueIsAOpResult(value)
             ? mlirIdentifierStr(mlirOperationGetName(mlirOpResultGetOwner(value)))
             : mlirStringRefCreate("", 0);
}

void anchor_describe_part(const AnchorList *list, MlirOperation op, char *text, size_t size) {
  const Anchor *anchor = find_anchor(list, op);
  cut_mark_describe(op, text, size);
  if (!anchor || anchor->part < 0)
    return;
  MlirStringRef name = anchor->aggregate, last = last_of_body(op);
  snprintf(text, size, "part %d of %d of %.*s%s%.*s%s", anchor->part + 1,
           part_count(list, anchor->index), (int)name.length, name.data, last.length ? " (" : "",
           (int)last.length, last.data, last.length ? ")" : "");
}

static void describe_op(const AnchorList *list, MlirOperation op, char *text, size_t size) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  MlirLocation location = mlirOperationGetLocation(op);
  anchor_describe_part(list, op, text, size);
  if (text[0])
    return;
  if (mlirLocationIsAFileLineColRange(location))
    snprintf(text, size, "%.*s at %d:%d", (int)name.length, name.data,
             mlirLocationFileLineColRangeGetStartLine(location),
             mlirLocationFileLineColRangeGetStartColumn(location));
  else
    snprintf(text, size, "%.*s", (int)name.length, name.data);
}

int anchor_describe_fused(const AnchorList *list, const Group *group, char *text, size_t size) {
  int count = 0;
  size_t used = (size_t)snprintf(text, size, "none");
  for (int i = 0; i < group->op_count; i++) {
    char one[256];
    MlirOperation op = group->ops[i];
    if (mlirOperationEqual(op, group->anchor) || !op_is_anchor_candidate(op))
      continue;
    describe_op(list, op, one, sizeof one);
    used = count++ == 0 ? 0 : used;
    if (used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", one);
  }
  return count;
}
