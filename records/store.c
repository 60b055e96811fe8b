// What the store holds beside tasks and rows: layers, and what tuning has spent; and the file as a
// whole.
#include "records/store.h"

#include "records/store_sql.h"
#include <string.h>

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

// --- the file

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
