// autotune train: measured schedules to the file of the learned cost model.
#include "base/file/output_file.h"
#include "costmodel/learned_model.h"
#include "runtime/timing.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/report/describe.h"
#include "tools/train/judged_contractions.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATASETS_MAX = 64, DEPTH_MAX = 15 };

typedef struct TrainCommand {
  const char *paths[DATASETS_MAX];
  int path_count;
  const char *path, *judges;
  ContractionList judged; // of `judges`
  ContractionList near;   // of what is left out, where its neighbours are, too
  bool without_neighbours;
  int64_t rounds, depth, seed;
  OutputFlags output;
  TrainingFilter filter;
} TrainCommand;

typedef struct Bytes {
  void *start; // owned
  size_t size;
} Bytes;

static bool write_bytes(FILE *file, const void *user) {
  const Bytes *bytes = user;
  return fwrite(bytes->start, 1, bytes->size, file) == bytes->size;
}

// Whether a machine before it has the name.
static bool is_named(const Dataset *dataset, int32_t machine) {
  int32_t m = 0;
  while (strcmp(dataset->machines[m].cpu, dataset->machines[machine].cpu) != 0)
    m++;
  return m < machine;
}

// The processors that are learned from, each once.
static void describe_machines(const Dataset *dataset, const TrainingFilter *filter, char *text,
                              size_t size) {
  text[0] = '\0';
  for (int32_t m = 0; m < dataset->machine_count; m++) {
    const char *cpu = dataset->machines[m].cpu;
    size_t length = strlen(text);
    if (!is_named(dataset, m) && !(filter->cpu && strstr(cpu, filter->cpu)))
      snprintf(text + length, size - length, "%s%s", length ? ", " : "", cpu);
  }
}

static void write_note(const TrainingData *data, const TrainingFilter *filter,
                       const TrainedModels *models, char *note, size_t size) {
  char machines[400];
  describe_machines(&data->dataset, filter, machines, sizeof machines);
  snprintf(note, size, "%zu schedules of %zu tasks, space %d, measured on %s", models->row_count,
           models->task_count, (int)data->dataset.space_version, machines);
}

static void print_training(const char *name, const ModelTraining *training, const char *figure) {
  printf("  %-10s %d round%s", name, training->best_rounds, plural(training->best_rounds));
  if (!isnan(training->held_out))
    printf(", %s %.4f on held-out workloads", figure, training->held_out);
  printf("\n");
}

static Json *training_json(const ModelTraining *training, const char *figure) {
  Json *json = json_make_object();
  json_put_integer(json, "rounds", training->best_rounds);
  if (!isnan(training->held_out))
    json_put_number(json, figure, training->held_out);
  return json;
}

// What was written.
typedef struct Trained {
  const char *path, *note;
  const TrainedModels *models;
  size_t bytes;
  uint64_t hash;
  double seconds;
} Trained;

static void print_trained(const Trained *trained) {
  printf("%s: %s\n", trained->path, trained->note);
  print_training("ranker", &trained->models->ranker_training, "pairwise accuracy");
  print_training("regressor", &trained->models->regressor_training, "root mean squared log error");
  printf("  %zu bytes, hash %016" PRIx64 ", %.1f s\n", trained->bytes, trained->hash,
         trained->seconds);
}

static Status write_json(const Trained *trained) {
  Json *json = json_make_object();
  char hash[24];
  snprintf(hash, sizeof hash, "%016" PRIx64, trained->hash);
  json_put_text(json, "file", trained->path);
  json_put_text(json, "trained_on", trained->note);
  json_put_text(json, "hash", hash);
  json_put_integer(json, "bytes", (int64_t)trained->bytes);
  json_put_number(json, "seconds", trained->seconds);
  json_put(json, "ranker",
           training_json(&trained->models->ranker_training, "held_out_pairwise_accuracy"));
  json_put(json, "regressor",
           training_json(&trained->models->regressor_training, "held_out_rms_log_error"));
  return output_json(json);
}

static Status write_models(const TrainCommand *command, const TrainingData *data,
                           const TrainedModels *models, double seconds) {
  char note[LEARNED_MODEL_NOTE_BYTES];
  Bytes bytes = {0};
  LearnedModel *model = NULL;
  Status status = STATUS_OK;
  write_note(data, &command->filter, models, note, sizeof note);
  TRY(learned_model_pack(models->ranker, models->regressor, models->support, note, &bytes.start,
                         &bytes.size));
  TRY(learned_model_load(bytes.start, bytes.size, &model));
  TRY(output_file_write(command->path, write_bytes, &bytes));
  Trained trained = {command->path, note, models, bytes.size, learned_model_hash(model), seconds};
  if (command->output.is_json)
    TRY(write_json(&trained));
  else
    print_trained(&trained);
cleanup:
  learned_model_destroy(model);
  free(bytes.start);
  return status;
}

// Judged contractions and, if that is asked for, what is near them and the networks.
static Status read_judged(TrainCommand *command, const Dataset *dataset) {
  Status status = STATUS_OK;
  const char *target = dataset->machines[0].target, *flag = "--exclude-modules";
  if (command->judges)
    TRY(judged_contractions_read(flag, command->judges, target, &command->judged));
  command->filter.contractions = &command->judged;
  if (!command->without_neighbours)
    return STATUS_OK;
  if (command->judges)
    TRY(judged_near_read(flag, command->judges, target, &command->near));
  if (command->filter.networks)
    TRY(judged_near_networks(dataset, command->filter.networks, &command->near));
  command->filter.near = &command->near;
cleanup:
  return status;
}

static Status train(void *values) {
  TrainCommand *command = values;
  TrainingData data;
  TrainedModels models = {0};
  double start = timing_now();
  uint32_t seed = (uint32_t)command->seed;
  TrainingOptions options = training_options_default(seed);
  uint8_t *uses = NULL;
  Status status = output_file_check(command->path);
  if (status == STATUS_OK && command->without_neighbours && !command->judges &&
      !command->filter.networks)
    status = status_fail(STATUS_USAGE, "--exclude-neighbours is of what is left out: add "
                                       "--exclude-networks or --exclude-modules, or leave it out");
  if (status != STATUS_OK)
    return status;
  TRY(training_data_read(command->paths, command->path_count, &data));
  if (command->rounds > 0)
    options.ranker.max_rounds = options.regressor.max_rounds = (int)command->rounds;
  if (command->depth > 0)
    options.ranker.depth = options.regressor.depth = (int)command->depth;
  TRY(training_filter_check(&data, &command->filter));
  TRY(read_judged(command, &data.dataset));
  uses = malloc(data.set.row_count);
  if (!uses)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu rows", data.set.row_count));
  training_data_uses(&data, &command->filter, seed, uses);
  TRY(models_train(&data.set, uses, &options, &models));
  TRY(write_models(command, &data, &models, timing_now() - start));
cleanup:
  free(uses);
  free(command->judged.keys);
  free(command->near.keys);
  trained_models_destroy(&models);
  training_data_destroy(&data);
  return status;
}

static const Flag flags[] = {
    {"-o", FLAG_TEXT, offsetof(TrainCommand, path), "PATH",
     "file to write (default autotune.model)"},
    {"--rounds", FLAG_COUNT(1), offsetof(TrainCommand, rounds), "N",
     "trees at most, of each model (600 of the ranker, 1200 of the regressor)"},
    {"--depth", FLAG_INTEGER(1, DEPTH_MAX), offsetof(TrainCommand, depth), "N",
     "levels of a tree (6)"},
    {"--seed", FLAG_INTEGER(0, UINT32_MAX), offsetof(TrainCommand, seed), "N",
     "of XGBoost and of the choice of held-out workloads (1)"},
    {"--exclude-networks", FLAG_TEXT, offsetof(TrainCommand, filter.networks), "NAMES",
     "joined by ',': leave out every contraction of theirs, whatever is fused with it"},
    {"--exclude-modules", FLAG_TEXT, offsetof(TrainCommand, judges), "PATHS",
     "modules, folders and tables of layers (*.tsv), joined by ',': leave out every contraction of "
     "theirs, whatever is fused with it"},
    {"--exclude-neighbours", FLAG_SWITCH, offsetof(TrainCommand, without_neighbours), "",
     "of these networks and modules: leave out also what differs from a contraction of theirs in "
     "one extent, or one number of a window"},
    {"--exclude-machine", FLAG_TEXT, offsetof(TrainCommand, filter.cpu), "NAME",
     "leave out all rows of processors whose name (autotune dataset show) contains NAME"},
    {"--exclude-family", FLAG_TEXT, offsetof(TrainCommand, filter.family), "NAME",
     "leave out an operator family"},
    {0},
};

int command_train(int argc, char **argv) {
  TrainCommand command = {.path = "autotune.model", .seed = 1};
  CommandLine line = {
      .name = "train",
      .usage = "DATASET... [flags]",
      .summary =
          "Trains the ranker and the time regressor on measured schedules and writes them to one\n"
          "file, for model=PATH. The same datasets and flags give the same bytes.",
      .flags = flags,
      .values = &command,
      .positional = command.paths,
      .positional_count = DATASETS_MAX,
      .found = &command.path_count,
      .output = &command.output,
      .has_json = true};
  return command_line_run(&line, argc, argv, train);
}
