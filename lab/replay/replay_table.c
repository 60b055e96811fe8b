// A table as a search space: a move goes to one of the nearest points.
//
// A grid has holes where a schedule is illegal or failed, and normalisation moves its points; so
// there is no stepping along its axes.
#include "lab/replay/replay_table.h"

#include "base/numbers.h"
#include "base/text.h"
#include "lab/tables/knob_groups.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  NEIGHBOURS = 24,               // as many as points have that differ in one of about six knobs
  SIZE_GROUPS = TILE_LEVELS + 1, // outer tiles, inner tiles, blocks
  REST_GROUPS = 4,               // vector, packing, orders, edges
};

typedef struct Point {
  uint64_t key; // schedule_key
  size_t row;   // of the training set
  double judged;
} Point;

typedef struct PointShape {
  float sizes[SIZE_GROUPS][WORKLOAD_MAX_ITERATORS]; // base-2 logarithms
  uint64_t rest[REST_GROUPS];                       // hashes
} PointShape;

struct ReplayTable {
  const TrainingData *data; // lent
  Point *points;            // owned; in the order of their keys
  size_t count, task;
  PointShape *shapes;   // owned; of the points
  uint32_t *neighbours; // owned: count x NEIGHBOURS points, nearest first
  double best;
};

size_t replay_table_count(const ReplayTable *table) { return table->count; }
size_t replay_table_row(const ReplayTable *table, size_t point) { return table->points[point].row; }
double replay_table_best(const ReplayTable *table) { return table->best; }
double replay_table_judged(const ReplayTable *table, size_t point) {
  return point == SIZE_MAX ? INFINITY : table->points[point].judged;
}

static const Schedule *schedule_of(const ReplayTable *table, size_t point) {
  return &training_data_row(table->data, table->points[point].row)->schedule;
}

// --- points

static int compare_points(const void *a, const void *b) {
  const Point *left = a, *right = b;
  if (left->key != right->key)
    return left->key < right->key ? -1 : 1;
  return (left->row > right->row) - (left->row < right->row);
}

static Status collect_points(ReplayTable *table, const TrainingTask *task) {
  table->points = malloc((task->count + 1) * sizeof *table->points);
  if (!table->points)
    return status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", task->count);
  for (size_t row = task->first; row < task->first + task->count; row++) {
    const DatasetRow *measured = training_data_row(table->data, row);
    if (measured->origin == ORIGIN_GRID)
      table->points[table->count++] = (Point){.key = schedule_key(&measured->schedule), .row = row};
  }
  qsort(table->points, table->count, sizeof *table->points, compare_points);
  size_t kept = 0;
  for (size_t n = 0; n < table->count; n++)
    if (n == 0 || table->points[n].key != table->points[n - 1].key)
      table->points[kept++] = table->points[n];
  table->count = kept;
  table->best = INFINITY;
  for (size_t n = 0; n < kept; n++)
    table->best = fmin(table->best, table->data->set.seconds[table->points[n].row]);
  return STATUS_OK;
}

size_t replay_table_find(const ReplayTable *table, const Schedule *schedule) {
  uint64_t key = schedule_key(schedule);
  size_t low = 0, high = table->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (table->points[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < table->count && table->points[low].key == key ? low : SIZE_MAX;
}

// --- judging

// Writes the second time over the first one of every point that was measured again, 0 for others.
// Returns the median, of two in the middle the larger one, over those that are not among the best
// half of them: they were not chosen for their luck, so that is how fast the machine was the second
// time. 1 when there are none.
static double find_ratios(const ReplayTable *table, double *ratios, double *sorted) {
  const TrainingSet *set = &table->data->set;
  const TrainingTask *task = &set->tasks[table->task];
  size_t count = 0, used = 0;
  for (size_t row = task->first; row < task->first + task->count; row++) {
    const DatasetRow *measured = training_data_row(table->data, row);
    size_t point =
        measured->origin == ORIGIN_AGAIN ? replay_table_find(table, &measured->schedule) : SIZE_MAX;
    if (point == SIZE_MAX)
      continue;
    double first = set->seconds[table->points[point].row];
    ratios[point] = set->seconds[row] / first;
    sorted[count++] = first;
  }
  if (count == 0)
    return 1;
  numbers_sort(sorted, count);
  double middle = sorted[count / 2];
  for (size_t n = 0; n < table->count; n++)
    if (ratios[n] > 0 && set->seconds[table->points[n].row] >= middle)
      sorted[used++] = ratios[n];
  numbers_sort(sorted, used);
  return sorted[used / 2];
}

static Status judge_points(ReplayTable *table) {
  const TrainingTask *task = &table->data->set.tasks[table->task];
  double *ratios = calloc(table->count + task->count, sizeof *ratios);
  if (!ratios)
    return status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", table->count);
  double drift = find_ratios(table, ratios, ratios + table->count);
  for (size_t n = 0; n < table->count; n++) {
    Point *point = &table->points[n];
    point->judged = table->data->set.seconds[point->row] * (ratios[n] > 0 ? ratios[n] / drift : 1);
  }
  free(ratios);
  return STATUS_OK;
}

double replay_table_seconds(const ReplayTable *table, size_t point) {
  return point == SIZE_MAX ? INFINITY : table->data->set.seconds[table->points[point].row];
}

double replay_table_cost(const ReplayTable *table) {
  double sum = 0;
  size_t known = 0;
  for (size_t n = 0; n < table->count; n++) {
    double cost = (double)training_data_row(table->data, table->points[n].row)->cost_seconds;
    sum += cost;
    known += cost > 0;
  }
  return known ? sum / (double)known : NAN;
}

// The choice is measured before and after the points; the mean of its times.
double replay_table_free_choice(const ReplayTable *table) {
  const TrainingTask *task = &table->data->set.tasks[table->task];
  double sum = 0, count = 0;
  for (size_t row = task->first; row < task->first + task->count; row++)
    if (training_data_row(table->data, row)->origin == ORIGIN_CHOICE) {
      sum += table->data->set.seconds[row];
      count++;
    }
  return count > 0 ? sum / count : NAN;
}

// --- distances

// What a schedule is made of, in the groups of tables. Rounding ties sizes together, so that one
// knob never moves quite alone: sizes that differ little count as alike.
static void describe_point(const Schedule *schedule, PointShape *out) {
  const uint8_t vector[] = {schedule->rule, schedule->lanes, (uint8_t)schedule->vector_iterator};
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
    for (int level = 0; level < TILE_LEVELS; level++)
      out->sizes[level][i] = log2f((float)schedule->tile[level][i] + 1);
    out->sizes[TILE_LEVELS][i] = log2f((float)schedule->block[i] + 1);
  }
  out->rest[0] = text_hash(TEXT_HASH_START, vector, sizeof vector);
  out->rest[1] = knob_group_key(KNOB_GROUP_PACK, schedule);
  out->rest[2] = knob_group_key(KNOB_GROUP_ORDER, schedule);
  out->rest[3] = knob_group_key(KNOB_GROUP_REST, schedule);
}

// How many groups differ.
static float distance(const PointShape *a, const PointShape *b) {
  float sum = 0;
  for (int g = 0; g < SIZE_GROUPS; g++) {
    float difference = 0;
    for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
      difference += fabsf(a->sizes[g][i] - b->sizes[g][i]);
    sum += fminf(difference, 1);
  }
  for (int g = 0; g < REST_GROUPS; g++)
    sum += a->rest[g] != b->rest[g];
  return sum;
}

// Puts the point among the nearest so far, which are in the order of their distance.
static void offer_neighbour(uint32_t *nearest, float *distances, int *count, uint32_t point,
                            float away) {
  if (*count == NEIGHBOURS && away >= distances[NEIGHBOURS - 1])
    return;
  int place = *count < NEIGHBOURS ? (*count)++ : NEIGHBOURS - 1;
  for (; place > 0 && distances[place - 1] > away; place--) {
    nearest[place] = nearest[place - 1];
    distances[place] = distances[place - 1];
  }
  nearest[place] = point;
  distances[place] = away;
}

static void find_neighbours(ReplayTable *table, uint32_t point) {
  float distances[NEIGHBOURS];
  int count = 0;
  for (uint32_t other = 0; other < table->count; other++)
    if (other != point)
      offer_neighbour(table->neighbours + (size_t)point * NEIGHBOURS, distances, &count, other,
                      distance(&table->shapes[point], &table->shapes[other]));
}

static Status find_all_neighbours(ReplayTable *table) {
  table->shapes = malloc(table->count * sizeof *table->shapes);
  table->neighbours = malloc(table->count * NEIGHBOURS * sizeof *table->neighbours);
  if (!table->shapes || !table->neighbours)
    return status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", table->count);
  for (size_t n = 0; n < table->count; n++)
    describe_point(schedule_of(table, n), &table->shapes[n]);
  for (uint32_t n = 0; n < table->count; n++)
    find_neighbours(table, n);
  return STATUS_OK;
}

// --- moves

static bool move_random(const void *context, Rng *rng, Schedule *out_schedule) {
  const ReplayTable *table = context;
  *out_schedule = *schedule_of(table, (size_t)rng_below(rng, (int64_t)table->count));
  return true;
}

static bool move_mutate(const void *context, Rng *rng, Schedule *schedule) {
  const ReplayTable *table = context;
  size_t from = replay_table_find(table, schedule);
  if (from == SIZE_MAX)
    return false;
  int64_t place = rng_below(rng, NEIGHBOURS);
  *schedule = *schedule_of(table, table->neighbours[from * NEIGHBOURS + (size_t)place]);
  return true;
}

// The point nearest to the first groups of one parent and the others of the other one.
static bool move_cross(const void *context, Rng *rng, const Schedule *a, const Schedule *b,
                       Schedule *out_child) {
  const ReplayTable *table = context;
  size_t first = replay_table_find(table, a), second = replay_table_find(table, b), nearest = 0;
  if (first == SIZE_MAX || second == SIZE_MAX)
    return false;
  PointShape child = table->shapes[first];
  const PointShape *other = &table->shapes[second];
  for (int64_t g = rng_below(rng, SIZE_GROUPS + REST_GROUPS + 1); g < SIZE_GROUPS + REST_GROUPS;
       g++)
    if (g < SIZE_GROUPS)
      memcpy(child.sizes[g], other->sizes[g], sizeof child.sizes[g]);
    else
      child.rest[g - SIZE_GROUPS] = other->rest[g - SIZE_GROUPS];
  float least = INFINITY;
  for (size_t n = 0; n < table->count; n++) {
    float away = distance(&child, &table->shapes[n]);
    if (away < least) {
      least = away;
      nearest = n;
    }
  }
  *out_child = *schedule_of(table, nearest);
  return true;
}

SearchMoves replay_table_moves(const ReplayTable *table) {
  return (SearchMoves){table, SIZE_GROUPS + REST_GROUPS, move_random, move_mutate, move_cross};
}

// --- making

Status replay_table_create(const TrainingData *data, size_t task, ReplayTable **out_table) {
  Status status = STATUS_OK;
  ReplayTable *table = calloc(1, sizeof *table);
  if (!table)
    return status_fail(STATUS_SYSTEM, "no memory for a table");
  table->data = data;
  table->task = task;
  *out_table = NULL;
  TRY(collect_points(table, &data->set.tasks[task]));
  if (table->count < REPLAY_MIN_POINTS)
    goto cleanup;
  TRY(judge_points(table));
  TRY(find_all_neighbours(table));
  *out_table = table;
  table = NULL;
cleanup:
  replay_table_destroy(table);
  return status;
}

void replay_table_destroy(ReplayTable *table) {
  if (!table)
    return;
  free(table->points);
  free(table->shapes);
  free(table->neighbours);
  free(table);
}
