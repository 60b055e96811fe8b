// autotune records best: the best schedule of every task, which the option records= takes.
#include "tools/records/records_actions.h"

#include "tools/records/task_form.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static bool has_best(const TaskView *view) {
  return view->count > 0 && isfinite(view->records[0].seconds) && view->task.space == SPACE_VERSION;
}

static Status print_best(const TaskView *view, void *user) {
  char text[96];
  (void)user;
  if (!has_best(view))
    return STATUS_OK;
  task_form_describe(&view->task, text, sizeof text);
  printf("%6" PRId64, view->number);
  task_form_print_time(view->records[0].seconds);
  printf("  %-11s %-34s %s\n", view->task.family, text, view->records[0].schedule);
  return STATUS_OK;
}

static Json *best_json(const TaskView *view) {
  if (!has_best(view))
    return NULL;
  Json *json = task_form_json(view);
  json_put_number(json, "seconds", view->records[0].seconds);
  json_put_text(json, "schedule", view->records[0].schedule);
  return json;
}

Status records_action_best(void *values) {
  static const TaskForm form = {
      "  task          ms  family      workload                           schedule\n", print_best,
      best_json};
  return task_form_show(values, &form);
}
