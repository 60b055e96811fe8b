// Of a workload of which runs compute a part (PartialExtent): how long they take, as a share of all
// of it, with the tile that computes what whole ones leave (plan/partial_tiles.h).
#include "search/space_partial.h"

#include "base/integer.h"
#include "plan/partial_tiles.h"
#include "plan/schedule_knobs.h"

// The workload with fewer steps of the iterator. Both are large: one copy serves all numbers of
// them.
typedef struct Fewer {
  Workload workload;
  AnalyticalContext context;
} Fewer;

// Seconds where the iterator has so many steps; negative: there is no such schedule.
static double seconds_of(Fewer *fewer, const Schedule *schedule, int64_t steps) {
  int i = fewer->workload.partial.iterator;
  Schedule legal = *schedule;
  LoopNest nest;
  AnalyticalParts parts;
  fewer->workload.extents[i] = fewer->context.extents[i] = steps;
  schedule_normalize(&fewer->workload, &legal);
  if (loop_nest_build(&fewer->workload, &legal, &nest) != REJECT_NONE)
    return -1;
  double seconds = analytical_score(&fewer->context, &legal, &nest, &parts);
  return analytical_with_cold(seconds, parts.cold_seconds);
}

// Steps that are computed for so many.
static int64_t computed_steps(const Workload *workload, const PartialTiles *tiles, int64_t steps) {
  int64_t block = tiles->sizes[tiles->count - 1], rest = steps % block;
  int64_t whole = steps - rest;
  if (rest > 0 && whole > 0 && rest <= partial_tiles_joined(tiles)) {
    int64_t first = tiles->sizes[tiles->count - 2];
    whole += first - block;
    rest += block - first;
  }
  return integer_min(whole + (rest > 0 ? partial_tiles_fit(tiles, rest) : 0),
                     workload->extents[workload->partial.iterator]);
}

double space_partial_share(const Workload *workload, const AnalyticalContext *context,
                           const Schedule *schedule, double seconds) {
  const PartialExtent *partial = &workload->partial;
  if (partial->unit == 0 || partial->sizes == 0 ||
      schedule_pads(workload, schedule, partial->iterator))
    return 1;
  PartialTiles tiles = partial_tiles(workload, schedule);
  Fewer fewer = {*workload, *context};
  int64_t known = workload->extents[partial->iterator];
  double of_known = seconds, sum = 0;
  int count = 0;
  for (int n = 63; n >= 0; n--) {
    if (!(partial->sizes >> n & 1))
      continue;
    int64_t steps = computed_steps(workload, &tiles, (n + 1) * partial->unit);
    if (steps != known) {
      double of_steps = seconds_of(&fewer, schedule, steps);
      of_known = of_steps < 0 ? of_known : of_steps;
      known = steps;
    }
    sum += of_known;
    count++;
  }
  return sum / count / seconds;
}
