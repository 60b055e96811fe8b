// TaskView: a task of a store with its records, for what looks at one task after the other.
#ifndef AUTOTUNE_TOOLS_RECORDS_TASK_VIEW_H
#define AUTOTUNE_TOOLS_RECORDS_TASK_VIEW_H

#include "records/record.h"
#include "records/store.h"

// What a visit may need of a task.
typedef struct TaskView {
  Store *store;
  int64_t number;
  StoreTask task;
  Record *records; // best first
  int64_t count;
} TaskView;

typedef Status (*TaskVisit)(const TaskView *view, void *user);

// For what only reads: where it may be written to, a store of an older version is brought up to
// date.
Status task_view_open_store(const char *path, Store **out_store);

// All tasks (0), or the one of that number; up to the first visit that fails.
Status task_view_each(Store *store, int64_t number, TaskVisit visit, void *user);

#endif
