// Tells families apart by which iterators the operands of a contraction share.
#include "plan/family.h"

#include "plan/contraction.h"

static const char *const names[] = {
#define X(name, text, meaning) text,
    WORKLOAD_FAMILIES(X)
#undef X
};

const char *workload_family_name(WorkloadFamily family) { return names[family]; }

static bool is_strided(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    for (int d = 0; d < workload->accesses[a].rank; d++)
      for (int i = 0; i < workload->iterator_count; i++)
        if (workload->accesses[a].index[d].coefficients[i] > 1)
          return true;
  return false;
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
  Contraction contraction = contraction_read(workload);
  IteratorSet reductions = contraction.reductions, windows = contraction.windows;
  const IteratorSet *factors = contraction.factors;
  if (!reductions)
    return family_of_map(workload);
  if (!contraction.multiplies || contraction.factor_count < 2)
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
