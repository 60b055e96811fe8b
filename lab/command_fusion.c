// autotune-lab fusion: programs measured under many partitions of their ops, and how well models
// predict that.
#include "base/file/output_file.h"
#include "base/file/timing_lock.h"
#include "lab/figures/figure_row.h"
#include "lab/fusion/fusion_collect.h"
#include "lab/fusion/fusion_evaluate.h"
#include "lab/fusion/fusion_export.h"
#include "lab/fusion/fusion_fit.h"
#include "lab/lab_commands.h"
#include "lab/partitions/partition_compare.h"
#include "tools/command_actions.h"
#include "tools/ops/module_paths.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTITIONS = 8, RUNS = 3, RUNS_MAX = 16, MODELS_MAX = 8, PATH_BYTES = 1024 };

typedef struct FusionCommand {
  const char *paths[2];
  const char *modules, *lock, *judged, *models, *model;
  int64_t partitions, runs, rounds, core, seed;
  double seconds, times;
  OutputFlags output;
} FusionCommand;

// --- collect

static void tell_program(void *user, const char *name, const char *reason) {
  const FusionCommand *command = user;
  if (reason)
    output_warning("fusion collect", "%s: %s", name, reason);
  else
    output_note(&command->output, "fusion collect", "%s", name);
}

static Status collect(void *values) {
  FusionCommand *command = values;
  TuneOptions tune;
  FusionCollected collected;
  if (!command->modules)
    return status_fail(STATUS_USAGE, "no programs: name files and folders by --modules");
  Status status = command_line_host(&command->output, "fusion collect", &tune);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "fusion collect", &command->lock);
  if (status != STATUS_OK)
    return status;
  FusionCollect request = {.path = command->paths[0],
                           .modules = command->modules,
                           .lock = command->lock,
                           .partitions = command->partitions,
                           .runs = command->runs,
                           .core = command->core,
                           .seed = command->seed,
                           .tune = &tune,
                           .tell = tell_program,
                           .user = command};
  status = fusion_collect(&request, &collected);
  if (status != STATUS_OK)
    return status;
  if (collected.failed > 0 && collected.measured + collected.known == 0)
    return status_fail(STATUS_WORKER, "no program could be measured; the warnings say why");
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_integer(json, "measured", collected.measured);
    json_put_integer(json, "known", collected.known);
    json_put_integer(json, "failed", collected.failed);
    return output_json(json);
  }
  printf("%s: %d programs measured, %d were there already, %d failed\n", command->paths[0],
         collected.measured, collected.known, collected.failed);
  return STATUS_OK;
}

// The file of a command that adds nothing to it.
static Status read_whole(const char *path, FusionFile *file) {
  Status status = fusion_file_read(path, file);
  return status == STATUS_OK ? entry_file_check_whole(path, &fusion_form, &file->span) : status;
}

// --- export

static Status export_rows(void *values) {
  const FusionCommand *command = values;
  FusionFile file = {0};
  Dataset dataset = {0};
  Status status = output_file_check(command->paths[1]);
  if (status != STATUS_OK)
    return status;
  TRY(read_whole(command->paths[0], &file));
  TRY(fusion_export(&file, command->judged, &dataset));
  TRY(dataset_write(command->paths[1], &dataset));
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", command->paths[1]);
    json_put_integer(json, "rows", dataset.row_count);
    TRY(output_json(json));
  } else {
    printf("%s: %" PRId64 " rows of %d workloads\n", command->paths[1], dataset.row_count,
           (int)dataset.workload_count);
  }
cleanup:
  fusion_file_destroy(&file);
  dataset_destroy(&dataset);
  return status;
}

// --- evaluate

static const Figure figures[] = {
    {"MAPE >50us", "mape_over_50us", " %", offsetof(FusionFigures, mape_long), 1},
    {"MAPE <=50us", "mape_up_to_50us", " %", offsetof(FusionFigures, mape_short), 1},
    {"bias >50us", "bias_over_50us", "", offsetof(FusionFigures, bias), 3},
    {"tau of kernels", "tau_of_kernels", "", offsetof(FusionFigures, tau_kernels), 3},
    {"5 % apart", "tau_of_kernels_apart", "", offsetof(FusionFigures, tau_apart), 3},
    {"MAPE of programs", "mape_of_programs", " %", offsetof(FusionFigures, mape_programs), 1},
    {"tau of partitions", "tau_of_partitions", "", offsetof(FusionFigures, tau_partitions), 3},
    {"choice over best", "choice_over_best", " %", offsetof(FusionFigures, loss), 1},
};
enum { FIGURES = sizeof figures / sizeof *figures };

static void tell_figures(const char *by, const FusionFigures *values, Json *all) {
  if (!all) {
    printf("| %s |", by);
    figure_row_print(figures, FIGURES, values);
    printf("\n");
    return;
  }
  Json *json = json_make_object();
  for (int f = 0; f < FIGURES; f++) {
    double value = figure_of(values, &figures[f]);
    if (isfinite(value))
      json_put_number(json, figures[f].key, value);
  }
  json_put(all, by, json);
}

static void tell_head(const FusionCounts *counts, Json *all) {
  if (all) {
    json_put_integer(all, "programs", counts->programs);
    json_put_integer(all, "partitions", counts->partitions);
    json_put_integer(all, "kernels", counts->kernels);
    json_put_integer(all, "kernels_over_50us", counts->long_kernels);
    json_put_integer(all, "kernels_left_out", counts->left_out);
    return;
  }
  printf(
      "%d programs, %d partitions, %d kernels, %d of them over 50 microseconds; %d are too short "
      "to be timed\n\n| by |",
      counts->programs, counts->partitions, counts->kernels, counts->long_kernels,
      counts->left_out);
  figure_row_names(figures, FIGURES);
  printf("\n|---|");
  for (int f = 0; f < FIGURES; f++)
    printf("---|");
  printf("\n");
}

// Models of files, read before anything is printed.
typedef struct NamedModel {
  char path[PATH_BYTES];
  LearnedModel *model; // owned
} NamedModel;

typedef struct NamedModels {
  NamedModel items[MODELS_MAX];
  int count;
} NamedModels;

static void models_destroy(NamedModels *models) {
  for (int m = 0; m < models->count; m++)
    learned_model_destroy(models->items[m].model);
}

static Status read_models(const char *list, NamedModels *models) {
  for (const char *at = list; at && *at;) {
    size_t length = strcspn(at, ",");
    NamedModel *named = &models->items[models->count];
    if (length >= PATH_BYTES || models->count == MODELS_MAX)
      return status_fail(STATUS_USAGE, "--models: at most %d, with paths of less than %d bytes",
                         MODELS_MAX, PATH_BYTES);
    snprintf(named->path, sizeof named->path, "%.*s", (int)length, at);
    at += length + (at[length] == ',');
    if (length == 0)
      continue;
    Status status = learned_model_load_file(named->path, &named->model);
    if (status != STATUS_OK)
      return status;
    models->count++;
  }
  return STATUS_OK;
}

static Status judge(const FusionCommand *command, const FusionFile *file, const char *name,
                    const LearnedModel *model, bool is_in_program, Json *all) {
  FusionFigures values;
  Status status = fusion_evaluate(file, command->judged, model, is_in_program, &values);
  if (status == STATUS_OK)
    tell_figures(name, &values, all);
  return status;
}

static Status judge_noise(const FusionCommand *command, const FusionFile *file, const char *name,
                          int noise, Json *all) {
  FusionFigures values;
  Status status = fusion_evaluate_noise(file, command->judged, noise, &values);
  if (status == STATUS_OK)
    tell_figures(name, &values, all);
  return status;
}

// A learned model, then what it says of kernels inside programs.
static Status judge_learned(const FusionCommand *command, const FusionFile *file, const char *name,
                            const LearnedModel *model, Json *all) {
  char inside[PATH_BYTES + 32];
  snprintf(inside, sizeof inside, "%s, in a program", name);
  Status status = judge(command, file, name, model, false, all);
  return status == STATUS_OK ? judge(command, file, inside, model, true, all) : status;
}

static Status judge_all(const FusionCommand *command, const FusionFile *file,
                        const NamedModels *models, Json *all) {
  Status status = STATUS_OK;
  LearnedModel *shipped;
  TRY(judge(command, file, "analytical", NULL, false, all));
  if (learned_model_is_shipped()) {
    TRY(learned_model_shipped(&shipped));
    TRY(judge_learned(command, file, "shipped", shipped, all));
  }
  for (int m = 0; m < models->count; m++)
    TRY(judge_learned(command, file, models->items[m].path, models->items[m].model, all));
  TRY(judge_noise(command, file, "noise: one run", FUSION_ONE_RUN, all));
  TRY(judge_noise(command, file, "noise: another partition", FUSION_ELSEWHERE, all));
cleanup:
  return status;
}

static Status evaluate(void *values) {
  const FusionCommand *command = values;
  Status status = STATUS_OK;
  FusionFile file = {0};
  FusionCounts counts;
  NamedModels models = {.count = 0};
  Json *all = NULL;
  TRY(read_models(command->models, &models));
  TRY(read_whole(command->paths[0], &file));
  TRY(fusion_count(&file, command->judged, &counts));
  all = command->output.is_json ? json_make_object() : NULL;
  tell_head(&counts, all);
  TRY(judge_all(command, &file, &models, all));
  if (all) {
    Json *taken = all;
    all = NULL;
    TRY(output_json(taken));
  }
cleanup:
  json_free(all);
  fusion_file_destroy(&file);
  models_destroy(&models);
  return status;
}

// --- fit

static void tell_fit(const FusionFit *fit) {
  for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++)
    printf("C(%s, %.4g)\n", program_constant_name((ProgramConstant)c), fit->constants[c]);
  printf("%d kernels; mean error of the logarithm %.4f, without the constants %.4f\n", fit->kernels,
         fit->after, fit->before);
}

static Status tell_fit_json(const FusionFit *fit) {
  Json *json = json_make_object(), *constants = json_make_object();
  for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++)
    json_put_number(constants, program_constant_name((ProgramConstant)c), fit->constants[c]);
  json_put(json, "constants", constants);
  json_put_integer(json, "kernels", fit->kernels);
  json_put_number(json, "log_error", fit->after);
  json_put_number(json, "log_error_without", fit->before);
  return output_json(json);
}

static Status fit(void *values) {
  const FusionCommand *command = values;
  Status status = STATUS_OK;
  FusionFile file = {0};
  LearnedModel *model = NULL;
  FusionFit found;
  status = learned_model_open(command->model, &model);
  if (status != STATUS_OK)
    TRY(status_fail(status, "--model: %s", status_text()));
  TRY(read_whole(command->paths[0], &file));
  TRY(fusion_fit(&file, command->judged, model, &found));
  if (command->output.is_json)
    TRY(tell_fit_json(&found));
  else
    tell_fit(&found);
cleanup:
  fusion_file_destroy(&file);
  learned_model_destroy(model);
  return status;
}

// --- compare

static const char *const way_keys[WAY_COUNT] = {"hybrid_seconds", "annealing_seconds",
                                                "annealing_more_seconds"};

// Seconds over those of another way, of all programs.
typedef struct Ratios {
  double logs, worst;
  int count;
} Ratios;

static void add_ratio(Ratios *ratios, double seconds, double other) {
  if (!isfinite(seconds) || !isfinite(other))
    return;
  ratios->logs += log(seconds / other);
  ratios->worst = fmax(ratios->worst, seconds / other);
  ratios->count++;
}

typedef struct Compared {
  const FusionCommand *command;
  Json *programs;                                                   // NULL: as text
  Ratios more[START_COUNT], same[START_COUNT], greedy[START_COUNT]; // hybrid over these
  int failed;                                                       // programs
  bool has_head;                                                    // of the text
} Compared;

static void print_head(Compared *compared) {
  const FusionCommand *command = compared->command;
  if (!compared->has_head)
    printf("| program | start | start, ms | hybrid, %g s | annealing, %g s | annealing, %g s | "
           "hybrid / the last |\n|---|---|---|---|---|---|---|\n",
           command->seconds, command->seconds, command->seconds * command->times);
  compared->has_head = true;
}

static void tell_comparison(Compared *compared, const char *name,
                            const PartitionComparison *comparison) {
  static const char *const starts[START_COUNT] = {"greedy", "random"};
  if (!compared->programs)
    print_head(compared);
  for (int s = 0; s < START_COUNT; s++) {
    if (compared->programs) {
      Json *json = json_make_object();
      json_put_text(json, "program", name);
      json_put_text(json, "start", starts[s]);
      json_put_number(json, "start_seconds", comparison->start[s]);
      for (int w = 0; w < WAY_COUNT; w++)
        json_put_number(json, way_keys[w], comparison->found[s][w]);
      json_append(compared->programs, json);
      continue;
    }
    printf("| %s | %s | %.4f |", name, starts[s], 1e3 * comparison->start[s]);
    for (int w = 0; w < WAY_COUNT; w++)
      printf(" %.4f (%d) |", 1e3 * comparison->found[s][w], comparison->measured[s][w]);
    printf(" %.3f |\n", comparison->found[s][WAY_HYBRID] / comparison->found[s][WAY_ANNEAL_MORE]);
  }
  fflush(stdout);
}

static Status compare_program(Compared *compared, const TuneOptions *tune, const char *path) {
  const FusionCommand *command = compared->command;
  Status status = STATUS_OK;
  PartitionTask *task = calloc(1, sizeof *task);
  PartitionWorker worker = {0};
  PartitionPlace place = {command->core, command->lock, command->output.is_verbose};
  CompareOptions options = {command->seconds, command->times, (int)command->rounds,
                            (uint64_t)command->seed};
  PartitionComparison comparison;
  char name[256];
  if (!task)
    return status_fail(STATUS_SYSTEM, "no memory for a program");
  module_source_name(path, name, sizeof name);
  TRY(partition_task_create(path, NULL, tune, task));
  TRY(partition_worker_create(task, &place, &worker));
  TRY(partition_compare(task, &worker, &options, &comparison));
  tell_comparison(compared, name, &comparison);
  for (int s = 0; s < START_COUNT; s++) {
    double hybrid = comparison.found[s][WAY_HYBRID];
    add_ratio(&compared->more[s], hybrid, comparison.found[s][WAY_ANNEAL_MORE]);
    add_ratio(&compared->same[s], hybrid, comparison.found[s][WAY_ANNEAL]);
    add_ratio(&compared->greedy[s], hybrid, comparison.start[START_GREEDY]);
  }
cleanup:
  partition_worker_destroy(&worker);
  partition_task_destroy(task);
  free(task);
  return status;
}

// One that cannot be tuned or measured is told, and the others go on.
static Status compare_module(Compared *compared, const TuneOptions *tune, const char *path) {
  Status status = compare_program(compared, tune, path);
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  output_warning("fusion compare", "%s: %s", path, status_text());
  compared->failed++;
  return STATUS_OK;
}

static void tell_ratios(const char *words, const Ratios ratios[START_COUNT]) {
  printf("%s: ", words);
  for (int s = 0; s < START_COUNT; s++)
    printf("%s %.3f in the geometric mean, %.3f at worst", s ? "; from random starts" : "greedy",
           ratios[s].count ? exp(ratios[s].logs / ratios[s].count) : NAN, ratios[s].worst);
  printf("\n");
}

static void tell_compared(const Compared *compared) {
  printf("\n");
  tell_ratios("hybrid over annealing with more, from", compared->more);
  tell_ratios("hybrid over annealing with the same, from", compared->same);
  tell_ratios("hybrid over the greedy partition, from", compared->greedy);
}

static Status compare(void *values) {
  FusionCommand *command = values;
  TuneOptions tune;
  ModulePaths paths = {0};
  Compared compared = {.command = command};
  Status status = command_line_host(&command->output, "fusion compare", &tune);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "fusion compare", &command->lock);
  if (status == STATUS_OK)
    status = module_paths_list("MODULES", command->paths[0], &paths);
  if (status == STATUS_OK && command->output.is_json)
    compared.programs = json_make_array();
  for (int m = 0; m < paths.count && status == STATUS_OK; m++)
    status = compare_module(&compared, &tune, paths.items[m]);
  if (status == STATUS_OK && compared.failed == paths.count)
    status = status_fail(STATUS_WORKER, "no program could be compared; the warnings say why");
  if (status == STATUS_OK && compared.programs)
    status = output_json(compared.programs);
  else if (status == STATUS_OK)
    tell_compared(&compared);
  else
    json_free(compared.programs);
  module_paths_destroy(&paths);
  return status;
}

// --- the actions

static const Flag collect_flags[] = {
    {"--modules", FLAG_TEXT, offsetof(FusionCommand, modules), "PATHS",
     "the programs: files and folders, joined by ','"},
    {"--partitions", FLAG_INTEGER(2, 64), offsetof(FusionCommand, partitions), "N",
     "of each program at most (8)"},
    {"--runs", FLAG_INTEGER(3, RUNS_MAX), offsetof(FusionCommand, runs), "R",
     "of each partition, in turn; the least of a few calls is kept of each (3)"},
    FLAG_ROW_CORE(offsetof(FusionCommand, core)),
    FLAG_ROW_LOCK(offsetof(FusionCommand, lock)),
    {"--seed", FLAG_SEED, offsetof(FusionCommand, seed), "N",
     "seed of the annealing and of what is drawn (0)"},
    {0},
};

static const Flag export_flags[] = {
    {"--judged", FLAG_TEXT, offsetof(FusionCommand, judged), "NAMES",
     "joined by ',': leave out the programs whose names begin with one of these"},
    {0},
};

static const Flag evaluate_flags[] = {
    {"--judged", FLAG_TEXT, offsetof(FusionCommand, judged), "NAMES",
     "joined by ',': only programs whose names begin with one of these"},
    {"--models", FLAG_TEXT, offsetof(FusionCommand, models), "PATHS",
     "joined by ',': also models of autotune train"},
    {0},
};

static const Flag fit_flags[] = {
    {"--judged", FLAG_TEXT, offsetof(FusionCommand, judged), "NAMES",
     "joined by ',': leave out the programs whose names begin with one of these"},
    {"--model", FLAG_TEXT, offsetof(FusionCommand, model), "PATH",
     "the model, a file of autotune train (default: the shipped one)"},
    {0},
};

static const Flag compare_flags[] = {
    {"--seconds", FLAG_SECONDS(0.001), offsetof(FusionCommand, seconds), "S",
     "the budget of each program: of a processor, to build, compile, check and time (3)"},
    {"--times", FLAG_NUMBER(1, 1000), offsetof(FusionCommand, times), "N",
     "annealing also gets so many times the budget (10)"},
    {"--rounds", FLAG_COUNT(1), offsetof(FusionCommand, rounds), "R",
     "what was found is measured once more, in turn, so often (5)"},
    FLAG_ROW_CORE(offsetof(FusionCommand, core)),
    FLAG_ROW_LOCK(offsetof(FusionCommand, lock)),
    {"--seed", FLAG_SEED, offsetof(FusionCommand, seed), "N",
     "seed of the annealing and of the random start (0)"},
    {0},
};

static const Action actions[] = {
    {"collect", "fusion collect", "FILE [flags]",
     "Measures every program under several partitions and adds it to FILE; what is there already "
     "is "
     "not\nmeasured again.",
     1, collect_flags, collect, true},
    {"compare", "fusion compare", "MODULES [flags]",
     "Spends a budget of measuring on each module (files and folders, joined by ','): on what the "
     "model\nproposes, and on annealing that knows nothing but measurements.",
     1, compare_flags, compare, true},
    {"evaluate", "fusion evaluate", "FILE [flags]",
     "Prints how well models predict kernels, whole programs and the order of partitions, and how "
     "well\nmeasurements predict each other.",
     1, evaluate_flags, evaluate, true},
    {"export", "fusion export", "FILE OUT [flags]",
     "Writes the kernels as a dataset, to train models on.", 2, export_flags, export_rows, true},
    {"fit", "fusion fit", "FILE [flags]",
     "Prints the constants of costmodel/program/program_constants.def that fit the kernels\n"
     "best, by what the learned model predicts of them.",
     1, fit_flags, fit, true},
};

int command_fusion(int argc, char **argv) {
  FusionCommand command = {.partitions = PARTITIONS,
                           .runs = RUNS,
                           .core = -1,
                           .lock = TIMING_LOCK_DEFAULT,
                           .seconds = 3,
                           .times = 10,
                           .rounds = 5};
  Actions all = {.command = "fusion",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths};
  return command_actions_run(&all, argc, argv);
}
