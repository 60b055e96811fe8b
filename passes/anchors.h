// Anchors: the ops of a payload that are tuned, in the order in which they are.
//
// Invariant: every entry with a non-null op is in the payload. Who rewrites the
// payload says so, see anchors_suspect.
#ifndef AUTOTUNE_PASSES_ANCHORS_H
#define AUTOTUNE_PASSES_ANCHORS_H

#include "core/status.h"
#include "mlir-c/IR.h"
#include <stdbool.h>

// Parts of an aggregated op have its index and a number; any other op has part -1.
typedef struct Anchor {
  MlirOperation op; // null once it is gone
  int index;        // position in the payload as collected
  int part;
  int rank;
} Anchor;

enum { ANCHORS_MAX_SUSPECTS = 64 };

typedef struct AnchorList {
  Anchor *items; // owned
  int count, capacity;
  int suspect_count;
  int suspects[ANCHORS_MAX_SUSPECTS]; // entries that the coming rewrite may erase
} AnchorList;

// Every candidate below `root` in payload order, and every other op of linalg, which comes last.
// Tuned loops are passed over.
Status anchors_collect(MlirOperation root, AnchorList *out_list);
void anchors_destroy(AnchorList *list);
// Appends one op, with its rank. Reports memory.
Status anchors_append(AnchorList *list, MlirOperation op, int index, int part);
// By rank, then by position.
void anchors_sort(AnchorList *list);

// Notes the entry of `op`, if any: the coming rewrite may erase the op.
void anchors_suspect(AnchorList *list, MlirOperation op);
// After the rewrite: drops the noted entries that are no longer below `scope`.
void anchors_prune(AnchorList *list, MlirOperation scope);

#endif
