// Datasets to training sets.
#include "tools/train/training_data.h"

#include "plan/contraction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_same_task(const DatasetRow *a, const DatasetRow *b) {
  return a->workload == b->workload && a->machine == b->machine;
}

static Status add_row(TrainingData *data, int64_t place) {
  const DatasetRow *row = &data->dataset.rows[place];
  const DatasetWorkload *workload = &data->dataset.workloads[row->workload];
  Status status = STATUS_OK;
  bool is_kept;
  if (place == 0 || !is_same_task(row, row - 1)) {
    TRY(training_set_begin(&data->set, &workload->workload));
    data->workloads[data->set.task_count - 1] = row->workload;
    data->machines[data->set.task_count - 1] = row->machine;
  }
  if (row->verdict != VERDICT_OK)
    return STATUS_OK;
  TRY(training_set_add(&data->set, &workload->workload, &row->schedule,
                       &data->dataset.machines[row->machine].parsed, dataset_row_seconds(row),
                       &is_kept));
  if (is_kept)
    data->dataset_rows[data->set.row_count - 1] = place;
cleanup:
  return status;
}

Status training_data_read(const char *const *paths, int path_count, TrainingData *out_data) {
  Status status = STATUS_OK;
  TrainingData *data = out_data;
  *data = (TrainingData){0};
  for (int n = 0; n < path_count; n++)
    TRY(dataset_read(paths[n], &data->dataset, NULL));
  size_t count = (size_t)data->dataset.row_count + 1;
  data->dataset_rows = malloc(count * sizeof *data->dataset_rows);
  data->workloads = malloc(count * sizeof *data->workloads);
  data->machines = malloc(count * sizeof *data->machines);
  if (!data->dataset_rows || !data->workloads || !data->machines)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu rows", count));
  for (int64_t place = 0; place < data->dataset.row_count; place++)
    TRY(add_row(data, place));
  if (data->set.row_count == 0)
    status = status_fail(STATUS_USAGE, "%s: no schedule was measured well", paths[0]);
cleanup:
  return status;
}

void training_data_destroy(TrainingData *data) {
  dataset_destroy(&data->dataset);
  training_set_destroy(&data->set);
  free(data->dataset_rows);
  free(data->workloads);
  free(data->machines);
  *data = (TrainingData){0};
}

const DatasetWorkload *training_data_workload(const TrainingData *data, size_t task) {
  return &data->dataset.workloads[data->workloads[task]];
}

bool training_data_is_of_cpu(const TrainingData *data, size_t task, int32_t machine) {
  const DatasetMachine *machines = data->dataset.machines;
  return dataset_is_same_cpu(&machines[data->machines[task]], &machines[machine]);
}

const DatasetRow *training_data_row(const TrainingData *data, size_t row) {
  return &data->dataset.rows[data->dataset_rows[row]];
}

// --- filters

// Whether the lists, both joined by ',', have a word in common.
static bool lists_meet(const char *a, const char *b) {
  for (size_t length; *a; a += length + (a[length] == ',')) {
    length = strcspn(a, ",");
    for (const char *at = b; length > 0 && *at;) {
      size_t other = strcspn(at, ",");
      if (other == length && strncmp(a, at, length) == 0)
        return true;
      at += other + (at[other] == ',');
    }
  }
  return false;
}

bool workload_is_in_networks(const DatasetWorkload *workload, const char *networks) {
  return lists_meet(workload->source, networks);
}

static Status check_networks(const Dataset *dataset, const char *networks) {
  char name[64];
  for (size_t length; *networks; networks += length + (networks[length] == ',')) {
    length = strcspn(networks, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, networks);
    int32_t w = 0;
    while (w < dataset->workload_count && !workload_is_in_networks(&dataset->workloads[w], name))
      w++;
    if (w == dataset->workload_count)
      return status_fail(
          STATUS_USAGE,
          "no workload of the dataset is of a network '%s'; its lines of workloads name them",
          name);
  }
  return STATUS_OK;
}

static Status check_cpu(const Dataset *dataset, const char *cpu) {
  for (int32_t m = 0; m < dataset->machine_count; m++)
    if (strstr(dataset->machines[m].cpu, cpu))
      return STATUS_OK;
  return status_fail(
      STATUS_USAGE,
      "no machine of the dataset is of a processor '%s'; autotune dataset show lists them", cpu);
}

Status training_filter_check(const TrainingData *data, const TrainingFilter *filter) {
  Status status = filter->networks ? check_networks(&data->dataset, filter->networks) : STATUS_OK;
  if (status == STATUS_OK && filter->cpu)
    status = check_cpu(&data->dataset, filter->cpu);
  int32_t w = 0;
  if (status != STATUS_OK || !filter->family)
    return status;
  while (w < data->dataset.workload_count &&
         strcmp(data->dataset.workloads[w].family, filter->family) != 0)
    w++;
  if (w == data->dataset.workload_count)
    return status_fail(
        STATUS_USAGE,
        "no workload of the dataset is of the family '%s'; autotune dataset show lists them",
        filter->family);
  return STATUS_OK;
}

bool contraction_is_in_networks(const Dataset *dataset, uint64_t contraction,
                                const char *networks) {
  for (int32_t w = 0; w < dataset->workload_count; w++)
    if (dataset->workloads[w].contraction == contraction &&
        workload_is_in_networks(&dataset->workloads[w], networks))
      return true;
  return false;
}

bool contraction_is_listed(const ContractionList *list, uint64_t contraction) {
  for (int64_t n = 0; list && n < list->count; n++)
    if (list->keys[n] == contraction)
      return true;
  return false;
}

bool contraction_is_near(const ContractionList *list, const Workload *workload) {
  uint64_t keys[CONTRACTION_NEAR_KEYS];
  int count = list ? contraction_near_keys(workload, keys) : 0;
  for (int n = 0; n < count; n++)
    if (contraction_is_listed(list, keys[n]))
      return true;
  return false;
}

bool training_filter_keeps(const TrainingData *data, const TrainingFilter *filter, size_t task) {
  const DatasetWorkload *workload = training_data_workload(data, task);
  const DatasetMachine *machine = &data->dataset.machines[data->machines[task]];
  return !(filter->cpu && strstr(machine->cpu, filter->cpu)) &&
         !(filter->networks &&
           contraction_is_in_networks(&data->dataset, workload->contraction, filter->networks)) &&
         !(filter->family && strcmp(workload->family, filter->family) == 0) &&
         !contraction_is_listed(filter->contractions, workload->contraction) &&
         !contraction_is_near(filter->near, &workload->workload);
}

void training_data_uses(const TrainingData *data, const TrainingFilter *filter, uint32_t seed,
                        uint8_t *out_uses) {
  for (size_t t = 0; t < data->set.task_count; t++) {
    const TrainingTask *task = &data->set.tasks[t];
    bool is_kept = training_filter_keeps(data, filter, t);
    for (size_t row = task->first; row < task->first + task->count; row++)
      out_uses[row] = is_kept ? (uint8_t)training_use(task->contraction_key, seed) : ROW_UNUSED;
  }
}
