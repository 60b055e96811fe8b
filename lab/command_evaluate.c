// autotune-lab evaluate: how well the models order, choose and time schedules of workloads that
// they were not trained on.
#include "base/file/output_file.h"
#include "lab/evaluate/steps/evaluate_steps.h"
#include "lab/lab_commands.h"
#include "tools/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Status evaluate_training(EvaluateCommand *command) {
  Status status = evaluate_mark_development(command);
  if (status == STATUS_OK && !strcmp(command->splits, "development"))
    return evaluate_development(command);
  if (status == STATUS_OK && strcmp(command->splits, "ablations") != 0)
    status = evaluate_splits(command);
  if (status == STATUS_OK && !command->no_ablations)
    status = evaluate_ablations(command);
  return status;
}

// Tables that are no part of the splits are read apart, with what a model is trained on for them.
static Status read_tables(EvaluateCommand *command) {
  const char *paths[EVALUATE_MAX_DATASETS + 1];
  if (!command->tables)
    return STATUS_OK;
  memcpy(paths, command->paths, sizeof command->paths);
  paths[command->path_count] = command->tables;
  return training_data_read(paths, command->path_count + 1, &command->with_tables);
}

static Status evaluate_searches(EvaluateCommand *command) {
  ReplayOptions options = {.training = evaluate_options(command).training,
                           .seed = (uint32_t)command->seed,
                           .seed_count = (int)command->replay_seeds,
                           .trials = command->replay_trials,
                           .judges_learning = command->replay_learning};
  EvaluationReport *report = &command->report;
  report->replay_seeds = options.seed_count;
  output_note(&command->output, "evaluate", "searches on tables");
  return replay_run(command->tables ? &command->with_tables : &command->data, &options,
                    &report->replays, &report->replay_count);
}

// --- the command

static Status evaluate(void *values) {
  EvaluateCommand *command = values;
  Status status = STATUS_OK;
  EvaluationReport *report = &command->report;
  *report = (EvaluationReport){.command = command->text, .data = &command->data};
  TRY(evaluate_check(command));
  TRY(output_file_check(command->path));
  TRY(training_data_read(command->paths, command->path_count, &command->data));
  TRY(read_tables(command));
  TRY(noise_floor(&command->data, 0, &report->floor));
  if (command->model)
    TRY(evaluate_model(command));
  else if (strcmp(command->splits, "none") != 0)
    TRY(evaluate_training(command));
  if (command->replay || command->tables)
    TRY(evaluate_searches(command));
  if (command->path)
    TRY(output_file_write(command->path, report_write_json, report));
  else if (!report_write_json(stdout, report))
    TRY(status_fail(STATUS_SYSTEM, "the report cannot be written"));
cleanup:
  report_destroy(report);
  learned_model_destroy(command->learned);
  training_data_destroy(&command->data);
  training_data_destroy(&command->with_tables);
  free(command->judged.keys);
  free(command->development);
  return status;
}

static const Flag flags[] = {
    {"--model", FLAG_TEXT, offsetof(EvaluateCommand, model), "PATH",
     "evaluate this file on all rows; nothing is trained or held out"},
    {"--splits", FLAG_TEXT, offsetof(EvaluateCommand, splits), "NAMES",
     "some of workload,network,family,type,machine (default: all), then ablations; or one of "
     "development "
     "(shares of the ranker on the development set), ablations (nothing else), none"},
    {"--machine-trainings", FLAG_TEXT, offsetof(EvaluateCommand, trainings), "NAMES",
     "of the split by machine: some of " MACHINE_TRAINING_LIST " (default: all)"},
    {"--machine-cpu", FLAG_TEXT, offsetof(EvaluateCommand, cpu), "NAME",
     "of the split by machine: judge only processors whose name contains it"},
    {"--calibration-rows", FLAG_TEXT, offsetof(EvaluateCommand, calibrations), "LIST",
     "of the split by machine: numbers of rows for added and adapted (3000,9000)"},
    {"--calibration-workload-rows", FLAG_COUNT(1),
     offsetof(EvaluateCommand, calibration_workload_rows), "N",
     "of one workload, as long as there are others (8)"},
    {"--rounds", FLAG_COUNT(1), offsetof(EvaluateCommand, rounds), "N",
     "trees at most, of each model (600 of the ranker, 1200 of the regressor)"},
    {"--no-ablations", FLAG_SWITCH, offsetof(EvaluateCommand, no_ablations), "",
     "leave the ablations out"},
    {"--ablation-rounds", FLAG_COUNT(1), offsetof(EvaluateCommand, ablation_rounds), "N",
     "trees at most of each model of an ablation, the full one included (as --rounds)"},
    {"--replay", FLAG_SWITCH, offsetof(EvaluateCommand, replay), "",
     "also compare searches on the tables of the datasets (rows of origin grid)"},
    {"--tables", FLAG_TEXT, offsetof(EvaluateCommand, tables), "DATASET",
     "compare searches on its tables; nothing else is evaluated on it"},
    {"--replay-seeds", FLAG_INTEGER(1, 100), offsetof(EvaluateCommand, replay_seeds), "N",
     "runs of each search (3)"},
    {"--replay-trials", FLAG_COUNT(1), offsetof(EvaluateCommand, replay_trials), "N",
     "of each run, all compared (default 1000, compared after an eighth of the points)"},
    {"--replay-learning", FLAG_SWITCH, offsetof(EvaluateCommand, replay_learning), "",
     "also judge the ways of learning of autotune tune on the tables"},
    {"-o", FLAG_TEXT, offsetof(EvaluateCommand, path), "PATH",
     "write there instead of to the standard output stream"},
    {"--models", FLAG_TEXT, offsetof(EvaluateCommand, networks), "FOLDER",
     "modules NETWORK.mlir: tasks weigh as often as the network runs them"},
    {"--judges", FLAG_TEXT, offsetof(EvaluateCommand, judges), "PATHS",
     "modules, folders and tables of layers (*.tsv), joined by ',': what they compute is not of "
     "the "
     "development set"},
    {"--seed", FLAG_INTEGER(0, UINT32_MAX), offsetof(EvaluateCommand, seed), "N",
     "of training and of the folds (1)"},
    {0},
};

static void remember_call(EvaluateCommand *command, int argc, char **argv) {
  snprintf(command->text, sizeof command->text, "%s", output_program());
  for (int i = 0; i < argc; i++) {
    size_t length = strlen(command->text);
    snprintf(command->text + length, sizeof command->text - length, " %s", argv[i]);
  }
}

int command_evaluate(int argc, char **argv) {
  EvaluateCommand command = {.seed = 1,
                             .splits = "workload,network,family,type,machine",
                             .trainings = MACHINE_TRAINING_LIST,
                             .calibrations = "3000,9000",
                             .calibration_workload_rows = 8,
                             .replay_seeds = 3};
  CommandLine line = {
      .name = "evaluate",
      .usage = "DATASET... [flags]",
      .summary =
          "Trains models that do not see some workloads and prints as JSON how well they order, "
          "choose\nand time the schedules of those, beside the analytical model, random choice and "
          "the noise of\nthe measurements (lab/results/metrics.md). "
          "lab/evaluate/report/markdown.py "
          "makes Markdown of it.",
      .flags = flags,
      .values = &command,
      .positional = command.paths,
      .positional_count = EVALUATE_MAX_DATASETS,
      .found = &command.path_count,
      .output = &command.output};
  remember_call(&command, argc, argv);
  return command_line_run(&line, argc, argv, evaluate);
}
