#include "search/variant_schedule.h"

#include "plan/rule.h"

#include <string.h>

static bool have_same_loops(const Workload *a, const Workload *b) {
  size_t count = a->iterator_count;
  return a->iterator_count == b->iterator_count &&
         !memcmp(a->extents, b->extents, count * sizeof *a->extents) &&
         !memcmp(a->kinds, b->kinds, count * sizeof *a->kinds);
}

static bool have_same_factors(const Workload *a, const Workload *b) {
  for (int f = 0; f < 2; f++)
    if (a->factors[f].cast == FACTOR_NONE || a->factors[f].cast != b->factors[f].cast)
      return false;
  return true;
}

bool variant_schedule(const Workload *from, const Schedule *schedule, const Workload *to,
                      Schedule *out_schedule) {
  Schedule fused;
  if (!have_same_factors(from, to) || !have_same_loops(from, to) ||
      rule_get(schedule->rule)->rewrite != NULL)
    return false;
  schedule_init(to, &fused);
  *out_schedule = *schedule;
  out_schedule->fuse_init = fused.fuse_init;
  out_schedule->fuse_producers = fused.fuse_producers;
  out_schedule->fuse_epilogue = fused.fuse_epilogue;
  out_schedule->epilogue_depth = fused.epilogue_depth;
  out_schedule->produced = fused.produced;
  memcpy(out_schedule->pack, fused.pack, sizeof fused.pack);
  for (int f = 0; f < 2; f++)
    out_schedule->pack[to->factors[f].access] = schedule->pack[from->factors[f].access];
  if (out_schedule->pad_mode == PAD_SEPARATE)
    out_schedule->pad_mode = PAD_PACK; // of what has a padding
  schedule_normalize(to, out_schedule);
  return true;
}
