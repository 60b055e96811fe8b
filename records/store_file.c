// Opening: what kind of file it is, and the schema, which is made or brought up to this version.
// The schema is records/schema.sql; the build defines AUTOTUNE_SCHEMA as its path.
#include "records/store_sql.h"

#include "machine/cpu_identity.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__asm__(".pushsection .rodata\n"
        ".hidden autotune_schema\n"
        ".global autotune_schema\n"
        "autotune_schema:\n"
        ".incbin \"" AUTOTUNE_SCHEMA "\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char autotune_schema[];

// What leads from version 1 to 2; those of the first programs had no costs.
static const char ADD_COSTS[] = "ALTER TABLE row ADD COLUMN cost REAL";
static const char FROM_VERSION_1[] = "ALTER TABLE row RENAME COLUMN time TO measured_unix_seconds;"
                                     "ALTER TABLE row RENAME COLUMN cost TO cost_cpu_seconds;"
                                     "ALTER TABLE row ADD COLUMN baseline_seconds REAL;"
                                     "ALTER TABLE row ADD COLUMN reason TEXT NOT NULL DEFAULT '';"
                                     "ALTER TABLE row ADD COLUMN seed INTEGER;"
                                     "ALTER TABLE row ADD COLUMN versions TEXT NOT NULL DEFAULT '';"
                                     "ALTER TABLE task ADD COLUMN winner TEXT NOT NULL DEFAULT '';"
                                     "DROP INDEX IF EXISTS row_of_task;";

static Status fail_foreign(const Store *store) {
  return status_fail(STATUS_STORE,
                     "%s: a database of another program; name a store of autotune collect or a new "
                     "file",
                     sql_path(store->sql));
}

typedef struct FileKind {
  int64_t version, tables, own; // own: tables with the names of ours
} FileKind;

// One statement, as another process may be making the store just now.
static Status inspect(const Store *store, FileKind *out_kind) {
  SqlStatement *statement;
  bool has_row;
  Status status =
      sql_prepare(store->sql,
                  "SELECT user_version, (SELECT count(*) FROM sqlite_master), (SELECT "
                  "count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('task', "
                  "'row')) FROM pragma_user_version",
                  &statement);
  if (status != STATUS_OK)
    return status;
  status = sql_step(store->sql, statement, &has_row);
  *out_kind =
      (FileKind){sql_integer(statement, 0), sql_integer(statement, 1), sql_integer(statement, 2)};
  sql_destroy(statement);
  return status;
}

// Before anything is written: the file may belong to another program.
static Status check_kind(const Store *store, SqlMode mode) {
  FileKind kind;
  Status status = inspect(store, &kind);
  if (status != STATUS_OK)
    return status;
  if (kind.tables == 0)
    return mode == SQL_CREATE
               ? STATUS_OK
               : status_fail(STATUS_USAGE,
                             "%s: the file is empty, no store; plan tasks into it with "
                             "autotune collect --modules or --corpus",
                             sql_path(store->sql));
  if (kind.version <= 0 || kind.own < 2)
    return fail_foreign(store);
  if (kind.version > STORE_VERSION)
    return status_fail(STATUS_STORE,
                       "%s: version %lld of the store, this program has %d; use the program that "
                       "wrote it or a new file",
                       sql_path(store->sql), (long long)kind.version, STORE_VERSION);
  if (kind.version < STORE_VERSION && mode == SQL_READ)
    return status_fail(STATUS_STORE,
                       "%s: version %lld of the store; autotune records list brings it up to date, "
                       "where it may be written to",
                       sql_path(store->sql), (long long)kind.version);
  return STATUS_OK;
}

// Whether all tables and columns are there.
static Status check_columns(const Store *store) {
  static const char *const queries[] = {
      "SELECT number, space, workload, family, source, cpu, target, code_limit, module, schedule, "
      "trials, grid, done, winner FROM task",
      "SELECT number, task, origin, verdict, seconds, schedule, measured_unix_seconds, "
      "cost_cpu_seconds, baseline_seconds, reason, seed, versions FROM row",
      "SELECT number, cpu, space FROM layer", "SELECT session, trials, spent_seconds FROM tuning",
      "SELECT task, schedule, tested, module, choice_seconds, seconds, tested_unix_seconds FROM "
      "kept"};
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof queries / sizeof *queries && status == STATUS_OK; i++) {
    SqlStatement *statement = NULL;
    status = sql_prepare(store->sql, queries[i], &statement);
    sql_destroy(statement);
  }
  return status;
}

// Another process may have been faster: so the kind is asked for again.
static Status complete_schema(void *user) {
  const Store *store = user;
  char text[64];
  FileKind kind;
  snprintf(text, sizeof text, "PRAGMA user_version = %d", STORE_VERSION);
  Status status = inspect(store, &kind);
  if (status == STATUS_OK && kind.tables > 0 && kind.version == 1) {
    if (sql_execute(store->sql, ADD_COSTS) != STATUS_OK && !sql_lacks_schema(store->sql))
      return STATUS_STORE; // the text is there already
    status = sql_execute(store->sql, FROM_VERSION_1);
  }
  if (status == STATUS_OK)
    status = sql_execute(store->sql, autotune_schema);
  if (status == STATUS_OK)
    status = sql_execute(store->sql, text);
  if (status == STATUS_OK)
    status = check_columns(store);
  // Tables of these names, with other columns.
  return status != STATUS_OK && sql_lacks_schema(store->sql) ? fail_foreign(store) : status;
}

// Makes what is missing, or changes nothing.
static Status complete(Store *store) {
  return check_columns(store) == STATUS_OK ? STATUS_OK
                                           : sql_transaction(store->sql, complete_schema, store);
}

static Status open_file(const char *path, SqlMode mode, Store **out_store) {
  Status status = STATUS_OK;
  Store *store = calloc(1, sizeof *store);
  if (!store)
    TRY(status_fail(STATUS_SYSTEM, "no memory to open %s", path));
  TRY(sql_open(path, mode, &store->sql));
  // identity(cpu, target): whose task it is. Stores of earlier programs have names alone.
  TRY(sql_add_function(store->sql, "identity", cpu_identity_recorded_here));
  TRY(check_kind(store, mode));
  if (mode != SQL_READ) {
    // A killed process loses nothing that was committed; only a failing machine could.
    TRY(complete(store));
    TRY(sql_execute(store->sql, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"));
  }
  *out_store = store;
  store = NULL;
cleanup:
  store_close(store);
  return status;
}

static Status open_existing(const char *path, SqlMode mode, Store **out_store) {
  if (access(path, F_OK))
    return status_fail(STATUS_USAGE,
                       "%s: there is no store; autotune tune makes one, autotune collect --modules "
                       "or --corpus plans tasks into one",
                       path);
  return open_file(path, mode, out_store);
}

Status store_open(const char *path, Store **out_store) {
  return open_file(path, SQL_CREATE, out_store);
}

Status store_open_temporary(Store **out_store) { return open_file("", SQL_CREATE, out_store); }

Status store_open_existing(const char *path, Store **out_store) {
  return open_existing(path, SQL_WRITE, out_store);
}

Status store_open_to_read(const char *path, Store **out_store) {
  return open_existing(path, SQL_READ, out_store);
}

void store_close(Store *store) {
  if (!store)
    return;
  sql_close(store->sql);
  free(store);
}
