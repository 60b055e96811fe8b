// The three ways of holding out.
#include "tools/evaluate/evaluation_split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Row: program, networks it stands for.
static const struct {
  const char *name, *networks;
} held_out_networks[] = {
    {"ResNet-18", "resnet18"},
    {"MobileNetV2", "mobilenet_v2"},
    {"BERT", "bert_base,bert_2layer"},
    {"SqueezeNet", "squeezenet"},
};
static const char *const held_out_families[] = {"depthwise", "attention", "pooling"};

enum {
  NETWORK_COUNT = sizeof held_out_networks / sizeof *held_out_networks,
  FAMILY_COUNT = sizeof held_out_families / sizeof *held_out_families,
};

static Status split_create(const TrainingData *data, const char *name, const char *meaning,
                           int holdout_count, int program_count, EvaluationSplit *out) {
  size_t tasks = data->set.task_count;
  *out = (EvaluationSplit){.name = name,
                           .meaning = meaning,
                           .holdout_count = holdout_count,
                           .held_out = calloc((size_t)holdout_count * tasks + 1, 1),
                           .programs = calloc((size_t)program_count + 1, sizeof *out->programs)};
  for (int p = 0; out->programs && p < program_count; p++, out->program_count++) {
    out->programs[p].tasks = malloc((tasks + 1) * sizeof *out->programs[p].tasks);
    if (!out->programs[p].tasks)
      break;
  }
  if (out->held_out && out->programs && out->program_count == program_count)
    return STATUS_OK;
  split_destroy(out);
  return status_fail(STATUS_SYSTEM, "no memory for a split of %zu tasks", tasks);
}

void split_destroy(EvaluationSplit *split) {
  for (int p = 0; p < split->program_count; p++)
    free(split->programs[p].tasks);
  free(split->programs);
  free(split->held_out);
  *split = (EvaluationSplit){0};
}

static void program_add(EvaluationProgram *program, size_t task) {
  program->tasks[program->task_count++] = (ProgramTask){task, 1};
}

// The task and every other one of its contraction.
static void hold_out(EvaluationSplit *split, const TrainingData *data, int holdout, size_t task) {
  const TrainingSet *set = &data->set;
  for (size_t t = 0; t < set->task_count; t++)
    if (set->tasks[t].contraction_key == set->tasks[task].contraction_key)
      split->held_out[(size_t)holdout * set->task_count + t] = 1;
}

// Drops programs without a task; their holdouts are not trained for.
static void drop_empty(EvaluationSplit *split) {
  int kept = 0;
  for (int p = 0; p < split->program_count; p++)
    if (split->programs[p].task_count > 0) {
      EvaluationProgram program = split->programs[p];
      split->programs[p] = split->programs[kept];
      split->programs[kept++] = program;
    }
  for (int p = kept; p < split->program_count; p++)
    free(split->programs[p].tasks);
  split->program_count = kept;
}

Status split_by_workload(const TrainingData *data, uint32_t seed, int fold_count,
                         EvaluationSplit *out_split) {
  Status status = split_create(data, "workload", "each fifth of the contractions once", fold_count,
                               fold_count, out_split);
  if (status != STATUS_OK)
    return status;
  for (int fold = 0; fold < fold_count; fold++) {
    EvaluationProgram *program = &out_split->programs[fold];
    program->holdout = fold;
    snprintf(program->name, sizeof program->name, "fold %d", fold + 1);
    for (size_t t = 0; t < data->set.task_count; t++)
      if (contraction_fold(data->set.tasks[t].contraction_key, seed, EVALUATION_FOLDS) == fold) {
        hold_out(out_split, data, fold, t);
        program_add(program, t);
      }
  }
  drop_empty(out_split);
  return STATUS_OK;
}

Status split_by_network(const TrainingData *data, EvaluationSplit *out_split) {
  Status status = split_create(
      data, "network",
      "ResNet-18, MobileNetV2, BERT and SqueezeNet together: every contraction of theirs, "
      "whatever is fused with it",
      1, NETWORK_COUNT, out_split);
  if (status != STATUS_OK)
    return status;
  for (int n = 0; n < NETWORK_COUNT; n++) {
    EvaluationProgram *program = &out_split->programs[n];
    snprintf(program->name, sizeof program->name, "%s", held_out_networks[n].name);
    program->networks = held_out_networks[n].networks;
    for (size_t t = 0; t < data->set.task_count; t++)
      if (workload_is_in_networks(training_data_workload(data, t), held_out_networks[n].networks)) {
        hold_out(out_split, data, 0, t);
        program_add(program, t);
      }
  }
  drop_empty(out_split);
  return STATUS_OK;
}

Status split_by_family(const TrainingData *data, EvaluationSplit *out_split) {
  Status status = split_create(data, "family", "depthwise, attention and pooling, each alone",
                               FAMILY_COUNT, FAMILY_COUNT, out_split);
  if (status != STATUS_OK)
    return status;
  for (int n = 0; n < FAMILY_COUNT; n++) {
    EvaluationProgram *program = &out_split->programs[n];
    program->holdout = n;
    snprintf(program->name, sizeof program->name, "%s", held_out_families[n]);
    for (size_t t = 0; t < data->set.task_count; t++)
      if (strcmp(training_data_workload(data, t)->family, held_out_families[n]) == 0) {
        hold_out(out_split, data, n, t);
        program_add(program, t);
      }
  }
  drop_empty(out_split);
  return STATUS_OK;
}

Status split_nothing(const TrainingData *data, EvaluationSplit *out_split) {
  Status status = split_create(
      data, "none", "nothing; the model may have been trained on these workloads", 1, 1, out_split);
  if (status != STATUS_OK)
    return status;
  snprintf(out_split->programs[0].name, sizeof out_split->programs[0].name, "all");
  for (size_t t = 0; t < data->set.task_count; t++)
    program_add(&out_split->programs[0], t);
  return STATUS_OK;
}

void split_uses(const EvaluationSplit *split, int holdout, const TrainingData *data,
                const TrainingFilter *filter, uint32_t seed, uint8_t *out_uses) {
  const TrainingSet *set = &data->set;
  training_data_uses(data, filter, seed, out_uses);
  for (size_t t = 0; t < set->task_count; t++)
    if (split->held_out[(size_t)holdout * set->task_count + t])
      memset(out_uses + set->tasks[t].first, ROW_UNUSED, set->tasks[t].count);
}

bool split_leaks(const EvaluationSplit *split, const TrainingData *data) {
  const TrainingSet *set = &data->set;
  for (int p = 0; p < split->program_count; p++) {
    const EvaluationProgram *program = &split->programs[p];
    const uint8_t *held_out = split->held_out + (size_t)program->holdout * set->task_count;
    for (size_t n = 0; n < program->task_count; n++)
      for (size_t t = 0; t < set->task_count; t++)
        if (!held_out[t] &&
            set->tasks[t].contraction_key == set->tasks[program->tasks[n].task].contraction_key)
          return true;
  }
  return false;
}
