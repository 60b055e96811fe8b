// The dataset in memory. Machines and workloads are found by their text, workloads by key first.
#include "records/dataset.h"

#include "base/array.h"
#include "base/numbers.h"
#include "machine/cpu_identity.h"
#include "plan/contraction.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const origin_names[] = {
#define X(name, text, meaning) text,
    DATASET_ORIGINS(X)
#undef X
};

DatasetOrigin dataset_origin_find(const char *name) {
  int origin = 0;
  while (origin < ORIGIN_COUNT && strcmp(origin_names[origin], name) != 0)
    origin++;
  return (DatasetOrigin)origin;
}

const char *dataset_origin_name(DatasetOrigin origin) {
  return (unsigned)origin < ORIGIN_COUNT ? origin_names[origin] : "unknown";
}

static Status grow(void *items, int64_t count, size_t size) {
  return array_grow(items, count, size)
             ? STATUS_OK
             : status_fail(STATUS_SYSTEM, "no memory for a dataset of %lld items",
                           (long long)count);
}

// A copy without the characters that separate fields and lines.
static char *copy_field(const char *text) {
  char *copy = strdup(text);
  for (char *at = copy; at && *at; at++)
    if ((unsigned char)*at < ' ')
      *at = ' ';
  return copy;
}

static void machine_destroy(DatasetMachine *machine) {
  free(machine->cpu);
  free(machine->target);
}

static void workload_destroy(DatasetWorkload *workload) {
  free(workload->text);
  free(workload->family);
  free(workload->source);
}

void dataset_destroy(Dataset *dataset) {
  for (int32_t m = 0; m < dataset->machine_count; m++)
    machine_destroy(&dataset->machines[m]);
  for (int32_t w = 0; w < dataset->workload_count; w++)
    workload_destroy(&dataset->workloads[w]);
  free(dataset->machines);
  free(dataset->workloads);
  free(dataset->rows);
  *dataset = (Dataset){0};
}

static Status machine_create(const char *cpu, const char *target, DatasetMachine *out_machine) {
  char identity[CPU_IDENTITY_BYTES];
  cpu_identity_recorded(cpu, target, identity, sizeof identity);
  DatasetMachine machine = {.cpu = copy_field(identity), .target = copy_field(target)};
  Status status = STATUS_OK;
  if (!machine.cpu || !machine.target)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a machine of a dataset"));
  TRY(target_parse(target, &machine.parsed));
  *out_machine = machine;
  return STATUS_OK;
cleanup:
  machine_destroy(&machine);
  return status;
}

Status dataset_add_machine(Dataset *dataset, const char *cpu, const char *target,
                           int32_t *out_machine) {
  DatasetMachine machine;
  Status status = machine_create(cpu, target, &machine);
  if (status != STATUS_OK)
    return status;
  int32_t m = 0;
  while (m < dataset->machine_count && (strcmp(dataset->machines[m].cpu, machine.cpu) != 0 ||
                                        strcmp(dataset->machines[m].target, machine.target) != 0))
    m++;
  *out_machine = m;
  if (m < dataset->machine_count)
    goto cleanup;
  TRY(grow(&dataset->machines, m, sizeof machine));
  dataset->machines[dataset->machine_count++] = machine;
  return STATUS_OK;
cleanup:
  machine_destroy(&machine);
  return status;
}

bool dataset_is_same_cpu(const DatasetMachine *a, const DatasetMachine *b) {
  return !strcmp(a->cpu, b->cpu);
}

static bool has_source(const char *sources, const char *source, size_t length) {
  for (const char *at = sources; *at;) {
    size_t size = strcspn(at, ",");
    if (size == length && !strncmp(at, source, length))
      return true;
    at += size + (at[size] == ',');
  }
  return false;
}

char *dataset_join_sources(const char *old, const char *added) {
  char *joined = strdup(old);
  for (const char *at = added; joined && *at;) {
    size_t size = strcspn(at, ",");
    if (size && !has_source(joined, at, size)) {
      char *longer = NULL;
      if (asprintf(&longer, "%s%s%.*s", joined, *joined ? "," : "", (int)size, at) < 0)
        longer = NULL;
      free(joined);
      joined = longer;
    }
    at += size + (at[size] == ',');
  }
  return joined;
}

static Status add_sources(DatasetWorkload *workload, const char *sources) {
  char *joined = dataset_join_sources(workload->source, sources);
  if (!joined)
    return status_fail(STATUS_SYSTEM, "no memory for the sources of a workload");
  free(workload->source);
  workload->source = joined;
  return STATUS_OK;
}

Status dataset_add_workload(Dataset *dataset, const char *text, const char *family,
                            const char *source, int32_t *out_workload) {
  Status status = STATUS_OK;
  DatasetWorkload workload = {0};
  if (!workload_parse(text, &workload.workload))
    return status_fail(STATUS_USAGE, "this is not a workload: %.200s", text);
  workload.key = workload_key(&workload.workload);
  workload.contraction = contraction_key(&workload.workload);
  for (int32_t w = 0; w < dataset->workload_count; w++)
    if (dataset->workloads[w].key == workload.key) {
      *out_workload = w;
      return add_sources(&dataset->workloads[w], source);
    }
  workload.text = copy_field(text);
  workload.family = copy_field(family);
  workload.source = copy_field(source);
  if (!workload.text || !workload.family || !workload.source)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a workload of a dataset"));
  TRY(grow(&dataset->workloads, dataset->workload_count, sizeof workload));
  *out_workload = dataset->workload_count;
  dataset->workloads[dataset->workload_count++] = workload;
  return STATUS_OK;
cleanup:
  workload_destroy(&workload);
  return status;
}

Status dataset_add_row(Dataset *dataset, const DatasetRow *row) {
  Status status = grow(&dataset->rows, dataset->row_count, sizeof *row);
  if (status == STATUS_OK)
    dataset->rows[dataset->row_count++] = *row;
  return status;
}

// By counting: the order within a task is kept.
Status dataset_group(Dataset *dataset) {
  int64_t tasks = (int64_t)dataset->workload_count * dataset->machine_count;
  if (dataset->row_count == 0)
    return STATUS_OK;
  int64_t *starts = calloc((size_t)tasks + 1, sizeof *starts);
  size_t room = 1;
  while (room < (size_t)dataset->row_count) // as grow() has it
    room *= 2;
  DatasetRow *rows = malloc(room * sizeof *rows);
  if (!starts || !rows) {
    free(starts);
    free(rows);
    return status_fail(STATUS_SYSTEM, "no memory for a dataset of %lld rows",
                       (long long)dataset->row_count);
  }
#define TASK(row) ((int64_t)(row)->workload * dataset->machine_count + (row)->machine)
  for (int64_t r = 0; r < dataset->row_count; r++)
    starts[TASK(&dataset->rows[r]) + 1]++;
  for (int64_t t = 0; t < tasks; t++)
    starts[t + 1] += starts[t];
  for (int64_t r = 0; r < dataset->row_count; r++)
    rows[starts[TASK(&dataset->rows[r])]++] = dataset->rows[r];
#undef TASK
  free(starts);
  free(dataset->rows);
  dataset->rows = rows;
  return STATUS_OK;
}

double dataset_row_seconds(const DatasetRow *row) {
  double sorted[DATASET_MAX_REPEATS];
  for (int n = 0; n < row->repeats; n++)
    sorted[n] = (double)row->seconds[n];
  return row->repeats ? numbers_median(sorted, row->repeats) : 0;
}
