// One training after the other for every machine.
#include "lab/evaluate/machine_evaluation.h"

#include "base/array.h"
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

// `train`: how a calibration is learned from; NULL: there is none.
static const struct {
  MachineSeen seen;
  CalibrationTrain *train;
} kinds[MACHINE_TRAINING_COUNT] = {
    [MACHINE_TRAINING_UNSEEN] = {MACHINE_UNSEEN, NULL},
    [MACHINE_TRAINING_LEVELS] = {MACHINE_LEVELS_SEEN, NULL},
    [MACHINE_TRAINING_ADDED] = {MACHINE_UNSEEN, calibration_add},
    [MACHINE_TRAINING_ADAPTED] = {MACHINE_UNSEEN, calibration_adapt},
    [MACHINE_TRAINING_ALL] = {MACHINE_SEEN, NULL},
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

// The machine that is judged, and what is done for it. All but data, options, evaluation are owned.
typedef struct Judging {
  const TrainingData *data;
  const MachineEvaluationOptions *options;
  MachineEvaluation *evaluation;
  int32_t machine;
  EvaluationSplit split; // of the training at hand
  uint8_t *uses;         // what the split leaves to train on
  uint8_t *chosen;       // the calibration's rows, none of which is in `uses`
  TrainedModels base;    // of no row of the CPU; trained when first wanted
  TrainedModels trained; // of the training at hand, or else:
  LearnedModel *adapted;
} Judging;

static void judging_destroy(Judging *judging) {
  trained_models_destroy(&judging->base);
  free(judging->uses);
  free(judging->chosen);
}

static Status judging_create(const TrainingData *data, const MachineEvaluationOptions *options,
                             int32_t machine, MachineEvaluation *evaluation, Judging *out) {
  size_t rows = data->set.row_count;
  *out = (Judging){.data = data,
                   .options = options,
                   .evaluation = evaluation,
                   .machine = machine,
                   .uses = malloc(rows),
                   .chosen = calloc(rows, 1)};
  if (out->uses && out->chosen)
    return STATUS_OK;
  judging_destroy(out);
  return status_fail(STATUS_SYSTEM, "no memory for %zu rows", rows);
}

// --- what a training has

// Makes the split and the uses of its rows.
static Status hold_out(Judging *judging, MachineSeen seen) {
  const MachineEvaluationOptions *options = judging->options;
  split_destroy(&judging->split);
  Status status = split_by_machine(judging->data, judging->machine, seen, &judging->split);
  if (status == STATUS_OK)
    split_uses(&judging->split, 0, judging->data, &options->filter, options->seed, judging->uses);
  return status;
}

// Chooses among the rows that a training on everything would have.
static Status calibrate(Judging *judging, size_t rows) {
  const MachineEvaluationOptions *options = judging->options;
  CalibrationOptions how = {rows, options->workload_rows, options->seed};
  Status status = hold_out(judging, MACHINE_SEEN);
  return status == STATUS_OK ? calibration_choose(judging->data, judging->machine, judging->uses,
                                                  &how, judging->chosen)
                             : status;
}

static bool leaks(const Judging *judging) {
  return uses_leak(&judging->split, judging->data, judging->uses) ||
         uses_leak(&judging->split, judging->data, judging->chosen);
}

static void count_rows(const Judging *judging, MachineResult *result) {
  const TrainingSet *set = &judging->data->set;
  for (size_t t = 0; t < set->task_count; t++) {
    const TrainingTask *task = &set->tasks[t];
    size_t used = 0;
    for (size_t row = task->first; row < task->first + task->count; row++)
      used += judging->uses[row] != ROW_UNUSED || judging->chosen[row] != ROW_UNUSED;
    result->trained_rows += used;
    if (training_data_is_of_cpu(judging->data, t, judging->machine)) {
      result->cpu_rows += used;
      result->cpu_workloads += used > 0;
    }
  }
}

// --- one training

static Status train_base(Judging *judging) {
  return judging->base.ranker ? STATUS_OK
                              : models_train(&judging->data->set, judging->uses,
                                             &judging->options->training, &judging->base);
}

static Status predict(const Judging *judging, const RowModels *models, EvaluationResult *out) {
  const MachineEvaluationOptions *options = judging->options;
  EvaluationOptions how = {.training = options->training,
                           .seed = options->seed,
                           .compares_families = true,
                           .models = models,
                           .floor = &judging->evaluation->floors[judging->machine]};
  return evaluation_run(judging->data, &judging->split, &how, out);
}

static Status train_and_predict(Judging *judging, MachineTraining training, EvaluationResult *out) {
  const TrainingSet *set = &judging->data->set;
  const TrainingOptions *options = &judging->options->training;
  RowModels base = {.trained = &judging->base, .options = options};
  RowModels models = {.trained = &judging->trained, .options = options};
  CalibrationTraining calibration = {.set = set,
                                     .options = options,
                                     .others = judging->uses,
                                     .chosen = judging->chosen,
                                     .base = &judging->base};
  Status status = STATUS_OK;
  if (kinds[training].seen == MACHINE_UNSEEN)
    TRY(train_base(judging));
  if (training == MACHINE_TRAINING_UNSEEN)
    return predict(judging, &base, out);
  if (kinds[training].train)
    TRY(kinds[training].train(&calibration, &judging->trained, &judging->adapted));
  else
    TRY(models_train(set, judging->uses, options, &judging->trained));
  models.learned = judging->adapted;
  TRY(predict(judging, &models, out));
cleanup:
  return status;
}

// Evaluations take long: what is known already is said while they run.
static void tell(const MachineResult *result) {
  const EvaluationMetrics *pooled = result->result.pooled;
  fprintf(
      stderr,
      "autotune-lab evaluate: machine %d, %s, %zu rows, %zu of the CPU: top-1 %.3f, top-5 %.3f, "
      "APE %.1f %%; analytical %.3f, %.3f, %.1f %%\n",
      (int)result->machine, machine_training_name(result->training), result->trained_rows,
      result->cpu_rows, pooled[PREDICTOR_BOTH].figures[FIGURE_TOP_1],
      pooled[PREDICTOR_BOTH].figures[FIGURE_TOP_5], pooled[PREDICTOR_BOTH].figures[FIGURE_APE],
      pooled[PREDICTOR_ANALYTICAL].figures[FIGURE_TOP_1],
      pooled[PREDICTOR_ANALYTICAL].figures[FIGURE_TOP_5],
      pooled[PREDICTOR_ANALYTICAL].figures[FIGURE_APE]);
}

static Status append(MachineEvaluation *evaluation, const MachineResult *result) {
  if (!array_grow(&evaluation->results, evaluation->count, sizeof *result))
    return status_fail(STATUS_SYSTEM, "no memory for %d results", evaluation->count);
  evaluation->results[evaluation->count++] = *result;
  return STATUS_OK;
}

static Status judge(Judging *judging, MachineTraining training, size_t calibration_rows) {
  MachineResult result = {
      .machine = judging->machine, .training = training, .calibration_rows = calibration_rows};
  Status status = STATUS_OK;
  memset(judging->chosen, ROW_UNUSED, judging->data->set.row_count);
  if (calibration_rows > 0)
    TRY(calibrate(judging, calibration_rows));
  TRY(hold_out(judging, kinds[training].seen));
  if (leaks(judging))
    TRY(status_fail(STATUS_SYSTEM, "split by machine: a workload is on both sides"));
  count_rows(judging, &result);
  TRY(train_and_predict(judging, training, &result.result));
  if (!judging->options->is_quiet)
    tell(&result);
  TRY(append(judging->evaluation, &result));
  result.result = (EvaluationResult){0};
cleanup:
  evaluation_destroy(&result.result);
  trained_models_destroy(&judging->trained);
  learned_model_destroy(judging->adapted);
  judging->adapted = NULL;
  split_destroy(&judging->split);
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

static Status judge_calibrations(Judging *judging, MachineTraining training) {
  const MachineEvaluationOptions *options = judging->options;
  Status status = STATUS_OK;
  for (int n = 0; n < options->calibration_count && status == STATUS_OK; n++)
    status = judge(judging, training, options->calibration_rows[n]);
  return status;
}

static Status judge_machine(const TrainingData *data, const MachineEvaluationOptions *options,
                            int32_t machine, MachineEvaluation *evaluation) {
  Judging judging;
  Status status = judging_create(data, options, machine, evaluation, &judging);
  if (status != STATUS_OK)
    return status;
  for (int t = 0; t < MACHINE_TRAINING_COUNT && status == STATUS_OK; t++) {
    if (!(options->trainings >> t & 1) ||
        (t == MACHINE_TRAINING_LEVELS && !has_other(&data->dataset, machine, true)))
      continue;
    if (!kinds[t].train)
      status = judge(&judging, (MachineTraining)t, 0);
    else if (machine_has_networks(data, machine))
      status = judge_calibrations(&judging, (MachineTraining)t);
  }
  judging_destroy(&judging);
  return status;
}

static bool is_wanted(const TrainingData *data, const MachineEvaluationOptions *options,
                      int32_t machine) {
  return !options->cpu || strstr(data->dataset.machines[machine].cpu, options->cpu);
}

Status machine_evaluation_run(const TrainingData *data, const MachineEvaluationOptions *options,
                              MachineEvaluation *out_evaluation) {
  int32_t count = data->dataset.machine_count, wanted = 0;
  Status status = STATUS_OK;
  *out_evaluation = (MachineEvaluation){.floors = calloc((size_t)count, sizeof(NoiseFloor)),
                                        .machine_count = count};
  if (!out_evaluation->floors)
    return status_fail(STATUS_SYSTEM, "no memory for %d machines", (int)count);
  for (int32_t m = 0; m < count; m++)
    TRY(noise_floor(data, m, &out_evaluation->floors[m]));
  for (int32_t m = 0; m < count && has_other(&data->dataset, m, false); m++)
    if (is_wanted(data, options, m)) {
      TRY(judge_machine(data, options, m, out_evaluation));
      wanted++;
    }
  if (wanted == 0 && has_other(&data->dataset, 0, false))
    status =
        status_fail(STATUS_USAGE, "no machine of the datasets has a processor '%s'", options->cpu);
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
