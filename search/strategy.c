// The table of strategies, and what all of them share.
#include "search/strategy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const StrategyKind *const kinds[] = {
#define STRATEGY(name) &strategy_##name,
#include "search/strategies.def"
#undef STRATEGY
};

const StrategyKind *strategy_kind(int index) {
  int count = sizeof kinds / sizeof *kinds;
  return index >= 0 && index < count ? kinds[index] : NULL;
}

const StrategyKind *strategy_find(const char *name, StrategyUse use) {
  for (int n = 0; strategy_kind(n); n++)
    if (kinds[n]->is_for[use] && strcmp(kinds[n]->name, name) == 0)
      return kinds[n];
  return NULL;
}

void strategy_names(StrategyUse use, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int n = 0; strategy_kind(n) && used < size; n++)
    if (kinds[n]->is_for[use])
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", kinds[n]->name);
}

// --- a running strategy

Status strategy_create(const StrategyKind *kind, const StrategySetting *setting,
                       Strategy **out_strategy) {
  Status status = STATUS_OK;
  Strategy *strategy = calloc(1, sizeof *strategy);
  void *state = calloc(1, kind->state_bytes + 1);
  if (!strategy || !state)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a search strategy"));
  strategy->kind = kind;
  strategy->setting = *setting;
  strategy->moves = setting->moves ? *setting->moves : moves_of_space(setting->space);
  strategy->own_rng.state = setting->seed;
  strategy->rng = setting->rng ? setting->rng : &strategy->own_rng;
  strategy->state = state;
  state = NULL;
  if (kind->start)
    TRY(kind->start(strategy));
  *out_strategy = strategy;
  strategy = NULL;
cleanup:
  free(state);
  strategy_destroy(strategy);
  return status;
}

void strategy_destroy(Strategy *strategy) {
  if (!strategy)
    return;
  if (strategy->state && strategy->kind->stop)
    strategy->kind->stop(strategy);
  seen_destroy(&strategy->seen);
  free(strategy->state);
  free(strategy);
}

int strategy_propose(Strategy *strategy, int count, Schedule *out_schedules) {
  return strategy->kind->propose(strategy, count, out_schedules);
}

void strategy_observe(Strategy *strategy, const Schedule *schedules, const double *costs,
                      int count) {
  for (int n = 0; n < count && !strategy->setting.pool; n++)
    seen_add(&strategy->seen, &schedules[n]);
  if (strategy->kind->observe)
    strategy->kind->observe(strategy, schedules, costs, count);
}

// --- proposals

bool strategy_accepts(Strategy *strategy, const Schedule *schedule) {
  double seconds;
  return strategy->setting.pool ||
         (seen_add(&strategy->seen, schedule) &&
          space_score(strategy->setting.space, schedule, &seconds, NULL) == REJECT_NONE);
}

bool strategy_draw(Strategy *strategy, Schedule *out_schedule) {
  for (int n = 0; n < STRATEGY_ATTEMPTS; n++) {
    space_random(strategy->setting.space, strategy->rng, out_schedule);
    if (strategy_accepts(strategy, out_schedule))
      return true;
  }
  return false;
}
