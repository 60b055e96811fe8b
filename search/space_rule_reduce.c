// Rule "reduce": the lanes of a vector are neighbours of a reduction iterator, combined at the end.
#include "search/space.h"

// A window is too short to fill vectors: its iterator shares an index with another one.
static bool is_window(const Workload *workload, int iterator) {
  for (int a = 0; a < workload->access_count; a++)
    for (int d = 0; d < workload->accesses[a].rank; d++) {
      const int32_t *coefficients = workload->accesses[a].index[d].coefficients;
      for (int i = 0; coefficients[iterator] != 0 && i < workload->iterator_count; i++)
        if (i != iterator && coefficients[i] != 0)
          return true;
    }
  return false;
}

static bool is_vector_reduction(const Workload *workload, int iterator) {
  if (workload->kinds[iterator] != ITERATOR_REDUCTION || is_window(workload, iterator))
    return false;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (!access->is_output && workload->statements[access->statement].stage == STAGE_BODY &&
        access_stride(access, iterator) == 1)
      return true;
  }
  return false;
}

static bool applicable(const Workload *workload, const Target *target) {
  (void)target;
  if (!workload_can_reassociate(workload))
    return false;
  for (int i = 0; i < workload->iterator_count; i++)
    if (is_vector_reduction(workload, i))
      return true;
  return false;
}

static void knobs(const Target *target, RuleSpace *rule_space) {
  const Workload *workload = &rule_space->workload;
  (void)target;
  for (int i = 0; i < workload->iterator_count; i++)
    if (is_vector_reduction(workload, i))
      rule_space->vector_iterators |= (uint16_t)(1u << i);
}

const SpaceRule space_rule_reduce = {RULE_REDUCE, applicable, knobs, 12};
