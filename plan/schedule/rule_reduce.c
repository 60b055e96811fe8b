// Rule "reduce": the lanes of a vector are neighbours of a reduction iterator, combined at the end.
#include "plan/rule.h"

static bool vector_is_usable(const Workload *knobs, const Schedule *schedule) {
  int vector = schedule->vector_iterator;
  return knobs->kinds[vector] == ITERATOR_REDUCTION &&
         schedule->block[vector] % schedule->lanes == 0 && workload_can_reassociate(knobs);
}

const Rule rule_reduce = {
    .name = "reduce",
    .meaning = "vectorise a reduction iterator; the lanes are combined at the end",
    .applies_to = "reductions by add, mul, max, min, and, or",
    .lanes_run = "a reduction",
    .sample_share = 2,
    .vectorises_reduction = true,
    .inner = RULE_REDUCE,
    .vector_is_usable = vector_is_usable,
};
