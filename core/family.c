// Tells families apart by which iterators the operands of a contraction share.
#include "core/family.h"

static const char *const names[] = {
#define X(name, text, meaning) text,
    WORKLOAD_FAMILIES(X)
#undef X
};

const char *workload_family_name(WorkloadFamily family) { return names[family]; }

typedef unsigned IteratorSet; // bit per iterator

static IteratorSet reductions_of(const Workload *workload) {
  IteratorSet set = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      set |= 1u << i;
  return set;
}

static IteratorSet iterators_of(const Access *access) {
  IteratorSet set = 0;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    if (access_uses(access, i))
      set |= 1u << i;
  return set;
}

// Reductions that share a dimension with a parallel iterator.
static IteratorSet windows_of(const Workload *workload, IteratorSet reductions) {
  IteratorSet windows = 0;
  for (int a = 0; a < workload->access_count; a++)
    for (int d = 0; d < workload->accesses[a].rank; d++) {
      IteratorSet used = 0;
      for (int i = 0; i < workload->iterator_count; i++)
        if (workload->accesses[a].index[d].coefficients[i])
          used |= 1u << i;
      if (used & ~reductions)
        windows |= used & reductions;
    }
  return windows;
}

static bool is_strided(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    for (int d = 0; d < workload->accesses[a].rank; d++)
      for (int i = 0; i < workload->iterator_count; i++)
        if (workload->accesses[a].index[d].coefficients[i] > 1)
          return true;
  return false;
}

static int64_t access_elements(const Access *access) {
  int64_t count = 1;
  for (int d = 0; d < access->rank; d++)
    count *= access->shape[d];
  return count;
}

// The two largest inputs of the body that the reductions run over; fewer when there are not two.
static int find_factors(const Workload *workload, IteratorSet reductions,
                        IteratorSet out_factors[2]) {
  int first = -1, second = -1;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output || workload->statements[access->statement].stage != STAGE_BODY ||
        !(iterators_of(access) & reductions))
      continue;
    if (first < 0 || access_elements(access) > access_elements(&workload->accesses[first])) {
      second = first;
      first = a;
    } else if (second < 0 ||
               access_elements(access) > access_elements(&workload->accesses[second])) {
      second = a;
    }
  }
  if (first >= 0)
    out_factors[0] = iterators_of(&workload->accesses[first]);
  if (second >= 0)
    out_factors[1] = iterators_of(&workload->accesses[second]);
  return (first >= 0) + (second >= 0);
}

static bool is_contraction(const Workload *workload) {
  const OpCounts *ops = &workload->statements[workload->anchor].ops;
  return workload->combiner == COMBINER_ADD && (ops->fma || ops->mul);
}

static WorkloadFamily family_of_map(const Workload *workload) {
  for (int s = 0; s < workload->statement_count; s++) {
    const OpCounts *ops = &workload->statements[s].ops;
    if (ops->add || ops->mul || ops->fma || ops->div || ops->compare || ops->transcendental ||
        ops->cast)
      return FAMILY_ELEMENTWISE;
  }
  return FAMILY_MOVEMENT;
}

static WorkloadFamily family_of_convolution(IteratorSet reductions, IteratorSet windows,
                                            IteratorSet shared) {
  if (!(reductions & ~windows))
    return FAMILY_DEPTHWISE;
  return shared ? FAMILY_GROUPED : FAMILY_CONV;
}

WorkloadFamily workload_family(const Workload *workload) {
  IteratorSet factors[2] = {0}, reductions = reductions_of(workload);
  if (!reductions)
    return family_of_map(workload);
  IteratorSet windows = windows_of(workload, reductions);
  if (!is_contraction(workload) || find_factors(workload, reductions, factors) < 2)
    return windows ? FAMILY_POOLING : FAMILY_REDUCTION;
  IteratorSet shared = factors[0] & factors[1] & ~reductions;
  IteratorSet own[2] = {factors[0] & ~factors[1] & ~reductions,
                        factors[1] & ~factors[0] & ~reductions};
  if (windows)
    return family_of_convolution(reductions, windows, shared);
  if (!own[0] && !own[1])
    return FAMILY_REDUCTION;
  if (!own[0] || !own[1])
    return FAMILY_MATVEC;
  if (shared)
    return FAMILY_ATTENTION;
  bool has_image = __builtin_popcount(own[0]) > 1 || __builtin_popcount(own[1]) > 1;
  return has_image || is_strided(workload) ? FAMILY_POINTWISE : FAMILY_MATMUL;
}

bool workload_family_is_large(WorkloadFamily family) {
  return family != FAMILY_ELEMENTWISE && family != FAMILY_MOVEMENT && family != FAMILY_REDUCTION;
}
