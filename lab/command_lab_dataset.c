// autotune-lab dataset: what research alone does with datasets.
#include "base/file/output_file.h"
#include "lab/dataset/dataset_import.h"
#include "lab/dataset/dataset_rekey.h"
#include "lab/dataset/dataset_seen.h"
#include "lab/dataset/feature_table.h"
#include "lab/lab_commands.h"
#include "tools/command_actions.h"
#include "tools/dataset_output.h"

#include <stdio.h>

typedef struct LabDatasetCommand {
  const char *paths[2]; // input, output
  const char *origin;
  const char *without_networks, *without_modules;
  RekeyOptions rekey;
  OutputFlags output;
} LabDatasetCommand;

static Status import_log(void *values) {
  const LabDatasetCommand *command = values;
  Dataset dataset = {0};
  int64_t dropped = 0, skipped = 0;
  Status status = STATUS_OK;
  DatasetOrigin origin = dataset_origin_find(command->origin);
  if (origin == ORIGIN_COUNT)
    TRY(status_fail(STATUS_USAGE, "--origin %s: use random or explore", command->origin));
  TRY(dataset_output_read(command->paths[1], &dataset, &dropped));
  TRY(dataset_import_log(command->paths[0], origin, &dataset, &skipped));
  TRY(dataset_output_write(command->paths[1], &dataset, skipped + dropped,
                           command->output.is_json));
cleanup:
  dataset_destroy(&dataset);
  return status;
}

static Status rekey(void *values) {
  const LabDatasetCommand *command = values;
  Dataset dataset = {0};
  int64_t dropped = 0;
  int32_t machines;
  Status status = output_file_check(command->paths[1]);
  if (status == STATUS_OK)
    status = dataset_read(command->paths[0], &dataset, &dropped);
  if (status == STATUS_OK)
    status = dataset_rekey(&dataset, &command->rekey, &machines);
  if (status == STATUS_OK)
    status = dataset_output_write(command->paths[1], &dataset, dropped, command->output.is_json);
  dataset_destroy(&dataset);
  return status;
}

static Status print_seen(void *values) {
  const LabDatasetCommand *command = values;
  SeenQuery query = {.modules = command->paths[1],
                     .without_networks = command->without_networks,
                     .without_modules = command->without_modules};
  Dataset dataset = {0};
  Status status = dataset_read(command->paths[0], &dataset, NULL);
  if (status == STATUS_OK)
    status = dataset_seen(&dataset, &query, stdout);
  dataset_destroy(&dataset);
  return status;
}

static Status tell_features(const LabDatasetCommand *command, size_t rows) {
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", command->paths[1]);
    json_put_integer(json, "rows", (int64_t)rows);
    json_put_integer(json, "features", FEATURE_COUNT);
    return output_json(json);
  }
  printf("%s.npy: %zu rows of %d features\n", command->paths[1], rows, (int)FEATURE_COUNT);
  return STATUS_OK;
}

static Status write_features(void *values) {
  const LabDatasetCommand *command = values;
  TrainingData data;
  Status status = feature_table_check(command->paths[1]);
  if (status != STATUS_OK)
    return status;
  status = training_data_read(command->paths, 1, &data);
  if (status == STATUS_OK)
    status = feature_table_write(&data, command->paths[1]);
  if (status == STATUS_OK)
    status = tell_features(command, data.set.row_count);
  training_data_destroy(&data);
  return status;
}

static const Flag no_flags[] = {{0}};
static const Flag seen_flags[] = {
    {"--exclude-networks", FLAG_TEXT, offsetof(LabDatasetCommand, without_networks), "NAMES",
     "joined by ',': left out of training, as by autotune train"},
    {"--exclude-modules", FLAG_TEXT, offsetof(LabDatasetCommand, without_modules), "PATHS",
     "the same"},
    {0},
};
static const Flag rekey_flags[] = {
    {"--machine", FLAG_TEXT, offsetof(LabDatasetCommand, rekey.machine), "NAME",
     "of the machines whose processor (autotune dataset show) contains NAME"},
    {"--cpu", FLAG_TEXT, offsetof(LabDatasetCommand, rekey.cpu), "NAME",
     "their processor: 'AMD EPYC (family 26 model 2)'"},
    {"--row", FLAG_TEXT, offsetof(LabDatasetCommand, rekey.row), "NAME",
     "the row of their target, whose settings stay"},
    {0},
};
static const Flag import_flags[] = {
    {"--origin", FLAG_TEXT, offsetof(LabDatasetCommand, origin), "NAME",
     "of the imported trials: random or explore (default)"},
    {0},
};

static const Action actions[] = {
    {"features", "dataset features", "FILE OUT [flags]",
     "Writes what models learn from: OUT.npy (features, a NumPy array of 32-bit floats), OUT.tsv "
     "(a line\nper row: workload, machine, seconds), OUT.names (names of the features).",
     2, no_flags, write_features, true},
    {"import", "dataset import", "LOG OUT [flags]",
     "Adds the trials of a log of autotune-lab search, made on this machine, to the dataset OUT.",
     2, import_flags, import_log, true},
    {"rekey", "dataset rekey", "IN OUT [flags]",
     "Writes the dataset IN with other keys of a machine: its processor, the row of its target.", 2,
     rekey_flags, rekey, true},
    {"seen", "dataset seen", "FILE MODULES [flags]",
     "Prints of every module (files and folders, joined by ',') how many ops are tuned, and what "
     "part\nof them is computed by some workload of the dataset: a model trained on it has seen "
     "those.",
     2, seen_flags, print_seen, false},
};

int command_lab_dataset(int argc, char **argv) {
  LabDatasetCommand command = {.origin = "explore"};
  Actions all = {.command = "dataset",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths};
  return command_actions_run(&all, argc, argv);
}
