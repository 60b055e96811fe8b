// Sql: an SQLite file, its statements and its errors as Status.
#include "records/sql.h"

#include "base/file/path_kind.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BUSY_MILLISECONDS = 60000, FUNCTION_TEXT_BYTES = 256 };

struct Sql {
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

static Status fail(const Sql *sql) {
  const char *remedy = "";
  for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
    if (sqlite3_errcode(sql->database) == remedies[i].code)
      remedy = remedies[i].text;
  const char *file = *sql->path ? sql->path : "a temporary store (in $TMPDIR, else /var/tmp)";
  return status_fail(STATUS_STORE, "%s: %s%s", file, sqlite3_errmsg(sql->database), remedy);
}

// --- files

// A file of others may bring triggers and views, which nothing here has: they stay text.
static void distrust_schema(Sql *sql) {
  static const int off[] = {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
                            SQLITE_DBCONFIG_TRUSTED_SCHEMA};
  for (size_t i = 0; i < sizeof off / sizeof *off; i++)
    sqlite3_db_config(sql->database, off[i], 0, NULL);
}

// Whether a statement that reads can be run: a file is not read before.
static bool can_read(Sql *sql) {
  return sqlite3_exec(sql->database, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) ==
         SQLITE_OK;
}

// Rows that were committed and are not in the file itself yet, which a copy of both takes along.
static bool has_log(const Sql *sql) {
  struct stat log;
  const char *name = sqlite3_filename_wal(sqlite3_db_filename(sql->database, "main"));
  return stat(name, &log) == 0 && log.st_size > 0;
}

// A store that nobody may write to, in a folder that nobody may write to, has no place for what
// readers tell each other there: then nobody changes it meanwhile either.
static Status open_immutable(Sql *sql) {
  char *name = NULL;
  size_t size = 0;
  if (has_log(sql))
    return status_fail(STATUS_STORE,
                       "%s: rows in %s-wal are not in the file yet; open it once where it may be "
                       "written to",
                       sql->path, sql->path);
  FILE *text = open_memstream(&name, &size);
  if (!text)
    return status_fail(STATUS_SYSTEM, "no memory to open %s", sql->path);
  fputs("file:", text);
  for (const char *at = sql->path; *at; at++)
    fprintf(text, strchr("%?#", *at) ? "%%%02X" : "%c", (unsigned char)*at);
  fputs("?immutable=1", text);
  fclose(text);
  sqlite3_close(sql->database);
  sql->database = NULL;
  int code = sqlite3_open_v2(name, &sql->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
  free(name);
  if (code == SQLITE_OK)
    distrust_schema(sql);
  return code == SQLITE_OK && can_read(sql) ? STATUS_OK : fail(sql);
}

static Status open_database(Sql *sql, SqlMode mode) {
  int flags = mode == SQL_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (mode == SQL_CREATE)
    flags |= SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(sql->path, &sql->database, flags, NULL) != SQLITE_OK)
    return fail(sql);
  distrust_schema(sql);
  sqlite3_busy_timeout(sql->database, BUSY_MILLISECONDS);
  if (mode != SQL_READ || can_read(sql))
    return STATUS_OK;
  return sqlite3_errcode(sql->database) == SQLITE_CANTOPEN ||
                 sqlite3_errcode(sql->database) == SQLITE_READONLY
             ? open_immutable(sql)
             : fail(sql);
}

Status sql_open(const char *path, SqlMode mode, Sql **out_sql) {
  Status status = path_check(path, PATH_UPDATE);
  struct stat state;
  if (status != STATUS_OK)
    return status;
  if (stat(path, &state) == 0 && S_ISDIR(state.st_mode))
    return status_fail(STATUS_USAGE, "%s is a folder; name a file, which may be in it", path);
  Sql *sql = calloc(1, sizeof *sql);
  // "./" before a name that SQLite would not take for a file
  if (!sql || asprintf(&sql->path, "%s%s", *path == ':' ? "./" : "", path) < 0)
    TRY(status_fail(STATUS_SYSTEM, "no memory to open %s", path));
  TRY(open_database(sql, mode));
  *out_sql = sql;
  sql = NULL;
cleanup:
  sql_close(sql);
  return status;
}

void sql_close(Sql *sql) {
  if (!sql)
    return;
  sqlite3_close(sql->database);
  free(sql->path);
  free(sql);
}

const char *sql_path(const Sql *sql) { return sql->path; }

// --- statements

Status sql_execute(Sql *sql, const char *text) {
  return sqlite3_exec(sql->database, text, NULL, NULL, NULL) == SQLITE_OK ? STATUS_OK : fail(sql);
}

Status sql_transaction(Sql *sql, Status (*work)(void *user), void *user) {
  if (!sqlite3_get_autocommit(sql->database))
    return work(user);
  Status status = sql_execute(sql, "BEGIN IMMEDIATE");
  if (status == STATUS_OK)
    status = work(user);
  if (status == STATUS_OK)
    status = sql_execute(sql, "COMMIT");
  if (status != STATUS_OK)
    sqlite3_exec(sql->database, "ROLLBACK", NULL, NULL, NULL);
  return status;
}

bool sql_lacks_schema(const Sql *sql) { return sqlite3_errcode(sql->database) == SQLITE_ERROR; }

int64_t sql_last_row(const Sql *sql) { return sqlite3_last_insert_rowid(sql->database); }

int64_t sql_changes(const Sql *sql) { return sqlite3_changes(sql->database); }

typedef void FindText(const char *first, const char *second, char *out_text, size_t size);

static void call_function(sqlite3_context *context, int count, sqlite3_value **values) {
  char text[FUNCTION_TEXT_BYTES];
  FindText **find = sqlite3_user_data(context);
  const char *first = (const char *)sqlite3_value_text(values[0]);
  const char *second = (const char *)sqlite3_value_text(values[1]);
  (void)count;
  (*find)(first ? first : "", second ? second : "", text, sizeof text);
  sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

Status sql_add_function(Sql *sql, const char *name, FindText *find) {
  FindText **kept = malloc(sizeof *kept); // functions are no data
  if (!kept)
    return status_fail(STATUS_SYSTEM, "no memory to open %s", sql->path);
  *kept = find;
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  return sqlite3_create_function_v2(sql->database, name, 2, flags, kept, call_function, NULL, NULL,
                                    free) == SQLITE_OK
             ? STATUS_OK
             : fail(sql);
}

Status sql_prepare(Sql *sql, const char *text, SqlStatement **out_statement) {
  return sqlite3_prepare_v2(sql->database, text, -1, out_statement, NULL) == SQLITE_OK ? STATUS_OK
                                                                                       : fail(sql);
}

Status sql_step(Sql *sql, SqlStatement *statement, bool *out_has_row) {
  int code = sqlite3_step(statement);
  *out_has_row = code == SQLITE_ROW;
  return code == SQLITE_ROW || code == SQLITE_DONE ? STATUS_OK : fail(sql);
}

Status sql_finish(Sql *sql, SqlStatement *statement) {
  bool has_row = true;
  Status status = STATUS_OK;
  while (status == STATUS_OK && has_row)
    status = sql_step(sql, statement, &has_row);
  sqlite3_finalize(statement);
  return status;
}

void sql_destroy(SqlStatement *statement) { sqlite3_finalize(statement); }

void sql_bind_text(SqlStatement *statement, int place, const char *text) {
  sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

void sql_bind_integer(SqlStatement *statement, int place, int64_t integer) {
  sqlite3_bind_int64(statement, place, integer);
}

void sql_bind_number(SqlStatement *statement, int place, double number) {
  sqlite3_bind_double(statement, place, number);
}

const char *sql_text(SqlStatement *statement, int column) {
  const unsigned char *text = sqlite3_column_text(statement, column);
  return text ? (const char *)text : "";
}

int64_t sql_integer(SqlStatement *statement, int column) {
  return sqlite3_column_int64(statement, column);
}

double sql_number(SqlStatement *statement, int column) {
  return sqlite3_column_double(statement, column);
}
