// The sizes follow from the block and the lanes alone.
#include "plan/open_rests.h"

static void add(OpenRests *rests, int64_t before, int64_t size) {
  if (size < before && size > 0)
    rests->sizes[rests->count++] = size;
}

OpenRests open_rests(const Schedule *schedule, int iterator) {
  OpenRests rests = {.count = 0};
  int64_t block = schedule->block[iterator], lanes = schedule->lanes;
  bool is_vector = iterator == schedule->vector_iterator;
  if (is_vector)
    add(&rests, block, lanes);
  if (is_vector && lanes >= 8)
    add(&rests, block, lanes / 4);
  add(&rests, block, 1);
  return rests;
}
