// Anchors: the ops of a payload that are tuned, in the order in which they are.
//
// Invariant: every entry with a non-null op is in the payload. Who rewrites the
// payload says so, see anchors_remove.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_ANCHORS_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_ANCHORS_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include <stdbool.h>

// Parts of an aggregated op have its index and a number; any other op has part -1.
typedef struct Anchor {
  MlirOperation op; // null once it is gone
  int index;        // position in the payload as collected
  int part;
  MlirStringRef aggregate; // name of the op that it is a part of; lent by the context
  int rank;
} Anchor;

typedef struct AnchorList {
  Anchor *items; // owned
  int count, capacity;
} AnchorList;

// Every candidate below `root` in payload order, and every other op of linalg, which comes last.
// Tuned loops and what is a script's are passed over.
Status anchors_collect(MlirOperation root, AnchorList *out_list);
void anchors_destroy(AnchorList *list);
// Appends one op, with its rank. Reports memory.
Status anchors_append(AnchorList *list, MlirOperation op, int index, int part);
// annotation_check of each; then `out_location` is where the op is that fails.
Status anchors_check_annotations(const AnchorList *list, MlirLocation *out_location);
// By rank, then by position.
void anchors_sort(AnchorList *list);

// Drops the entry of `op`, if any: the op was erased.
void anchors_remove(AnchorList *list, MlirOperation op);

#endif
