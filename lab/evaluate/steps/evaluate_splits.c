// Models that do not see some workloads, or a model that is there already.
#include "lab/evaluate/steps/evaluate_steps.h"

#include "lab/evaluate/development.h"

#include <stdio.h>
#include <string.h>

EvaluationOptions evaluate_options(const EvaluateCommand *command) {
  uint32_t seed = (uint32_t)command->seed;
  TrainingOptions training = training_options_default(seed);
  if (command->rounds > 0)
    training.ranker.max_rounds = training.regressor.max_rounds = (int)command->rounds;
  return (EvaluationOptions){.training = training, .seed = seed, .floor = &command->report.floor};
}

// Destroys the split on failure.
static Status weigh_split(const EvaluateCommand *command, EvaluationSplit *split) {
  if (!command->networks)
    return STATUS_OK;
  Status status = split_weigh(split, &command->data, command->networks);
  if (status != STATUS_OK)
    split_destroy(split);
  return status;
}

Status evaluate_network_split(const EvaluateCommand *command, EvaluationSplit *out_split) {
  Status status = split_by_network(&command->data, out_split);
  return status == STATUS_OK ? weigh_split(command, out_split) : status;
}

static Status make_workload_split(const EvaluateCommand *command, EvaluationSplit *out) {
  Status status = split_by_workload(&command->data, (uint32_t)command->seed, EVALUATION_FOLDS,
                                    command->development, out);
  return status == STATUS_OK ? weigh_split(command, out) : status;
}

static Status make_split(const EvaluateCommand *command, const char *name, EvaluationSplit *out) {
  if (!strcmp(name, "workload"))
    return make_workload_split(command, out);
  if (!strcmp(name, "network"))
    return evaluate_network_split(command, out);
  return strcmp(name, "type") ? split_by_family(&command->data, out)
                              : split_by_type(&command->data, out);
}

// A split of which the data has nothing is left out.
static Status evaluate_split(EvaluateCommand *command, EvaluationSplit *split,
                             const EvaluationOptions *options) {
  if (split->program_count == 0)
    return STATUS_OK;
  output_note(&command->output, "evaluate", "by %s, %d trainings", split->name,
              split->holdout_count);
  Status status = evaluation_run(&command->data, split, options,
                                 &command->report.splits[command->report.split_count]);
  command->report.split_count += status == STATUS_OK;
  return status;
}

static Status evaluate_machines(EvaluateCommand *command) {
  MachineEvaluationOptions options = {
      .training = evaluate_options(command).training,
      .filter = {.networks = development_judges, .contractions = &command->judged},
      .seed = (uint32_t)command->seed,
      .trainings = command->machine_trainings,
      .cpu = command->cpu,
      .calibration_count = command->calibration_count,
      .workload_rows = (size_t)command->calibration_workload_rows,
      .is_quiet = command->output.is_quiet};
  memcpy(options.calibration_rows, command->calibration_rows, sizeof options.calibration_rows);
  machine_evaluation_destroy(&command->report.machines); // where the split is named twice
  return machine_evaluation_run(&command->data, &options, &command->report.machines);
}

static Status evaluate_named(EvaluateCommand *command, const char *name) {
  EvaluationOptions options = evaluate_options(command);
  EvaluationSplit split;
  if (!strcmp(name, "machine"))
    return evaluate_machines(command);
  Status status = make_split(command, name, &split);
  if (status != STATUS_OK)
    return status;
  status = evaluate_split(command, &split, &options);
  split_destroy(&split);
  return status;
}

Status evaluate_splits(EvaluateCommand *command) {
  char name[16];
  const char *at = command->splits;
  while (*at && command->report.split_count < REPORT_MAX_SPLITS) {
    size_t length = strcspn(at, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    at += length + (at[length] == ',');
    Status status = evaluate_named(command, name);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// A model that is there already: one program of everything, nothing is trained.
Status evaluate_model(EvaluateCommand *command) {
  EvaluationSplit split;
  EvaluationOptions options = evaluate_options(command);
  Status status = learned_model_load_file(command->model, &command->learned);
  if (status != STATUS_OK)
    return status_fail(STATUS_USAGE, "--model: %s; name a file of autotune train", status_text());
  RowModels models = {.learned = command->learned, .options = &options.training};
  options.models = &models;
  status = split_nothing(&command->data, &split);
  if (status != STATUS_OK)
    return status;
  status = evaluate_split(command, &split, &options);
  split_destroy(&split);
  return status;
}
