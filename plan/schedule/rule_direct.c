// Rule "direct": the lanes of a vector are neighbours of a parallel iterator.
#include "plan/rule.h"

// Results are stored as vectors, so the iterator must be contiguous in an output.
static bool some_output_is_contiguous(const Workload *knobs, int iterator) {
  for (int a = 0; a < knobs->access_count; a++)
    if (knobs->accesses[a].is_output && access_stride(&knobs->accesses[a], iterator) == 1)
      return true;
  return false;
}

static bool vector_is_usable(const Workload *knobs, const Schedule *schedule) {
  int vector = schedule->vector_iterator;
  bool is_whole = schedule->block[vector] % schedule->lanes == 0;
  return knobs->kinds[vector] == ITERATOR_PARALLEL &&
         (is_whole || schedule->block[vector] == knobs->extents[vector]) &&
         some_output_is_contiguous(knobs, vector);
}

const Rule rule_direct = {
    .name = "direct",
    .meaning = "tile, keep a block of results in registers, vectorise a parallel iterator",
    .applies_to = "everything",
    .lanes_run = "one of them",
    .sample_share = 6,
    .inner = RULE_DIRECT,
    .vector_is_usable = vector_is_usable,
};
