// A line is a task or one measurement of it. Both are added to a store by the same two functions,
// whether they come from lines or from another store.
#include "records/record_lines.h"

#include "base/array.h"
#include "base/file/path_kind.h"
#include "machine/device.h"
#include "records/json.h"
#include "records/store_kept.h"
#include "records/store_sql.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_VERSION = 1, DIGITS = 6 };

// --- writing

static void put_kept(Json *json, const StoreKept *kept) {
  json_put_text(json, "kept", kept->schedule);
  json_put_text(json, "kept_tested", kept->tested);
  json_put_text(json, "kept_module", kept->module);
  json_put_number(json, "kept_choice_seconds", kept->choice_seconds);
  json_put_number(json, "kept_seconds", kept->seconds);
  json_put_integer(json, "kept_unix_seconds", kept->tested_unix_seconds);
}

static Json *task_json(int64_t number, const StoreTask *task, const StoreKept *kept) {
  Json *json = json_make_object();
  json_put_integer(json, "task", number);
  json_put_integer(json, "format", LINES_VERSION);
  json_put_integer(json, "space", task->space);
  json_put_text(json, "workload", task->workload);
  json_put_text(json, "family", task->family);
  json_put_text(json, "source", task->source);
  json_put_text(json, "cpu", task->cpu);
  json_put_text(json, "target", task->target);
  json_put_text(json, "code_limit", task->limit);
  json_put_text(json, "choice", task->schedule);
  json_put_text(json, "winner", task->winner);
  if (kept->schedule)
    put_kept(json, kept);
  json_put_integer(json, "trials", task->trials);
  json_put_integer(json, "grid", task->grid);
  json_put_text(json, "module", task->module);
  return json;
}

static Json *row_json(int64_t number, const StoreRow *row) {
  Json *json = json_make_object();
  json_put_integer(json, "row", number);
  json_put_text(json, "origin", dataset_origin_name(row->origin));
  json_put_text(json, "schedule", row->schedule);
  json_put_text(json, "verdict", verdict_name(row->verdict));
  if (row->reason[0])
    json_put_text(json, "reason", row->reason);
  json_put_numbers(json, "seconds", row->seconds, row->repeats);
  if (row->baseline_seconds > 0)
    json_put_number(json, "baseline_seconds", row->baseline_seconds);
  if (row->cost_seconds > 0)
    json_put_number(json, "cost_cpu_seconds", row->cost_seconds);
  json_put_integer(json, "measured_unix_seconds", row->measured_unix_seconds);
  json_put_integer(json, "seed", row->seed);
  json_put_text(json, "versions", row->versions);
  return json;
}

// Takes the value.
static bool write_line(FILE *file, Json *json) {
  bool is_written = json_write(json, file, 0, DIGITS) && fputc('\n', file) != EOF;
  json_free(json);
  return is_written;
}

static bool write_task(Store *store, int64_t number, FILE *file, Status *out_status) {
  StoreTask task = {0};
  StoreKept kept = {0};
  StoreRow *rows = NULL;
  int64_t count = 0;
  *out_status = store_read_task(store, number, &task);
  if (*out_status == STATUS_OK)
    *out_status = store_read_kept(store, number, &kept);
  if (*out_status == STATUS_OK)
    *out_status = store_read_rows(store, number, &rows, &count);
  bool is_written = *out_status == STATUS_OK && write_line(file, task_json(number, &task, &kept));
  for (int64_t r = 0; r < count && is_written; r++)
    is_written = write_line(file, row_json(number, &rows[r]));
  store_rows_destroy(rows, count);
  store_kept_destroy(&kept);
  store_task_destroy(&task);
  return is_written;
}

bool record_lines_write(Store *store, FILE *file, Status *out_status) {
  int64_t *tasks = NULL, count = 0;
  *out_status = store_list_tasks(store, "", -1, &tasks, &count);
  bool is_written = *out_status == STATUS_OK;
  for (int64_t t = 0; t < count && is_written; t++)
    is_written = write_task(store, tasks[t], file, out_status);
  free(tasks);
  return is_written;
}

// --- adding

// Numbers of the tasks added, by their numbers where they come from.
typedef struct Addition {
  Store *store, *from; // from: NULL for lines
  const char *path;    // of the lines
  TaskCheck check;
  RecordCounts *counts;
  int64_t (*numbers)[2]; // owned: there, here
  int64_t number_count;
} Addition;

static int64_t find_number(const Addition *addition, int64_t there) {
  for (int64_t n = addition->number_count - 1; n >= 0; n--)
    if (addition->numbers[n][0] == there)
      return addition->numbers[n][1];
  return -1;
}

// A task that is there keeps its winner unless it has none; of what modules' tests kept, the later
// is taken. Of tasks with cold weights the module that asks for more bytes stays, with the winner
// found on these terms: so it does not matter which store is added to which.
static Status join_task(Store *store, int64_t here, const StoreTask *task) {
  StoreTask own = {0};
  Status status = STATUS_OK;
  TRY(store_read_task(store, here, &own));
  bool is_colder = store_cold_bytes(task->module) > store_cold_bytes(own.module);
  if (is_colder)
    TRY(store_set_module(store, here, task->module));
  if (task->winner[0] && (is_colder || !own.winner[0]))
    TRY(store_set_winner(store, here, task->winner));
cleanup:
  store_task_destroy(&own);
  return status;
}

static Status check_task(const Addition *addition, const StoreTask *task) {
  const TaskCheck *check = &addition->check;
  return check->check ? check->check(task, check->user) : STATUS_OK;
}

static Status add_task(Addition *addition, int64_t there, const StoreTask *task,
                       const StoreKept *kept) {
  int64_t here;
  if (!array_grow(&addition->numbers, addition->number_count, sizeof *addition->numbers))
    return status_fail(STATUS_SYSTEM, "no memory for the tasks of a store");
  Status status = store_add_task(addition->store, task, &here);
  if (status == STATUS_OK)
    status = join_task(addition->store, here, task);
  if (status == STATUS_OK && kept->schedule)
    status = store_merge_kept(addition->store, here, kept);
  addition->numbers[addition->number_count][0] = there;
  addition->numbers[addition->number_count++][1] = here;
  addition->counts->tasks++;
  return status;
}

static Status add_row(Addition *addition, int64_t there, const StoreRow *row) {
  bool has = false;
  int64_t here = find_number(addition, there);
  if (here < 0)
    return status_fail(STATUS_USAGE, "a row of task %lld comes before that task", (long long)there);
  Status status = store_has_row(addition->store, here, row, &has);
  if (status != STATUS_OK || has) {
    addition->counts->known += has;
    return status;
  }
  addition->counts->rows++;
  return store_add_row(addition->store, here, row, NULL);
}

// --- reading lines

static char *lend_text(const Json *json, const char *key) {
  const char *text = json_get_text(json, key);
  return (char *)(text ? text : "");
}

// None where the line has no schedule that is kept.
static StoreKept lend_kept(const Json *json) {
  StoreKept kept = {.schedule = (char *)json_get_text(json, "kept"),
                    .tested = lend_text(json, "kept_tested"),
                    .choice_seconds = json_get_number(json, "kept_choice_seconds", 0),
                    .seconds = json_get_number(json, "kept_seconds", 0),
                    .tested_unix_seconds = json_get_integer(json, "kept_unix_seconds", 0)};
  snprintf(kept.module, sizeof kept.module, "%s", lend_text(json, "kept_module"));
  return kept;
}

static Status read_task(Addition *addition, const Json *json) {
  StoreTask task = {.workload = lend_text(json, "workload"),
                    .family = lend_text(json, "family"),
                    .source = lend_text(json, "source"),
                    .cpu = lend_text(json, "cpu"),
                    .target = lend_text(json, "target"),
                    .limit = lend_text(json, "code_limit"),
                    .module = lend_text(json, "module"),
                    .schedule = lend_text(json, "choice"),
                    .winner = lend_text(json, "winner"),
                    .trials = json_get_integer(json, "trials", 0),
                    .grid = json_get_integer(json, "grid", 0),
                    .space = json_get_integer(json, "space", 0)};
  Workload workload;
  Target target;
  if (json_get_integer(json, "format", 0) != LINES_VERSION)
    return status_fail(STATUS_USAGE, "this program reads format %d", LINES_VERSION);
  if (task.space <= 0 ||
      (!store_task_is_script(&task) && !workload_parse(task.workload, &workload)))
    return status_fail(STATUS_USAGE, "a task needs its space and workload");
  if (!device_find(task.target, strlen(task.target)) &&
      target_parse(task.target, &target) != STATUS_OK)
    return STATUS_USAGE; // the text is there already
  Status status = check_task(addition, &task);
  if (status != STATUS_OK)
    return status;
  StoreKept kept = lend_kept(json);
  return add_task(addition, json_get_integer(json, "task", -1), &task, &kept);
}

static Status read_row(Addition *addition, const Json *json) {
  StoreRow row = {.origin = dataset_origin_find(lend_text(json, "origin")),
                  .verdict = verdict_find(lend_text(json, "verdict")),
                  .schedule = lend_text(json, "schedule"),
                  .reason = lend_text(json, "reason"),
                  .versions = lend_text(json, "versions"),
                  .seed = json_get_integer(json, "seed", 0),
                  .measured_unix_seconds = json_get_integer(json, "measured_unix_seconds", 0),
                  .cost_seconds = json_get_number(json, "cost_cpu_seconds", 0),
                  .baseline_seconds = json_get_number(json, "baseline_seconds", 0)};
  row.repeats = json_get_numbers(json, "seconds", row.seconds, DATASET_MAX_REPEATS);
  if (row.repeats < 0 || row.measured_unix_seconds <= 0 || store_row_is_damaged(&row))
    return status_fail(STATUS_USAGE,
                       "a row needs its origin, verdict, schedule, time and, "
                       "where the verdict is ok, 1 to %d seconds",
                       DATASET_MAX_REPEATS);
  return add_row(addition, json_get_integer(json, "row", -1), &row);
}

static Status read_line(Addition *addition, const char *line, int64_t number) {
  Json *json = NULL;
  Status status = json_read("column", line, &json);
  if (status == STATUS_OK)
    status = json_get_text(json, "workload") ? read_task(addition, json) : read_row(addition, json);
  if (status == STATUS_USAGE) {
    char reason[400];
    snprintf(reason, sizeof reason, "%s", status_text());
    status = status_fail(STATUS_USAGE, "%s:%lld: %s", addition->path, (long long)number, reason);
  }
  json_free(json);
  return status;
}

static Status read_lines(void *user) {
  Addition *addition = user;
  char *line = NULL;
  size_t size = 0;
  FILE *file;
  Status status = path_open(addition->path, &file);
  if (status != STATUS_OK)
    return status;
  for (int64_t n = 1; status == STATUS_OK && getline(&line, &size, file) > 0; n++)
    status = read_line(addition, line, n);
  if (status == STATUS_OK && !feof(file)) // a line may also be too long for memory
    status = status_fail(STATUS_USAGE, "cannot read %s: %s", addition->path, strerror(errno));
  fclose(file);
  free(line);
  return status;
}

Status record_lines_read(Store *store, const char *path, TaskCheck check,
                         RecordCounts *out_counts) {
  Addition addition = {.store = store, .path = path, .check = check, .counts = out_counts};
  *out_counts = (RecordCounts){0};
  Status status = sql_transaction(store->sql, read_lines, &addition);
  free(addition.numbers);
  return status;
}

// --- joining stores

static Status copy_task(Addition *addition, int64_t number) {
  Status status = STATUS_OK;
  StoreTask task = {0};
  StoreKept kept = {0};
  StoreRow *rows = NULL;
  int64_t count = 0;
  TRY(store_read_task(addition->from, number, &task));
  if ((status = check_task(addition, &task)) == STATUS_USAGE) {
    char reason[400];
    snprintf(reason, sizeof reason, "%s", status_text());
    status_fail(status, "%s: task %lld: %s", sql_path(addition->from->sql), (long long)number,
                reason);
  }
  TRY(status);
  TRY(store_read_kept(addition->from, number, &kept));
  TRY(store_read_rows(addition->from, number, &rows, &count));
  TRY(add_task(addition, number, &task, &kept));
  for (int64_t r = 0; r < count; r++)
    TRY(add_row(addition, number, &rows[r]));
cleanup:
  store_rows_destroy(rows, count);
  store_kept_destroy(&kept);
  store_task_destroy(&task);
  return status;
}

static Status copy_tasks(void *user) {
  Addition *addition = user;
  int64_t *tasks = NULL, count = 0;
  Status status = store_list_tasks(addition->from, "", -1, &tasks, &count);
  for (int64_t t = 0; t < count && status == STATUS_OK; t++)
    status = copy_task(addition, tasks[t]);
  free(tasks);
  return status;
}

Status store_merge(Store *store, Store *from, TaskCheck check, RecordCounts *out_counts) {
  Addition addition = {.store = store, .from = from, .check = check, .counts = out_counts};
  *out_counts = (RecordCounts){0};
  Status status = sql_transaction(store->sql, copy_tasks, &addition);
  free(addition.numbers);
  return status;
}
