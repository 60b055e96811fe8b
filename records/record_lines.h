// RecordLines: a store as JSON Lines, and stores joined. docs/reference/records.md describes the
// form.
#ifndef AUTOTUNE_RECORDS_RECORD_LINES_H
#define AUTOTUNE_RECORDS_RECORD_LINES_H

#include "records/store.h"

#include <stdio.h>

// What was added to a store, and what it had already.
typedef struct RecordCounts {
  int64_t tasks, rows, known;
} RecordCounts;

// What a task has to pass before it is taken in; NULL as the function: nothing.
typedef struct TaskCheck {
  Status (*check)(const StoreTask *task, void *user);
  void *user;
} TaskCheck;

// Writes every task with its rows. False, and errno set, when the stream fails; out_status says
// what is wrong with the store.
bool record_lines_write(Store *store, FILE *file, Status *out_status);
// Adds all lines of a file, or none: STATUS_USAGE names the line that is wrong. Rows that are there
// already are counted, not added.
Status record_lines_read(Store *store, const char *path, TaskCheck check, RecordCounts *out_counts);
// Adds all of another store, or none; STATUS_USAGE names the task that fails the check. What that
// one measured is kept with its time and versions.
Status store_merge(Store *store, Store *from, TaskCheck check, RecordCounts *out_counts);

#endif
