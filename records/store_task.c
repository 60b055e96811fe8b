// The tasks of the store. Every statement is prepared where it is used: a row is measured in
// milliseconds at best.
#include "records/store.h"

#include "base/array.h"
#include "plan/cold_argument.h"
#include "records/store_sql.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool store_task_is_script(const StoreTask *task) {
  return !strncmp(task->workload, STORE_SCRIPT_PREFIX, strlen(STORE_SCRIPT_PREFIX));
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
