// Samples of tasks are drawn in an order: by rank, then at random. Rows are taken until there are
// enough.
#include "lab/evaluate/row_sampling.h"

#include "base/rng.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PART_OF_TASKS = 4 };

static size_t count_used(const TrainingTask *task, const uint8_t *uses) {
  size_t count = 0;
  for (size_t row = task->first; row < task->first + task->count; row++)
    count += uses[row] != ROW_UNUSED;
  return count;
}

// --- samples of tasks

typedef struct Draw {
  size_t task, rank; // those of the least rank come first
  uint64_t random;
} Draw;

static int compare_draws(const void *a, const void *b) {
  const Draw *left = a, *right = b;
  if (left->rank != right->rank)
    return left->rank < right->rank ? -1 : 1;
  return (left->random > right->random) - (left->random < right->random);
}

// Affine nests are of programs, but of no network.
static bool is_of_network(const TrainingData *data, size_t task) {
  const char *source = training_data_workload(data, task)->source;
  return source[0] && strncmp(source, "affine_", strlen("affine_")) != 0;
}

static bool is_in_pool(const TrainingData *data, RowSampling sampling, size_t task) {
  if (sampling == SAMPLING_UNIFORM_TASKS)
    return true;
  return is_of_network(data, task) ||
         (sampling != SAMPLING_NETWORK_TASKS && !training_data_workload(data, task)->source[0]);
}

static int octave_of(const TrainingData *data, size_t task) {
  size_t row = data->set.tasks[task].first;
  return (int)floorf(data->set.values[row * FEATURE_COUNT + FEATURE_WORK_POINTS]);
}

static bool are_alike(const TrainingData *data, size_t a, size_t b) {
  return octave_of(data, a) == octave_of(data, b) &&
         !strcmp(training_data_workload(data, a)->family, training_data_workload(data, b)->family);
}

// The first of every family and size before the second of any.
static void rank_by_kind(const TrainingData *data, Draw *draws, size_t count) {
  for (size_t n = 0; n < count; n++)
    for (size_t other = 0; other < count; other++)
      draws[n].rank += draws[other].random < draws[n].random &&
                       are_alike(data, draws[n].task, draws[other].task);
}

static size_t draw_tasks(const TrainingData *data, RowSampling sampling, uint32_t seed,
                         const uint8_t *uses, Draw *out_draws) {
  Rng rng = {seed};
  size_t count = 0;
  for (size_t t = 0; t < data->set.task_count; t++) {
    uint64_t random = rng_next(&rng);
    if (count_used(&data->set.tasks[t], uses) > 0 && is_in_pool(data, sampling, t))
      out_draws[count++] = (Draw){t, 0, random};
  }
  if (sampling == SAMPLING_UNIFORM_TASKS)
    rank_by_kind(data, out_draws, count);
  qsort(out_draws, count, sizeof *out_draws, compare_draws);
  return count;
}

static size_t rows_wanted(const TrainingData *data, RowSampling sampling, const uint8_t *uses) {
  bool is_of_networks = sampling == SAMPLING_PERTURBED_TASKS || sampling == SAMPLING_NETWORK_TASKS;
  size_t count = 0;
  for (size_t t = 0; t < data->set.task_count; t++)
    if (!is_of_networks || is_of_network(data, t))
      count += count_used(&data->set.tasks[t], uses);
  return is_of_networks ? count : count / PART_OF_TASKS;
}

// Leaves the first `most` used rows of the task; returns how many there are.
static size_t keep_first(const TrainingTask *task, size_t most, uint8_t *uses) {
  size_t kept = 0;
  for (size_t row = task->first; row < task->first + task->count; row++) {
    if (kept == most)
      uses[row] = ROW_UNUSED;
    kept += uses[row] != ROW_UNUSED;
  }
  return kept;
}

static Status sample_tasks(const TrainingData *data, RowSampling sampling, uint32_t seed,
                           uint8_t *uses) {
  const TrainingSet *set = &data->set;
  Draw *draws = malloc((set->task_count + 1) * sizeof *draws);
  size_t *most = calloc(set->task_count + 1, sizeof *most);
  if (!draws || !most) {
    free(draws);
    free(most);
    return status_fail(STATUS_SYSTEM, "no memory to draw from %zu tasks", set->task_count);
  }
  size_t wanted = rows_wanted(data, sampling, uses);
  size_t count = draw_tasks(data, sampling, seed, uses, draws);
  for (size_t n = 0; n < count; n++) {
    size_t used = count_used(&set->tasks[draws[n].task], uses);
    most[draws[n].task] = used < wanted ? used : wanted;
    wanted -= most[draws[n].task];
  }
  for (size_t t = 0; t < set->task_count; t++)
    keep_first(&set->tasks[t], most[t], uses);
  free(draws);
  free(most);
  return STATUS_OK;
}

// --- samples of schedules

static bool is_of_origin(const TrainingData *data, size_t row, DatasetOrigin origin) {
  return training_data_row(data, row)->origin == origin;
}

static void sample_schedules(const TrainingData *data, DatasetOrigin wanted, DatasetOrigin other,
                             uint8_t *uses) {
  for (size_t t = 0; t < data->set.task_count; t++) {
    const TrainingTask *task = &data->set.tasks[t];
    size_t others = 0;
    for (size_t row = task->first; row < task->first + task->count; row++) {
      others += uses[row] != ROW_UNUSED && is_of_origin(data, row, other);
      if (!is_of_origin(data, row, wanted))
        uses[row] = ROW_UNUSED;
    }
    keep_first(task, others, uses);
  }
}

Status row_sampling_apply(const TrainingData *data, RowSampling sampling, uint32_t seed,
                          uint8_t *uses) {
  if (sampling == SAMPLING_EXPLORED_SCHEDULES)
    sample_schedules(data, ORIGIN_EXPLORE, ORIGIN_RANDOM, uses);
  else if (sampling == SAMPLING_RANDOM_SCHEDULES)
    sample_schedules(data, ORIGIN_RANDOM, ORIGIN_EXPLORE, uses);
  else if (sampling != SAMPLING_ALL)
    return sample_tasks(data, sampling, seed, uses);
  return STATUS_OK;
}
