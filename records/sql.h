// Sql: an SQLite file, its statements and its errors as Status. Only this needs SQLite.
//
// Statements are prepared where they are used: what they do takes longer than that.
#ifndef AUTOTUNE_RECORDS_SQL_H
#define AUTOTUNE_RECORDS_SQL_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Sql Sql;
typedef struct sqlite3_stmt SqlStatement;

typedef enum SqlMode {
  SQL_CREATE, // made when it is missing
  SQL_WRITE,  // there already
  SQL_READ,   // there already, and nothing is written: neither to it nor to its folder
} SqlMode;

// STATUS_STORE names the file, what is wrong with it and the remedy; so do all calls below. With
// SQL_CREATE, "" is a temporary file that no other opens, and that sql_close takes away.
Status sql_open(const char *path, SqlMode mode, Sql **out_sql);
void sql_close(Sql *sql);             // NULL is a no-op
const char *sql_path(const Sql *sql); // lent

// Runs statements without parameters.
Status sql_execute(Sql *sql, const char *text);
// BEGIN IMMEDIATE, `work`, then COMMIT, or ROLLBACK when it failed. Inside another one, only
// `work`.
Status sql_transaction(Sql *sql, Status (*work)(void *user), void *user);
// Whether the last failure was one of the schema: no such table or column.
bool sql_lacks_schema(const Sql *sql);
int64_t sql_last_row(const Sql *sql);
int64_t sql_changes(const Sql *sql); // rows that the last statement changed
// An SQL function NAME(text, text) of texts.
Status sql_add_function(Sql *sql, const char *name,
                        void (*find)(const char *first, const char *second, char *out_text,
                                     size_t size));

Status sql_prepare(Sql *sql, const char *text, SqlStatement **out_statement);
// Goes to the next row.
Status sql_step(Sql *sql, SqlStatement *statement, bool *out_has_row);
// Runs to the end and frees the statement.
Status sql_finish(Sql *sql, SqlStatement *statement);
void sql_destroy(SqlStatement *statement); // NULL is a no-op

// Parameter `place`, from 1. A text is lent until the statement is freed or has another.
void sql_bind_text(SqlStatement *statement, int place, const char *text);
void sql_bind_integer(SqlStatement *statement, int place, int64_t integer);
void sql_bind_number(SqlStatement *statement, int place, double number);
// Column `column`, from 0; a text is "" where there is none, and lent until the next step.
const char *sql_text(SqlStatement *statement, int column);
int64_t sql_integer(SqlStatement *statement, int column);
double sql_number(SqlStatement *statement, int column);

#endif
