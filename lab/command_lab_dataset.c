// autotune-lab dataset: what research alone does with datasets.
#include "base/text.h"
#include "lab/dataset/dataset_seen.h"
#include "lab/dataset/feature_table.h"
#include "lab/dataset/layer_modules.h"
#include "lab/lab_commands.h"
#include "tools/command_actions.h"
#include "tools/train/judged_contractions.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct LabDatasetCommand {
  const char *paths[2];                           // input, output
  const char *without_networks, *without_modules; // of training
  OutputFlags output;
} LabDatasetCommand;

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
  ContractionList judged = {0};
  TrainingFilter filter = {.networks = command->without_networks, .contractions = &judged};
  Status status = feature_table_check(command->paths[1]);
  if (status != STATUS_OK)
    return status;
  TRY(training_data_read(command->paths, 1, &data));
  TRY(training_filter_check(&data, &filter));
  if (command->without_modules)
    TRY(judged_contractions_read("--exclude-modules", command->without_modules,
                                 data.dataset.machines[0].target, &judged));
  TRY(feature_table_write(&data, &filter, command->paths[1]));
  TRY(tell_features(command, data.set.row_count));
cleanup:
  free(judged.keys);
  training_data_destroy(&data);
  return status;
}

static Status write_modules(void *values) {
  const LabDatasetCommand *command = values;
  int count;
  Status status = layer_modules_write(command->paths[0], command->paths[1], &count);
  if (status == STATUS_OK)
    printf("%s: %d modules\n", TEXT_LINE(command->paths[1]), count);
  return status;
}

static const Flag no_flags[] = {{0}};
static const Flag flags[] = {
    {"--exclude-networks", FLAG_TEXT, offsetof(LabDatasetCommand, without_networks), "NAMES",
     "joined by ',': left out of training, as by autotune train"},
    {"--exclude-modules", FLAG_TEXT, offsetof(LabDatasetCommand, without_modules), "PATHS",
     "modules, folders and tables of layers (*.tsv), joined by ',': the same"},
    {0},
};
static const Action actions[] = {
    {"features", "dataset features", "FILE OUT [flags]",
     "Writes what models learn from: OUT.npy (features, a NumPy array of 32-bit floats), OUT.tsv "
     "(a line\nper row: workload, machine, seconds, whether the flags leave it out), OUT.names "
     "(names of "
     "the features).",
     2, flags, write_features, true},
    {"modules", "dataset modules", "CORPUS FOLDER",
     "Writes every layer of a table such as data/corpus.tsv as a module of its own, in the order "
     "of the\ntable: FOLDER/0001.mlir and so on.",
     2, no_flags, write_modules, false},
    {"seen", "dataset seen", "FILE MODULES [flags]",
     "Prints of every module (files and folders, joined by ',') how many ops are tuned, and what "
     "part\nof them is computed by some workload of the dataset: a model trained on it has seen "
     "those.",
     2, flags, print_seen, false},
};

int command_lab_dataset(int argc, char **argv) {
  LabDatasetCommand command = {.paths = {NULL}};
  Actions all = {.command = "dataset",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths};
  return command_actions_run(&all, argc, argv);
}
