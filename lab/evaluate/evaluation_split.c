// The ways of holding out.
#include "lab/evaluate/split_parts.h"

#include "base/array.h"
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
  HELD_OUT_FAMILIES = sizeof held_out_families / sizeof *held_out_families,
};

Status split_create(const TrainingData *data, const char *name, const char *meaning,
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

static void programs_destroy(EvaluationProgram *programs, int count) {
  for (int p = 0; p < count; p++)
    free(programs[p].tasks);
  free(programs);
}

void split_destroy(EvaluationSplit *split) {
  programs_destroy(split->programs, split->program_count);
  programs_destroy(split->networks, split->network_count);
  programs_destroy(split->types, split->type_count);
  free(split->held_out);
  *split = (EvaluationSplit){0};
}

bool split_is_judged(const TrainingData *data, size_t task) {
  return training_data_is_of_cpu(data, task, 0);
}

void split_program_add(EvaluationProgram *program, size_t task) {
  program->tasks[program->task_count++] = (ProgramTask){task, 1};
}

void split_hold_out(EvaluationSplit *split, const TrainingData *data, int holdout, size_t task) {
  const TrainingSet *set = &data->set;
  for (size_t t = 0; t < set->task_count; t++)
    if (set->tasks[t].contraction_key == set->tasks[task].contraction_key)
      split->held_out[(size_t)holdout * set->task_count + t] = 1;
}

void split_drop_empty(EvaluationSplit *split) {
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

// --- networks of all folds

static bool has_network(const EvaluationSplit *split, const char *name) {
  for (int n = 0; n < split->network_count; n++)
    if (!strcmp(split->networks[n].name, name))
      return true;
  return false;
}

// The judged tasks of the network, if there are enough of them.
static Status add_network(const TrainingData *data, const uint8_t *development, const char *name,
                          EvaluationSplit *split) {
  EvaluationProgram network = {.tasks = malloc((data->set.task_count + 1) * sizeof(ProgramTask))};
  snprintf(network.name, sizeof network.name, "%s", name);
  if (!network.tasks || !array_grow(&split->networks, split->network_count, sizeof network)) {
    free(network.tasks);
    return status_fail(STATUS_SYSTEM, "no memory for the tasks of %s", name);
  }
  for (size_t t = 0; t < data->set.task_count; t++)
    if (split_is_judged(data, t) && !(development && development[t]) &&
        workload_is_in_networks(training_data_workload(data, t), name))
      split_program_add(&network, t);
  if (network.task_count >= EVALUATION_MIN_TASKS)
    split->networks[split->network_count++] = network;
  else
    free(network.tasks);
  return STATUS_OK;
}

// Nests of affine loops are of no network.
static Status add_networks(const TrainingData *data, const uint8_t *development,
                           EvaluationSplit *split) {
  char name[48];
  for (int32_t w = 0; w < data->dataset.workload_count; w++)
    for (const char *at = data->dataset.workloads[w].source; *at;) {
      int length = (int)strcspn(at, ",");
      snprintf(name, sizeof name, "%.*s", length, at);
      at += length + (at[length] == ',');
      bool is_new = strncmp(name, "affine_", strlen("affine_")) != 0 && !has_network(split, name);
      Status status = is_new ? add_network(data, development, name, split) : STATUS_OK;
      if (status != STATUS_OK)
        return status;
    }
  for (int n = 0; n < split->network_count; n++)
    split->networks[n].networks = split->networks[n].name;
  return STATUS_OK;
}

// --- the splits

static void add_fold(const TrainingData *data, uint32_t seed, int fold, const uint8_t *development,
                     EvaluationSplit *split) {
  EvaluationProgram *program = &split->programs[fold];
  program->holdout = fold;
  snprintf(program->name, sizeof program->name, "fold %d", fold + 1);
  for (size_t t = 0; t < data->set.task_count; t++)
    if (split_is_judged(data, t) && !(development && development[t]) &&
        contraction_fold(data->set.tasks[t].contraction_key, seed, EVALUATION_FOLDS) == fold) {
      split_hold_out(split, data, fold, t);
      split_program_add(program, t);
    }
}

Status split_by_workload(const TrainingData *data, uint32_t seed, int fold_count,
                         const uint8_t *development, EvaluationSplit *out_split) {
  Status status = split_create(data, "workload", "each fifth of the contractions once", fold_count,
                               fold_count, out_split);
  if (status != STATUS_OK)
    return status;
  for (int fold = 0; fold < fold_count; fold++)
    add_fold(data, seed, fold, development, out_split);
  split_drop_empty(out_split);
  if (fold_count == EVALUATION_FOLDS)
    status = add_networks(data, development, out_split);
  if (status == STATUS_OK && fold_count == EVALUATION_FOLDS)
    status = split_add_types(data, out_split);
  if (status != STATUS_OK)
    split_destroy(out_split);
  return status;
}

static int count_families(const Dataset *dataset) {
  int count = 0;
  for (int32_t w = 0; w < dataset->workload_count; w++) {
    int32_t first = 0;
    while (strcmp(dataset->workloads[first].family, dataset->workloads[w].family) != 0)
      first++;
    count += first == w;
  }
  return count;
}

static EvaluationProgram *program_of_family(EvaluationSplit *split, const char *family) {
  int p = 0;
  size_t longest = sizeof split->programs[p].name - 1;
  while (split->programs[p].name[0] && strncmp(split->programs[p].name, family, longest) != 0)
    p++;
  snprintf(split->programs[p].name, longest + 1, "%s", family);
  return &split->programs[p];
}

Status split_by_development(const TrainingData *data, const uint8_t *development,
                            EvaluationSplit *out_split) {
  Status status = split_create(data, "development",
                               "the contractions of the development set, and all that judge", 1,
                               count_families(&data->dataset), out_split);
  if (status != STATUS_OK)
    return status;
  for (size_t t = 0; t < data->set.task_count; t++)
    if (development[t] && split_is_judged(data, t)) {
      split_hold_out(out_split, data, 0, t);
      split_program_add(program_of_family(out_split, training_data_workload(data, t)->family), t);
    }
  split_drop_empty(out_split);
  return STATUS_OK;
}

bool family_is_held_out(const char *family) {
  for (int n = 0; n < HELD_OUT_FAMILIES; n++)
    if (!strcmp(family, held_out_families[n]))
      return true;
  return false;
}

static bool is_of_held_out(const TrainingData *data, size_t task, int network) {
  return workload_is_in_networks(training_data_workload(data, task),
                                 held_out_networks[network].networks);
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
      if (split_is_judged(data, t) && is_of_held_out(data, t, n)) {
        split_hold_out(out_split, data, 0, t);
        split_program_add(program, t);
      }
  }
  split_drop_empty(out_split);
  return STATUS_OK;
}

// --- by machine

static bool is_seen(const TrainingData *data, size_t task, int32_t machine, MachineSeen seen) {
  return seen == MACHINE_SEEN || !training_data_is_of_cpu(data, task, machine) ||
         (seen == MACHINE_LEVELS_SEEN && data->machines[task] != machine);
}

bool machine_has_networks(const TrainingData *data, int32_t machine) {
  size_t count = 0;
  for (size_t t = 0; t < data->set.task_count; t++)
    for (int n = 0; n < NETWORK_COUNT; n++)
      count += data->machines[t] == machine && is_of_held_out(data, t, n);
  return count >= EVALUATION_MIN_TASKS;
}

static void judge(EvaluationSplit *split, const TrainingData *data, int program, size_t task) {
  split_hold_out(split, data, 0, task);
  split_program_add(&split->programs[program], task);
}

Status split_by_machine(const TrainingData *data, int32_t machine, MachineSeen seen,
                        EvaluationSplit *out_split) {
  bool is_of_networks = machine_has_networks(data, machine);
  Status status = split_create(data, "machine", "the machine", 1,
                               is_of_networks ? NETWORK_COUNT : 1, out_split);
  if (status != STATUS_OK)
    return status;
  for (int p = 0; p < out_split->program_count; p++)
    snprintf(out_split->programs[p].name, sizeof out_split->programs[p].name, "%s",
             is_of_networks ? held_out_networks[p].name : "all tasks");
  for (size_t t = 0; t < data->set.task_count; t++) {
    for (int p = 0; data->machines[t] == machine && p < out_split->program_count; p++)
      if (!is_of_networks || is_of_held_out(data, t, p))
        judge(out_split, data, p, t);
    out_split->held_out[t] |= !is_seen(data, t, machine, seen);
  }
  split_drop_empty(out_split);
  return STATUS_OK;
}

Status split_by_family(const TrainingData *data, EvaluationSplit *out_split) {
  Status status = split_create(data, "family", "depthwise, attention and pooling, each alone",
                               HELD_OUT_FAMILIES, HELD_OUT_FAMILIES, out_split);
  if (status != STATUS_OK)
    return status;
  for (int n = 0; n < HELD_OUT_FAMILIES; n++) {
    EvaluationProgram *program = &out_split->programs[n];
    program->holdout = n;
    snprintf(program->name, sizeof program->name, "%s", held_out_families[n]);
    for (size_t t = 0; t < data->set.task_count; t++)
      if (split_is_judged(data, t) &&
          strcmp(training_data_workload(data, t)->family, held_out_families[n]) == 0) {
        split_hold_out(out_split, data, n, t);
        split_program_add(program, t);
      }
  }
  split_drop_empty(out_split);
  return STATUS_OK;
}

Status split_nothing(const TrainingData *data, EvaluationSplit *out_split) {
  Status status = split_create(
      data, "none", "nothing; the model may have been trained on these workloads", 1, 1, out_split);
  if (status != STATUS_OK)
    return status;
  snprintf(out_split->programs[0].name, sizeof out_split->programs[0].name, "all");
  for (size_t t = 0; t < data->set.task_count; t++)
    split_program_add(&out_split->programs[0], t);
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

static bool is_predicted(const EvaluationSplit *split, const TrainingSet *set, size_t task) {
  for (int p = 0; p < split->program_count; p++)
    for (size_t n = 0; n < split->programs[p].task_count; n++)
      if (set->tasks[split->programs[p].tasks[n].task].contraction_key ==
          set->tasks[task].contraction_key)
        return true;
  return false;
}

bool uses_leak(const EvaluationSplit *split, const TrainingData *data, const uint8_t *uses) {
  const TrainingSet *set = &data->set;
  for (size_t t = 0; t < set->task_count; t++) {
    const TrainingTask *task = &set->tasks[t];
    bool is_used = false;
    for (size_t row = task->first; row < task->first + task->count; row++)
      is_used |= uses[row] != ROW_UNUSED;
    if (is_used && is_predicted(split, set, t))
      return true;
  }
  return false;
}
