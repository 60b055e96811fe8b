// Asks the analytical model: there may be dozens of such ops, and most are moved data.
#include "transforms/partition/unfused_price.h"

#include "costmodel/analytical.h"
#include "plan/loop_nest.h"
#include "search/default_schedule.h"
#include "transforms/extract/anchors.h"
#include "transforms/extract/extract.h"

#include <stdlib.h>

double workload_default_seconds(const Workload *workload, const Target *target) {
  Schedule schedule;
  LoopNest nest;
  if (default_schedule(workload, target, &schedule) != STATUS_OK ||
      loop_nest_build(workload, &schedule, &nest) != REJECT_NONE)
    return 0;
  return analytical_seconds(workload, &schedule, &nest, target, NULL);
}

void variants_cost_unfused(const Variants *variants, const Target *target, double *out_seconds) {
  const Group *fullest = &variants->groups[0];
  const Fusion alone = {0};
  Group *scratch = malloc(sizeof(*scratch));
  for (int v = 0; v < variants->count; v++)
    out_seconds[v] = 0;
  for (int i = 0; scratch && variants->count > 1 && i < fullest->op_count; i++) {
    MlirOperation op = fullest->ops[i];
    if (mlirOperationEqual(op, fullest->anchor) || !op_is_anchor_candidate(op) ||
        group_leaves_alive(fullest, op) || group_extract(op, &alone, scratch) != STATUS_OK)
      continue;
    double seconds = workload_default_seconds(&scratch->workload, target);
    for (int v = 1; v < variants->count; v++)
      if (!group_has(&variants->groups[v], op))
        out_seconds[v] += seconds;
  }
  free(scratch);
}
