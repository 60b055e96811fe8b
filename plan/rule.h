// Rule: what one schedule rule is, as far as plain data goes: which workload its knobs speak of,
// which vectors it takes, and its words. plan/rules.def lists the rules and their other parts.
#ifndef AUTOTUNE_PLAN_RULE_H
#define AUTOTUNE_PLAN_RULE_H

#include "plan/schedule.h"

typedef struct Rule {
  const char *name;          // in the text form
  const char *meaning;       // docs/reference/schedule.md
  const char *applies_to;    // docs/reference/schedule.md
  const char *prologue;      // what happens before the nest, in two words; NULL: nothing
  const char *lanes_run;     // along what, as a sentence goes on
  int sample_share;          // of the draws of schedule_random, in relation to the other rules
  bool vectorises_reduction; // lanes of one accumulator belong to one result: combined at the end

  // The workload that the rule makes of an op's, and whose iterators its knobs speak of; false when
  // the rule does not apply. NULL: it leaves the workload as it is.
  bool (*rewrite)(const Workload *workload, Workload *out_workload);
  // With rewrite: the rule that schedules what it makes, whose loops it thus has.
  ScheduleRule inner;
  // With rewrite: the operand that the prologue makes; bytes of it, at most INT64_MAX.
  int (*made_operand)(const Workload *workload);
  int64_t (*made_bytes)(const Workload *workload, const Workload *rewritten);
  // With rewrite: positions along dimension `dim` of what the prologue makes that it makes at once,
  // so that a thread's share of them starts at a multiple; 0: they cannot be shared.
  int64_t (*made_unit)(const Workload *workload, const Workload *rewritten, int dim);

  // Whether vectors of `lanes` > 1 can run along the vector iterator. NULL: as the inner rule has
  // it.
  bool (*vector_is_usable)(const Workload *knobs, const Schedule *schedule);
} Rule;

// The row of a ScheduleRule below RULE_COUNT. Static.
const Rule *rule_get(int rule);
// RULE_COUNT when `name` is none of them.
ScheduleRule rule_find(const char *name, size_t length);

// The workload whose iterators the knobs of `rule` speak of: `workload`, or `storage` filled by the
// rule's rewrite. NULL when the rule does not apply.
const Workload *rule_workload(int rule, const Workload *workload, Workload *storage);

// The rules, in their order.
#define RULE(enumerator, name, cost, prologue) extern const Rule rule_##name;
#include "plan/rules.def"
#undef RULE

#endif
