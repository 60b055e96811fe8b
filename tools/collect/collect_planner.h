// CollectPlanner: one plan for each target of this machine, into one store.
#ifndef AUTOTUNE_TOOLS_COLLECT_COLLECT_PLANNER_H
#define AUTOTUNE_TOOLS_COLLECT_COLLECT_PLANNER_H

#include "tools/collect/collect.h"

enum { COLLECT_MAX_TARGETS = 3 };

typedef struct CollectPlanner {
  MlirContext context; // owned
  Store *store;        // owned; NULL: no task is written yet
  int count;
  CollectPlan plans[COLLECT_MAX_TARGETS]; // one per target
  bool is_quiet;                          // no line for each module
} CollectPlanner;

// `plan` says all but store, target and limit. The planner must not move until it is destroyed,
// with collect_planner_destroy whatever the result.
Status collect_planner_create(const CollectPlan *plan, int64_t target_count,
                              CollectPlanner *out_planner);
void collect_planner_destroy(CollectPlanner *planner);

int64_t collect_planner_tasks(const CollectPlanner *planner); // planned so far
// Says how many tasks `source` gave, `before` it were so many.
void collect_planner_tell(const CollectPlanner *planner, const char *source, int64_t before);
// Plans the ops of the modules that --modules lists.
Status collect_planner_modules(CollectPlanner *planner, const char *modules);

#endif
