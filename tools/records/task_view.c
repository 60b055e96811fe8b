// TaskView: a task of a store with its records, for what looks at one task after the other.
#include "tools/records/task_view.h"

#include <libgen.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_read_only(const char *path) {
  char *real = realpath(path, NULL); // SQLite writes beside the file that a link leads to
  bool is_held = real && (access(real, W_OK) || access(dirname(real), W_OK));
  free(real);
  return is_held;
}

Status task_view_open_store(const char *path, Store **out_store) {
  return is_read_only(path) ? store_open_to_read(path, out_store)
                            : store_open_existing(path, out_store);
}

static Status visit_task(Store *store, int64_t number, TaskVisit visit, void *user) {
  TaskView view = {.store = store, .number = number};
  Status status = store_read_task(store, number, &view.task);
  if (status == STATUS_OK)
    status = records_read(store, number, &view.records, &view.count);
  if (status == STATUS_OK)
    status = visit(&view, user);
  records_destroy(view.records, view.count);
  store_task_destroy(&view.task);
  return status;
}

Status task_view_each(Store *store, int64_t number, TaskVisit visit, void *user) {
  int64_t *numbers = NULL, count = 0;
  if (number > 0)
    return visit_task(store, number, visit, user);
  Status status = store_list_tasks(store, "", -1, &numbers, &count);
  for (int64_t n = 0; n < count && status == STATUS_OK; n++)
    status = visit_task(store, numbers[n], visit, user);
  free(numbers);
  return status;
}
