// Anchor text: what remarks call the ops of a kernel.
#ifndef AUTOTUNE_TRANSFORMS_REPORT_ANCHOR_TEXT_H
#define AUTOTUNE_TRANSFORMS_REPORT_ANCHOR_TEXT_H

#include "transforms/extract/anchors.h"
#include "transforms/group.h"

// "part 2 of 4 of linalg.softmax (math.exp)"; "" where the op is no part of an aggregated one.
void anchor_describe_part(const AnchorList *list, MlirOperation op, char *text, size_t size);
// The ops that a kernel computes beside its anchor, "linalg.broadcast at 5:14, linalg.max at 7:13",
// or "none". Returns how many they are.
int anchor_describe_fused(const AnchorList *list, const Group *group, char *text, size_t size);

#endif
