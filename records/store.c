// Every statement is prepared where it is used: a row is measured in milliseconds at best.
#include "records/store.h"

#include "core/array.h"
#include "core/file/path_kind.h"
#include "core/processor/cpu_identity.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STORE_VERSION = 1, BUSY_MILLISECONDS = 60000, SECONDS_BYTES = 16 * DATASET_MAX_REPEATS };

static const char SCHEMA[] =
    "CREATE TABLE IF NOT EXISTS task("
    "  number INTEGER PRIMARY KEY, space INTEGER NOT NULL, workload TEXT NOT NULL,"
    "  family TEXT NOT NULL, source TEXT NOT NULL, cpu TEXT NOT NULL, target TEXT NOT NULL,"
    "  code_limit TEXT NOT NULL, module TEXT NOT NULL, schedule TEXT NOT NULL,"
    "  trials INTEGER NOT NULL, grid INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE(workload, target, cpu, space, grid));"
    "CREATE TABLE IF NOT EXISTS row("
    "  number INTEGER PRIMARY KEY, task INTEGER NOT NULL, origin TEXT NOT NULL,"
    "  verdict TEXT NOT NULL, seconds TEXT NOT NULL, schedule TEXT NOT NULL, time INTEGER,"
    "  cost REAL);"
    "CREATE INDEX IF NOT EXISTS row_of_task ON row(task);"
    "CREATE TABLE IF NOT EXISTS layer("
    "  number INTEGER NOT NULL, cpu TEXT NOT NULL, space INTEGER NOT NULL,"
    "  PRIMARY KEY(number, cpu, space));";

struct Store {
  sqlite3 *database;
  char *path;
};

static const struct {
  int code;
  const char *text;
} remedies[] = {
    {SQLITE_NOTADB, "; name a store of autotune collect or a new file"},
    {SQLITE_CORRUPT, "; go on with a copy of it, or save what is left with sqlite3's .recover"},
    {SQLITE_CANTOPEN, "; it must be a file, in a folder that is there and may be written to"},
    {SQLITE_READONLY, "; the file and its folder must be writable"},
    {SQLITE_BUSY, "; another process holds it, wait for that one to end"},
    {SQLITE_FULL, "; make room on the disk"},
    {SQLITE_IOERR, "; the disk may be full or failing"},
};

static Status fail(const Store *store) {
  const char *remedy = "";
  for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
    if (sqlite3_errcode(store->database) == remedies[i].code)
      remedy = remedies[i].text;
  return status_fail(STATUS_STORE, "%s: %s%s", store->path, sqlite3_errmsg(store->database),
                     remedy);
}

static Status execute(const Store *store, const char *text) {
  return sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK ? STATUS_OK
                                                                            : fail(store);
}

static Status prepare(const Store *store, const char *text, sqlite3_stmt **out_statement) {
  return sqlite3_prepare_v2(store->database, text, -1, out_statement, NULL) == SQLITE_OK
             ? STATUS_OK
             : fail(store);
}

// Goes to the next row.
static Status step(const Store *store, sqlite3_stmt *statement, bool *out_has_row) {
  int code = sqlite3_step(statement);
  *out_has_row = code == SQLITE_ROW;
  return code == SQLITE_ROW || code == SQLITE_DONE ? STATUS_OK : fail(store);
}

// Runs to the end and frees the statement.
static Status finish(const Store *store, sqlite3_stmt *statement) {
  bool has_row = true;
  Status status = STATUS_OK;
  while (status == STATUS_OK && has_row)
    status = step(store, statement, &has_row);
  sqlite3_finalize(statement);
  return status;
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text) {
  sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

// Lent until the next step.
static const char *column_text(sqlite3_stmt *statement, int column) {
  const unsigned char *text = sqlite3_column_text(statement, column);
  return text ? (const char *)text : "";
}

static Status fail_foreign(const Store *store) {
  return status_fail(STATUS_STORE,
                     "%s: a database of another program; name a store of autotune collect or a new "
                     "file",
                     store->path);
}

// What the file holds. One statement, as another process may be making the store just now.
static Status inspect(const Store *store, int64_t *out_version, int64_t *out_tables,
                      int64_t *out_own) {
  sqlite3_stmt *statement;
  bool has_row;
  Status status = prepare(store,
                          "SELECT user_version, (SELECT count(*) FROM sqlite_master), (SELECT "
                          "count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('task', "
                          "'row')) FROM pragma_user_version",
                          &statement);
  if (status != STATUS_OK)
    return status;
  status = step(store, statement, &has_row);
  *out_version = sqlite3_column_int64(statement, 0);
  *out_tables = sqlite3_column_int64(statement, 1);
  *out_own = sqlite3_column_int64(statement, 2);
  sqlite3_finalize(statement);
  return status;
}

// Before anything is written: the file may belong to another program.
static Status check_kind(const Store *store, bool creates) {
  int64_t version, tables, own;
  Status status = inspect(store, &version, &tables, &own);
  if (status != STATUS_OK)
    return status;
  if (tables == 0)
    return creates ? STATUS_OK
                   : status_fail(STATUS_USAGE,
                                 "%s: the file is empty, no store; plan tasks into it with "
                                 "autotune collect --modules or --corpus",
                                 store->path);
  if (version == 0 || own < 2)
    return fail_foreign(store);
  if (version != STORE_VERSION)
    return status_fail(STATUS_STORE,
                       "%s: version %lld of the store, this program has %d; use the program that "
                       "wrote it or a new file",
                       store->path, (long long)version, STORE_VERSION);
  return STATUS_OK;
}

// Whether all tables and columns are there.
static Status check_columns(const Store *store) {
  static const char *const queries[] = {
      ("SELECT number, space, workload, family, source, cpu, target, code_limit, module, schedule, "
       "trials, grid, done FROM task"),
      "SELECT number, task, origin, verdict, seconds, schedule, time, cost FROM row",
      "SELECT number, cpu, space FROM layer"};
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof queries / sizeof *queries && status == STATUS_OK; i++) {
    sqlite3_stmt *statement = NULL;
    status = prepare(store, queries[i], &statement);
    sqlite3_finalize(statement);
  }
  return status;
}

// Stores of earlier programs have no costs and no layers; those programs can still use the store.
static Status add_columns(const Store *store) {
  char text[64];
  snprintf(text, sizeof text, "PRAGMA user_version = %d", STORE_VERSION);
  Status status = execute(store, SCHEMA);
  if (sqlite3_errcode(store->database) == SQLITE_ERROR) // tables of these names, with other columns
    return fail_foreign(store);
  if (status == STATUS_OK)
    status = execute(store, text);
  if (status == STATUS_OK && check_columns(store) != STATUS_OK)
    sqlite3_exec(store->database, "ALTER TABLE row ADD COLUMN cost REAL", NULL, NULL, NULL);
  return status == STATUS_OK && check_columns(store) != STATUS_OK ? fail_foreign(store) : status;
}

// Makes what is missing, or changes nothing.
static Status complete(const Store *store) {
  if (check_columns(store) == STATUS_OK)
    return STATUS_OK;
  Status status = execute(store, "BEGIN IMMEDIATE");
  if (status == STATUS_OK)
    status = add_columns(store);
  if (status == STATUS_OK)
    return execute(store, "COMMIT");
  sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
  return status;
}

// SQL's identity(cpu, target): whose task it is. Stores of earlier programs have names alone.
static void find_identity(sqlite3_context *context, int count, sqlite3_value **values) {
  char identity[CPU_IDENTITY_BYTES];
  const char *name = (const char *)sqlite3_value_text(values[0]);
  const char *target = (const char *)sqlite3_value_text(values[1]);
  (void)count;
  cpu_identity_recorded_here(name ? name : "", target ? target : "", identity, sizeof identity);
  sqlite3_result_text(context, identity, -1, SQLITE_TRANSIENT);
}

static Status add_functions(const Store *store) {
  return sqlite3_create_function(store->database, "identity", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                 NULL, find_identity, NULL, NULL) == SQLITE_OK
             ? STATUS_OK
             : fail(store);
}

static Status open_file(const char *path, bool creates, Store **out_store) {
  Status status = path_check(path, PATH_UPDATE);
  if (status != STATUS_OK)
    return status;
  Store *store = calloc(1, sizeof *store);
  // "./" before a name that SQLite would not take for a file
  if (!store || asprintf(&store->path, "%s%s", *path == ':' ? "./" : "", path) < 0)
    TRY(status_fail(STATUS_SYSTEM, "no memory to open %s", path));
  int flags = SQLITE_OPEN_READWRITE | (creates ? SQLITE_OPEN_CREATE : 0);
  if (sqlite3_open_v2(store->path, &store->database, flags, NULL) != SQLITE_OK)
    TRY(fail(store));
  sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
  TRY(add_functions(store));
  TRY(check_kind(store, creates));
  // A killed process loses nothing that was committed; only a failing machine could.
  TRY(complete(store));
  TRY(execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"));
  *out_store = store;
  return STATUS_OK;
cleanup:
  store_close(store);
  return status;
}

Status store_open(const char *path, Store **out_store) { return open_file(path, true, out_store); }

Status store_open_existing(const char *path, Store **out_store) {
  if (access(path, F_OK))
    return status_fail(STATUS_USAGE,
                       "%s: there is no store; plan tasks into it with autotune collect --modules "
                       "or --corpus",
                       path);
  return open_file(path, false, out_store);
}

void store_close(Store *store) {
  if (!store)
    return;
  sqlite3_close(store->database);
  free(store->path);
  free(store);
}

// --- tasks

static Status update_task(const Store *store, int64_t number, const char *old_source,
                          int64_t old_trials, const StoreTask *task) {
  sqlite3_stmt *statement;
  char *joined = dataset_join_sources(old_source, task->source);
  Status status = prepare(store,
                          "UPDATE task SET source = ?2, trials = max(trials, ?3), "
                          "done = done AND ?4 WHERE number = ?1",
                          &statement);
  if (status == STATUS_OK) {
    sqlite3_bind_int64(statement, 1, number);
    bind_text(statement, 2, joined ? joined : old_source);
    sqlite3_bind_int64(statement, 3, task->trials);
    sqlite3_bind_int(statement, 4, task->trials <= old_trials);
    status = finish(store, statement);
  }
  free(joined);
  return status;
}

static Status insert_task(const Store *store, const StoreTask *task) {
  sqlite3_stmt *statement;
  Status status = prepare(store,
                          "INSERT INTO task(space, workload, family, source, cpu, target, "
                          "code_limit, module, schedule, trials, grid) "
                          "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                          &statement);
  if (status != STATUS_OK)
    return status;
  const char *texts[] = {task->workload, task->family, task->source, task->cpu,
                         task->target,   task->limit,  task->module, task->schedule};
  sqlite3_bind_int(statement, 1, SPACE_VERSION);
  for (int i = 0; i < 8; i++)
    bind_text(statement, 2 + i, texts[i]);
  sqlite3_bind_int64(statement, 10, task->trials);
  sqlite3_bind_int64(statement, 11, task->grid);
  return finish(store, statement);
}

static Status find_and_add(const Store *store, const StoreTask *task) {
  sqlite3_stmt *statement;
  Status status = prepare(
      store,
      "SELECT number, source, trials FROM task WHERE workload = ?1 AND "
      "target = ?2 AND identity(cpu, target) = identity(?3, ?2) AND space = ?4 AND grid = ?5",
      &statement);
  if (status != STATUS_OK)
    return status;
  bind_text(statement, 1, task->workload);
  bind_text(statement, 2, task->target);
  bind_text(statement, 3, task->cpu);
  sqlite3_bind_int(statement, 4, SPACE_VERSION);
  sqlite3_bind_int64(statement, 5, task->grid);
  bool has_row;
  status = step(store, statement, &has_row);
  if (status == STATUS_OK)
    status = has_row
                 ? update_task(store, sqlite3_column_int64(statement, 0), column_text(statement, 1),
                               sqlite3_column_int64(statement, 2), task)
                 : insert_task(store, task);
  sqlite3_finalize(statement);
  return status;
}

Status store_add_task(Store *store, const StoreTask *task) {
  if (!sqlite3_get_autocommit(store->database)) // between begin and commit
    return find_and_add(store, task);
  Status status = execute(store, "BEGIN IMMEDIATE");
  if (status == STATUS_OK)
    status = find_and_add(store, task);
  if (status == STATUS_OK)
    return execute(store, "COMMIT");
  sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
  return status;
}

// Runs a query for numbers of tasks, which binds the version of the space, the processor and then
// `origin`, where that is not ORIGIN_COUNT.
static Status list_tasks(const Store *store, const char *query, const char *cpu,
                         DatasetOrigin origin, int64_t **out_numbers, int64_t *out_count) {
  sqlite3_stmt *statement;
  int64_t *numbers = NULL, count = 0;
  Status status = prepare(store, query, &statement);
  if (status != STATUS_OK)
    return status;
  sqlite3_bind_int(statement, 1, SPACE_VERSION);
  bind_text(statement, 2, cpu);
  if (origin != ORIGIN_COUNT)
    bind_text(statement, 3, dataset_origin_name(origin));
  bool has_row = true;
  while (status == STATUS_OK && (status = step(store, statement, &has_row)) == STATUS_OK &&
         has_row) {
    if (array_grow(&numbers, count, sizeof *numbers))
      numbers[count++] = sqlite3_column_int64(statement, 0);
    else
      status = status_fail(STATUS_SYSTEM, "no memory for the tasks of %s", store->path);
  }
  sqlite3_finalize(statement);
  *out_numbers = numbers;
  *out_count = status == STATUS_OK ? count : 0;
  return status;
}

Status store_pending(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count) {
  return list_tasks(store,
                    "SELECT number FROM task WHERE NOT done AND space = ?1 AND identity(cpu, "
                    "target) = ?2 ORDER BY number",
                    cpu, ORIGIN_COUNT, out_numbers, out_count);
}

Status store_outdated(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count) {
  return list_tasks(store,
                    "SELECT number FROM task AS old WHERE space < ?1 AND identity(cpu, target) = "
                    "?2 AND NOT EXISTS(SELECT 1 FROM task WHERE workload = old.workload AND target "
                    "= old.target AND identity(cpu, target) = ?2 AND space = ?1 AND grid = "
                    "old.grid) ORDER BY number",
                    cpu, ORIGIN_COUNT, out_numbers, out_count);
}

Status store_lacking(Store *store, const char *cpu, DatasetOrigin origin, int64_t count,
                     int64_t **out_numbers, int64_t *out_count) {
  char query[256];
  snprintf(query, sizeof query,
           "SELECT number FROM task WHERE done AND space = ?1 AND identity(cpu, target) = ?2 AND "
           "NOT grid AND (SELECT count(*) FROM row WHERE task = task.number AND origin = ?3) < "
           "%lld ORDER BY number",
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

Status store_read_task(Store *store, int64_t number, StoreTask *out_task) {
  sqlite3_stmt *statement;
  Status status = prepare(store,
                          "SELECT workload, family, source, identity(cpu, target), target, "
                          "code_limit, module, schedule, trials, grid FROM task WHERE number = ?1",
                          &statement);
  if (status != STATUS_OK)
    return status;
  sqlite3_bind_int64(statement, 1, number);
  bool has_row;
  status = step(store, statement, &has_row);
  if (status == STATUS_OK && has_row) {
    char **texts[] = {&out_task->workload, &out_task->family,  &out_task->source,
                      &out_task->cpu,      &out_task->target,  &out_task->limit,
                      &out_task->module,   &out_task->schedule};
    for (int i = 0; i < 8; i++)
      if (!(*texts[i] = strdup(column_text(statement, i))))
        status = status_fail(STATUS_SYSTEM, "no memory for a task of %s", store->path);
    out_task->trials = sqlite3_column_int64(statement, 8);
    out_task->grid = sqlite3_column_int64(statement, 9);
  } else if (status == STATUS_OK) {
    status = status_fail(STATUS_STORE, "%s: there is no task %lld", store->path, (long long)number);
  }
  sqlite3_finalize(statement);
  return status;
}

void store_task_destroy(StoreTask *task) {
  char *texts[] = {task->workload, task->family, task->source, task->cpu,
                   task->target,   task->limit,  task->module, task->schedule};
  for (int i = 0; i < 8; i++)
    free(texts[i]);
  *task = (StoreTask){0};
}

Status store_finish_task(Store *store, int64_t number) {
  sqlite3_stmt *statement;
  Status status = prepare(store, "UPDATE task SET done = 1 WHERE number = ?1", &statement);
  if (status != STATUS_OK)
    return status;
  sqlite3_bind_int64(statement, 1, number);
  return finish(store, statement);
}

// --- layers

Status store_begin(Store *store) { return execute(store, "BEGIN IMMEDIATE"); }
Status store_commit(Store *store) { return execute(store, "COMMIT"); }

static Status prepare_layer(Store *store, const char *text, const char *cpu, uint64_t layer,
                            sqlite3_stmt **out_statement) {
  Status status = prepare(store, text, out_statement);
  if (status != STATUS_OK)
    return status;
  sqlite3_bind_int64(*out_statement, 1, (int64_t)layer);
  bind_text(*out_statement, 2, cpu);
  sqlite3_bind_int(*out_statement, 3, SPACE_VERSION);
  return STATUS_OK;
}

Status store_add_layer(Store *store, const char *cpu, uint64_t layer) {
  sqlite3_stmt *statement;
  Status status =
      prepare_layer(store, "INSERT OR IGNORE INTO layer(number, cpu, space) VALUES(?1, ?2, ?3)",
                    cpu, layer, &statement);
  return status == STATUS_OK ? finish(store, statement) : status;
}

Status store_has_layer(Store *store, const char *cpu, uint64_t layer, bool *out_has) {
  sqlite3_stmt *statement;
  Status status =
      prepare_layer(store, "SELECT 1 FROM layer WHERE number = ?1 AND cpu = ?2 AND space = ?3", cpu,
                    layer, &statement);
  if (status != STATUS_OK)
    return status;
  status = step(store, statement, out_has);
  sqlite3_finalize(statement);
  return status;
}

// --- rows

static void print_seconds(const double *seconds, int count, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < count && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%.6g", i ? "," : "", seconds[i]);
}

static int parse_seconds(const char *text, double *seconds) {
  int count = 0;
  while (*text && count < DATASET_MAX_REPEATS) {
    char *end;
    seconds[count++] = strtod(text, &end);
    if (end == text)
      return count - 1;
    text = end + (*end == ',');
  }
  return count;
}

Status store_add_row(Store *store, int64_t number, const StoreRow *row, int64_t *out_row) {
  sqlite3_stmt *statement;
  char seconds[SECONDS_BYTES];
  Status status = prepare(store,
                          "INSERT INTO row(task, origin, verdict, seconds, schedule, time, cost) "
                          "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                          &statement);
  if (status != STATUS_OK)
    return status;
  print_seconds(row->seconds, row->repeats, seconds, sizeof seconds);
  sqlite3_bind_int64(statement, 1, number);
  bind_text(statement, 2, dataset_origin_name(row->origin));
  bind_text(statement, 3, verdict_name(row->verdict));
  bind_text(statement, 4, seconds);
  bind_text(statement, 5, row->schedule);
  sqlite3_bind_int64(statement, 6, (int64_t)time(NULL));
  if (row->cost_seconds > 0)
    sqlite3_bind_double(statement, 7, row->cost_seconds);
  status = finish(store, statement);
  if (status == STATUS_OK && out_row)
    *out_row = sqlite3_last_insert_rowid(store->database);
  return status;
}

Status store_replace_seconds(Store *store, int64_t row, const double *seconds, int repeats) {
  sqlite3_stmt *statement;
  char text[SECONDS_BYTES];
  Status status =
      prepare(store, "UPDATE row SET seconds = ?2, time = ?3 WHERE number = ?1", &statement);
  if (status != STATUS_OK)
    return status;
  print_seconds(seconds, repeats, text, sizeof text);
  sqlite3_bind_int64(statement, 1, row);
  bind_text(statement, 2, text);
  sqlite3_bind_int64(statement, 3, (int64_t)time(NULL));
  return finish(store, statement);
}

void store_rows_destroy(StoreRow *rows, int64_t count) {
  for (int64_t r = 0; r < count; r++)
    free(rows[r].schedule);
  free(rows);
}

static Status keep_row(StoreRow **rows, int64_t *count, sqlite3_stmt *statement) {
  if (!array_grow(rows, *count, sizeof **rows))
    return status_fail(STATUS_SYSTEM, "no memory for the rows of a task");
  StoreRow *row = &(*rows)[(*count)++];
  row->origin = dataset_origin_find(column_text(statement, 0));
  row->verdict = verdict_find(column_text(statement, 1));
  row->repeats = parse_seconds(column_text(statement, 2), row->seconds);
  row->schedule = strdup(column_text(statement, 3));
  row->cost_seconds = sqlite3_column_double(statement, 4);
  return row->schedule ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for the rows of a task");
}

static Status read_rows(Store *store, const char *query, int64_t number, StoreRow **out_rows,
                        int64_t *out_count) {
  sqlite3_stmt *statement;
  *out_rows = NULL;
  *out_count = 0;
  Status status = prepare(store, query, &statement);
  if (status != STATUS_OK)
    return status;
  sqlite3_bind_int64(statement, 1, number);
  bool has_row = true;
  while (status == STATUS_OK && (status = step(store, statement, &has_row)) == STATUS_OK && has_row)
    status = keep_row(out_rows, out_count, statement);
  sqlite3_finalize(statement);
  return status;
}

Status store_read_rows(Store *store, int64_t number, StoreRow **out_rows, int64_t *out_count) {
  return read_rows(
      store,
      "SELECT origin, verdict, seconds, schedule, cost FROM row WHERE task = ?1 ORDER BY number",
      number, out_rows, out_count);
}

Status store_read_workload_rows(Store *store, int64_t number, StoreRow **out_rows,
                                int64_t *out_count) {
  return read_rows(store,
                   "SELECT origin, verdict, seconds, row.schedule, cost FROM row "
                   "JOIN task ON task.number = row.task JOIN task AS own USING(workload, target, "
                   "space) WHERE own.number = ?1 AND identity(task.cpu, target) = "
                   "identity(own.cpu, target) ORDER BY row.number",
                   number, out_rows, out_count);
}

// --- export

// What no run of this program has written.
static bool is_damaged(const StoreRow *row) {
  for (int i = 0; i < row->repeats; i++)
    if (!(row->seconds[i] > 0 && row->seconds[i] < 1e6))
      return true;
  return row->origin == ORIGIN_COUNT || row->verdict == VERDICT_COUNT ||
         (row->verdict == VERDICT_OK) != (row->repeats > 0) || !(row->cost_seconds < 1e6);
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
  if (is_damaged(from) || schedule_parse(&dataset->workloads[workload].workload, from->schedule,
                                         &row.schedule) != STATUS_OK) {
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
  TRY(store_read_rows(store, number, &rows, &count));
  if (count)
    status = dataset_add_workload(dataset, task.workload, task.family, task.source, &workload);
  if (count && status == STATUS_OK)
    status = dataset_add_machine(dataset, task.cpu, task.target, &machine);
  if (status != STATUS_OK)
    TRY(status_fail(status, "%s: task %lld: %s", store->path, (long long)number, status_text()));
  for (int64_t r = 0; r < count; r++)
    TRY(export_row(dataset, workload, machine, &rows[r], dropped));
cleanup:
  store_rows_destroy(rows, count);
  store_task_destroy(&task);
  return status;
}

Status store_export(Store *store, Dataset *dataset, int64_t *out_dropped) {
  sqlite3_stmt *statement;
  *out_dropped = 0;
  if (dataset->row_count && dataset->space_version != SPACE_VERSION)
    return status_fail(STATUS_STORE, "the dataset is of version %d of the space, the store of %d",
                       (int)dataset->space_version, SPACE_VERSION);
  dataset->space_version = SPACE_VERSION;
  Status status =
      prepare(store, "SELECT number FROM task WHERE space = ?1 ORDER BY number", &statement);
  if (status != STATUS_OK)
    return status;
  sqlite3_bind_int(statement, 1, SPACE_VERSION);
  bool has_row = true;
  while (status == STATUS_OK && (status = step(store, statement, &has_row)) == STATUS_OK && has_row)
    status = export_task(store, sqlite3_column_int64(statement, 0), dataset, out_dropped);
  sqlite3_finalize(statement);
  return status == STATUS_OK ? dataset_group(dataset) : status;
}
