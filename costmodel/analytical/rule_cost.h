// What a schedule rule costs beside its loop nest: the column `cost` of plan/rules.def.
#ifndef AUTOTUNE_COSTMODEL_ANALYTICAL_RULE_COST_H
#define AUTOTUNE_COSTMODEL_ANALYTICAL_RULE_COST_H

#include "machine/target.h"
#include "plan/rule.h"

// Cycles of what runs once before the nest. `rewritten`: the workload that the rule makes.
typedef double RuleCost(const Workload *workload, const Workload *rewritten, const Target *target);

#define RULE(enumerator, name, cost, prologue) RuleCost cost;
#include "plan/rules.def"
#undef RULE

// That of a ScheduleRule below RULE_COUNT.
RuleCost *rule_cost(int rule);

#endif
