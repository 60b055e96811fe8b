// Choosing rows with the panel, and training with them.
#include "tools/evaluate/calibration.h"

#include "tools/corpus/panel.h"
#include <stdlib.h>
#include <string.h>

// --- the rows of one task

// In the order in which the kinds take turns.
static const DatasetOrigin origins[] = {ORIGIN_CHOICE, ORIGIN_PROMISING, ORIGIN_RANDOM,
                                        ORIGIN_EXPLORE};
enum { ORIGINS = sizeof origins / sizeof *origins };

static uint64_t schedule_of(const TrainingData *data, size_t row) {
  return schedule_key(&training_data_row(data, row)->schedule);
}

static bool is_repeated(const TrainingData *data, const TrainingTask *task, size_t row) {
  for (size_t other = task->first; other < row; other++)
    if (schedule_of(data, other) == schedule_of(data, row))
      return true;
  return false;
}

static bool is_eligible(const TrainingData *data, const TrainingTask *task, const uint8_t *allowed,
                        size_t row, DatasetOrigin origin) {
  return allowed[row] != ROW_UNUSED && training_data_row(data, row)->origin == origin &&
         !is_repeated(data, task, row);
}

static size_t count_eligible(const TrainingData *data, const TrainingTask *task,
                             const uint8_t *allowed) {
  size_t count = 0;
  for (size_t row = task->first; row < task->first + task->count; row++)
    for (int o = 0; o < ORIGINS; o++)
      count += is_eligible(data, task, allowed, row, origins[o]);
  return count;
}

// One more row of the origin, the first measured; false: there is none left.
static bool take_one(const TrainingData *data, const TrainingTask *task, const uint8_t *allowed,
                     DatasetOrigin origin, uint8_t *chosen) {
  for (size_t row = task->first; row < task->first + task->count; row++)
    if (chosen[row] == ROW_UNUSED && is_eligible(data, task, allowed, row, origin)) {
      chosen[row] = allowed[row];
      return true;
    }
  return false;
}

static void take_rows(const TrainingData *data, const TrainingTask *task, const uint8_t *allowed,
                      size_t count, uint8_t *chosen) {
  for (bool found = true; found && count > 0;) {
    found = false;
    for (int o = 0; o < ORIGINS && count > 0; o++)
      if (take_one(data, task, allowed, origins[o], chosen)) {
        found = true;
        count--;
      }
  }
}

// --- the tasks

Status calibration_choose(const TrainingData *data, int32_t machine, const uint8_t *allowed,
                          const CalibrationOptions *options, uint8_t *out_chosen) {
  const TrainingSet *set = &data->set;
  PanelCandidate *candidates = malloc((set->task_count + 1) * sizeof *candidates);
  PanelPick *picks = malloc((set->task_count + 1) * sizeof *picks);
  PanelOptions wanted = {options->rows, options->workload_rows, options->seed};
  size_t count = 0;
  Status status = candidates && picks
                      ? STATUS_OK
                      : status_fail(STATUS_SYSTEM, "no memory for %zu tasks", set->task_count);
  memset(out_chosen, ROW_UNUSED, set->row_count);
  for (size_t t = 0; t < set->task_count && status == STATUS_OK; t++) {
    bool is_of_machine = data->machines[t] == machine;
    candidates[t] =
        (PanelCandidate){&training_data_workload(data, t)->workload,
                         is_of_machine ? count_eligible(data, &set->tasks[t], allowed) : 0};
  }
  if (status == STATUS_OK)
    status = panel_choose(candidates, set->task_count, &wanted, picks, &count);
  for (size_t n = 0; n < count; n++)
    take_rows(data, &set->tasks[picks[n].candidate], allowed, picks[n].rows, out_chosen);
  free(candidates);
  free(picks);
  return status;
}

// --- ways of learning

Status calibration_add(const CalibrationTraining *training, TrainedModels *out_trained,
                       RowModels *out_models) {
  const TrainingSet *set = training->set;
  uint8_t *uses = malloc(set->row_count + 1);
  (void)out_models;
  if (!uses)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", set->row_count);
  for (size_t row = 0; row < set->row_count; row++)
    uses[row] = training->chosen[row] != ROW_UNUSED ? training->chosen[row] : training->others[row];
  Status status = models_train(set, uses, training->options, out_trained);
  free(uses);
  return status;
}

Status calibration_adapt(const CalibrationTraining *training, TrainedModels *out_trained,
                         RowModels *out_models) {
  const TrainingSet *set = training->set;
  TrainingOptions options = *training->options;
  float *margins = malloc((2 * set->row_count + 1) * sizeof *margins);
  Status status = STATUS_OK;
  if (!margins)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", set->row_count);
  TRY(predict_margins(set, training->base, training->chosen, margins, margins + set->row_count));
  options.ranker_margins = margins;
  options.regressor_margins = margins + set->row_count;
  TRY(models_train(set, training->chosen, &options, out_trained));
  out_models->base = training->base;
cleanup:
  free(margins);
  return status;
}
