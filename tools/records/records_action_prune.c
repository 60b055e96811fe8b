// autotune records prune: fewer rows in a store.
#include "tools/records/records_actions.h"

#include "base/text.h"
#include "tools/records/task_view.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct Pruning {
  int64_t keep, tasks, rows;
} Pruning;

// A wrong result stays: it is the one thing that must not be measured and forgotten.
static bool is_kept(const Record *record, int64_t place, int64_t keep) {
  return place < keep || record->is_kept || record->is_winner || record->is_choice ||
         record->verdict == VERDICT_WRONG_RESULT;
}

static Status prune_task(const TaskView *view, void *user) {
  Pruning *pruning = user;
  Status status = STATUS_OK;
  if (view->task.space != SPACE_VERSION) {
    pruning->tasks++;
    return store_drop_task(view->store, view->number, &pruning->rows);
  }
  for (int64_t n = 0; n < view->count && status == STATUS_OK; n++)
    if (!is_kept(&view->records[n], n, pruning->keep))
      status =
          store_drop_rows(view->store, view->number, view->records[n].schedule, &pruning->rows);
  return status;
}

static Status tell_pruning(const RecordsCommand *command, const Pruning *pruning) {
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", command->paths[0]);
    json_put_integer(json, "rows_removed", pruning->rows);
    json_put_integer(json, "tasks_removed", pruning->tasks);
    return output_json(json);
  }
  printf("%s: %" PRId64 " rows and %" PRId64 " tasks of other versions taken away\n",
         TEXT_LINE(command->paths[0]), pruning->rows, pruning->tasks);
  return STATUS_OK;
}

Status records_action_prune(void *values) {
  const RecordsCommand *command = values;
  Pruning pruning = {.keep = command->keep};
  Store *store = NULL;
  Status status = store_open_existing(command->paths[0], &store);
  if (status == STATUS_OK)
    status = store_begin(store);
  if (status == STATUS_OK)
    status = task_view_each(store, command->task, prune_task, &pruning);
  if (status == STATUS_OK)
    status = store_commit(store);
  if (status == STATUS_OK)
    status = store_pack(store);
  if (status == STATUS_OK)
    status = tell_pruning(command, &pruning);
  store_close(store);
  return status;
}
