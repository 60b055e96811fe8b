// StoreKept: what the test of a whole module left of a task's winner.
#include "records/store_kept.h"

#include "records/store_sql.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void store_kept_destroy(StoreKept *kept) {
  free(kept->schedule);
  free(kept->tested);
  *kept = (StoreKept){0};
}

static Status take_columns(SqlStatement *statement, StoreKept *kept) {
  kept->schedule = strdup(sql_text(statement, 0));
  kept->tested = strdup(sql_text(statement, 1));
  snprintf(kept->module, sizeof kept->module, "%s", sql_text(statement, 2));
  kept->choice_seconds = sql_number(statement, 3);
  kept->seconds = sql_number(statement, 4);
  kept->tested_unix_seconds = sql_integer(statement, 5);
  return kept->schedule && kept->tested
             ? STATUS_OK
             : status_fail(STATUS_SYSTEM, "no memory for the schedule that is kept of a task");
}

Status store_read_kept(Store *store, int64_t task, StoreKept *out_kept) {
  SqlStatement *statement = NULL;
  bool has_row = false;
  *out_kept = (StoreKept){0};
  Status status = sql_prepare(store->sql,
                              "SELECT schedule, tested, module, choice_seconds, seconds, "
                              "tested_unix_seconds FROM kept WHERE task = ?1",
                              &statement);
  if (status != STATUS_OK)
    return sql_lacks_schema(store->sql) ? STATUS_OK : status;
  sql_bind_integer(statement, 1, task);
  TRY(sql_step(store->sql, statement, &has_row));
  if (has_row)
    TRY(take_columns(statement, out_kept));
cleanup:
  sql_destroy(statement);
  if (status != STATUS_OK)
    store_kept_destroy(out_kept);
  return status;
}

Status store_drop_kept(Store *store, int64_t task) {
  SqlStatement *statement;
  Status status = sql_prepare(store->sql, "DELETE FROM kept WHERE task = ?1", &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, task);
  return sql_finish(store->sql, statement);
}

static Status insert(const Store *store, int64_t task, const StoreKept *kept) {
  SqlStatement *statement;
  Status status =
      sql_prepare(store->sql, "INSERT INTO kept VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", &statement);
  if (status != STATUS_OK)
    return status;
  sql_bind_integer(statement, 1, task);
  sql_bind_text(statement, 2, kept->schedule);
  sql_bind_text(statement, 3, kept->tested);
  sql_bind_text(statement, 4, kept->module);
  sql_bind_number(statement, 5, kept->choice_seconds);
  sql_bind_number(statement, 6, kept->seconds);
  sql_bind_integer(statement, 7, kept->tested_unix_seconds);
  return sql_finish(store->sql, statement);
}

typedef struct Replacement {
  Store *store;
  int64_t task;
  const StoreKept *kept;
} Replacement;

static Status replace(void *user) {
  const Replacement *new = user;
  Status status = store_drop_kept(new->store, new->task);
  return status == STATUS_OK ? insert(new->store, new->task, new->kept) : status;
}

Status store_set_kept(Store *store, int64_t task, const StoreKept *kept) {
  return sql_transaction(store->sql, replace, &(Replacement){store, task, kept});
}

static bool is_later(const StoreKept *kept, const StoreKept *other) {
  if (!other->schedule)
    return true;
  if (kept->tested_unix_seconds != other->tested_unix_seconds)
    return kept->tested_unix_seconds > other->tested_unix_seconds;
  int order = strcmp(kept->schedule, other->schedule);
  return order ? order > 0 : strcmp(kept->tested, other->tested) > 0;
}

Status store_merge_kept(Store *store, int64_t task, const StoreKept *kept) {
  StoreKept own;
  Status status = store_read_kept(store, task, &own);
  if (status != STATUS_OK)
    return status;
  if (is_later(kept, &own))
    status = store_set_kept(store, task, kept);
  store_kept_destroy(&own);
  return status;
}

// A table of that name in the temporary schema hides the one in the file.
Status store_try_kept(Store *store) {
  return sql_execute(store->sql, "CREATE TEMP TABLE kept AS SELECT * FROM main.kept");
}
