// ThreadWays: which schedules and splits of a kernel are measured.
#include "lab/threads/thread_ways.h"

#include "base/rng.h"
#include "costmodel/analytical.h"
#include "costmodel/threads/thread_choice.h"
#include "plan/schedule/schedule_check.h"
#include "plan/threads/thread_variants.h"

enum { DRAWS_OF_FIRST = 3, DRAWS_OF_OTHERS = 1, VARIANTS_ROOM = 256, SPLITS_ROOM = 512 };

// Nobody knows where operands are: the kernel stands alone.
static const ThreadHomes anywhere;

typedef struct Plan {
  const OpEntry *entry;
  int threads;
  Rng rng;
  PlannedWay *ways;
  int count;
} Plan;

static double analytical_of(const OpEntry *entry, const Schedule *schedule) {
  LoopNest nest;
  if (schedule_check(&entry->workload, schedule, &entry->target) != REJECT_NONE ||
      loop_nest_build(&entry->workload, schedule, &nest) != REJECT_NONE)
    return 0;
  return analytical_seconds(&entry->workload, schedule, &nest, &entry->target, NULL);
}

static bool split_equal(const ThreadSplit *a, const ThreadSplit *b) {
  if (a->count != b->count || a->copies != b->copies)
    return false;
  for (int s = 0; s < a->count; s++)
    if (a->loops[s].iterator != b->loops[s].iterator || a->loops[s].step != b->loops[s].step)
      return false;
  return true;
}

// Splits of many loops are many: first how many loops are cut is drawn, then which split.
static const ThreadSplit *draw_split(Plan *plan, const ThreadSplit *splits, int count) {
  int loops = (int)rng_below(&plan->rng, THREAD_SPLIT_MAX_LOOPS) + 1, of_loops = 0;
  for (int n = 0; n < count; n++)
    of_loops += splits[n].count == loops;
  int wanted = (int)rng_below(&plan->rng, of_loops > 0 ? of_loops : count);
  for (int n = 0; n < count; n++)
    if ((of_loops == 0 || splits[n].count == loops) && wanted-- == 0)
      return &splits[n];
  return &splits[0];
}

static bool is_planned(const Plan *plan, const PlannedWay *way) {
  for (int n = 0; n < plan->count; n++)
    if (schedule_equal(&plan->ways[n].schedule, &way->schedule) &&
        split_equal(&plan->ways[n].split, &way->split))
      return true;
  return false;
}

static void add_way(Plan *plan, const Schedule *schedule, const ThreadSplit *split) {
  PlannedWay way = {*schedule, *split};
  if (plan->count < PLANNED_WAYS_MAX && !is_planned(plan, &way))
    plan->ways[plan->count++] = way;
}

// A schedule that is there already, or that cannot be cut, adds nothing.
static void add_schedule(Plan *plan, const Schedule *schedule, int draws) {
  const OpEntry *entry = plan->entry;
  ThreadSplit splits[SPLITS_ROOM], none = {.threads = plan->threads};
  ThreadCandidate kernel = {*schedule, entry->predicted_seconds};
  PlannedWay alone = {*schedule, none};
  int count = thread_splits(&entry->workload, &kernel, &entry->target, plan->threads, &anywhere,
                            SPLITS_ROOM, splits);
  if (count == 0 || is_planned(plan, &alone))
    return;
  add_way(plan, schedule, &none);
  add_way(plan, schedule, &splits[0]);
  for (int n = 0; n < draws; n++)
    add_way(plan, schedule, draw_split(plan, splits, count));
}

// What the pass would choose for several threads.
static void add_shared_choice(Plan *plan) {
  const OpEntry *entry = plan->entry;
  ThreadCandidate first = {entry->schedule, entry->predicted_seconds}, chosen;
  thread_choose_schedule(&entry->workload, &first, 1, &entry->target, plan->threads, NULL, &chosen);
  add_schedule(plan, &chosen.schedule, DRAWS_OF_OTHERS);
}

// One of the legal variants that are predicted to take at most half as long again on one thread.
static void add_drawn_schedule(Plan *plan) {
  static const double most = 1.5;
  const OpEntry *entry = plan->entry;
  Schedule variants[VARIANTS_ROOM];
  double limit = most * analytical_of(entry, &entry->schedule);
  int count = thread_variants(&entry->workload, &entry->schedule, VARIANTS_ROOM, variants),
      kept = 0;
  for (int n = 0; n < count; n++) {
    double seconds = analytical_of(entry, &variants[n]);
    if (seconds > 0 && seconds <= limit)
      variants[kept++] = variants[n];
  }
  if (kept > 0)
    add_schedule(plan, &variants[rng_below(&plan->rng, kept)], DRAWS_OF_OTHERS);
}

int thread_ways_plan(const OpEntry *entry, int threads, uint64_t seed,
                     PlannedWay out_ways[PLANNED_WAYS_MAX]) {
  Plan plan = {.entry = entry,
               .threads = threads,
               .rng = {workload_key(&entry->workload) ^ seed},
               .ways = out_ways};
  add_schedule(&plan, &entry->schedule, DRAWS_OF_FIRST);
  if (plan.count > 0) {
    add_shared_choice(&plan);
    add_drawn_schedule(&plan);
  }
  return plan.count;
}
