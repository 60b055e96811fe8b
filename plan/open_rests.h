// Where only the run knows how many steps of a reduction there are, whole blocks are one loop, and
// loops of smaller steps compute the rest. Of a dot product, which adds up groups of neighbours,
// what is left then is a part of a group, of which the other neighbours count as zeros.
#ifndef AUTOTUNE_PLAN_OPEN_RESTS_H
#define AUTOTUNE_PLAN_OPEN_RESTS_H

#include "plan/dot_product.h"

enum { OPEN_RESTS_MAX = 4 };

typedef struct OpenRests {
  int count;
  int64_t sizes[OPEN_RESTS_MAX]; // descending; the last is `group`, and none where the block is
  int group; // steps of a group, 1 where single steps are loops: 1 to group - 1 of them may be left
} OpenRests;

// Along the lanes first whole vectors, then a quarter of one.
OpenRests open_rests(const DotProduct *dot, const Schedule *schedule, int iterator);

#endif
