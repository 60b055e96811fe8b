// The sizes follow from the block, the lanes and the neighbours that one lane adds up.
#include "plan/open_rests.h"

static void add(OpenRests *rests, int64_t block, int64_t size) {
  if (size < block && size > 0)
    rests->sizes[rests->count++] = size;
}

OpenRests open_rests(const DotProduct *dot, const Schedule *schedule, int iterator) {
  int64_t block = schedule->block[iterator], lanes = schedule->lanes;
  int k = iterator == dot->iterator ? dot->k : 1;
  bool is_vector = iterator == schedule->vector_iterator;
  OpenRests rests = {.count = 0, .group = is_vector ? 1 : k};
  if (is_vector)
    add(&rests, block, lanes * k);
  if (is_vector && lanes >= 8)
    add(&rests, block, lanes / 4 * k);
  if (k > 1)
    add(&rests, block, k);
  if (rests.group == 1)
    add(&rests, block, 1);
  return rests;
}
