// How often workloads occur in networks: read from the modules of the networks.
#include "lab/evaluate/evaluation_split.h"
#include "tools/ops/op_list.h"
#include "tools/ops/payload.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void weigh_entry(EvaluationProgram *program, const TrainingData *data,
                        const OpEntry *entry) {
  uint64_t key = workload_key(&entry->workload);
  for (size_t n = 0; n < program->task_count; n++) {
    ProgramTask *task = &program->tasks[n];
    if (data->set.tasks[task->task].workload_key == key && entry->uses > task->weight)
      task->weight = entry->uses;
  }
}

static Status weigh_by_module(EvaluationProgram *program, const TrainingData *data,
                              const char *path) {
  Payload payload;
  OpList list = {0};
  TuneOptions options;
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = data->dataset.machines[0].target;
  texts.model = "analytical"; // weights are no matter of the shipped model
  Status status = options_parse(&texts, &options);
  options.has_warm_weights = true; // as rows are timed
  if (status == STATUS_OK)
    status = payload_read(path, NULL, &payload);
  if (status != STATUS_OK)
    return status;
  status = op_list_create(payload.module, &options, &list);
  for (int n = 0; n < list.count; n++)
    weigh_entry(program, data, &list.items[n]);
  op_list_destroy(&list);
  payload_destroy(&payload);
  return status;
}

typedef struct ModulesFound {
  int found, wanted;
} ModulesFound;

static Status weigh_program(EvaluationProgram *program, const TrainingData *data,
                            const char *folder, ModulesFound *modules) {
  char path[4096];
  for (const char *at = program->networks; at && *at;) {
    int length = (int)strcspn(at, ",");
    snprintf(path, sizeof path, "%s/%.*s.mlir", folder, length, at);
    at += length + (at[length] == ',');
    bool is_there = access(path, R_OK) == 0;
    modules->found += is_there;
    modules->wanted++;
    Status status = is_there ? weigh_by_module(program, data, path) : STATUS_OK;
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

Status split_weigh(EvaluationSplit *split, const TrainingData *data, const char *folder) {
  ModulesFound modules = {0, 0};
  Status status = STATUS_OK;
  for (int p = 0; p < split->program_count && status == STATUS_OK; p++)
    status = weigh_program(&split->programs[p], data, folder, &modules);
  for (int n = 0; n < split->network_count && status == STATUS_OK; n++)
    status = weigh_program(&split->networks[n], data, folder, &modules);
  if (status != STATUS_OK)
    return status;
  if (modules.wanted > 0 && modules.found == 0)
    return status_fail(STATUS_USAGE,
                       "--models %s: it has no NETWORK.mlir of any network of the dataset", folder);
  return STATUS_OK;
}
