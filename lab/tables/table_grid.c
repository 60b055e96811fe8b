// Values are collected first; then their numbers grow, group after group, until there are points
// enough.
#include "lab/tables/table_grid.h"

#include "base/array.h"
#include "lab/tables/knob_groups.h"
#include "search/model_search.h"
#include <stdlib.h>

enum { VALUES_MAX = 24 };

typedef struct Grid {
  const SearchSpace *space;
  int values[KNOB_GROUP_COUNT];                 // that there are
  int used[KNOB_GROUP_COUNT];                   // of them
  Schedule value[KNOB_GROUP_COUNT][VALUES_MAX]; // whose group counts
  Schedule *points;                             // owned
  int64_t count;
  SeenSet seen; // the points
} Grid;

static void add_value(Grid *grid, KnobGroup group, const Schedule *schedule) {
  int *count = &grid->values[group];
  for (int v = 0; v < *count; v++)
    if (knob_group_is_same(group, &grid->value[group][v], schedule))
      return;
  if (*count < VALUES_MAX)
    grid->value[group][(*count)++] = *schedule;
}

static void add_values(Grid *grid, const Schedule *schedule) {
  for (int g = 0; g < KNOB_GROUP_COUNT; g++)
    add_value(grid, (KnobGroup)g, schedule);
}

// Every kind of remainder, as a random draw seldom has them all.
static void add_remainders(Grid *grid, const Schedule *first) {
  for (int kind = 0; kind < REMAINDER_COUNT; kind++) {
    Schedule schedule = *first;
    schedule.remainder = (uint8_t)kind;
    add_value(grid, KNOB_GROUP_REST, &schedule);
  }
}

// Good and random schedules in turn, those known and those predicted to be good in turn.
static Status collect_values(Grid *grid, uint64_t seed, const Schedule *known,
                             int64_t known_count) {
  enum { PREDICTIONS = 3000 };
  ModelSearch *search;
  Rng rng = {seed};
  Status status = model_search_create(grid->space, NULL, seed, PREDICTIONS, &search);
  if (status != STATUS_OK)
    return status;
  search->pool.niche_limit = 2;
  model_search_seed(search, PREDICTIONS / 3);
  model_search_run(search, &strategy_random, PREDICTIONS / 3);
  model_search_run(search, &strategy_evolution, PREDICTIONS / 3);
  if (known_count == 0 && search->pool.count == 0)
    status = status_fail(STATUS_UNSUPPORTED, "the space has no legal schedule");
  uint8_t rule = known_count ? known->rule : search->pool.items[0].schedule.rule;
  for (int64_t n = 0; status == STATUS_OK && n < known_count + search->pool.count; n++) {
    Schedule drawn;
    if (n < known_count && known[n].rule == rule)
      add_values(grid, &known[n]);
    if (n == 0 && known_count)
      add_remainders(grid, known);
    if (knob_groups_draw(grid->space, &rng, rule, &drawn))
      add_values(grid, &drawn);
    if (n < search->pool.count && search->pool.items[n].schedule.rule == rule)
      add_values(grid, &search->pool.items[n].schedule);
    if (knob_groups_draw(grid->space, &rng, rule, &drawn))
      add_values(grid, &drawn);
  }
  model_search_destroy(search);
  return status;
}

static Status add_point(Grid *grid, const Schedule *schedule) {
  if (!array_grow(&grid->points, (int)grid->count, sizeof *grid->points))
    return status_fail(STATUS_SYSTEM, "no memory for a grid of %lld points",
                       (long long)grid->count);
  if (seen_add(&grid->seen, schedule))
    grid->points[grid->count++] = *schedule;
  return STATUS_OK;
}

// All combinations of the values used.
static Status combine(Grid *grid) {
  int64_t total = 1;
  for (int g = 0; g < KNOB_GROUP_COUNT; g++)
    total *= grid->used[g];
  grid->count = 0;
  seen_destroy(&grid->seen);
  for (int64_t index = 0; index < total; index++) {
    Schedule schedule = grid->value[0][0];
    int64_t rest = index;
    double seconds;
    for (int g = 0; g < KNOB_GROUP_COUNT; g++) {
      knob_group_copy((KnobGroup)g, &grid->value[g][rest % grid->used[g]], &schedule);
      rest /= grid->used[g];
    }
    space_normalize(grid->space, &schedule);
    if (space_score(grid->space, &schedule, &seconds, NULL) != REJECT_NONE)
      continue;
    Status status = add_point(grid, &schedule);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// One more value for the next group that has one. False when all are used.
static bool use_more(Grid *grid, int *turn) {
  for (int n = 0; n < KNOB_GROUP_TURNS; n++) {
    KnobGroup group = knob_group_of_turn((*turn)++);
    if (grid->used[group] < grid->values[group]) {
      grid->used[group]++;
      return true;
    }
  }
  return false;
}

Status table_grid(const SearchSpace *space, uint64_t seed, int64_t points, const Schedule *known,
                  int64_t known_count, Schedule **out_schedules, int64_t *out_count) {
  Status status = STATUS_OK;
  int turn = 0;
  Grid *grid = calloc(1, sizeof *grid);
  if (!grid)
    return status_fail(STATUS_SYSTEM, "no memory for a grid");
  grid->space = space;
  TRY(collect_values(grid, seed, known, known_count));
  for (int g = 0; g < KNOB_GROUP_COUNT; g++)
    grid->used[g] = 1;
  do
    TRY(combine(grid));
  while (grid->count < points && use_more(grid, &turn));
  knob_groups_shuffle(grid->points, grid->count, seed);
  *out_schedules = grid->points;
  *out_count = grid->count;
  grid->points = NULL;
cleanup:
  free(grid->points);
  seen_destroy(&grid->seen);
  free(grid);
  return status;
}
