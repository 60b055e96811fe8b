// Of a workload of which runs compute a part (PartialExtent): how long they take, as a share of all
// of it, with the tile that computes what whole ones leave (plan/partial_tiles.h).
#include "search/space_partial.h"

#include "base/integer.h"
#include "plan/partial_tiles.h"
#include "plan/schedule_knobs.h"

// Seconds where the iterator has so many steps; negative: there is no such schedule.
static double seconds_of(const Workload *whole, const AnalyticalContext *of_whole,
                         const Schedule *schedule, int64_t steps) {
  int i = whole->partial.iterator;
  Workload workload = *whole;
  AnalyticalContext context = *of_whole;
  Schedule fewer = *schedule;
  LoopNest nest;
  AnalyticalParts parts;
  workload.extents[i] = context.extents[i] = steps;
  schedule_normalize(&workload, &fewer);
  if (loop_nest_build(&workload, &fewer, &nest) != REJECT_NONE)
    return -1;
  double seconds = analytical_score(&context, &fewer, &nest, &parts);
  return analytical_with_cold(seconds, parts.cold_seconds);
}

// Steps that are computed for so many.
static int64_t computed_steps(const Workload *workload, const Schedule *schedule, int64_t steps) {
  int i = workload->partial.iterator;
  int64_t block = schedule->block[i], rest = steps % block;
  PartialTiles tiles = partial_tiles(workload, schedule);
  int64_t whole = steps - rest;
  if (rest > 0 && whole > 0 && rest <= partial_tiles_joined(&tiles)) {
    int64_t first = tiles.sizes[tiles.count - 2];
    whole += first - block;
    rest += block - first;
  }
  return integer_min(whole + (rest > 0 ? partial_tiles_fit(&tiles, rest) : 0),
                     workload->extents[i]);
}

double space_partial_share(const Workload *workload, const AnalyticalContext *context,
                           const Schedule *schedule, double seconds) {
  const PartialExtent *partial = &workload->partial;
  if (partial->unit == 0 || partial->sizes == 0 ||
      schedule_pads(workload, schedule, partial->iterator))
    return 1;
  int64_t known = workload->extents[partial->iterator];
  double of_known = seconds, sum = 0;
  int count = 0;
  for (int n = 63; n >= 0; n--) {
    if (!(partial->sizes >> n & 1))
      continue;
    int64_t steps = computed_steps(workload, schedule, (n + 1) * partial->unit);
    if (steps != known) {
      double of_steps = seconds_of(workload, context, schedule, steps);
      of_known = of_steps < 0 ? of_known : of_steps;
      known = steps;
    }
    sum += of_known;
    count++;
  }
  return sum / count / seconds;
}
