// Tasks, layers and rows. Every statement is prepared where it is used: a row is measured in
// milliseconds at best.
#include "records/store.h"

#include "base/array.h"
#include "plan/cold_argument.h"
#include "records/store_sql.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS_BYTES = 16 * DATASET_MAX_REPEATS };

// --- tasks

int64_t store_cold_bytes(const char *module) {
  static const char MARK[] = COLD_ARGUMENT_ATTRIBUTE " = ";
  int64_t most = 0;
  for (const char *at = module; (at = strstr(at, MARK));) {
    at += sizeof MARK - 1;
    int64_t bytes = strtoll(at, NULL, 10);
    most = bytes > most ? bytes : most;
  }
  return most;
}

static const char DROP_KEPT[] = "DELETE FROM kept WHERE task = ?1";

// `text` binds the number alone.
static Status change_task(const Store *store, const char *text, int64_t number) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql, text, &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, number);
  return sql_finish(store->sql, statement);
}

// The module of an earlier program may lack the marks of what is constant in the workload.
static Status update_task(const Store *store, int64_t number, const char *old_source,
                          int64_t old_trials, const StoreTask *task) {
  SqlStatement *statement;
  char *joined = dataset_join_sources(old_source, task->source);
  if (!joined)
    return status_fail(STATUS_SYSTEM, "no memory for the sources of a task");
  Status status =
      sql_prepare(store->sql,
                  "UPDATE task SET source = ?2, trials = max(trials, ?3), "
                  "done = done AND ?4, module = iif(module = '' OR (instr(?5, ?7) AND NOT "
                  "instr(module, ?7)), ?5, module), "
                  "schedule = iif(schedule = '', ?6, schedule) WHERE number = ?1",
                  &statement);
  if (status == STATUS_OK) {
    sql_bind_integer(statement, 1, number);
    sql_bind_text(statement, 2, joined);
    sql_bind_integer(statement, 3, task->trials);
    sql_bind_integer(statement, 4, task->trials <= old_trials);
    sql_bind_text(statement, 5, task->module);
    sql_bind_text(statement, 6, task->schedule);
    sql_bind_text(statement, 7, CONSTANT_ARGUMENT_ATTRIBUTE);
    status = sql_finish(store->sql, statement);
  }
  free(joined);
  return status;
}

static Status insert_task(const Store *store, const StoreTask *task) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql,
                              "INSERT INTO task(space, workload, family, source, cpu, target, "
                              "code_limit, module, schedule, trials, grid, winner, done) "
                              "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                              &statement);
  if (status != STATUS_OK)
    return status;
  const char *texts[] = {task->workload, task->family, task->source, task->cpu,
                         task->target,   task->limit,  task->module, task->schedule};
  sql_bind_integer(statement, 1, task->space ? task->space : SPACE_VERSION);
  for (int i = 0; i < 8; i++)
    sql_bind_text(statement, 2 + i, texts[i]);
  sql_bind_integer(statement, 10, task->trials);
  sql_bind_integer(statement, 11, task->grid);
  sql_bind_text(statement, 12, task->winner ? task->winner : "");
  sql_bind_integer(statement, 13, task->trials == 0); // nothing that autotune collect would measure
  return sql_finish(store->sql, statement);
}

static Status find_task(const Store *store, const StoreTask *task, SqlStatement **out_statement,
                        bool *out_has_row) {
  Status status = sql_prepare(
      store->sql,
      "SELECT number, source, trials FROM task WHERE workload = ?1 AND "
      "target = ?2 AND identity(cpu, target) = identity(?3, ?2) AND space = ?4 AND grid = ?5",
      out_statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_text(*out_statement, 1, task->workload);
  sql_bind_text(*out_statement, 2, task->target);
  sql_bind_text(*out_statement, 3, task->cpu);
  sql_bind_integer(*out_statement, 4, task->space ? task->space : SPACE_VERSION);
  sql_bind_integer(*out_statement, 5, task->grid);
  return sql_step(store->sql, *out_statement, out_has_row);
}

static Status find_and_add(const Store *store, const StoreTask *task, int64_t *out_number) {
  SqlStatement *statement = NULL;
  bool has_row;
  Status status = find_task(store, task, &statement, &has_row);
  if (status == STATUS_OK && has_row) {
    *out_number = sql_integer(statement, 0);
    status =
        update_task(store, *out_number, sql_text(statement, 1), sql_integer(statement, 2), task);
  } else if (status == STATUS_OK) {
    status = insert_task(store, task);
    *out_number = sql_last_row(store->sql);
    if (status == STATUS_OK) // numbers are used again, and an earlier program leaves it
      status = change_task(store, DROP_KEPT, *out_number);
  }
  sql_destroy(statement);
  return status;
}

typedef struct TaskAddition {
  const Store *store;
  const StoreTask *task;
  int64_t number;
} TaskAddition;

static Status add_task(void *user) {
  TaskAddition *addition = user;
  return find_and_add(addition->store, addition->task, &addition->number);
}

Status store_add_task(Store *store, const StoreTask *task, int64_t *out_number) {
  TaskAddition addition = {.store = store, .task = task};
  Status status = sql_transaction(store->sql, add_task, &addition);
  if (status == STATUS_OK && out_number)
    *out_number = addition.number;
  return status;
}

// Runs a query for numbers and frees its statement.
static Status read_numbers(const Store *store, SqlStatement *statement, int64_t **out_numbers,
                           int64_t *out_count) {
  int64_t *numbers = NULL, count = 0;
  bool has_row = true;
  Status status = STATUS_OK;
  while (status == STATUS_OK && (status = sql_step(store->sql, statement, &has_row)) == STATUS_OK &&
         has_row) {
    if (array_grow(&numbers, count, sizeof *numbers))
      numbers[count++] = sql_integer(statement, 0);
    else
      status = status_fail(STATUS_SYSTEM, "no memory for the tasks of %s", sql_path(store->sql));
  }
  sql_destroy(statement);
  *out_numbers = numbers;
  *out_count = status == STATUS_OK ? count : 0;
  return status;
}

// Runs a query for numbers of tasks, which binds the version of the space, the processor and then
// `origin`, where that is not ORIGIN_COUNT.
static Status list_tasks(const Store *store, const char *query, const char *cpu,
                         DatasetOrigin origin, int64_t **out_numbers, int64_t *out_count) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql, query, &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, SPACE_VERSION);
  sql_bind_text(statement, 2, cpu);
  if (origin != ORIGIN_COUNT)
    sql_bind_text(statement, 3, dataset_origin_name(origin));
  return read_numbers(store, statement, out_numbers, out_count);
}

Status store_pending(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count) {
  return list_tasks(store,
                    "SELECT number FROM task WHERE NOT done AND space = ?1 AND identity(cpu, "
                    "target) = ?2 AND family <> 'script' AND grid <= 0 ORDER BY number",
                    cpu, ORIGIN_COUNT, out_numbers, out_count);
}

Status store_pending_grids(Store *store, const char *cpu, int64_t **out_numbers,
                           int64_t *out_count) {
  return list_tasks(store,
                    "SELECT number FROM task WHERE NOT done AND space = ?1 AND identity(cpu, "
                    "target) = ?2 AND grid > 0 ORDER BY number",
                    cpu, ORIGIN_COUNT, out_numbers, out_count);
}

Status store_outdated(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count) {
  return list_tasks(
      store,
      "SELECT number FROM task AS old WHERE space < ?1 AND identity(cpu, target) = "
      "?2 AND family <> 'script' AND grid >= 0 AND NOT EXISTS(SELECT 1 FROM task WHERE workload = "
      "old.workload AND target "
      "= old.target AND identity(cpu, target) = ?2 AND space = ?1 AND grid = "
      "old.grid) ORDER BY number",
      cpu, ORIGIN_COUNT, out_numbers, out_count);
}

Status store_lacking(Store *store, const char *cpu, DatasetOrigin origin, int64_t count,
                     int64_t **out_numbers, int64_t *out_count) {
  char query[320];
  snprintf(query, sizeof query,
           "SELECT number FROM task WHERE done AND space = ?1 AND identity(cpu, target) = ?2 AND "
           "grid = 0 AND family <> 'script' AND (SELECT count(*) FROM row WHERE task = task.number "
           "AND origin = ?3) < %lld ORDER BY number",
           (long long)count);
  return list_tasks(store, query, cpu, origin, out_numbers, out_count);
}

Status store_grids(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count) {
  return list_tasks(store,
                    "SELECT number FROM task AS own WHERE done AND space = ?1 AND identity(cpu, "
                    "target) = ?2 AND grid = (SELECT max(grid) FROM task WHERE done AND workload = "
                    "own.workload AND target = own.target AND identity(cpu, target) = ?2 AND space "
                    "= ?1) AND grid > 0 ORDER BY number",
                    cpu, ORIGIN_COUNT, out_numbers, out_count);
}

enum { TASK_TEXTS = 9 };

// In the order of the columns of store_read_task.
static void task_texts(StoreTask *task, char **out_texts[TASK_TEXTS]) {
  char **texts[TASK_TEXTS] = {&task->workload, &task->family,   &task->source,
                              &task->cpu,      &task->target,   &task->limit,
                              &task->module,   &task->schedule, &task->winner};
  memcpy(out_texts, texts, sizeof texts);
}

Status store_read_task(Store *store, int64_t number, StoreTask *out_task) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql,
                              "SELECT workload, family, source, identity(cpu, target), target, "
                              "code_limit, module, schedule, winner, trials, grid, space FROM task "
                              "WHERE number = ?1",
                              &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, number);
  bool has_row;
  status = sql_step(store->sql, statement, &has_row);
  if (status == STATUS_OK && has_row) {
    char **texts[TASK_TEXTS];
    task_texts(out_task, texts);
    for (int i = 0; i < TASK_TEXTS; i++)
      if (!(*texts[i] = strdup(sql_text(statement, i))))
        status = status_fail(STATUS_SYSTEM, "no memory for a task of %s", sql_path(store->sql));
    out_task->trials = sql_integer(statement, 9);
    out_task->grid = sql_integer(statement, 10);
    out_task->space = sql_integer(statement, 11);
  } else if (status == STATUS_OK) {
    status = status_fail(STATUS_STORE, "%s: there is no task %lld", sql_path(store->sql),
                         (long long)number);
  }
  sql_destroy(statement);
  return status;
}

void store_task_destroy(StoreTask *task) {
  char **texts[TASK_TEXTS];
  task_texts(task, texts);
  for (int i = 0; i < TASK_TEXTS; i++)
    free(*texts[i]);
  *task = (StoreTask){0};
}

Status store_finish_task(Store *store, int64_t number) {
  return change_task(store, "UPDATE task SET done = 1 WHERE number = ?1", number);
}

// `text` binds the number and the value.
static Status set_text(Store *store, const char *text, int64_t number, const char *value) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql, text, &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, number);
  sql_bind_text(statement, 2, value);
  return sql_finish(store->sql, statement);
}

Status store_set_winner(Store *store, int64_t number, const char *schedule) {
  return set_text(store, "UPDATE task SET winner = ?2 WHERE number = ?1", number, schedule);
}

Status store_set_module(Store *store, int64_t number, const char *module) {
  return set_text(store, "UPDATE task SET module = ?2 WHERE number = ?1", number, module);
}

Status store_list_tasks(Store *store, const char *workload, int64_t space, int64_t **out_numbers,
                        int64_t *out_count) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql,
                              "SELECT number FROM task WHERE (?1 = '' OR workload = ?1) AND "
                              "(?2 < 0 OR space = ?2) ORDER BY number",
                              &statement);
  *out_numbers = NULL;
  *out_count = 0;
  if (status != STATUS_OK)
    return status;
  sql_bind_text(statement, 1, workload);
  sql_bind_integer(statement, 2, space);
  return read_numbers(store, statement, out_numbers, out_count);
}

// --- layers

Status store_begin(Store *store) { return sql_execute(store->sql, "BEGIN IMMEDIATE"); }
Status store_commit(Store *store) { return sql_execute(store->sql, "COMMIT"); }

static Status prepare_layer(Store *store, const char *text, const char *cpu, uint64_t layer,
                            SqlStatement **out_statement) {
  Status status = sql_prepare(store->sql, text, out_statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(*out_statement, 1, (int64_t)layer);
  sql_bind_text(*out_statement, 2, cpu);
  sql_bind_integer(*out_statement, 3, SPACE_VERSION);
  return STATUS_OK;
}

Status store_add_layer(Store *store, const char *cpu, uint64_t layer) {
  SqlStatement *statement;
  Status status =
      prepare_layer(store, "INSERT OR IGNORE INTO layer(number, cpu, space) VALUES(?1, ?2, ?3)",
                    cpu, layer, &statement);
  return status == STATUS_OK ? sql_finish(store->sql, statement) : status;
}

Status store_has_layer(Store *store, const char *cpu, uint64_t layer, bool *out_has) {
  SqlStatement *statement;
  Status status =
      prepare_layer(store, "SELECT 1 FROM layer WHERE number = ?1 AND cpu = ?2 AND space = ?3", cpu,
                    layer, &statement);
  if (status != STATUS_OK)
    return status;
  status = sql_step(store->sql, statement, out_has);
  sql_destroy(statement);
  return status;
}

// --- rows

static void print_seconds(const double *seconds, int count, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%.6g", i ? "," : "", seconds[i]);
}

// -1: some of it are no seconds.
static int parse_seconds(const char *text, double *seconds) {
  int count = 0;
  while (*text && count < DATASET_MAX_REPEATS) {
    char *end;
    seconds[count++] = strtod(text, &end);
    if (end == text || (*end && *end != ','))
      return -1;
    text = end + (*end == ',');
  }
  return *text ? -1 : count;
}

static void bind_optional(SqlStatement *statement, int place, double number) {
  if (number > 0)
    sql_bind_number(statement, place, number);
}

Status store_add_row(Store *store, int64_t number, const StoreRow *row, int64_t *out_row) {
  SqlStatement *statement;
  char seconds[SECONDS_BYTES];
  Status status =
      sql_prepare(store->sql,
                  "INSERT INTO row(task, origin, verdict, seconds, schedule, "
                  "measured_unix_seconds, cost_cpu_seconds, baseline_seconds, reason, "
                  "seed, versions) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                  &statement);
  if (status != STATUS_OK)
    return status;
  print_seconds(row->seconds, row->repeats, seconds, sizeof seconds);
  sql_bind_integer(statement, 1, number);
  sql_bind_text(statement, 2, dataset_origin_name(row->origin));
  sql_bind_text(statement, 3, verdict_name(row->verdict));
  sql_bind_text(statement, 4, seconds);
  sql_bind_text(statement, 5, row->schedule);
  sql_bind_integer(statement, 6,
                   row->measured_unix_seconds ? row->measured_unix_seconds : (int64_t)time(NULL));
  bind_optional(statement, 7, row->cost_seconds);
  bind_optional(statement, 8, row->baseline_seconds);
  sql_bind_text(statement, 9, row->reason ? row->reason : "");
  sql_bind_integer(statement, 10, row->seed);
  sql_bind_text(statement, 11, row->versions ? row->versions : STORE_PROGRAM_VERSIONS);
  status = sql_finish(store->sql, statement);
  if (status == STATUS_OK && out_row)
    *out_row = sql_last_row(store->sql);
  return status;
}

Status store_has_row(Store *store, int64_t number, const StoreRow *row, bool *out_has) {
  SqlStatement *statement;
  char seconds[SECONDS_BYTES];
  Status status = sql_prepare(store->sql,
                              "SELECT 1 FROM row WHERE task = ?1 AND schedule = ?2 AND origin = ?3 "
                              "AND verdict = ?4 AND seconds = ?5 AND measured_unix_seconds = ?6",
                              &statement);
  if (status != STATUS_OK)
    return status;
  print_seconds(row->seconds, row->repeats, seconds, sizeof seconds);
  sql_bind_integer(statement, 1, number);
  sql_bind_text(statement, 2, row->schedule);
  sql_bind_text(statement, 3, dataset_origin_name(row->origin));
  sql_bind_text(statement, 4, verdict_name(row->verdict));
  sql_bind_text(statement, 5, seconds);
  sql_bind_integer(statement, 6, row->measured_unix_seconds);
  status = sql_step(store->sql, statement, out_has);
  sql_destroy(statement);
  return status;
}

Status store_replace_seconds(Store *store, int64_t row, const double *seconds, int repeats) {
  SqlStatement *statement;
  char text[SECONDS_BYTES];
  Status status = sql_prepare(
      store->sql, "UPDATE row SET seconds = ?2, measured_unix_seconds = ?3 WHERE number = ?1",
      &statement);
  if (status != STATUS_OK)
    return status;
  print_seconds(seconds, repeats, text, sizeof text);
  sql_bind_integer(statement, 1, row);
  sql_bind_text(statement, 2, text);
  sql_bind_integer(statement, 3, (int64_t)time(NULL));
  return sql_finish(store->sql, statement);
}

static void row_free(StoreRow *row) {
  free(row->schedule);
  free(row->reason);
  free(row->versions);
}

void store_rows_destroy(StoreRow *rows, int64_t count) {
  for (int64_t r = 0; r < count; r++)
    row_free(&rows[r]);
  free(rows);
}

#define ROW_COLUMNS                                                                                \
  "origin, verdict, seconds, row.schedule, cost_cpu_seconds, baseline_seconds, "                   \
  "measured_unix_seconds, reason, seed, versions"

static Status keep_row(StoreRow **rows, int64_t *count, SqlStatement *statement) {
  if (!array_grow(rows, *count, sizeof **rows))
    return status_fail(STATUS_SYSTEM, "no memory for the rows of a task");
  StoreRow *row = &(*rows)[(*count)++];
  row->origin = dataset_origin_find(sql_text(statement, 0));
  row->verdict = verdict_find(sql_text(statement, 1));
  row->repeats = parse_seconds(sql_text(statement, 2), row->seconds);
  row->schedule = strdup(sql_text(statement, 3));
  row->cost_seconds = sql_number(statement, 4);
  row->baseline_seconds = sql_number(statement, 5);
  row->measured_unix_seconds = sql_integer(statement, 6);
  row->reason = strdup(sql_text(statement, 7));
  row->seed = sql_integer(statement, 8);
  row->versions = strdup(sql_text(statement, 9));
  return row->schedule && row->reason && row->versions
             ? STATUS_OK
             : status_fail(STATUS_SYSTEM, "no memory for the rows of a task");
}

static Status read_rows(Store *store, const char *query, int64_t number, StoreRow **out_rows,
                        int64_t *out_count) {
  SqlStatement *statement;
  *out_rows = NULL;
  *out_count = 0;
  Status status = sql_prepare(store->sql, query, &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, number);
  bool has_row = true;
  while (status == STATUS_OK && (status = sql_step(store->sql, statement, &has_row)) == STATUS_OK &&
         has_row)
    status = keep_row(out_rows, out_count, statement);
  sql_destroy(statement);
  return status;
}

Status store_read_rows(Store *store, int64_t number, StoreRow **out_rows, int64_t *out_count) {
  return read_rows(store, "SELECT " ROW_COLUMNS " FROM row WHERE task = ?1 ORDER BY number", number,
                   out_rows, out_count);
}

Status store_read_workload_rows(Store *store, int64_t number, StoreRow **out_rows,
                                int64_t *out_count) {
  return read_rows(store,
                   "SELECT " ROW_COLUMNS " FROM row "
                   "JOIN task ON task.number = row.task JOIN task AS own USING(workload, target, "
                   "space) WHERE own.number = ?1 AND identity(task.cpu, target) = "
                   "identity(own.cpu, target) AND task.grid >= 0 ORDER BY row.number",
                   number, out_rows, out_count);
}

// --- fewer rows

Status store_drop_rows(Store *store, int64_t number, const char *schedule, int64_t *out_dropped) {
  SqlStatement *statement;
  Status status =
      sql_prepare(store->sql, "DELETE FROM row WHERE task = ?1 AND schedule = ?2", &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, number);
  sql_bind_text(statement, 2, schedule);
  status = sql_finish(store->sql, statement);
  if (status == STATUS_OK)
    *out_dropped += sql_changes(store->sql);
  return status;
}

Status store_drop_task(Store *store, int64_t number, int64_t *out_dropped) {
  static const char *const texts[] = {"DELETE FROM row WHERE task = ?1", DROP_KEPT,
                                      "DELETE FROM task WHERE number = ?1"};
  Status status = STATUS_OK;
  for (int n = 0; n < 3 && status == STATUS_OK; n++) {
    status = change_task(store, texts[n], number);
    if (status == STATUS_OK && n == 0)
      *out_dropped += sql_changes(store->sql);
  }
  return status;
}

Status store_pack(Store *store) { return sql_execute(store->sql, "VACUUM"); }

// The first fault of a report, which may have a heading.
static const char *first_fault(const char *report, int *out_length) {
  if (!strncmp(report, "*** ", 4))
    report += strcspn(report, "\n");
  report += strspn(report, "\n");
  *out_length = (int)strcspn(report, "\n");
  return report;
}

Status store_check_pages(Store *store) {
  SqlStatement *statement;
  bool has_row;
  Status status = sql_prepare(store->sql, "PRAGMA integrity_check(1)", &statement);
  if (status != STATUS_OK)
    return status;
  status = sql_step(store->sql, statement, &has_row);
  if (status == STATUS_OK && strcmp(sql_text(statement, 0), "ok") != 0) {
    int length;
    const char *fault = first_fault(sql_text(statement, 0), &length);
    status =
        status_fail(STATUS_STORE,
                    "%s: its pages are damaged%s%.*s%s; save what is left with sqlite3's "
                    ".recover",
                    sql_path(store->sql), length ? " (" : "", length, fault, length ? ")" : "");
  }
  sql_destroy(statement);
  return status;
}

// --- what tuning has spent

Status store_read_spent(Store *store, const char *session, StoreSpent *out_spent) {
  SqlStatement *statement;
  bool has_row;
  *out_spent = (StoreSpent){0};
  Status status =
      sql_prepare(store->sql,
                  "SELECT coalesce(sum(trials), 0), coalesce(sum(spent_seconds), 0) FROM tuning "
                  "WHERE session = ?1 OR ?1 = ''",
                  &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_text(statement, 1, session);
  status = sql_step(store->sql, statement, &has_row);
  if (status == STATUS_OK && has_row)
    *out_spent = (StoreSpent){sql_integer(statement, 0), sql_number(statement, 1)};
  sql_destroy(statement);
  return status;
}

Status store_add_spent(Store *store, const char *session, const StoreSpent *more) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql,
                              "INSERT INTO tuning VALUES(?1, ?2, ?3) ON CONFLICT(session) DO "
                              "UPDATE SET trials = trials + ?2, spent_seconds = spent_seconds + ?3",
                              &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_text(statement, 1, session);
  sql_bind_integer(statement, 2, more->trials);
  sql_bind_number(statement, 3, more->seconds);
  return sql_finish(store->sql, statement);
}

// --- export

bool store_task_is_script(const StoreTask *task) {
  return !strncmp(task->workload, STORE_SCRIPT_PREFIX, strlen(STORE_SCRIPT_PREFIX));
}

bool store_row_is_damaged(const StoreRow *row) {
  for (int i = 0; i < row->repeats; i++)
    if (!(row->seconds[i] > 0 && row->seconds[i] < 1e6))
      return true;
  return row->repeats < 0 || row->origin == ORIGIN_COUNT || row->verdict == VERDICT_COUNT ||
         (row->verdict == VERDICT_OK) != (row->repeats > 0) || !(row->cost_seconds < 1e6);
}

static bool is_exported(const StoreRow *row) {
  return row->origin != ORIGIN_BASELINE && row->origin != ORIGIN_PAIRED;
}

static Status export_row(Dataset *dataset, int32_t workload, int32_t machine, const StoreRow *from,
                         int64_t *dropped) {
  DatasetRow row = {.workload = workload,
                    .machine = machine,
                    .origin = (uint8_t)from->origin,
                    .verdict = (uint8_t)from->verdict,
                    .repeats = (uint8_t)from->repeats,
                    .cost_seconds = (float)from->cost_seconds};
  for (int i = 0; i < from->repeats; i++)
    row.seconds[i] = (float)from->seconds[i];
  if (store_row_is_damaged(from) || schedule_parse(&dataset->workloads[workload].workload,
                                                   from->schedule, &row.schedule) != STATUS_OK) {
    ++*dropped;
    return STATUS_OK;
  }
  return dataset_add_row(dataset, &row);
}

static Status export_task(Store *store, int64_t number, Dataset *dataset, int64_t *dropped) {
  Status status = STATUS_OK;
  StoreTask task = {0};
  StoreRow *rows = NULL;
  int64_t count = 0;
  int32_t workload, machine;
  TRY(store_read_task(store, number, &task));
  if (store_task_is_script(&task))
    goto cleanup; // its schedules are none of the space
  TRY(store_read_rows(store, number, &rows, &count));
  if (count)
    status = dataset_add_workload(dataset, task.workload, task.family, task.source, &workload);
  if (count && status == STATUS_OK)
    status = dataset_add_machine(dataset, task.cpu, task.target, &machine);
  if (status != STATUS_OK)
    TRY(status_fail(status, "%s: task %lld: %s", sql_path(store->sql), (long long)number,
                    status_text()));
  for (int64_t r = 0; r < count; r++)
    if (is_exported(&rows[r]))
      TRY(export_row(dataset, workload, machine, &rows[r], dropped));
cleanup:
  store_rows_destroy(rows, count);
  store_task_destroy(&task);
  return status;
}

Status store_export(Store *store, Dataset *dataset, int64_t *out_dropped) {
  SqlStatement *statement;
  *out_dropped = 0;
  if (dataset->row_count && dataset->space_version != SPACE_VERSION)
    return status_fail(STATUS_STORE, "the dataset is of version %d of the space, the store of %d",
                       (int)dataset->space_version, SPACE_VERSION);
  dataset->space_version = SPACE_VERSION;
  Status status = sql_prepare(
      store->sql, "SELECT number FROM task WHERE space = ?1 AND grid >= 0 ORDER BY number",
      &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, SPACE_VERSION);
  bool has_row = true;
  while (status == STATUS_OK && (status = sql_step(store->sql, statement, &has_row)) == STATUS_OK &&
         has_row)
    status = export_task(store, sql_integer(statement, 0), dataset, out_dropped);
  sql_destroy(statement);
  return status == STATUS_OK ? dataset_group(dataset) : status;
}
