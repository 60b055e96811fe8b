// One training after the other for every machine.
#include "tools/evaluate/machine_evaluation.h"

#include "core/array.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *meaning;
} training_texts[MACHINE_TRAINING_COUNT] = {
#define X(name, text, meaning) {text, meaning},
    MACHINE_TRAININGS(X)
#undef X
};

static const MachineSeen seen_by[MACHINE_TRAINING_COUNT] = {
    [MACHINE_TRAINING_UNSEEN] = MACHINE_UNSEEN,
    [MACHINE_TRAINING_LEVELS] = MACHINE_LEVELS_SEEN,
    [MACHINE_TRAINING_ALL] = MACHINE_SEEN,
};

const char *machine_training_name(MachineTraining training) {
  return training_texts[training].name;
}

const char *machine_training_meaning(MachineTraining training) {
  return training_texts[training].meaning;
}

MachineTraining machine_training_find(const char *name, size_t length) {
  int n = 0;
  while (n < MACHINE_TRAINING_COUNT && (strlen(training_texts[n].name) != length ||
                                        memcmp(training_texts[n].name, name, length) != 0))
    n++;
  return (MachineTraining)n;
}

// The machine that is judged, and what is done for it.
typedef struct Judging {
  const TrainingData *data;
  const MachineEvaluationOptions *options;
  MachineEvaluation *evaluation;
  int32_t machine;
  EvaluationSplit split; // owned: of the training at hand
  uint8_t *uses;         // owned
  TrainedModels trained; // owned: of the training at hand
} Judging;

// --- one training

static void count_rows(const Judging *judging, MachineResult *result) {
  const TrainingSet *set = &judging->data->set;
  for (size_t t = 0; t < set->task_count; t++) {
    const TrainingTask *task = &set->tasks[t];
    size_t used = 0;
    for (size_t row = task->first; row < task->first + task->count; row++)
      used += judging->uses[row] != ROW_UNUSED;
    result->trained_rows += used;
    if (training_data_is_of_cpu(judging->data, t, judging->machine)) {
      result->cpu_rows += used;
      result->cpu_workloads += used > 0;
    }
  }
}

static Status predict(const Judging *judging, EvaluationResult *out) {
  const MachineEvaluationOptions *options = judging->options;
  RowModels models = {.trained = &judging->trained, .options = &options->training};
  EvaluationOptions how = {.training = options->training,
                           .seed = options->seed,
                           .compares_families = true,
                           .models = &models,
                           .floor = &judging->evaluation->floors[judging->machine]};
  return evaluation_run(judging->data, &judging->split, &how, out);
}

static void judging_reset(Judging *judging) {
  trained_models_destroy(&judging->trained);
  split_destroy(&judging->split);
}

static Status append(MachineEvaluation *evaluation, const MachineResult *result) {
  if (!array_grow(&evaluation->results, evaluation->count, sizeof *result))
    return status_fail(STATUS_SYSTEM, "no memory for %d results", evaluation->count);
  evaluation->results[evaluation->count++] = *result;
  return STATUS_OK;
}

static Status judge(Judging *judging, MachineTraining training) {
  const MachineEvaluationOptions *options = judging->options;
  MachineResult result = {.machine = judging->machine, .training = training};
  Status status = STATUS_OK;
  TRY(split_by_machine(judging->data, judging->machine, seen_by[training], &judging->split));
  split_uses(&judging->split, 0, judging->data, &options->filter, options->seed, judging->uses);
  if (uses_leak(&judging->split, judging->data, judging->uses))
    TRY(status_fail(STATUS_SYSTEM, "split by machine: a workload is on both sides"));
  count_rows(judging, &result);
  fprintf(stderr, "autotune evaluate: machine %d, %s, %zu rows\n", (int)judging->machine,
          machine_training_name(training), result.trained_rows);
  TRY(models_train(&judging->data->set, judging->uses, &options->training, &judging->trained));
  TRY(predict(judging, &result.result));
  TRY(append(judging->evaluation, &result));
  result.result = (EvaluationResult){0};
cleanup:
  evaluation_destroy(&result.result);
  judging_reset(judging);
  return status;
}

// --- all

// Whether the CPU has another machine (`is_same`), or there is another CPU.
static bool has_other(const Dataset *dataset, int32_t machine, bool is_same) {
  for (int32_t m = 0; m < dataset->machine_count; m++)
    if (m != machine &&
        dataset_is_same_cpu(&dataset->machines[m], &dataset->machines[machine]) == is_same)
      return true;
  return false;
}

static Status judge_machine(const TrainingData *data, const MachineEvaluationOptions *options,
                            int32_t machine, MachineEvaluation *evaluation) {
  Judging judging = {.data = data,
                     .options = options,
                     .evaluation = evaluation,
                     .machine = machine,
                     .uses = malloc(data->set.row_count)};
  Status status = STATUS_OK;
  if (!judging.uses)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", data->set.row_count);
  for (int t = 0; t < MACHINE_TRAINING_COUNT && status == STATUS_OK; t++) {
    bool makes_sense = t != MACHINE_TRAINING_LEVELS || has_other(&data->dataset, machine, true);
    if ((options->trainings >> t & 1) && makes_sense)
      status = judge(&judging, (MachineTraining)t);
  }
  free(judging.uses);
  return status;
}

Status machine_evaluation_run(const TrainingData *data, const MachineEvaluationOptions *options,
                              MachineEvaluation *out_evaluation) {
  int32_t count = data->dataset.machine_count;
  Status status = STATUS_OK;
  *out_evaluation = (MachineEvaluation){.floors = calloc((size_t)count, sizeof(NoiseFloor)),
                                        .machine_count = count};
  if (!out_evaluation->floors)
    return status_fail(STATUS_SYSTEM, "no memory for %d machines", (int)count);
  for (int32_t m = 0; m < count; m++)
    TRY(noise_floor(data, m, &out_evaluation->floors[m]));
  for (int32_t m = 0; m < count && has_other(&data->dataset, m, false); m++)
    TRY(judge_machine(data, options, m, out_evaluation));
cleanup:
  return status;
}

void machine_evaluation_destroy(MachineEvaluation *evaluation) {
  for (int n = 0; n < evaluation->count; n++)
    evaluation_destroy(&evaluation->results[n].result);
  for (int32_t m = 0; m < evaluation->machine_count; m++)
    noise_floor_destroy(&evaluation->floors[m]);
  free(evaluation->results);
  free(evaluation->floors);
  *evaluation = (MachineEvaluation){0};
}
