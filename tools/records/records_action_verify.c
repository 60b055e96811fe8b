// autotune records verify: what of a store is damaged, unknown or wrong.
#include "tools/records/records_actions.h"

#include "base/text.h"
#include "records/store_kept.h"
#include "runtime/codegen/compile.h"
#include "tools/ops/stored_module.h"
#include "tools/records/task_view.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct Check {
  MlirContext context;
  int64_t rows, damaged, illegal, wrong;
  Json *faults; // lent; NULL: each is a line
} Check;

__attribute__((format(printf, 3, 4))) static void tell_fault(const Check *check, int64_t task,
                                                             const char *format, ...) {
  char text[SCHEDULE_TEXT_BYTES + 512];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  text_clean_line(text);
  if (!check->faults) {
    printf("task %" PRId64 ": %s\n", task, text);
    return;
  }
  Json *json = json_make_object();
  json_put_integer(json, "task", task);
  json_put_text(json, "fault", text);
  json_append(check->faults, json);
}

static Status check_rows(const TaskView *view, Check *check) {
  StoreRow *rows = NULL;
  int64_t count = 0;
  Status status = store_read_rows(view->store, view->number, &rows, &count);
  for (int64_t r = 0; r < count; r++) {
    check->rows++;
    if (store_row_is_damaged(&rows[r])) {
      check->damaged++;
      tell_fault(check, view->number, "a damaged row: origin %s, schedule %s",
                 dataset_origin_name(rows[r].origin), rows[r].schedule);
    }
  }
  store_rows_destroy(rows, count);
  return status;
}

// What a module's test kept has to be a schedule that was measured well: else records= would take
// another one without a word.
static Status check_kept(const TaskView *view, Check *check) {
  StoreKept kept;
  Status status = store_read_kept(view->store, view->number, &kept);
  if (status != STATUS_OK)
    return status;
  if (kept.schedule && !(view->count > 0 && view->records[0].is_kept)) {
    check->damaged++;
    tell_fault(check, view->number, "the test of a module kept %s, which has no good row",
               kept.schedule);
  }
  store_kept_destroy(&kept);
  return STATUS_OK;
}

// Also of older spaces: what is planned again is made of it.
static void check_module(const TaskView *view, Check *check) {
  if (stored_task_check(&view->task, check->context.ptr) == STATUS_OK)
    return;
  check->damaged++;
  tell_fault(check, view->number, "%s", status_text());
}

static Status check_task(const TaskView *view, void *user) {
  Check *check = user;
  Workload workload;
  check_module(view, check);
  if (view->task.space != SPACE_VERSION)
    return STATUS_OK;
  Status status = check_rows(view, check);
  if (status == STATUS_OK)
    status = check_kept(view, check);
  bool is_script = store_task_is_script(&view->task);
  bool is_readable = is_script || workload_parse(view->task.workload, &workload);
  check->damaged += !is_readable;
  if (!is_readable)
    tell_fault(check, view->number, "its workload cannot be read");
  for (int64_t n = 0; is_readable && n < view->count; n++) {
    const Record *record = &view->records[n];
    Schedule schedule;
    if (!is_script && schedule_parse(&workload, record->schedule, &schedule) != STATUS_OK) {
      check->illegal++;
      tell_fault(check, view->number, "%s", status_text());
    }
    if (record->verdict == VERDICT_WRONG_RESULT) {
      check->wrong++;
      tell_fault(check, view->number, "wrong result: %s: %s (seed %" PRId64 ")", record->schedule,
                 record->reason, record->seed);
    }
  }
  return status;
}

// Takes the faults.
static Status tell_check(const RecordsCommand *command, const Check *check) {
  if (check->faults) {
    Json *json = json_make_object();
    json_put_text(json, "file", command->paths[0]);
    json_put_integer(json, "rows", check->rows);
    json_put_integer(json, "damaged", check->damaged);
    json_put_integer(json, "unknown_schedules", check->illegal);
    json_put_integer(json, "wrong_results", check->wrong);
    json_put(json, "faults", check->faults);
    return output_json(json);
  }
  printf("%s: %" PRId64 " rows, %" PRId64 " damaged, %" PRId64 " with unknown schedules, %" PRId64
         " schedules with wrong results\n",
         command->paths[0], check->rows, check->damaged, check->illegal, check->wrong);
  return STATUS_OK;
}

Status records_action_verify(void *values) {
  const RecordsCommand *command = values;
  Check check = {.context = compile_context_create(),
                 .faults = command->output.is_json ? json_make_array() : NULL};
  Store *store = NULL;
  Status status = task_view_open_store(command->paths[0], &store);
  if (status == STATUS_OK)
    status = store_check_pages(store);
  if (status == STATUS_OK)
    status = task_view_each(store, command->task, check_task, &check);
  store_close(store);
  mlirContextDestroy(check.context);
  if (status == STATUS_OK)
    status = tell_check(command, &check);
  else
    json_free(check.faults);
  if (status != STATUS_OK)
    return status;
  return check.damaged + check.illegal + check.wrong == 0
             ? STATUS_OK
             : status_fail(STATUS_STORE, "%s: not all records are good", command->paths[0]);
}
