// Rule "direct": the lanes of a vector are neighbours of a parallel iterator.
#include "search/space.h"

static bool applicable(const Workload *workload, const Target *target) {
  (void)workload;
  (void)target;
  return true;
}

// Results are stored as vectors, so the iterator must be contiguous in an output.
static void knobs(const Target *target, RuleSpace *rule_space) {
  const Workload *workload = &rule_space->workload;
  (void)target;
  rule_space->can_be_scalar = true;
  for (int i = 0; i < workload->iterator_count; i++)
    for (int a = 0; a < workload->access_count; a++)
      if (workload->kinds[i] == ITERATOR_PARALLEL && workload->accesses[a].is_output &&
          access_stride(&workload->accesses[a], i) == 1)
        rule_space->vector_iterators |= (uint16_t)(1u << i);
}

const SpaceRule space_rule_direct = {RULE_DIRECT, applicable, knobs, 75};
