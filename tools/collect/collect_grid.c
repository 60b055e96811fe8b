// Values are collected first; then their numbers grow, group after group, until there are points
// enough.
#include "tools/collect/collect_grid.h"

#include "core/array.h"
#include "search/model_search.h"
#include <stdlib.h>
#include <string.h>

typedef enum KnobGroup {
  GROUP_BLOCK,
  GROUP_OUTER,
  GROUP_INNER,
  GROUP_PACK,
  GROUP_ORDER,
  GROUP_REST,
  GROUP_COUNT
} KnobGroup;

enum { VALUES_MAX = 24, SAMPLES = 2000 };

typedef struct Grid {
  const SearchSpace *space;
  int values[GROUP_COUNT];                 // that there are
  int used[GROUP_COUNT];                   // of them
  Schedule value[GROUP_COUNT][VALUES_MAX]; // whose group counts
  Schedule *points;                        // owned
  int64_t count;
  SeenSet seen; // the points
} Grid;

static void copy_group(KnobGroup group, const Schedule *from, Schedule *to) {
  switch (group) {
  case GROUP_BLOCK:
    to->lanes = from->lanes;
    to->vector_iterator = from->vector_iterator;
    memcpy(to->block, from->block, sizeof to->block);
    break;
  case GROUP_OUTER:
    memcpy(to->tile[0], from->tile[0], sizeof to->tile[0]);
    break;
  case GROUP_INNER:
    memcpy(to->tile[1], from->tile[1], sizeof to->tile[1]);
    break;
  case GROUP_PACK:
    memcpy(to->pack, from->pack, sizeof to->pack);
    to->produced = from->produced;
    break;
  case GROUP_ORDER:
    memcpy(to->order, from->order, sizeof to->order);
    memcpy(to->kernel_order, from->kernel_order, sizeof to->kernel_order);
    break;
  default:
    to->remainder = from->remainder;
    to->pad_mode = from->pad_mode;
    to->epilogue_depth = from->epilogue_depth;
    break;
  }
}

// Whether two schedules have the group in common: copying it changes nothing.
static bool has_group(KnobGroup group, const Schedule *a, const Schedule *b) {
  Schedule copy = *a;
  copy_group(group, b, &copy);
  return schedule_key(&copy) == schedule_key(a);
}

static void add_value(Grid *grid, KnobGroup group, const Schedule *schedule) {
  int *count = &grid->values[group];
  for (int v = 0; v < *count; v++)
    if (has_group(group, &grid->value[group][v], schedule))
      return;
  if (*count < VALUES_MAX)
    grid->value[group][(*count)++] = *schedule;
}

static void add_values(Grid *grid, const Schedule *schedule) {
  for (int g = 0; g < GROUP_COUNT; g++)
    add_value(grid, (KnobGroup)g, schedule);
}

static bool draw_legal(const SearchSpace *space, Rng *rng, uint8_t rule, Schedule *out) {
  double seconds;
  for (int n = 0; n < SAMPLES; n++) {
    space_random(space, rng, out);
    if (out->rule == rule && space_score(space, out, &seconds, NULL) == REJECT_NONE)
      return true;
  }
  return false;
}

// Every kind of remainder, as a random draw seldom has them all.
static void add_remainders(Grid *grid, const Schedule *first) {
  for (int kind = 0; kind < REMAINDER_COUNT; kind++) {
    Schedule schedule = *first;
    schedule.remainder = (uint8_t)kind;
    add_value(grid, GROUP_REST, &schedule);
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
    if (draw_legal(grid->space, &rng, rule, &drawn))
      add_values(grid, &drawn);
    if (n < search->pool.count && search->pool.items[n].schedule.rule == rule)
      add_values(grid, &search->pool.items[n].schedule);
    if (draw_legal(grid->space, &rng, rule, &drawn))
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
  for (int g = 0; g < GROUP_COUNT; g++)
    total *= grid->used[g];
  grid->count = 0;
  seen_destroy(&grid->seen);
  for (int64_t index = 0; index < total; index++) {
    Schedule schedule = grid->value[0][0];
    int64_t rest = index;
    double seconds;
    for (int g = 0; g < GROUP_COUNT; g++) {
      copy_group((KnobGroup)g, &grid->value[g][rest % grid->used[g]], &schedule);
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
  // Blocks and outer tiles matter most.
  static const KnobGroup order[] = {GROUP_BLOCK, GROUP_OUTER, GROUP_PACK,  GROUP_BLOCK,
                                    GROUP_INNER, GROUP_OUTER, GROUP_ORDER, GROUP_REST};
  enum { TURNS = sizeof order / sizeof *order };
  for (int n = 0; n < TURNS; n++) {
    KnobGroup group = order[(*turn)++ % TURNS];
    if (grid->used[group] < grid->values[group]) {
      grid->used[group]++;
      return true;
    }
  }
  return false;
}

static void shuffle(Grid *grid, uint64_t seed) {
  Rng rng = {seed};
  for (int64_t i = grid->count - 1; i > 0; i--) {
    int64_t other = rng_below(&rng, i + 1);
    Schedule kept = grid->points[i];
    grid->points[i] = grid->points[other];
    grid->points[other] = kept;
  }
}

Status collect_grid(const SearchSpace *space, uint64_t seed, int64_t points, const Schedule *known,
                    int64_t known_count, Schedule **out_schedules, int64_t *out_count) {
  Status status = STATUS_OK;
  int turn = 0;
  Grid *grid = calloc(1, sizeof *grid);
  if (!grid)
    return status_fail(STATUS_SYSTEM, "no memory for a grid");
  grid->space = space;
  TRY(collect_values(grid, seed, known, known_count));
  for (int g = 0; g < GROUP_COUNT; g++)
    grid->used[g] = 1;
  do
    TRY(combine(grid));
  while (grid->count < points && use_more(grid, &turn));
  shuffle(grid, seed);
  *out_schedules = grid->points;
  *out_count = grid->count;
  grid->points = NULL;
cleanup:
  free(grid->points);
  seen_destroy(&grid->seen);
  free(grid);
  return status;
}
