// Rule "im2col": the patches of a convolution are gathered into a matrix, then contracted. The
// numbers of its schedules refer to the contraction.
#include "plan/rule.h"
#include "search/space.h"

static bool applicable(const Workload *workload, const Target *target) {
  Workload contraction;
  (void)target;
  return rule_im2col.rewrite(workload, &contraction);
}

static void knobs(const Target *target, RuleSpace *rule_space) {
  space_rule_direct.knobs(target, rule_space);
}

const SpaceRule space_rule_im2col = {RULE_IM2COL, applicable, knobs, 13};
