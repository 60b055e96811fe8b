// Record: all that a store knows of one schedule of a task: its measurements as one.
#include "records/record.h"

#include "base/array.h"
#include "base/numbers.h"
#include "machine/cpu_identity.h"
#include "machine/device.h"
#include "records/store_kept.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- seconds

static double drift_factor(const StoreRow *row, double reference_seconds) {
  return row->baseline_seconds > 0 && reference_seconds > 0
             ? reference_seconds / row->baseline_seconds
             : 1;
}

// Median of the baselines beside the rows, 0 when there is none.
static double baseline_reference(const StoreRow *rows, int64_t count) {
  double *baselines = malloc(((size_t)count + 1) * sizeof *baselines), reference = 0;
  int64_t used = 0;
  for (int64_t r = 0; baselines && r < count; r++)
    if (rows[r].baseline_seconds > 0)
      baselines[used++] = rows[r].baseline_seconds;
  if (used > 0)
    reference = numbers_median(baselines, (size_t)used);
  free(baselines);
  return reference;
}

// --- rows become records

void records_destroy(Record *records, int64_t count) {
  for (int64_t n = 0; n < count; n++) {
    free(records[n].schedule);
    free(records[n].reason);
  }
  free(records);
}

static int compare_rows(const void *a, const void *b) {
  const StoreRow *x = *(const StoreRow *const *)a, *y = *(const StoreRow *const *)b;
  int order = strcmp(x->schedule, y->schedule);
  return order ? order : (x > y) - (x < y);
}

static bool is_grave(Verdict verdict) {
  return verdict == VERDICT_WRONG_RESULT || verdict == VERDICT_CRASH;
}

// Whether the verdict of a row is that of the record so far: what is wrong once is wrong, and what
// was too slow once may have met a busy machine.
static bool outweighs(Verdict verdict, Verdict so_far) {
  return is_grave(verdict) || (verdict == VERDICT_OK && !is_grave(so_far));
}

// What tests say of a task: schedules, "" or NULL: there was no test.
typedef struct Tests {
  const char *winner, *kept, *planned;
  int64_t kept_unix_seconds;
  bool is_cold, is_of_other_kind; // see Record
} Tests;

static bool is_named(const char *schedule, const char *name) {
  return name && *name && !strcmp(schedule, name);
}

// `rows` are of one schedule.
static Status make_record(const StoreRow *const *rows, int64_t count, double reference,
                          const Tests *tests, Record *out) {
  double *seconds = malloc((size_t)count * DATASET_MAX_REPEATS * sizeof *seconds);
  const StoreRow *decisive = rows[0];
  int64_t used = 0;
  bool is_choice = false;
  for (int64_t r = 0; seconds && r < count; r++) {
    is_choice |= rows[r]->origin == ORIGIN_CHOICE;
    if (r > 0 && outweighs(rows[r]->verdict, decisive->verdict))
      decisive = rows[r];
    for (int n = 0; rows[r]->verdict == VERDICT_OK && n < rows[r]->repeats; n++)
      seconds[used++] = rows[r]->seconds[n] * drift_factor(rows[r], reference);
  }
  bool is_ok = decisive->verdict == VERDICT_OK && used > 0;
  *out = (Record){.schedule = strdup(decisive->schedule),
                  .reason = strdup(decisive->reason),
                  .verdict = decisive->verdict,
                  .seconds = is_ok ? numbers_median(seconds, (size_t)used) : INFINITY,
                  .measurements = count,
                  .seed = decisive->seed,
                  .is_choice = is_choice,
                  .is_planned = is_named(decisive->schedule, tests->planned),
                  .is_kept = is_ok && is_named(decisive->schedule, tests->kept),
                  .kept_unix_seconds = tests->kept_unix_seconds,
                  .is_cold = tests->is_cold,
                  .is_of_other_kind = tests->is_of_other_kind,
                  .is_winner = is_ok && is_named(decisive->schedule, tests->winner)};
  bool is_whole = seconds && out->schedule && out->reason;
  free(seconds);
  return is_whole ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for the records of a task");
}

// Of one kind: seconds of cold and of warm weights are not compared.
static int compare_alone(const Record *x, const Record *y) {
  if (x->is_winner != y->is_winner)
    return x->is_winner ? -1 : 1;
  if (x->seconds != y->seconds)
    return x->seconds < y->seconds ? -1 : 1;
  return strcmp(x->schedule, y->schedule);
}

static int compare_records(const void *a, const void *b) {
  const Record *x = a, *y = b;
  if (x->is_of_other_kind != y->is_of_other_kind)
    return x->is_of_other_kind ? 1 : -1;
  if (x->is_kept != y->is_kept)
    return x->is_kept ? -1 : 1;
  if (x->is_kept && x->kept_unix_seconds != y->kept_unix_seconds)
    return x->kept_unix_seconds > y->kept_unix_seconds ? -1 : 1;
  return compare_alone(x, y);
}

const Record *records_best_alone(const Record *records, int64_t count) {
  const Record *best = NULL;
  for (int64_t n = 0; n < count; n++)
    if (isfinite(records[n].seconds) && (!best || compare_alone(&records[n], best) < 0))
      best = &records[n];
  return best;
}

static int compare_choices(const Record *x, const Record *y) {
  if (x->is_planned != y->is_planned)
    return x->is_planned ? -1 : 1;
  return compare_alone(x, y);
}

const Record *records_choice(const Record *records, int64_t count) {
  const Record *choice = NULL;
  for (int64_t n = 0; n < count; n++)
    if (records[n].is_choice && isfinite(records[n].seconds) &&
        (!choice || compare_choices(&records[n], choice) < 0))
      choice = &records[n];
  return choice;
}

static Status join_rows(const StoreRow *rows, int64_t count, const Tests *tests,
                        Record **out_records, int64_t *out_count) {
  Status status = STATUS_OK;
  double reference = baseline_reference(rows, count);
  const StoreRow **sorted = malloc(((size_t)count + 1) * sizeof *sorted);
  if (!sorted)
    return status_fail(STATUS_SYSTEM, "no memory for the records of a task");
  for (int64_t r = 0; r < count; r++)
    sorted[r] = &rows[r];
  qsort(sorted, (size_t)count, sizeof *sorted, compare_rows);
  for (int64_t first = 0, end = 0; first < count && status == STATUS_OK; first = end) {
    while (end < count && !strcmp(sorted[end]->schedule, sorted[first]->schedule))
      end++;
    if (!array_grow(out_records, *out_count, sizeof **out_records))
      status = status_fail(STATUS_SYSTEM, "no memory for the records of a task");
    else
      status = make_record(sorted + first, end - first, reference, tests,
                           &(*out_records)[(*out_count)++]);
  }
  free(sorted);
  return status;
}

// Appends the records of a task. `query` NULL: whatever its kind.
static Status append_records(Store *store, int64_t number, const RecordQuery *query,
                             Record **records, int64_t *count) {
  Status status = STATUS_OK;
  StoreTask task = {0};
  StoreKept kept = {0};
  StoreRow *rows = NULL;
  int64_t row_count = 0;
  TRY(store_read_task(store, number, &task));
  TRY(store_read_kept(store, number, &kept));
  TRY(store_read_rows(store, number, &rows, &row_count));
  bool is_cold = task.grid == STORE_COLD;
  TRY(join_rows(rows, row_count,
                &(Tests){task.winner, kept.schedule, task.schedule, kept.tested_unix_seconds,
                         is_cold, query && query->is_cold != is_cold},
                records, count));
cleanup:
  store_rows_destroy(rows, row_count);
  store_kept_destroy(&kept);
  store_task_destroy(&task);
  return status;
}

static Status finish_records(Status status, Record *records, int64_t count, Record **out_records,
                             int64_t *out_count) {
  if (status != STATUS_OK) {
    records_destroy(records, count);
    return status;
  }
  if (count > 1)
    qsort(records, (size_t)count, sizeof *records, compare_records);
  *out_records = records;
  *out_count = count;
  return STATUS_OK;
}

Status records_read(Store *store, int64_t task, Record **out_records, int64_t *out_count) {
  Record *records = NULL;
  int64_t count = 0;
  Status status = append_records(store, task, NULL, &records, &count);
  return finish_records(status, records, count, out_records, out_count);
}

// --- looking one up

typedef struct Lookup {
  RecordQuery query;
  const Device *device; // that is asked for instead of the query's target; NULL: none
} Lookup;

// Whether the task was measured on the machine that is asked for.
static Status check_task(Store *store, int64_t number, const Lookup *lookup, bool *out_fits) {
  const RecordQuery *query = &lookup->query;
  char cpu[CPU_IDENTITY_BYTES];
  StoreTask task = {0};
  Target target;
  Status status = store_read_task(store, number, &task);
  if (status != STATUS_OK)
    return status;
  cpu_identity_recorded(task.cpu, task.target, cpu, sizeof cpu);
  *out_fits = lookup->device ? !strcmp(task.target, lookup->device->name)
                             : target_parse(task.target, &target) == STATUS_OK &&
                                   target_is_same_code(&target, query->target) &&
                                   (!query->cpu || !strcmp(cpu, query->cpu));
  store_task_destroy(&task);
  return STATUS_OK;
}

static void drop_failed(Record *records, int64_t *count) {
  int64_t used = 0;
  for (int64_t n = 0; n < *count; n++)
    if (isinf(records[n].seconds)) {
      free(records[n].schedule);
      free(records[n].reason);
    } else {
      records[used++] = records[n];
    }
  *count = used;
}

static Status look_up(Store *store, const Lookup *lookup, Record **out_records,
                      int64_t *out_count) {
  const RecordQuery *query = &lookup->query;
  Status status = STATUS_OK;
  int64_t *tasks = NULL, task_count = 0, count = 0;
  Record *records = NULL;
  char *text = workload_text(query->workload);
  if (!text)
    return status_fail(STATUS_SYSTEM, "no memory for the text of a workload");
  TRY(store_list_tasks(store, text, SPACE_VERSION, &tasks, &task_count));
  for (int64_t t = 0; t < task_count; t++) {
    bool fits = false;
    TRY(check_task(store, tasks[t], lookup, &fits));
    if (fits)
      TRY(append_records(store, tasks[t], query, &records, &count));
  }
cleanup:
  free(tasks);
  free(text);
  status = finish_records(status, records, count, out_records, out_count);
  if (status == STATUS_OK)
    drop_failed(*out_records, out_count);
  return status;
}

Status records_find(Store *store, const RecordQuery *query, Record **out_records,
                    int64_t *out_count) {
  return look_up(store, &(Lookup){.query = *query}, out_records, out_count);
}

Status records_find_of_device(Store *store, const Workload *workload, const Device *device,
                              Record **out_records, int64_t *out_count) {
  return look_up(store, &(Lookup){{.workload = workload}, device}, out_records, out_count);
}
