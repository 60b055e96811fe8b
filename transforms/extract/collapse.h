// Collapse: fewer iterators for the same work. Two iterators become one when every buffer walks
// them as two adjacent, whole, contiguous dimensions in the same order, or not at all, and
// no reduction whose order must be kept changes its order.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_COLLAPSE_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_COLLAPSE_H

#include "transforms/group.h"

// Collapses what can be in `group`, whose accesses have the shapes of the IR, and fills
// collapse_rank and reassociation. `is_fixed[a]`: the shape of access a must stay.
void group_collapse_iterators(Group *group, const bool *is_fixed);

#endif
