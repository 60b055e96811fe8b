// Adapt: a model carried over to this machine by the rows of a panel.
#include "tools/calibrate/adapt.h"

#include "costmodel/adaptation.h"
#include "records/store.h"
#include "tools/collect/collect.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double GUESS_MARGIN = 0.02;

// Rows of a task lie together, and so do the tasks of a workload.
static Status fill_set(const Dataset *dataset, const Target *target, TrainingSet *set) {
  Status status = STATUS_OK;
  int32_t open = -1;
  for (int64_t r = 0; r < dataset->row_count && status == STATUS_OK; r++) {
    const DatasetRow *row = &dataset->rows[r];
    const Workload *workload = &dataset->workloads[row->workload].workload;
    bool is_kept;
    if (row->verdict != VERDICT_OK ||
        strcmp(dataset->machines[row->machine].cpu, collect_cpu()) != 0)
      continue;
    if (row->workload != open)
      status = training_set_begin(set, workload);
    open = row->workload;
    if (status == STATUS_OK)
      status = training_set_add(set, workload, &row->schedule, target, dataset_row_seconds(row),
                                &is_kept);
  }
  return status;
}

Status adapt_read(const char *path, Dataset *out_rows) {
  Store *store = NULL;
  int64_t dropped;
  Status status = STATUS_OK;
  *out_rows = (Dataset){0};
  TRY(store_open_existing(path, &store));
  TRY(store_export(store, out_rows, &dropped));
  TRY(dataset_group(out_rows));
cleanup:
  store_close(store);
  return status;
}

// --- judging

static double error_of(const TrainingSet *set, size_t row) {
  return log(set->seconds[row] / training_set_analytical(set, row));
}

static double task_spread(const TrainingSet *set, const TrainingTask *task) {
  double mean = 0, squares = 0;
  for (size_t row = task->first; row < task->first + task->count; row++)
    mean += error_of(set, row) / (double)task->count;
  for (size_t row = task->first; row < task->first + task->count; row++)
    squares += pow(error_of(set, row) - mean, 2);
  return sqrt(squares / (double)task->count);
}

double adapt_spread(const TrainingSet *set) {
  double sum = 0;
  size_t tasks = 0;
  for (size_t t = 0; t < set->task_count; t++)
    if (set->tasks[t].count > 0) {
      sum += task_spread(set, &set->tasks[t]);
      tasks++;
    }
  return tasks > 0 ? sum / (double)tasks : (double)NAN;
}

static bool are_enough(const TrainingSet *set) {
  return set->row_count >= ADAPT_LEAST_ROWS && set->task_count >= ADAPT_LEAST_WORKLOADS;
}

Status adapt_judge(const Dataset *rows, const Target *target, double *out_spread) {
  TrainingSet set = {0};
  Status status = fill_set(rows, target, &set);
  if (status == STATUS_OK)
    *out_spread = are_enough(&set) ? adapt_spread(&set) : (double)NAN;
  training_set_destroy(&set);
  return status;
}

bool adapt_prefers_guess(double measured_spread, double guessed_spread) {
  return guessed_spread < (1 - GUESS_MARGIN) * measured_spread;
}

Status adapt_numbers(const Dataset *rows, Target *target, char *text, size_t size) {
  double measured, guessed;
  Target guess;
  Status status = STATUS_OK;
  TRY(target_probe_host(&guess));
  TRY(adapt_judge(rows, target, &measured));
  TRY(adapt_judge(rows, &guess, &guessed));
  if (isnan(measured) || isnan(guessed))
    return STATUS_OK;
  bool is_guess = adapt_prefers_guess(measured, guessed);
  snprintf(
      text, size,
      "  numbers    the %s ones are taken: by them the estimates of the panel are off by %.3f, "
      "by the %s ones by %.3f\n",
      is_guess ? "guessed" : "measured", is_guess ? guessed : measured,
      is_guess ? "measured" : "guessed", is_guess ? measured : guessed);
  if (is_guess)
    *target = guess;
cleanup:
  return status;
}

// --- adapting

static Status train(const LearnedModel *base, const TrainingSet *set, Adapted *adapted) {
  char note[LEARNED_MODEL_NOTE_BYTES];
  snprintf(note, sizeof note,
           "model %016" PRIx64 " adapted by %" PRId64 " schedules of %" PRId64
           " workloads, measured on %s",
           learned_model_hash(base), adapted->rows, adapted->workloads, collect_cpu());
  return adaptation_train(base, set, NULL, note, 1, &adapted->model, &adapted->model_bytes);
}

Status adapt_model(const Dataset *rows, const Target *target, const LearnedModel *base,
                   Adapted *out_adapted) {
  Status status = STATUS_OK;
  TrainingSet set = {0};
  Adapted adapted = {0};
  TRY(fill_set(rows, target, &set));
  adapted.rows = (int64_t)set.row_count;
  adapted.workloads = (int64_t)set.task_count;
  if (!are_enough(&set))
    snprintf(adapted.reason, sizeof adapted.reason,
             "too few rows: %d of %d workloads are needed; run the same command again",
             ADAPT_LEAST_ROWS, ADAPT_LEAST_WORKLOADS);
  else if (!base)
    snprintf(adapted.reason, sizeof adapted.reason, "this build has no model to adapt");
  else
    TRY(train(base, &set, &adapted));
  *out_adapted = adapted;
cleanup:
  training_set_destroy(&set);
  return status;
}
