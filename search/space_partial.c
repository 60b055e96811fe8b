// Of a workload of which runs compute a part (PartialExtent): how long they take, as a share of all
// of it, with the tile that computes what whole ones leave (plan/partial_tiles.h).
#include "search/space_partial.h"

#include "base/integer.h"
#include "plan/partial_tiles.h"
#include "plan/schedule_knobs.h"

#include <math.h>

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
  return analytical_in_full(seconds, &parts);
}

// Of many sizes those of which each is about half as much again as the one before.
static uint64_t some_of(uint64_t sizes) {
  enum { MANY = 12 };
  static const int some[] = {2, 3, 5, 7, 11, 17, 24, 37, 48, 64};
  uint64_t few = 0;
  for (size_t n = 0; n < sizeof some / sizeof *some; n++)
    few |= UINT64_C(1) << (some[n] - 1);
  return __builtin_popcountll(sizes) > MANY && (sizes & few) ? sizes & few : sizes;
}

double space_partial_share(const Workload *workload, const AnalyticalContext *context,
                           const Schedule *schedule, double seconds) {
  const PartialExtent *partial = &workload->partial;
  if (partial->unit == 0 || partial->sizes == 0 ||
      schedule_pads(workload, schedule, partial->iterator))
    return 1;
  int64_t extent = workload->extents[partial->iterator], known = extent;
  PartialTiles tiles = partial_tiles(workload, schedule);
  uint64_t sizes = some_of(partial->sizes);
  Fewer fewer = {*workload, *context};
  double of_known = seconds, sum = 0;
  for (int n = 63; n >= 0; n--) {
    if (!(sizes >> n & 1))
      continue;
    int64_t steps = integer_min(partial_tiles_computed(&tiles, (n + 1) * partial->unit), extent);
    if (steps != known) {
      double of_steps = seconds_of(&fewer, schedule, steps);
      of_known = of_steps < 0 ? of_known : of_steps;
      known = steps;
    }
    sum += log(of_known / seconds);
  }
  return exp(sum / __builtin_popcountll(sizes));
}
