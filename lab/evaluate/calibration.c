// Choosing rows with the panel, and training with them.
#include "lab/evaluate/calibration.h"

#include "costmodel/adaptation.h"
#include "tools/corpus/panel.h"
#include <stdlib.h>
#include <string.h>

// --- the rows of one task

// In the order in which the kinds take turns.
static const DatasetOrigin origins[] = {ORIGIN_CHOICE, ORIGIN_PROMISING, ORIGIN_RANDOM,
                                        ORIGIN_EXPLORE};
enum { ORIGINS = sizeof origins / sizeof *origins };

// What the rows are chosen from.
typedef struct Pool {
  const TrainingData *data;
  const uint8_t *allowed;
  uint64_t *keys; // owned: of the schedule of every row
} Pool;

static Status pool_create(const TrainingData *data, const uint8_t *allowed, Pool *out) {
  size_t rows = data->set.row_count;
  *out = (Pool){data, allowed, malloc((rows + 1) * sizeof(uint64_t))};
  if (!out->keys)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", rows);
  for (size_t row = 0; row < rows; row++)
    out->keys[row] = schedule_key(&training_data_row(data, row)->schedule);
  return STATUS_OK;
}

static bool is_repeated(const Pool *pool, const TrainingTask *task, size_t row) {
  for (size_t other = task->first; other < row; other++)
    if (pool->keys[other] == pool->keys[row])
      return true;
  return false;
}

static bool is_eligible(const Pool *pool, const TrainingTask *task, size_t row,
                        DatasetOrigin origin) {
  return pool->allowed[row] != ROW_UNUSED && training_data_row(pool->data, row)->origin == origin &&
         !is_repeated(pool, task, row);
}

static size_t count_eligible(const Pool *pool, const TrainingTask *task) {
  size_t count = 0;
  for (size_t row = task->first; row < task->first + task->count; row++)
    for (int o = 0; o < ORIGINS; o++)
      count += is_eligible(pool, task, row, origins[o]);
  return count;
}

// One more row of the origin, the first measured; false: there is none left.
static bool take_one(const Pool *pool, const TrainingTask *task, DatasetOrigin origin,
                     uint8_t *chosen) {
  for (size_t row = task->first; row < task->first + task->count; row++)
    if (chosen[row] == ROW_UNUSED && is_eligible(pool, task, row, origin)) {
      chosen[row] = pool->allowed[row];
      return true;
    }
  return false;
}

static void take_rows(const Pool *pool, const TrainingTask *task, size_t count, uint8_t *chosen) {
  for (bool found = true; found && count > 0;) {
    found = false;
    for (int o = 0; o < ORIGINS && count > 0; o++)
      if (take_one(pool, task, origins[o], chosen)) {
        found = true;
        count--;
      }
  }
}

// --- the tasks

Status calibration_choose(const TrainingData *data, int32_t machine, const uint8_t *allowed,
                          const CalibrationOptions *options, uint8_t *out_chosen) {
  const TrainingSet *set = &data->set;
  PanelOptions wanted = {options->rows, options->workload_rows, options->seed};
  PanelCandidate *candidates = malloc((set->task_count + 1) * sizeof *candidates);
  PanelPick *picks = malloc((set->task_count + 1) * sizeof *picks);
  Pool pool = {0};
  size_t count = 0;
  Status status = STATUS_OK;
  if (!candidates || !picks)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu tasks", set->task_count));
  TRY(pool_create(data, allowed, &pool));
  for (size_t t = 0; t < set->task_count; t++)
    candidates[t] =
        (PanelCandidate){&training_data_workload(data, t)->workload,
                         data->machines[t] == machine ? count_eligible(&pool, &set->tasks[t]) : 0};
  TRY(panel_choose(candidates, set->task_count, &wanted, picks, &count));
  memset(out_chosen, ROW_UNUSED, set->row_count);
  for (size_t n = 0; n < count; n++)
    take_rows(&pool, &set->tasks[picks[n].candidate], picks[n].rows, out_chosen);
cleanup:
  free(pool.keys);
  free(candidates);
  free(picks);
  return status;
}

// --- ways of learning

Status calibration_add(const CalibrationTraining *training, TrainedModels *out_trained,
                       LearnedModel **out_adapted) {
  const TrainingSet *set = training->set;
  uint8_t *uses = malloc(set->row_count + 1);
  (void)out_adapted;
  if (!uses)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", set->row_count);
  for (size_t row = 0; row < set->row_count; row++)
    uses[row] = training->chosen[row] != ROW_UNUSED ? training->chosen[row] : training->others[row];
  Status status = models_train(set, uses, training->options, out_trained);
  free(uses);
  return status;
}

Status calibration_adapt(const CalibrationTraining *training, TrainedModels *out_trained,
                         LearnedModel **out_adapted) {
  const TrainedModels *models = training->base;
  LearnedModel *base = NULL;
  void *bytes = NULL, *adapted = NULL;
  size_t size, adapted_size;
  Status status = STATUS_OK;
  (void)out_trained;
  TRY(learned_model_pack(models->ranker, models->regressor, models->support, "of other machines",
                         &bytes, &size));
  TRY(learned_model_load(bytes, size, &base));
  TRY(adaptation_train(base, training->set, training->chosen, "adapted",
                       training->options->regressor.seed, &adapted, &adapted_size));
  TRY(learned_model_load(adapted, adapted_size, out_adapted));
cleanup:
  learned_model_destroy(base);
  free(bytes);
  free(adapted);
  return status;
}
