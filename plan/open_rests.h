// Where only the run knows how many steps of a reduction there are, whole blocks are one loop, and
// loops of smaller steps compute the rest.
#ifndef AUTOTUNE_PLAN_OPEN_RESTS_H
#define AUTOTUNE_PLAN_OPEN_RESTS_H

#include "plan/schedule.h"

enum { OPEN_RESTS_MAX = 3 };

typedef struct OpenRests {
  int count;
  int64_t sizes[OPEN_RESTS_MAX]; // descending; the last is 1, and none where the block is 1
} OpenRests;

// Single steps; along the lanes first whole vectors, then a quarter of one.
OpenRests open_rests(const Schedule *schedule, int iterator);

#endif
