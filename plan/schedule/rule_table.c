// The table of rules, and what is asked of any of them.
#include "plan/rule.h"

#include "base/text.h"

static const Rule *const rules[RULE_COUNT] = {
#define RULE(enumerator, name, cost, prologue) &rule_##name,
#include "plan/rules.def"
#undef RULE
};

const Rule *rule_get(int rule) { return rules[rule]; }

ScheduleRule rule_find(const char *name, size_t length) {
  int rule = 0;
  while (rule < RULE_COUNT && !text_equal(name, length, rules[rule]->name))
    rule++;
  return (ScheduleRule)rule;
}

const Workload *rule_workload(int rule, const Workload *workload, Workload *storage) {
  if (!rules[rule]->rewrite)
    return workload;
  return rules[rule]->rewrite(workload, storage) ? storage : NULL;
}
