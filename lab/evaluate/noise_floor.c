// Differences between two measurements of one thing.
#include "lab/evaluate/noise_floor.h"

#include "base/numbers.h"
#include <math.h>
#include <stdlib.h>

static const double LONG_SECONDS = 50e-6;

double row_half_seconds(const DatasetRow *row, int half) {
  double seconds[DATASET_MAX_REPEATS];
  size_t count = 0;
  for (int n = row->repeats > 1 ? half : 0; n < row->repeats; n += 2)
    seconds[count++] = (double)row->seconds[n];
  return numbers_median(seconds, count);
}

typedef struct Differences {
  double *percents; // owned
  double *logs;     // owned; NULL: not wanted
  size_t count, long_count;
  double sum, long_sum;
} Differences;

static void add_difference(Differences *differences, double first, double second) {
  double percent = 100 * fabs(second - first) / first;
  if (differences->logs)
    differences->logs[differences->count] = log(second / first);
  differences->percents[differences->count++] = percent;
  differences->sum += percent;
  if (first > LONG_SECONDS) {
    differences->long_sum += percent;
    differences->long_count++;
  }
}

// Percentiles are differences that occur: of two in the middle the larger one.
static NoiseDifferences summarize(Differences *differences) {
  size_t count = differences->count;
  numbers_sort(differences->percents, count);
  return (NoiseDifferences){
      .count = count,
      .median = count ? differences->percents[count / 2] : NAN,
      .p90 = count ? differences->percents[count * 9 / 10] : NAN,
      .mean = differences->sum / (double)count,
      .long_count = differences->long_count,
      .long_mean = differences->long_sum / (double)differences->long_count,
  };
}

typedef struct Keyed {
  uint64_t key;
  size_t row;
} Keyed;

static int compare_keyed(const void *a, const void *b) {
  const Keyed *left = a, *right = b;
  if (left->key != right->key)
    return left->key < right->key ? -1 : 1;
  return (left->row > right->row) - (left->row < right->row);
}

// Schedules that were measured again: each time against the time before.
static void add_again(const TrainingData *data, const TrainingTask *task, Keyed *keyed,
                      Differences *differences) {
  for (size_t n = 0; n < task->count; n++) {
    size_t row = task->first + n;
    keyed[n] = (Keyed){schedule_key(&training_data_row(data, row)->schedule), row};
  }
  qsort(keyed, task->count, sizeof *keyed, compare_keyed);
  for (size_t n = 1; n < task->count; n++)
    if (keyed[n].key == keyed[n - 1].key)
      add_difference(differences, data->set.seconds[keyed[n - 1].row],
                     data->set.seconds[keyed[n].row]);
}

// The halves of the repeats of every row, and what was measured again.
static void add_task(const TrainingData *data, const TrainingTask *task, Keyed *keyed,
                     Differences *halves, Differences *again) {
  for (size_t row = task->first; row < task->first + task->count; row++) {
    const DatasetRow *measured = training_data_row(data, row);
    if (measured->repeats > 1)
      add_difference(halves, row_half_seconds(measured, 0), row_half_seconds(measured, 1));
  }
  add_again(data, task, keyed, again);
}

Status noise_floor(const TrainingData *data, int32_t machine, NoiseFloor *out_floor) {
  size_t rows = data->set.row_count;
  Differences halves = {.percents = malloc(rows * sizeof(double))};
  Differences again = {.percents = malloc(rows * sizeof(double)),
                       .logs = malloc(rows * sizeof(double))};
  Keyed *keyed = malloc(rows * sizeof *keyed);
  bool is_whole = halves.percents && again.percents && again.logs && keyed;
  for (size_t t = 0; is_whole && t < data->set.task_count; t++)
    if (training_data_is_of_cpu(data, t, machine))
      add_task(data, &data->set.tasks[t], keyed, &halves, &again);
  if (is_whole)
    *out_floor = (NoiseFloor){summarize(&halves), summarize(&again), again.logs};
  else
    free(again.logs);
  free(halves.percents);
  free(again.percents);
  free(keyed);
  return is_whole ? STATUS_OK
                  : status_fail(STATUS_SYSTEM, "no memory for the noise of %zu rows", rows);
}

void noise_floor_destroy(NoiseFloor *floor) {
  free(floor->again_logs);
  *floor = (NoiseFloor){0};
}
