// The rows of the store: what was measured of its tasks.
#include "records/store.h"

#include "base/array.h"
#include "records/store_sql.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS_BYTES = 16 * DATASET_MAX_REPEATS };

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

bool store_row_is_damaged(const StoreRow *row) {
  for (int i = 0; i < row->repeats; i++)
    if (!(row->seconds[i] > 0 && row->seconds[i] < 1e6))
      return true;
  return row->repeats < 0 || row->origin == ORIGIN_COUNT || row->verdict == VERDICT_COUNT ||
         (row->verdict == VERDICT_OK) != (row->repeats > 0) || !(row->cost_seconds < 1e6);
}

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
