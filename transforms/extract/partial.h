// A group of which the run knows how much of its piece is there, see CutMark.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_PARTIAL_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_PARTIAL_H

#include "transforms/group.h"

// Writes Workload.partial. What is in the group is final.
void group_derive_partial(Group *group);

#endif
