// Values are drawn at random and taken one by one, group after group. One is taken only when all
// points that it adds are predicted to be slow.
#include "lab/tables/hard_grid.h"

#include "base/array.h"
#include "lab/tables/knob_groups.h"
#include "search/seen.h"
#include <stdlib.h>

enum { VALUES_MAX = 160, DRAWS = 2000 };

// Predicted seconds of every other point over those of the known one. The least leaves room for
// errors of the model; the most, for measuring in finite time.
static const double LEAST_SLOWDOWN = 1.2, MOST_SLOWDOWN = 24;

typedef struct Values {
  int used[KNOB_GROUP_COUNT]; // taken
  int next[KNOB_GROUP_COUNT], drawn[KNOB_GROUP_COUNT];
  Schedule taken[KNOB_GROUP_COUNT][VALUES_MAX]; // whose group counts
  Schedule waiting[KNOB_GROUP_COUNT][VALUES_MAX];
} Values;

typedef struct HardGrid {
  const SearchSpace *space;
  const LearnedModel *model;
  double fastest; // predicted, of the known one
  Rng rng;
  Values values;    // of the rule at hand
  Schedule *points; // owned
  int64_t count;
  SeenSet seen; // the points
} HardGrid;

static bool is_slow(const HardGrid *grid, const Schedule *schedule) {
  double seconds;
  return scorer_predict(&grid->space->workload, &grid->space->target, grid->model, schedule,
                        &seconds) == STATUS_OK &&
         seconds >= LEAST_SLOWDOWN * grid->fastest && seconds <= MOST_SLOWDOWN * grid->fastest;
}

static Status add_point(HardGrid *grid, const Schedule *schedule) {
  if (!array_grow(&grid->points, (int)grid->count, sizeof *grid->points))
    return status_fail(STATUS_SYSTEM, "no memory for a grid of %lld points",
                       (long long)grid->count);
  grid->points[grid->count++] = *schedule;
  seen_add(&grid->seen, schedule);
  return STATUS_OK;
}

// --- the values of a rule

static void offer(Values *values, KnobGroup group, const Schedule *schedule) {
  if (knob_group_is_same(group, &values->taken[group][0], schedule))
    return;
  for (int v = 0; v < values->drawn[group]; v++)
    if (knob_group_is_same(group, &values->waiting[group][v], schedule))
      return;
  if (values->drawn[group] < VALUES_MAX)
    values->waiting[group][values->drawn[group]++] = *schedule;
}

static void draw_values(HardGrid *grid, const Schedule *first) {
  Schedule drawn;
  grid->values = (Values){0};
  for (int g = 0; g < KNOB_GROUP_COUNT; g++) {
    grid->values.used[g] = 1;
    grid->values.taken[g][0] = *first;
  }
  for (int n = 0; n < DRAWS && knob_groups_draw(grid->space, &grid->rng, first->rule, &drawn); n++)
    for (int g = 0; g < KNOB_GROUP_COUNT; g++)
      offer(&grid->values, (KnobGroup)g, &drawn);
}

// Point `index` of those that `value` makes with all that the other groups have.
static void make_point(const HardGrid *grid, KnobGroup group, const Schedule *value, int64_t index,
                       Schedule *out_point) {
  const Values *values = &grid->values;
  *out_point = *value;
  for (int g = 0; g < KNOB_GROUP_COUNT; g++)
    if (g != (int)group) {
      knob_group_copy((KnobGroup)g, &values->taken[g][index % values->used[g]], out_point);
      index /= values->used[g];
    }
  space_normalize(grid->space, out_point);
}

// Adds the points that the value makes, if there are any and all are slow; else none.
static Status try_value(HardGrid *grid, KnobGroup group, const Schedule *value,
                        bool *out_is_taken) {
  Status status = STATUS_OK;
  int64_t total = 1, before = grid->count;
  bool is_bad = true;
  for (int g = 0; g < KNOB_GROUP_COUNT; g++)
    total *= g == (int)group ? 1 : grid->values.used[g];
  for (int64_t index = 0; index < total && is_bad && status == STATUS_OK; index++) {
    Schedule point;
    double seconds;
    make_point(grid, group, value, index, &point);
    if (seen_has(&grid->seen, &point) ||
        space_score(grid->space, &point, &seconds, NULL) != REJECT_NONE)
      continue;
    is_bad = is_slow(grid, &point);
    if (is_bad)
      status = add_point(grid, &point);
  }
  *out_is_taken = is_bad && grid->count > before;
  if (*out_is_taken || status != STATUS_OK)
    return status;
  seen_destroy(&grid->seen);
  grid->count = before;
  for (int64_t n = 0; n < before; n++)
    seen_add(&grid->seen, &grid->points[n]);
  return STATUS_OK;
}

// Grows until there are `points` of them, or no value is left.
static Status grow(HardGrid *grid, int64_t points) {
  Values *values = &grid->values;
  Status status = STATUS_OK;
  int idle = 0;
  for (int turn = 0; grid->count < points && idle < KNOB_GROUP_TURNS && status == STATUS_OK;
       turn++) {
    KnobGroup group = knob_group_of_turn(turn);
    bool is_taken = false;
    while (!is_taken && values->next[group] < values->drawn[group] && status == STATUS_OK) {
      const Schedule *value = &values->waiting[group][values->next[group]++];
      status = try_value(grid, group, value, &is_taken);
      if (is_taken)
        values->taken[group][values->used[group]++] = *value;
    }
    idle = is_taken ? 0 : idle + 1;
  }
  return status;
}

// --- the rules

// The sub-grid of another rule, around a schedule that is slow. A rule without one has no points.
static Status add_rule(HardGrid *grid, uint8_t rule, int64_t points) {
  for (int n = 0; n < DRAWS; n++) {
    Schedule first;
    if (!knob_groups_draw(grid->space, &grid->rng, rule, &first))
      return STATUS_OK;
    if (!is_slow(grid, &first))
      continue;
    Status status = add_point(grid, &first);
    draw_values(grid, &first);
    return status == STATUS_OK ? grow(grid, grid->count + points) : status;
  }
  return STATUS_OK;
}

static Status add_rules(HardGrid *grid, const Schedule *known, int64_t points) {
  int others = grid->space->rule_count - 1;
  Status status = add_point(grid, known);
  draw_values(grid, known);
  if (status == STATUS_OK)
    status = grow(grid, others ? points / 2 : points);
  for (int r = 0; r <= others && status == STATUS_OK; r++) {
    uint8_t rule = (uint8_t)grid->space->rules[r].rule->rule;
    if (rule != known->rule)
      status = add_rule(grid, rule, (points - points / 2) / others);
  }
  return status;
}

Status hard_grid(const SearchSpace *space, const LearnedModel *model, uint64_t seed, int64_t points,
                 const Schedule *known, Schedule **out_schedules, int64_t *out_count) {
  Status status = STATUS_OK;
  HardGrid *grid = calloc(1, sizeof *grid);
  if (!grid)
    return status_fail(STATUS_SYSTEM, "no memory for a grid");
  grid->space = space;
  grid->model = model;
  grid->rng = (Rng){seed};
  TRY(scorer_predict(&space->workload, &space->target, model, known, &grid->fastest));
  TRY(add_rules(grid, known, points));
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
