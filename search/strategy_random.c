// Random points of the space: what every other strategy has to beat.
#include "search/strategy.h"

static int propose(Strategy *strategy, int count, Schedule *out_schedules) {
  int made = 0;
  while (made < count && strategy_draw(strategy, &out_schedules[made]))
    made++;
  return made;
}

const StrategyKind strategy_random = {
    .name = "random",
    .meaning = "random schedules only",
    .is_for = {[STRATEGY_PREDICTS] = true, [STRATEGY_MEASURES] = true},
    .candidates = 2000,
    .propose = propose,
};
