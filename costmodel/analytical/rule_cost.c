// The table of the rules' own costs.
#include "costmodel/analytical/rule_cost.h"

static RuleCost *const costs[RULE_COUNT] = {
#define RULE(enumerator, name, cost, prologue) cost,
#include "plan/rules.def"
#undef RULE
};

RuleCost *rule_cost(int rule) { return costs[rule]; }

double cost_no_prologue(const Workload *workload, const Workload *rewritten, const Target *target) {
  (void)workload;
  (void)rewritten;
  (void)target;
  return 0;
}
