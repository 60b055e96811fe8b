// autotune dataset: what can be done with datasets besides learning from them.
#include "base/file/output_file.h"
#include "records/store.h"
#include "tools/command_actions.h"
#include "tools/commands.h"
#include "tools/dataset_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct DatasetCommand {
  const char *paths[2]; // input, output
  OutputFlags output;
} DatasetCommand;

// --- the actions

static bool is_same_file(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

static Status export_store(void *values) {
  const DatasetCommand *command = values;
  Dataset dataset = {0};
  Store *store = NULL;
  int64_t skipped = 0;
  Status status = STATUS_OK;
  if (is_same_file(command->paths[0], command->paths[1]))
    TRY(status_fail(STATUS_USAGE, "%s is the store itself; name another file for the dataset",
                    command->paths[1]));
  TRY(output_file_check(command->paths[1]));
  TRY(store_open_existing(command->paths[0], &store));
  TRY(store_export(store, &dataset, &skipped));
  TRY(dataset_output_write(command->paths[1], &dataset, skipped, command->output.is_json));
cleanup:
  store_close(store);
  dataset_destroy(&dataset);
  return status;
}

static Status merge(void *values) {
  const DatasetCommand *command = values;
  Dataset dataset = {0};
  int64_t dropped = 0, skipped = 0;
  Status status = STATUS_OK;
  TRY(dataset_output_read(command->paths[1], &dataset, &dropped));
  TRY(dataset_read(command->paths[0], &dataset, &skipped));
  TRY(dataset_output_write(command->paths[1], &dataset, skipped + dropped,
                           command->output.is_json));
cleanup:
  dataset_destroy(&dataset);
  return status;
}

// --- describing

// Shown of a dataset, as text or as a member of `json`.
typedef struct DatasetView {
  const Dataset *dataset;
  Json *json; // NULL: as text
} DatasetView;

typedef struct Count {
  const char *name;
  int64_t workloads; // -1: not counted
  int64_t rows, measured;
} Count;

static Count *count_of(Count *counts, int *count, int room, const char *name) {
  for (int i = 0; i < *count; i++)
    if (!strcmp(counts[i].name, name))
      return &counts[i];
  if (*count == room)
    return &counts[room - 1];
  counts[*count] = (Count){.name = name};
  return &counts[(*count)++];
}

static void print_counts(const char *heading, const Count *counts, int count) {
  bool has_workloads = counts[0].workloads >= 0;
  printf("%-24s", heading);
  if (has_workloads)
    printf(" %10s", "workloads");
  printf(" %10s %10s\n", "rows", "measured");
  for (int i = 0; i < count; i++) {
    printf("  %-22s", counts[i].name);
    if (has_workloads)
      printf(" %10" PRId64, counts[i].workloads);
    printf(" %10" PRId64 " %10" PRId64 "\n", counts[i].rows, counts[i].measured);
  }
}

static void put_counts(Json *all, const char *key, const Count *counts, int count) {
  Json *array = json_make_array();
  for (int i = 0; i < count; i++) {
    Json *json = json_make_object();
    json_put_text(json, "name", counts[i].name);
    if (counts[i].workloads >= 0)
      json_put_integer(json, "workloads", counts[i].workloads);
    json_put_integer(json, "rows", counts[i].rows);
    json_put_integer(json, "measured", counts[i].measured);
    json_append(array, json);
  }
  json_put(all, key, array);
}

static void count_row(Count *count, const DatasetRow *row) {
  count->rows++;
  count->measured += row->verdict == VERDICT_OK;
}

static void show_families(const DatasetView *view) {
  enum { ROOM = 32 };
  const Dataset *dataset = view->dataset;
  Count counts[ROOM] = {0};
  int count = 0;
  for (int32_t w = 0; w < dataset->workload_count; w++)
    count_of(counts, &count, ROOM, dataset->workloads[w].family)->workloads++;
  for (int64_t r = 0; r < dataset->row_count; r++)
    count_row(count_of(counts, &count, ROOM, dataset->workloads[dataset->rows[r].workload].family),
              &dataset->rows[r]);
  if (view->json)
    put_counts(view->json, "families", counts, count);
  else
    print_counts("family", counts, count);
}

static void show_origins(const DatasetView *view) {
  Count counts[ORIGIN_COUNT];
  for (int o = 0; o < ORIGIN_COUNT; o++)
    counts[o] = (Count){.name = dataset_origin_name((DatasetOrigin)o), .workloads = -1};
  for (int64_t r = 0; r < view->dataset->row_count; r++)
    count_row(&counts[view->dataset->rows[r].origin], &view->dataset->rows[r]);
  if (view->json)
    put_counts(view->json, "origins", counts, ORIGIN_COUNT);
  else
    print_counts("origin", counts, ORIGIN_COUNT);
}

static void show_verdicts(const DatasetView *view) {
  int64_t counts[VERDICT_COUNT] = {0};
  Json *json = view->json ? json_make_object() : NULL;
  for (int64_t r = 0; r < view->dataset->row_count; r++)
    counts[view->dataset->rows[r].verdict]++;
  if (!json)
    printf("verdict\n");
  for (int v = 0; v < VERDICT_COUNT; v++)
    if (json)
      json_put_integer(json, verdict_name(v), counts[v]);
    else
      printf("  %-22s %10" PRId64 "\n", verdict_name((Verdict)v), counts[v]);
  if (json)
    json_put(view->json, "verdicts", json);
}

static Json *machine_json(const DatasetMachine *machine, int64_t rows) {
  Json *json = json_make_object();
  json_put_text(json, "cpu", machine->cpu);
  json_put_text(json, "target", machine->target);
  json_put_integer(json, "rows", rows);
  return json;
}

static void show_machines(const DatasetView *view) {
  const Dataset *dataset = view->dataset;
  Json *array = view->json ? json_make_array() : NULL;
  for (int32_t m = 0; m < dataset->machine_count; m++) {
    int64_t rows = 0;
    for (int64_t r = 0; r < dataset->row_count; r++)
      rows += dataset->rows[r].machine == m;
    if (array)
      json_append(array, machine_json(&dataset->machines[m], rows));
    else
      printf("machine %d: %s, %" PRId64 " rows\n  %s\n", (int)m, dataset->machines[m].cpu, rows,
             dataset->machines[m].target);
  }
  if (array)
    json_put(view->json, "machines", array);
}

static void show_size(const DatasetView *view, const char *path, int64_t dropped) {
  const Dataset *dataset = view->dataset;
  if (view->json) {
    json_put_text(view->json, "file", path);
    json_put_integer(view->json, "rows", dataset->row_count);
    json_put_integer(view->json, "workloads", dataset->workload_count);
    json_put_integer(view->json, "space", dataset->space_version);
    json_put_integer(view->json, "rows_no_longer_legal", dropped);
    return;
  }
  printf("%s: %" PRId64 " rows of %d workloads, version %d of the space", path, dataset->row_count,
         (int)dataset->workload_count, (int)dataset->space_version);
  printf(dropped ? ", %" PRId64 " rows are no longer legal\n" : "\n", dropped);
}

static Status show(void *values) {
  const DatasetCommand *command = values;
  Dataset dataset = {0};
  DatasetView view = {.dataset = &dataset};
  int64_t dropped = 0;
  Status status = dataset_read(command->paths[0], &dataset, &dropped);
  if (status == STATUS_OK) {
    view.json = command->output.is_json ? json_make_object() : NULL;
    show_size(&view, command->paths[0], dropped);
    show_families(&view);
    show_origins(&view);
    show_verdicts(&view);
    show_machines(&view);
    status = view.json ? output_json(view.json) : STATUS_OK;
  }
  dataset_destroy(&dataset);
  return status;
}

static const Flag no_flags[] = {{0}};

static const Action actions[] = {
    {"export", "dataset export", "STORE OUT [flags]",
     "Writes what autotune collect measured as a dataset, which replaces OUT.", 2, no_flags,
     export_store, true},
    {"merge", "dataset merge", "IN OUT [flags]",
     "Adds the rows of the dataset IN to the dataset OUT.", 2, no_flags, merge, true},
    {"show", "dataset show", "FILE [flags]", "Counts what a dataset holds.", 1, no_flags, show,
     true},
};

static const char *const of_the_laboratory[] = {"features", "seen", NULL};

int command_dataset(int argc, char **argv) {
  DatasetCommand command = {.paths = {NULL}};
  Actions all = {.command = "dataset",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths,
                 .elsewhere = "autotune-lab",
                 .elsewheres = of_the_laboratory};
  return command_actions_run(&all, argc, argv);
}
