// autotune dataset: what can be done with datasets besides learning from them.
#include "core/file/output_file.h"
#include "records/store.h"
#include "tools/collect/dataset_import.h"
#include "tools/collect/dataset_rekey.h"
#include "tools/command_actions.h"
#include "tools/commands.h"
#include "tools/evaluate/dataset_seen.h"
#include "tools/evaluate/feature_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct DatasetCommand {
  const char *paths[2]; // input, output
  const char *origin;
  const char *without_networks, *without_modules;
  RekeyOptions rekey;
} DatasetCommand;

// --- rows that are there twice

// Both of one task.
static bool is_same_row(const DatasetRow *a, const DatasetRow *b) {
  return a->origin == b->origin && a->verdict == b->verdict && a->repeats == b->repeats &&
         !memcmp(a->seconds, b->seconds, a->repeats * sizeof *a->seconds) &&
         schedule_equal(&a->schedule, &b->schedule);
}

// Tasks are short: every row is compared with those before it. Returns how many were dropped.
static int64_t drop_repeated(Dataset *dataset) {
  int64_t kept = 0, start = 0;
  for (int64_t r = 0; r < dataset->row_count; r++) {
    const DatasetRow *row = &dataset->rows[r];
    bool is_repeated = false;
    if (kept > 0 && (dataset->rows[kept - 1].workload != row->workload ||
                     dataset->rows[kept - 1].machine != row->machine))
      start = kept;
    for (int64_t other = start; other < kept && !is_repeated; other++)
      is_repeated = is_same_row(&dataset->rows[other], row);
    if (!is_repeated)
      dataset->rows[kept++] = *row;
  }
  int64_t dropped = dataset->row_count - kept;
  dataset->row_count = kept;
  return dropped;
}

static Status write_output(const DatasetCommand *command, Dataset *dataset, int64_t skipped) {
  int64_t repeated = drop_repeated(dataset);
  Status status = dataset_write(command->paths[1], dataset);
  if (status == STATUS_OK)
    printf("%s: %" PRId64 " rows, %" PRId64 " left out, %" PRId64 " were there already\n",
           command->paths[1], dataset->row_count, skipped, repeated);
  return status;
}

// What the output holds already; nothing when it is missing.
static Status read_output(const DatasetCommand *command, Dataset *dataset, int64_t *dropped) {
  Status status = output_file_check(command->paths[1]);
  if (status != STATUS_OK || access(command->paths[1], F_OK))
    return status;
  return dataset_read(command->paths[1], dataset, dropped);
}

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
  TRY(write_output(command, &dataset, skipped));
cleanup:
  store_close(store);
  dataset_destroy(&dataset);
  return status;
}

static Status import_log(void *values) {
  const DatasetCommand *command = values;
  Dataset dataset = {0};
  int64_t dropped = 0, skipped = 0;
  Status status = STATUS_OK;
  DatasetOrigin origin = dataset_origin_find(command->origin);
  if (origin == ORIGIN_COUNT)
    TRY(status_fail(STATUS_USAGE, "--origin %s: use random or explore", command->origin));
  TRY(read_output(command, &dataset, &dropped));
  TRY(dataset_import_log(command->paths[0], origin, &dataset, &skipped));
  TRY(write_output(command, &dataset, skipped + dropped));
cleanup:
  dataset_destroy(&dataset);
  return status;
}

static Status merge(void *values) {
  const DatasetCommand *command = values;
  Dataset dataset = {0};
  int64_t dropped = 0, skipped = 0;
  Status status = STATUS_OK;
  TRY(read_output(command, &dataset, &dropped));
  TRY(dataset_read(command->paths[0], &dataset, &skipped));
  TRY(write_output(command, &dataset, skipped + dropped));
cleanup:
  dataset_destroy(&dataset);
  return status;
}

static Status rekey(void *values) {
  const DatasetCommand *command = values;
  Dataset dataset = {0};
  int64_t dropped = 0;
  int32_t machines;
  Status status = output_file_check(command->paths[1]);
  if (status == STATUS_OK)
    status = dataset_read(command->paths[0], &dataset, &dropped);
  if (status == STATUS_OK)
    status = dataset_rekey(&dataset, &command->rekey, &machines);
  if (status == STATUS_OK)
    status = write_output(command, &dataset, dropped);
  dataset_destroy(&dataset);
  return status;
}

// --- describing

typedef struct Count {
  const char *name;
  int64_t workloads, rows, measured;
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
  printf("%-24s %10s %10s %10s\n", heading, "workloads", "rows", "measured");
  for (int i = 0; i < count; i++)
    printf("  %-22s %10" PRId64 " %10" PRId64 " %10" PRId64 "\n", counts[i].name,
           counts[i].workloads, counts[i].rows, counts[i].measured);
}

static void count_row(Count *count, const DatasetRow *row) {
  count->rows++;
  count->measured += row->verdict == VERDICT_OK;
}

static void show_families(const Dataset *dataset) {
  enum { ROOM = 32 };
  Count counts[ROOM];
  int count = 0;
  for (int32_t w = 0; w < dataset->workload_count; w++)
    count_of(counts, &count, ROOM, dataset->workloads[w].family)->workloads++;
  for (int64_t r = 0; r < dataset->row_count; r++)
    count_row(count_of(counts, &count, ROOM, dataset->workloads[dataset->rows[r].workload].family),
              &dataset->rows[r]);
  print_counts("family", counts, count);
}

static void show_origins(const Dataset *dataset) {
  Count counts[ORIGIN_COUNT];
  for (int o = 0; o < ORIGIN_COUNT; o++)
    counts[o] = (Count){.name = dataset_origin_name((DatasetOrigin)o)};
  for (int64_t r = 0; r < dataset->row_count; r++) {
    count_row(&counts[dataset->rows[r].origin], &dataset->rows[r]);
  }
  printf("%-24s %10s %10s\n", "origin", "rows", "measured");
  for (int o = 0; o < ORIGIN_COUNT; o++)
    printf("  %-22s %10" PRId64 " %10" PRId64 "\n", counts[o].name, counts[o].rows,
           counts[o].measured);
}

static void show_verdicts(const Dataset *dataset) {
  int64_t counts[VERDICT_COUNT] = {0};
  for (int64_t r = 0; r < dataset->row_count; r++)
    counts[dataset->rows[r].verdict]++;
  printf("verdict\n");
  for (int v = 0; v < VERDICT_COUNT; v++)
    printf("  %-22s %10" PRId64 "\n", verdict_name((Verdict)v), counts[v]);
}

static void show_machines(const Dataset *dataset) {
  for (int32_t m = 0; m < dataset->machine_count; m++) {
    int64_t rows = 0;
    for (int64_t r = 0; r < dataset->row_count; r++)
      rows += dataset->rows[r].machine == m;
    printf("machine %d: %s, %" PRId64 " rows\n  %s\n", (int)m, dataset->machines[m].cpu, rows,
           dataset->machines[m].target);
  }
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The spread of the repeats of one row, and how far two measurements of the same schedule of a task
// are apart: what no model can predict.
static void show_noise(const Dataset *dataset) {
  double *spreads = malloc(sizeof *spreads * (size_t)(dataset->row_count + 1));
  double *drifts = malloc(sizeof *drifts * (size_t)(dataset->row_count + 1));
  int64_t spread_count = 0, drift_count = 0, first = 0;
  for (int64_t r = 0; spreads && drifts && r < dataset->row_count; r++) {
    const DatasetRow *row = &dataset->rows[r];
    double median = dataset_row_seconds(row), sum = 0;
    if (row->workload != dataset->rows[first].workload ||
        row->machine != dataset->rows[first].machine)
      first = r;
    if (row->verdict != VERDICT_OK)
      continue;
    for (int i = 0; i < row->repeats; i++)
      sum += fabs((double)row->seconds[i] / median - 1);
    if (row->repeats > 1)
      spreads[spread_count++] = sum / row->repeats;
    for (int64_t other = first; other < r && row->origin == ORIGIN_CHOICE; other++)
      if (dataset->rows[other].verdict == VERDICT_OK &&
          schedule_key(&dataset->rows[other].schedule) == schedule_key(&row->schedule)) {
        drifts[drift_count++] = fabs(median / dataset_row_seconds(&dataset->rows[other]) - 1);
        break;
      }
  }
  printf("noise\n");
  if (spread_count) {
    qsort(spreads, (size_t)spread_count, sizeof *spreads, compare_numbers);
    printf("  repeats of one row        median %5.2f %%  90th percentile %5.2f %%\n",
           100 * spreads[spread_count / 2], 100 * spreads[spread_count * 9 / 10]);
  }
  if (drift_count) {
    qsort(drifts, (size_t)drift_count, sizeof *drifts, compare_numbers);
    printf("  same code measured again  median %5.2f %%  90th percentile %5.2f %%\n",
           100 * drifts[drift_count / 2], 100 * drifts[drift_count * 9 / 10]);
  }
  free(spreads);
  free(drifts);
}

static Status show(void *values) {
  const DatasetCommand *command = values;
  Dataset dataset = {0};
  int64_t dropped = 0;
  Status status = dataset_read(command->paths[0], &dataset, &dropped);
  if (status == STATUS_OK) {
    printf("%s: %" PRId64 " rows of %d workloads, version %d of the space", command->paths[0],
           dataset.row_count, (int)dataset.workload_count, (int)dataset.space_version);
    printf(dropped ? ", %" PRId64 " rows are no longer legal\n" : "\n", dropped);
    show_families(&dataset);
    show_origins(&dataset);
    show_verdicts(&dataset);
    show_machines(&dataset);
    show_noise(&dataset);
  }
  dataset_destroy(&dataset);
  return status;
}

static Status print_seen(void *values) {
  const DatasetCommand *command = values;
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

static Status write_features(void *values) {
  const DatasetCommand *command = values;
  TrainingData data;
  Status status = feature_table_check(command->paths[1]);
  if (status != STATUS_OK)
    return status;
  status = training_data_read(command->paths, 1, &data);
  if (status == STATUS_OK)
    status = feature_table_write(&data, command->paths[1]);
  if (status == STATUS_OK)
    printf("%s.npy: %zu rows of %d features\n", command->paths[1], data.set.row_count,
           (int)FEATURE_COUNT);
  training_data_destroy(&data);
  return status;
}

static const Flag no_flags[] = {{0}};
static const Flag seen_flags[] = {
    {"--exclude-networks", FLAG_TEXT, offsetof(DatasetCommand, without_networks), "NAMES",
     "joined by ',': left out of training, as by autotune train"},
    {"--exclude-modules", FLAG_TEXT, offsetof(DatasetCommand, without_modules), "PATHS",
     "the same"},
    {0},
};
static const Flag rekey_flags[] = {
    {"--machine", FLAG_TEXT, offsetof(DatasetCommand, rekey.machine), "NAME",
     "of the machines whose processor (autotune dataset show) contains NAME"},
    {"--cpu", FLAG_TEXT, offsetof(DatasetCommand, rekey.cpu), "NAME",
     "their processor: 'AMD EPYC (family 26 model 2)'"},
    {"--row", FLAG_TEXT, offsetof(DatasetCommand, rekey.row), "NAME",
     "the row of their target, whose settings stay"},
    {0},
};
static const Flag import_flags[] = {
    {"--origin", FLAG_TEXT, offsetof(DatasetCommand, origin), "NAME",
     "of the imported trials: random or explore (default)"},
    {0},
};

static const Action actions[] = {
    {"export", "dataset export", "STORE OUT",
     "Writes what autotune collect measured as a dataset, which replaces OUT.", 2, no_flags,
     export_store},
    {"features", "dataset features", "FILE OUT",
     "Writes what models learn from: OUT.npy (features, a NumPy array of 32-bit floats), OUT.tsv "
     "(a line\nper row: workload, machine, seconds), OUT.names (names of the features).",
     2, no_flags, write_features},
    {"import", "dataset import", "LOG OUT [flags]",
     "Adds the trials of a log of autotune search, made on this machine, to the dataset OUT.", 2,
     import_flags, import_log},
    {"merge", "dataset merge", "IN OUT", "Adds the rows of the dataset IN to the dataset OUT.", 2,
     no_flags, merge},
    {"rekey", "dataset rekey", "IN OUT [flags]",
     "Writes the dataset IN with other keys of a machine: its processor, the row of its target.", 2,
     rekey_flags, rekey},
    {"seen", "dataset seen", "FILE MODULES [flags]",
     "Prints of every module (files and folders, joined by ',') how many ops are tuned, and what "
     "part\nof them is computed by some workload of the dataset: a model trained on it has seen "
     "those.",
     2, seen_flags, print_seen},
    {"show", "dataset show", "FILE", "Counts what a dataset holds, and how noisy it is.", 1,
     no_flags, show},
};

int command_dataset(int argc, char **argv) {
  DatasetCommand command = {.origin = "explore"};
  Actions all = {.command = "dataset",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .paths = command.paths};
  return command_actions_run(&all, argc, argv);
}
