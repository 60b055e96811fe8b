// Extract: an op of the payload and what may be fused with it, read into a Group.
//
// Nothing is changed. Two memrefs that are different block arguments or come from different
// allocations are assumed not to overlap, as linalg itself assumes of inputs and outputs; views of
// one buffer are not.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_EXTRACT_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_EXTRACT_H

#include "base/status.h"
#include "transforms/group.h"

// Everything that may be fused.
#define FUSION_ALL ((Fusion){.init = true, .producers = true, .pad = true, .epilogue = 16})

// Reads `anchor`, fusing at most what `limits` allows; out_group->fusion says what was found.
// STATUS_UNSUPPORTED with the reason when the op cannot be tuned; out_group is then unspecified.
// The group lends its handles: it is invalid once the payload changes.
Status group_extract(MlirOperation anchor, const Fusion *limits, Group *out_group);
// The same, fusing only ops that the filter allows; NULL: any.
Status group_extract_within(MlirOperation anchor, const Fusion *limits, const FusionFilter *filter,
                            Group *out_group);

// Points of every statement's op by itself: as often would it run if it were not fused.
void group_needed_points(const Group *group, int64_t *out_points);

// Whether group_extract should be asked about `op`: any structured linalg op, and tensor.pad.
bool op_is_anchor_candidate(MlirOperation op);

// The order in which anchors are visited, so that cheap ops are taken by the expensive ones around
// them: 0 contraction or convolution, 1 other reductions, 2 elementwise computation, 3 data
// movement. Ops that cannot be read come last.
int op_anchor_rank(MlirOperation op);

// Whether the contents are a constant of the payload, or an argument that is one, seen through
// reshapes. What an op of a loop or branch makes of an argument is made where it stands: `block` is
// the op's.
bool value_is_constant(MlirValue value, MlirBlock block);

#endif
