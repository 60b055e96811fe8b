// See gpu_rows.h.
#include "lab/gpu/gpu_rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 7 };
// Fields of a line.
enum { WORKLOAD, ORIGIN, VERDICT, SECONDS, REGISTERS, LOCAL_BYTES, ABOUT };

typedef struct Reader {
  const char *path;
  int line, capacity, task_capacity;
  char card[GPU_NAME_BYTES];
  double multiprocessors;
  GpuRows rows;
} Reader;

// What stands behind KEY= in "key=value key=value", up to one of `ends`.
static bool find_value(const char *text, const char *key, const char *ends, char *out_value,
                       size_t size) {
  size_t length = strlen(key);
  for (const char *at = strstr(text, key); at; at = strstr(at + 1, key))
    if ((at == text || strchr(ends, at[-1])) && at[length] == '=') {
      snprintf(out_value, size, "%.*s", (int)strcspn(at + length + 1, ends), at + length + 1);
      return true;
    }
  return false;
}

static void *grown(void *items, int count, int *capacity, size_t size) {
  if (count < *capacity)
    return items;
  *capacity = *capacity ? 2 * *capacity : 256;
  void *more = realloc(items, (size_t)*capacity * size);
  if (!more)
    free(items);
  return more;
}

// --- tasks and features

static int find_task(Reader *reader, const char *workload) {
  GpuRows *rows = &reader->rows;
  for (int t = rows->task_count - 1; t >= 0; t--)
    if (!strcmp(rows->tasks[t].workload, workload) && !strcmp(rows->tasks[t].card, reader->card))
      return t;
  rows->tasks = grown(rows->tasks, rows->task_count, &reader->task_capacity, sizeof *rows->tasks);
  if (!rows->tasks)
    return -1;
  GpuTask *task = &rows->tasks[rows->task_count];
  *task = (GpuTask){.vendor_seconds = 0};
  snprintf(task->workload, sizeof task->workload, "%s", workload);
  snprintf(task->card, sizeof task->card, "%s", reader->card);
  return rows->task_count++;
}

static void set_feature(GpuRows *rows, GpuRow *row, const char *name, double value) {
  int f = 0;
  while (f < rows->feature_count && strcmp(rows->names[f], name))
    f++;
  if (f == GPU_MAX_FEATURES)
    return;
  if (f == rows->feature_count) {
    snprintf(rows->names[rows->feature_count++], GPU_NAME_BYTES, "%s", name);
    for (int r = 0; r < rows->count; r++) // the others lack it
      rows->rows[r].features[f] = NAN;
  }
  row->features[f] = (float)log2(1 + value);
}

static double number_of(const char *about, const char *key) {
  char value[GPU_NAME_BYTES];
  return find_value(about, key, ";", value, sizeof value) ? atof(value) : 0;
}

// What a thread, a block and a multiprocessor have to do.
static void set_derived(Reader *reader, GpuRow *row, const char *about) {
  double blocks = number_of(about, "blocks"), threads = number_of(about, "threads");
  double results = number_of(about, "result_elements"), flops = number_of(about, "flops");
  if (blocks < 1 || threads < 1 || results < 1)
    return;
  GpuRows *rows = &reader->rows;
  set_feature(rows, row, "results_of_thread", results / (blocks * threads));
  set_feature(rows, row, "flops_of_thread", flops / (blocks * threads));
  set_feature(rows, row, "sums", flops / (2 * results));
  if (reader->multiprocessors > 0)
    set_feature(rows, row, "blocks_of_multiprocessor", blocks / reader->multiprocessors);
}

// Every "name=NUMBER" of the text; a schedule is none.
static void set_features(Reader *reader, GpuRow *row, const char *about) {
  for (const char *at = about; *at; at += strcspn(at, ";"), at += *at == ';') {
    char name[GPU_NAME_BYTES], *end;
    size_t length = strcspn(at, "=;");
    if (at[length] != '=')
      continue;
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    double value = strtod(at + length + 1, &end);
    if (end != at + length + 1 && (*end == ';' || !*end) && value >= 0 && strcmp(name, "predicted"))
      set_feature(&reader->rows, row, name, value);
  }
  set_derived(reader, row, about);
}

// --- lines

static int in_order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const double *runs, int count) {
  double sorted[GPU_MAX_RUNS];
  memcpy(sorted, runs, (size_t)count * sizeof *runs);
  qsort(sorted, (size_t)count, sizeof *sorted, in_order);
  return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

static bool read_runs(const char *text, GpuRow *row) {
  for (const char *at = text; *at && row->run_count < GPU_MAX_RUNS;) {
    char *end;
    double value = strtod(at, &end);
    if (end == at || !(value > 0) || !isfinite(value) || (*end && *end != ','))
      return false;
    row->runs[row->run_count++] = value;
    at = *end ? end + 1 : end;
  }
  if (row->run_count > 0)
    row->seconds = median(row->runs, row->run_count);
  return row->run_count > 0;
}

static Status fail(const Reader *reader, const char *what) {
  return status_fail(STATUS_USAGE, "%s, line %d: %s; rows are written by scripts/gpu/measure",
                     reader->path, reader->line, what);
}

// An origin that is no kernel of its own: a task's yardsticks.
static double *yardstick(GpuTask *task, const char *origin) {
  return !strcmp(origin, "torch")    ? &task->vendor_seconds
         : !strcmp(origin, "anchor") ? &task->anchor_seconds
         : !strcmp(origin, "again")  ? &task->again_seconds
                                     : NULL;
}

static Status add_row(Reader *reader, char *const *fields) {
  GpuRows *rows = &reader->rows;
  GpuRow row = {.is_choice = !strcmp(fields[ORIGIN], "choice")};
  if (!reader->card[0])
    return fail(reader, "no line \"# card=\" comes before");
  row.task = find_task(reader, fields[WORKLOAD]);
  if (row.task < 0)
    return status_fail(STATUS_SYSTEM, "no memory for the rows of %s", reader->path);
  double *kept = yardstick(&rows->tasks[row.task], fields[ORIGIN]);
  if (strcmp(fields[VERDICT], "ok")) {
    rows->wrong += kept == NULL;
    return STATUS_OK;
  }
  if (!read_runs(fields[SECONDS], &row))
    return fail(reader, "the seconds are none");
  if (kept) {
    *kept = row.seconds;
    return STATUS_OK;
  }
  row.predicted = number_of(fields[ABOUT], "predicted");
  if (!(row.predicted > 0) || !isfinite(row.predicted))
    return fail(reader, "no predicted seconds");
  for (int f = 0; f < GPU_MAX_FEATURES; f++)
    row.features[f] = NAN;
  rows->rows = grown(rows->rows, rows->count, &reader->capacity, sizeof *rows->rows);
  if (!rows->rows)
    return status_fail(STATUS_SYSTEM, "no memory for the rows of %s", reader->path);
  set_features(reader, &row, fields[ABOUT]);
  set_feature(rows, &row, "registers_of_driver", atof(fields[REGISTERS]));
  set_feature(rows, &row, "local_bytes_of_driver", atof(fields[LOCAL_BYTES]));
  rows->rows[rows->count++] = row;
  return STATUS_OK;
}

static Status read_line(Reader *reader, char *line) {
  char *fields[FIELDS], value[GPU_NAME_BYTES];
  int count = 0;
  line[strcspn(line, "\n")] = 0;
  if (!strncmp(line, "# card=", 7)) {
    // The name may have blanks: up to the next key.
    const char *end = strstr(line, " capability=");
    snprintf(reader->card, sizeof reader->card, "%.*s", end ? (int)(end - line - 7) : 100,
             line + 7);
    reader->multiprocessors =
        find_value(line, "multiprocessors", " ", value, sizeof value) ? atof(value) : 0;
    return STATUS_OK;
  }
  if (!*line || *line == '#')
    return STATUS_OK;
  for (char *at = line; at && count < FIELDS; count++) {
    fields[count] = at;
    at = strchr(at, '\t');
    if (at)
      *at++ = 0;
  }
  return count == FIELDS ? add_row(reader, fields) : fail(reader, "not 7 fields");
}

static int by_task(const void *a, const void *b) {
  return ((const GpuRow *)a)->task - ((const GpuRow *)b)->task;
}

Status gpu_rows_read(const char *path, GpuRows *out_rows) {
  Status status = STATUS_OK;
  Reader reader = {.path = path};
  char *line = NULL;
  size_t size = 0;
  FILE *file = fopen(path, "r");
  if (!file)
    return status_fail(STATUS_USAGE, "cannot read %s: %s", path, strerror(errno));
  while (getline(&line, &size, file) >= 0) {
    reader.line++;
    TRY(read_line(&reader, line));
  }
  if (reader.rows.count == 0)
    TRY(status_fail(STATUS_USAGE, "%s has no kernel that was right", path));
  qsort(reader.rows.rows, (size_t)reader.rows.count, sizeof *reader.rows.rows, by_task);
  *out_rows = reader.rows;
cleanup:
  free(line);
  fclose(file);
  if (status != STATUS_OK)
    gpu_rows_destroy(&reader.rows);
  return status;
}

void gpu_rows_destroy(GpuRows *rows) {
  free(rows->rows);
  free(rows->tasks);
  *rows = (GpuRows){0};
}
