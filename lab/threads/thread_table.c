// ThreadTable: a file of measured kernels read for judging: every way with what was measured, what
// the model of threads predicts, and its features.
#include "lab/threads/thread_table.h"

#include "base/array.h"
#include "base/file/output_file.h"
#include "plan/contraction.h"
#include "plan/family.h"
#include "plan/rule.h"
#include "plan/threads/split_text.h"
#include "search/scorer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A kernel as it is read.
typedef struct Reading {
  ThreadTable *table;
  const LearnedModel *model;
  const ThreadKernel *kernel;
  int number; // of the kernel
  Workload workload;
  Target target;
} Reading;

bool table_way_is_alone(const ThreadTable *table, int way) { return table->ways[way].alone == way; }

double table_way_gain(const ThreadTable *table, int way) {
  return table->ways[table->ways[way].alone].seconds / table->ways[way].seconds;
}

static const ThreadWay *way_of(const ThreadTable *table, int way) {
  const TableWay *found = &table->ways[way];
  return &table->file.kernels[found->kernel].ways[found->number];
}

static double least_of(const ThreadWay *way, int first, int run_count, int step) {
  double least = INFINITY;
  for (int r = first; r < run_count; r += step)
    least = fmin(least, way->seconds[r]);
  return least;
}

double table_way_half(const ThreadTable *table, int way, bool is_first) {
  return least_of(way_of(table, way), !is_first,
                  table->file.kernels[table->ways[way].kernel].run_count, 2);
}

// --- reading

// The way on one thread of that schedule; -1: it was not measured.
static int find_alone(const Reading *reading, const char *schedule) {
  const ThreadTable *table = reading->table;
  for (int w = table->kernels[reading->number].first; w < table->way_count; w++)
    if (table_way_is_alone(table, w) && !strcmp(way_of(table, w)->schedule, schedule))
      return w;
  return -1;
}

static Status fail_way(const Reading *reading, int number, const char *what) {
  return status_fail(STATUS_USAGE, "%s: way %d of the kernel %.200s: %s", reading->kernel->source,
                     number + 1, reading->kernel->workload, what);
}

static Status price_way(const Reading *reading, const Schedule *schedule, const ThreadSplit *split,
                        TableWay *way) {
  static const ThreadHomes anywhere;
  ThreadCandidate candidate = {*schedule, 0};
  Status status = scorer_predict(&reading->workload, &reading->target, reading->model, schedule,
                                 &candidate.seconds);
  if (status != STATUS_OK)
    return status;
  if (!thread_price(&reading->workload, &candidate, &reading->target, &anywhere, split,
                    &way->price) ||
      (split->count > 0 && !thread_features_fill(&reading->workload, &candidate, &reading->target,
                                                 split, way->features)))
    return fail_way(reading, way->number, "its schedule gives no loops");
  way->serial_seconds = candidate.seconds;
  return STATUS_OK;
}

static Status read_way(const Reading *reading, int number) {
  ThreadTable *table = reading->table;
  const ThreadWay *written = &reading->kernel->ways[number];
  Schedule schedule;
  ThreadSplit split;
  Workload storage;
  Status status = schedule_parse(&reading->workload, written->schedule, &schedule);
  if (status != STATUS_OK)
    return status;
  const Workload *knobs = rule_workload(schedule.rule, &reading->workload, &storage);
  if (!knobs || !split_parse(written->split, knobs, reading->kernel->threads, &split))
    return fail_way(reading, number, "its split cannot be read");
  TableWay way = {.kernel = reading->number,
                  .number = number,
                  .seconds = least_of(written, 0, reading->kernel->run_count, 1)};
  way.alone = split.count > 0 ? find_alone(reading, written->schedule) : table->way_count;
  if (way.alone < 0)
    return STATUS_OK;
  status = price_way(reading, &schedule, &split, &way);
  if (status == STATUS_OK && !array_grow(&table->ways, table->way_count, sizeof way))
    status = status_fail(STATUS_SYSTEM, "no memory for %d ways", table->way_count);
  if (status == STATUS_OK)
    table->ways[table->way_count++] = way;
  return status;
}

static Status read_kernel(ThreadTable *table, int number, const LearnedModel *model) {
  const ThreadKernel *kernel = &table->file.kernels[number];
  Reading reading = {.table = table, .model = model, .kernel = kernel, .number = number};
  if (!workload_parse(kernel->workload, &reading.workload))
    return status_fail(STATUS_USAGE, "%s: this is no workload: %.200s", kernel->source,
                       kernel->workload);
  Status status = target_parse(kernel->target, &reading.target);
  table->kernels[number] =
      (TableKernel){.first = table->way_count,
                    .contraction = contraction_key(&reading.workload),
                    .family = workload_family_name(workload_family(&reading.workload))};
  for (int w = 0; w < kernel->way_count && status == STATUS_OK; w++)
    status = read_way(&reading, w);
  table->kernels[number].count = table->way_count - table->kernels[number].first;
  return status;
}

Status thread_table_read(const char *path, const LearnedModel *model, ThreadTable *out_table) {
  Status status = STATUS_OK;
  ThreadTable *table = out_table;
  *table = (ThreadTable){0};
  TRY(thread_file_read(path, &table->file));
  TRY(entry_file_check_whole(path, &thread_form, &table->file.span));
  if (table->file.count == 0)
    TRY(status_fail(STATUS_USAGE, "%s has no kernels; autotune-lab threads collect adds some",
                    path));
  table->kernels = calloc((size_t)table->file.count, sizeof *table->kernels);
  if (!table->kernels)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d kernels", table->file.count));
  for (int k = 0; k < table->file.count; k++)
    TRY(read_kernel(table, k, model));
cleanup:
  return status;
}

void thread_table_destroy(ThreadTable *table) {
  free(table->kernels);
  free(table->ways);
  thread_file_destroy(&table->file);
}

// --- writing

static void write_way(FILE *file, const ThreadTable *table, int number) {
  const TableWay *way = &table->ways[number];
  const ThreadKernel *kernel = &table->file.kernels[way->kernel];
  const ThreadWay *written = way_of(table, number);
  fprintf(file, "%d\t%s\t%016" PRIx64 "\t%s\t%s\t%s\t%d\t%.9g\t%.9g\t%.9g\t%.9g", way->kernel,
          kernel->source, table->kernels[way->kernel].contraction,
          table->kernels[way->kernel].family, written->schedule, written->split,
          table_way_is_alone(table, number) ? 1 : kernel->threads, way->seconds,
          table->ways[way->alone].seconds, way->serial_seconds, way->price.seconds);
  for (int f = 0; f < THREAD_FEATURE_COUNT; f++)
    fprintf(file, "\t%.6g", (double)way->features[f]);
  fputc('\n', file);
}

static bool write_rows(FILE *file, const void *user) {
  const ThreadTable *table = user;
  fputs("number\tsource\tcontraction\tfamily_name\tschedule\tsplit\tthreads\tseconds\t"
        "seconds_alone\tpredicted_seconds_alone\tpredicted_seconds",
        file);
  for (int f = 0; f < THREAD_FEATURE_COUNT; f++)
    fprintf(file, "\t%s", thread_feature_names()[f]);
  fputc('\n', file);
  for (int w = 0; w < table->way_count; w++)
    write_way(file, table, w);
  return !ferror(file);
}

Status thread_table_write(const char *path, const ThreadTable *table) {
  return output_file_write(path, write_rows, table);
}
