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

// Numbers of steps that are computed, and for how many of the sizes to expect; from many to few.
typedef struct Computed {
  int count, all;
  int64_t steps[64];
  int sizes[64];
} Computed;

static Computed computed_of(const Workload *workload, const Schedule *schedule) {
  const PartialExtent *partial = &workload->partial;
  PartialTiles tiles = partial_tiles(workload, schedule);
  Computed computed = {.count = 0};
  for (int n = 63; n >= 0; n--) {
    if (!(partial->sizes >> n & 1))
      continue;
    int64_t steps = computed_steps(workload, &tiles, (n + 1) * partial->unit);
    if (computed.count == 0 || computed.steps[computed.count - 1] != steps)
      computed.steps[computed.count++] = steps;
    computed.sizes[computed.count - 1]++;
    computed.all++;
  }
  return computed;
}

double space_partial_share(const Workload *workload, const AnalyticalContext *context,
                           const Schedule *schedule, double seconds) {
  enum { POINTS = 6 }; // between those that are asked for, seconds grow with the steps
  const PartialExtent *partial = &workload->partial;
  if (partial->unit == 0 || partial->sizes == 0 ||
      schedule_pads(workload, schedule, partial->iterator))
    return 1;
  Computed computed = computed_of(workload, schedule);
  Fewer fewer = {*workload, *context};
  int points = computed.count < POINTS ? computed.count : POINTS, last = -1;
  double of_last = seconds, sum = 0;
  for (int p = 0; p < points; p++) {
    int at = points > 1 ? p * (computed.count - 1) / (points - 1) : 0;
    int64_t steps = computed.steps[at];
    double of_steps = steps == workload->extents[partial->iterator]
                          ? seconds
                          : seconds_of(&fewer, schedule, steps);
    if (of_steps < 0)
      of_steps = of_last;
    for (int n = last + 1; n < at; n++) {
      double part = (double)(computed.steps[n] - steps) / (double)(computed.steps[last] - steps);
      sum += computed.sizes[n] * (of_steps + part * (of_last - of_steps));
    }
    sum += computed.sizes[at] * of_steps;
    last = at;
    of_last = of_steps;
  }
  return sum / computed.all / seconds;
}
