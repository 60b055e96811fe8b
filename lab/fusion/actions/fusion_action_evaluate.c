// autotune-lab fusion evaluate: how well models predict them.
#include "lab/fusion/actions/fusion_actions.h"

#include "lab/figures/figure_row.h"
#include "lab/fusion/fusion_evaluate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MODELS_MAX = 8, PATH_BYTES = 1024 };

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
  TRY(judge_noise(command, file, "noise: after the same kernel", FUSION_AFTER_SAME, all));
  TRY(judge_noise(command, file, "noise: after another kernel", FUSION_AFTER_OTHER, all));
cleanup:
  return status;
}

Status fusion_action_evaluate(void *values) {
  const FusionCommand *command = values;
  Status status = STATUS_OK;
  FusionFile file = {0};
  FusionCounts counts;
  NamedModels models = {.count = 0};
  Json *all = NULL;
  TRY(read_models(command->models, &models));
  TRY(fusion_file_read_whole(command->paths[0], &file));
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
