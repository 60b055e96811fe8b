// autotune-lab evaluate: how well the models order, choose and time schedules of workloads that
// they were not trained on.
#include "base/file/output_file.h"
#include "lab/evaluate/development.h"
#include "lab/evaluate/report/evaluation_report.h"
#include "lab/lab_commands.h"
#include "tools/command_line.h"
#include "tools/train/module_contractions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MACHINE_TRAINING_LIST "unseen,levels,added,adapted,all"

enum { DATASETS_MAX = 64, FOLDS_OF_ABLATIONS = 1 };

typedef struct EvaluateCommand {
  const char *paths[DATASETS_MAX];
  int path_count;
  const char *model, *markdown, *json, *splits, *networks, *tables, *judges, *trainings;
  const char *calibrations, *cpu;
  size_t calibration_rows[MACHINE_MAX_CALIBRATIONS];
  int calibration_count;
  int64_t calibration_workload_rows;
  unsigned machine_trainings; // of `trainings`: bit per MachineTraining
  int64_t seed, rounds, ablation_rounds, replay_seeds, replay_trials;
  bool no_ablations, replay, replay_learning;
  char text[4096]; // how it was called
  TrainingData data, with_tables;
  ContractionList judged; // of --judges
  uint8_t *development;   // owned: which tasks of `data` are of the development set
  LearnedModel *learned;
  OutputFlags output;
  EvaluationReport report;
} EvaluateCommand;

// --- splits

// Destroys the split on failure.
static Status weigh_split(const EvaluateCommand *command, EvaluationSplit *split) {
  if (!command->networks)
    return STATUS_OK;
  Status status = split_weigh(split, &command->data, command->networks);
  if (status != STATUS_OK)
    split_destroy(split);
  return status;
}

static Status make_network_split(const EvaluateCommand *command, EvaluationSplit *out) {
  Status status = split_by_network(&command->data, out);
  return status == STATUS_OK ? weigh_split(command, out) : status;
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
    return make_network_split(command, out);
  return split_by_family(&command->data, out);
}

static EvaluationOptions default_options(const EvaluateCommand *command) {
  uint32_t seed = (uint32_t)command->seed;
  TrainingOptions training = training_options_default(seed);
  if (command->rounds > 0)
    training.ranker.max_rounds = training.regressor.max_rounds = (int)command->rounds;
  return (EvaluationOptions){.training = training, .seed = seed, .floor = &command->report.floor};
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

// Before hours of training.
static Status check_splits(const char *splits) {
  static const char *const names[] = {"workload", "network", "family", "machine"};
  if (!strcmp(splits, "development") || !strcmp(splits, "ablations"))
    return STATUS_OK;
  for (const char *at = splits;;) {
    size_t length = strcspn(at, ",");
    bool is_known = false;
    for (int n = 0; n < 4; n++)
      is_known |= strlen(names[n]) == length && !memcmp(names[n], at, length);
    if (!is_known && strcmp(splits, "none") != 0)
      return status_fail(
          STATUS_USAGE,
          "--splits %s: use some of workload,network,family,machine, or development, "
          "ablations or none",
          splits);
    if (!at[length])
      return STATUS_OK;
    at += length + 1;
  }
}

static Status read_trainings(EvaluateCommand *command) {
  for (const char *at = command->trainings; *at;) {
    size_t length = strcspn(at, ",");
    MachineTraining training = machine_training_find(at, length);
    if (training == MACHINE_TRAINING_COUNT)
      return status_fail(STATUS_USAGE, "--machine-trainings %s: use some of " MACHINE_TRAINING_LIST,
                         command->trainings);
    command->machine_trainings |= 1u << training;
    at += length + (at[length] == ',');
  }
  return STATUS_OK;
}

static Status read_calibrations(EvaluateCommand *command) {
  for (const char *at = command->calibrations; *at;) {
    char *end;
    long rows = strtol(at, &end, 10);
    bool is_full = command->calibration_count == MACHINE_MAX_CALIBRATIONS;
    if (end == at || rows < 1 || (*end && *end != ',') || is_full)
      return status_fail(STATUS_USAGE,
                         "--calibration-rows %s: use at most %d numbers from 1 on, joined by ','",
                         command->calibrations, MACHINE_MAX_CALIBRATIONS);
    command->calibration_rows[command->calibration_count++] = (size_t)rows;
    at = end + (*end == ',');
  }
  return STATUS_OK;
}

static Status check_folder(const char *folder) {
  struct stat state;
  if (folder && (stat(folder, &state) || (errno = ENOTDIR, !S_ISDIR(state.st_mode))))
    return status_fail(STATUS_USAGE, "--models %s: %s", folder, strerror(errno));
  return STATUS_OK;
}

static Status evaluate_machines(EvaluateCommand *command) {
  MachineEvaluationOptions options = {
      .training = default_options(command).training,
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
  EvaluationOptions options = default_options(command);
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

static Status evaluate_splits(EvaluateCommand *command) {
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

// --- the development set

static Status mark_development(EvaluateCommand *command) {
  if (command->judges) {
    Status status = module_contractions_read(
        "--judges", command->judges, command->data.dataset.machines[0].target, &command->judged);
    if (status != STATUS_OK)
      return status;
  }
  command->development = malloc(command->data.set.task_count + 1);
  if (!command->development)
    return status_fail(STATUS_SYSTEM, "no memory for %zu tasks", command->data.set.task_count);
  development_mark(&command->data, &command->judged, command->development);
  return STATUS_OK;
}

// The judges are not trained on either, as for the shipped model.
static EvaluationOptions development_options(const EvaluateCommand *command, int objective,
                                             int seed) {
  EvaluationOptions options = default_options(command);
  options.training.is_squared = objective == 1;
  options.training.ranker.seed += (uint32_t)seed;
  options.training.regressor.seed += (uint32_t)seed;
  options.seed += (uint32_t)seed;
  options.filter.networks = development_judges;
  options.filter.contractions = &command->judged;
  options.compares_shares = true;
  return options;
}

static Status evaluate_development(EvaluateCommand *command) {
  EvaluationSplit split;
  Status status = split_by_development(&command->data, command->development, &split);
  if (status != STATUS_OK)
    return status;
  if (split.program_count == 0)
    status = status_fail(STATUS_USAGE, "no workload of the dataset is of the development set");
  for (int o = 0; o < OBJECTIVE_COUNT; o++)
    for (int s = 0; s < DEVELOPMENT_SEEDS && status == STATUS_OK; s++) {
      EvaluationOptions options = development_options(command, o, s);
      output_note(&command->output, "evaluate", "development, %s, seed %u", objective_name(o),
                  options.seed);
      status = evaluation_run(&command->data, &split, &options, &command->report.development[o][s]);
    }
  command->report.has_development = status == STATUS_OK;
  split_destroy(&split);
  return status;
}

// A model that is there already: one program of everything, nothing is trained.
static Status evaluate_model(EvaluateCommand *command) {
  EvaluationSplit split;
  EvaluationOptions options = default_options(command);
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

// --- ablations

typedef struct AblationSetting {
  bool is_squared, without_analytical;
  const char *without; // features
  RowSampling sampling;
} AblationSetting;

// Features of the schedule (docs/reference/features.md): all but those of task, target and the
// estimate.
#define OTHER_SCHEDULE_FEATURES "traffic.,set.,register.,waste.,pack.,sweep."

static const AblationSetting ablation_settings[ABLATION_COUNT] = {
    [ABLATION_SQUARED] = {.is_squared = true},
    [ABLATION_TASK] = {.without = "work.,init.,body.,epilogue."},
    [ABLATION_TARGET] = {.without = "target."},
    [ABLATION_ANALYTICAL] = {.without_analytical = true},
    [ABLATION_LOOPS] = {.without_analytical = true,
                        .without = "knob.,curve.," OTHER_SCHEDULE_FEATURES},
    [ABLATION_KNOBS] = {.without_analytical = true,
                        .without = "loop,curve.," OTHER_SCHEDULE_FEATURES},
    [ABLATION_CURVES] = {.without_analytical = true,
                         .without = "loop,knob.," OTHER_SCHEDULE_FEATURES},
    [ABLATION_PRIOR] = {.sampling = SAMPLING_PRIOR_TASKS},
    [ABLATION_UNIFORM] = {.sampling = SAMPLING_UNIFORM_TASKS},
    [ABLATION_PERTURBED] = {.sampling = SAMPLING_PERTURBED_TASKS},
    [ABLATION_NETWORKS] = {.sampling = SAMPLING_NETWORK_TASKS},
    [ABLATION_EXPLORED] = {.sampling = SAMPLING_EXPLORED_SCHEDULES},
    [ABLATION_RANDOM] = {.sampling = SAMPLING_RANDOM_SCHEDULES},
};

static EvaluationOptions ablation_options(const EvaluateCommand *command, Ablation ablation) {
  EvaluationOptions options = default_options(command);
  if (command->ablation_rounds > 0)
    options.training.ranker.max_rounds = options.training.regressor.max_rounds =
        (int)command->ablation_rounds;
  const AblationSetting *setting = &ablation_settings[ablation];
  options.training.is_squared = setting->is_squared;
  options.training.without = setting->without;
  options.training.without_analytical = setting->without_analytical;
  options.sampling = setting->sampling;
  return options;
}

// On networks, or where the data has none on one fold. A training that has no row left has no
// result.
static Status evaluate_ablations(EvaluateCommand *command) {
  EvaluationSplit split;
  Status status = make_network_split(command, &split);
  if (status == STATUS_OK && split.program_count == 0) {
    split_destroy(&split);
    status = split_by_workload(&command->data, (uint32_t)command->seed, FOLDS_OF_ABLATIONS, NULL,
                               &split);
  }
  if (status != STATUS_OK)
    return status;
  for (int a = 0; a < ABLATION_COUNT && status == STATUS_OK; a++) {
    EvaluationOptions options = ablation_options(command, (Ablation)a);
    output_note(&command->output, "evaluate", "ablation, %s", ablation_name((Ablation)a));
    status = evaluation_run(&command->data, &split, &options, &command->report.ablations[a]);
    if (status == STATUS_USAGE)
      status = STATUS_OK;
  }
  command->report.has_ablations = status == STATUS_OK;
  split_destroy(&split);
  return status;
}

static Status evaluate_training(EvaluateCommand *command) {
  Status status = mark_development(command);
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
  const char *paths[DATASETS_MAX + 1];
  if (!command->tables)
    return STATUS_OK;
  memcpy(paths, command->paths, sizeof command->paths);
  paths[command->path_count] = command->tables;
  return training_data_read(paths, command->path_count + 1, &command->with_tables);
}

static Status evaluate_searches(EvaluateCommand *command) {
  ReplayOptions options = {.training = default_options(command).training,
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

static bool write_markdown(FILE *file, const void *report) {
  report_write_markdown(report, file);
  return true;
}

static bool write_json(FILE *file, const void *report) { return report_write_json(report, file); }

static Status evaluate(void *values) {
  EvaluateCommand *command = values;
  Status status = STATUS_OK;
  EvaluationReport *report = &command->report;
  *report = (EvaluationReport){.command = command->text, .data = &command->data};
  TRY(check_splits(command->splits));
  TRY(read_trainings(command));
  TRY(read_calibrations(command));
  TRY(check_folder(command->networks));
  TRY(output_file_check(command->markdown));
  TRY(output_file_check(command->json));
  TRY(training_data_read(command->paths, command->path_count, &command->data));
  TRY(read_tables(command));
  TRY(noise_floor(&command->data, 0, &report->floor));
  if (command->model)
    TRY(evaluate_model(command));
  else if (strcmp(command->splits, "none") != 0)
    TRY(evaluate_training(command));
  if (command->replay || command->tables)
    TRY(evaluate_searches(command));
  report_write_markdown(report, stdout);
  if (command->markdown)
    TRY(output_file_write(command->markdown, write_markdown, report));
  if (command->json)
    TRY(output_file_write(command->json, write_json, report));
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
     "some of workload,network,family,machine (default: all), then ablations; or one of "
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
     "trees at most, of each model (600)"},
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
    {"--markdown", FLAG_TEXT, offsetof(EvaluateCommand, markdown), "PATH",
     "write the report there too"},
    {"--json", FLAG_TEXT, offsetof(EvaluateCommand, json), "PATH", "write every number there"},
    {"--models", FLAG_TEXT, offsetof(EvaluateCommand, networks), "FOLDER",
     "modules NETWORK.mlir: tasks weigh as often as the network runs them"},
    {"--judges", FLAG_TEXT, offsetof(EvaluateCommand, judges), "PATHS",
     "modules and folders, joined by ',': what they compute is not of the development set"},
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
                             .splits = "workload,network,family,machine",
                             .trainings = MACHINE_TRAINING_LIST,
                             .calibrations = "3000,9000",
                             .calibration_workload_rows = 8,
                             .replay_seeds = 3};
  CommandLine line = {
      .name = "evaluate",
      .usage = "DATASET... [flags]",
      .summary =
          "Trains models that do not see some workloads and prints how well they order, choose "
          "and\ntime the schedules of those, beside the analytical model, random choice and the "
          "noise of\nthe measurements (lab/results/metrics.md).",
      .flags = flags,
      .values = &command,
      .positional = command.paths,
      .positional_count = DATASETS_MAX,
      .found = &command.path_count,
      .output = &command.output};
  remember_call(&command, argc, argv);
  return command_line_run(&line, argc, argv, evaluate);
}
