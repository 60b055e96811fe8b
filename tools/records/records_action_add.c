// autotune records import and merge: rows of JSON Lines, or of another store, added to a store.
#include "tools/records/records_actions.h"

#include "base/text.h"
#include "records/record_lines.h"
#include "runtime/codegen/compile.h"
#include "tools/ops/stored_module.h"
#include "tools/records/task_view.h"

#include <inttypes.h>
#include <stdio.h>

static Status tell_counts(const RecordsCommand *command, const RecordCounts *counts) {
  const char *path = command->paths[1];
  if (command->output.is_json) {
    Json *json = json_make_object();
    json_put_text(json, "file", path);
    json_put_integer(json, "tasks", counts->tasks);
    json_put_integer(json, "rows_added", counts->rows);
    json_put_integer(json, "rows_known", counts->known);
    return output_json(json);
  }
  printf("%s: %" PRId64 " tasks, %" PRId64 " rows added, %" PRId64 " were there already\n",
         TEXT_LINE(path), counts->tasks, counts->rows, counts->known);
  return STATUS_OK;
}

static Status read_store(Store *store, const char *path, TaskCheck check,
                         RecordCounts *out_counts) {
  Store *from = NULL;
  Status status = task_view_open_store(path, &from);
  if (status == STATUS_OK)
    status = store_merge(store, from, check, out_counts);
  store_close(from);
  return status;
}

// All is read before the store is opened: a new one is not made for what cannot be read.
static Status add_rows(const RecordsCommand *command,
                       Status (*read)(Store *store, const char *path, TaskCheck check,
                                      RecordCounts *out_counts)) {
  RecordCounts found, counts;
  Store *store = NULL, *all = NULL;
  MlirContext context = compile_context_create();
  Status status = STATUS_OK;
  TRY(store_open_temporary(&all));
  TRY(read(all, command->paths[0], (TaskCheck){stored_task_check, context.ptr}, &found));
  TRY(store_open(command->paths[1], &store));
  TRY(store_merge(store, all, (TaskCheck){.check = NULL}, &counts));
  counts.known += found.known;
  TRY(tell_counts(command, &counts));
cleanup:
  store_close(store);
  store_close(all);
  mlirContextDestroy(context);
  return status;
}

Status records_action_import(void *values) { return add_rows(values, record_lines_read); }

Status records_action_merge(void *values) { return add_rows(values, read_store); }
