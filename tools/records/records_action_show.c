// autotune records show: every schedule of the tasks.
#include "tools/records/records_actions.h"

#include "tools/records/task_form.h"

#include <inttypes.h>
#include <stdio.h>

static const char *note_of(const Record *record) {
  if (record->is_kept)
    return record->is_winner ? "  (won the paired test, kept by the test of the module)"
                             : "  (kept by the test of the module)";
  return record->is_winner ? "  (won the paired test)" : "";
}

static Status show_task(const TaskView *view, void *user) {
  (void)user;
  printf("task %" PRId64 ": %s\ncpu %s\ntarget %s\nspace %" PRId64 "\nsources %s\nchoice %s\n",
         view->number, view->task.workload, view->task.cpu, view->task.target, view->task.space,
         view->task.source, view->task.schedule);
  for (int64_t n = 0; n < view->count; n++) {
    const Record *record = &view->records[n];
    task_form_print_time(record->seconds);
    printf(" %3" PRId64 " %-14s %s%s\n", record->measurements, verdict_name(record->verdict),
           record->schedule, note_of(record));
    if (record->verdict != VERDICT_OK && record->reason[0])
      printf("%12s     %s (seed %" PRId64 ")\n", "", record->reason, record->seed);
  }
  return STATUS_OK;
}

static Json *record_json(const Record *record) {
  Json *json = json_make_object();
  json_put_text(json, "schedule", record->schedule);
  json_put_text(json, "verdict", verdict_name(record->verdict));
  json_put_integer(json, "measurements", record->measurements);
  if (record->verdict == VERDICT_OK) {
    json_put_number(json, "seconds", record->seconds);
  } else {
    json_put_text(json, "reason", record->reason);
    json_put_integer(json, "seed", record->seed);
  }
  json_put_bool(json, "is_choice", record->is_choice);
  json_put_bool(json, "is_winner", record->is_winner);
  json_put_bool(json, "is_kept", record->is_kept);
  return json;
}

static Json *shown_json(const TaskView *view) {
  Json *json = task_form_json(view), *records = json_make_array();
  json_put_text(json, "sources", view->task.source);
  json_put_text(json, "choice", view->task.schedule);
  for (int64_t n = 0; n < view->count; n++)
    json_append(records, record_json(&view->records[n]));
  json_put(json, "records", records);
  return json;
}

Status records_action_show(void *values) {
  static const TaskForm form = {"", show_task, shown_json};
  return task_form_show(values, &form);
}
