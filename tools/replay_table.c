// A table as a search space: points are vectors of options, one per knob.
//
// Points that fail or are illegal leave holes in the grid. A move that falls into one is drawn
// again, and in the end goes to the nearest of some random points.
#include "tools/replay_table.h"

#include "core/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIELDS_MAX = 8 + WORKLOAD_MAX_ITERATORS + 2 + WORKLOAD_MAX_ACCESSES,
  ATTEMPTS = 32, // of a move, before the nearest of some points is taken
  NEAREST_OF = 32,
};

typedef struct Point {
  uint64_t key; // schedule_key
  size_t row;   // of the training set
} Point;

typedef struct Place {
  uint64_t hash; // of the options
  size_t point;
} Place;

struct ReplayTable {
  const TrainingData *data; // lent
  Point *points;            // owned; in the order of their keys
  size_t count;
  int knob_count;
  uint16_t *options; // owned: count x knob_count
  uint16_t option_counts[FIELDS_MAX];
  Place *places; // owned; in the order of their hashes
  double best;
};

size_t replay_table_count(const ReplayTable *table) { return table->count; }
size_t replay_table_row(const ReplayTable *table, size_t point) { return table->points[point].row; }
double replay_table_best(const ReplayTable *table) { return table->best; }

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
      table->points[table->count++] = (Point){schedule_key(&measured->schedule), row};
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

// The point of the schedule, SIZE_MAX when it is none.
static size_t find_point(const ReplayTable *table, const Schedule *schedule) {
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

double replay_table_seconds(const ReplayTable *table, const Schedule *schedule) {
  size_t point = find_point(table, schedule);
  return point == SIZE_MAX ? INFINITY : table->data->set.seconds[table->points[point].row];
}

// --- knobs

static int64_t number_of(const void *bytes, size_t size) {
  return (int64_t)text_hash(TEXT_HASH_START, bytes, size);
}

// Everything that makes one schedule another one. What normalisation ties together is one field:
// the sizes of an iterator, and all orders.
static int list_fields(const Schedule *schedule, int64_t *out) {
  int count = 0;
  const int64_t single[] = {schedule->rule,      schedule->remainder,      schedule->pad_mode,
                            schedule->fuse_init, schedule->fuse_producers, schedule->fuse_epilogue,
                            schedule->lanes,     schedule->vector_iterator};
  for (size_t n = 0; n < sizeof single / sizeof *single; n++)
    out[count++] = single[n];
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
    const int32_t sizes[] = {schedule->tile[0][i], schedule->tile[1][i], schedule->block[i]};
    out[count++] = number_of(sizes, sizeof sizes);
  }
  out[count++] = number_of(schedule->order, sizeof schedule->order);
  out[count++] = number_of(schedule->kernel_order, sizeof schedule->kernel_order);
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++)
    out[count++] = schedule->pack[a];
  return count;
}

// Place of the value among those of the field so far, where it is added when it is new.
static uint16_t option_of(int64_t *values, uint16_t *count, int64_t value) {
  uint16_t n = 0;
  while (n < *count && values[n] != value)
    n++;
  if (n == *count)
    values[(*count)++] = value;
  return n;
}

// Writes the options of one field; fields with one value for all points are no knobs.
static void add_knob(ReplayTable *table, const int64_t *fields, int field, int64_t *values,
                     uint16_t *column) {
  uint16_t count = 0;
  for (size_t n = 0; n < table->count; n++)
    column[n] = option_of(values, &count, fields[n * FIELDS_MAX + (size_t)field]);
  if (count < 2)
    return;
  for (size_t n = 0; n < table->count; n++)
    table->options[n * FIELDS_MAX + (size_t)table->knob_count] = column[n];
  table->option_counts[table->knob_count++] = count;
}

static const uint16_t *options_of(const ReplayTable *table, size_t point) {
  return table->options + point * FIELDS_MAX;
}

static uint64_t hash_options(const ReplayTable *table, const uint16_t *options) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int k = 0; k < table->knob_count; k++)
    hash = (hash ^ options[k]) * UINT64_C(0x100000001b3);
  return hash;
}

static int compare_places(const void *a, const void *b) {
  const Place *left = a, *right = b;
  if (left->hash != right->hash)
    return left->hash < right->hash ? -1 : 1;
  return (left->point > right->point) - (left->point < right->point);
}

static Status find_knobs(ReplayTable *table) {
  size_t count = table->count;
  int64_t *fields = malloc(count * FIELDS_MAX * sizeof *fields);
  int64_t *values = malloc(count * sizeof *values);
  uint16_t *column = malloc(count * sizeof *column);
  table->options = calloc(count * FIELDS_MAX, sizeof *table->options);
  table->places = malloc(count * sizeof *table->places);
  bool is_whole = fields && values && column && table->options && table->places;
  int field_count = 0;
  for (size_t n = 0; is_whole && n < count; n++)
    field_count = list_fields(schedule_of(table, n), fields + n * FIELDS_MAX);
  for (int field = 0; is_whole && field < field_count; field++)
    add_knob(table, fields, field, values, column);
  for (size_t n = 0; is_whole && n < count; n++)
    table->places[n] = (Place){hash_options(table, options_of(table, n)), n};
  if (is_whole)
    qsort(table->places, count, sizeof *table->places, compare_places);
  free(fields);
  free(values);
  free(column);
  return is_whole ? STATUS_OK
                  : status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", count);
}

// The point with these options, SIZE_MAX when the grid has a hole there.
static size_t find_options(const ReplayTable *table, const uint16_t *options) {
  uint64_t hash = hash_options(table, options);
  size_t low = 0, high = table->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (table->places[middle].hash < hash)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < table->count && table->places[low].hash == hash; low++)
    if (!memcmp(options_of(table, table->places[low].point), options,
                (size_t)table->knob_count * sizeof *options))
      return table->places[low].point;
  return SIZE_MAX;
}

// --- moves

static size_t nearest_point(const ReplayTable *table, Rng *rng, const uint16_t *options,
                            size_t not_this) {
  size_t nearest = SIZE_MAX;
  int least = FIELDS_MAX + 1;
  for (int n = 0; n < NEAREST_OF; n++) {
    size_t point = (size_t)rng_below(rng, (int64_t)table->count);
    int distance = 0;
    for (int k = 0; k < table->knob_count; k++)
      distance += options_of(table, point)[k] != options[k];
    if (distance < least && point != not_this) {
      least = distance;
      nearest = point;
    }
  }
  return nearest;
}

static bool move_random(const void *context, Rng *rng, Schedule *out_schedule) {
  const ReplayTable *table = context;
  *out_schedule = *schedule_of(table, (size_t)rng_below(rng, (int64_t)table->count));
  return true;
}

static bool move_mutate(const void *context, Rng *rng, Schedule *schedule) {
  const ReplayTable *table = context;
  uint16_t options[FIELDS_MAX];
  size_t from = find_point(table, schedule), to = SIZE_MAX;
  if (from == SIZE_MAX || table->knob_count == 0)
    return false;
  for (int n = 0; n < ATTEMPTS && to == SIZE_MAX; n++) {
    memcpy(options, options_of(table, from), sizeof options);
    int knob = (int)rng_below(rng, table->knob_count);
    uint16_t step = (uint16_t)(1 + rng_below(rng, table->option_counts[knob] - 1));
    options[knob] = (uint16_t)((options[knob] + step) % table->option_counts[knob]);
    to = find_options(table, options);
  }
  if (to == SIZE_MAX)
    to = nearest_point(table, rng, options_of(table, from), from);
  if (to == SIZE_MAX)
    return false;
  *schedule = *schedule_of(table, to);
  return true;
}

// The first knobs of one parent, the others of the other one, cut at a random place.
static bool move_cross(const void *context, Rng *rng, const Schedule *a, const Schedule *b,
                       Schedule *out_child) {
  const ReplayTable *table = context;
  uint16_t options[FIELDS_MAX];
  size_t first = find_point(table, a), second = find_point(table, b), to = SIZE_MAX;
  if (first == SIZE_MAX || second == SIZE_MAX)
    return false;
  for (int n = 0; n < ATTEMPTS && to == SIZE_MAX; n++) {
    int64_t cut = rng_below(rng, table->knob_count + 1);
    for (int k = 0; k < table->knob_count; k++)
      options[k] = options_of(table, k < cut ? first : second)[k];
    to = find_options(table, options);
  }
  *out_child = *schedule_of(table, to == SIZE_MAX ? first : to);
  return true;
}

SearchMoves replay_table_moves(const ReplayTable *table) {
  return (SearchMoves){table, table->knob_count, move_random, move_mutate, move_cross};
}

// --- making

Status replay_table_create(const TrainingData *data, size_t task, ReplayTable **out_table) {
  Status status = STATUS_OK;
  ReplayTable *table = calloc(1, sizeof *table);
  if (!table)
    return status_fail(STATUS_SYSTEM, "no memory for a table");
  table->data = data;
  *out_table = NULL;
  TRY(collect_points(table, &data->set.tasks[task]));
  if (table->count < REPLAY_MIN_POINTS)
    goto cleanup;
  TRY(find_knobs(table));
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
  free(table->options);
  free(table->places);
  free(table);
}
