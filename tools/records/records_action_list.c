// autotune records list: a line per task, the best schedule beside the model's choice.
#include "tools/records/records_actions.h"

#include "tools/records/task_form.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int64_t count_failed(const TaskView *view) {
  int64_t failed = 0;
  for (int64_t n = 0; n < view->count; n++)
    failed += view->records[n].verdict != VERDICT_OK;
  return failed;
}

// Seconds of the schedule that the model chose, 0 when it was not measured well.
static double choice_seconds(const TaskView *view) {
  for (int64_t n = 0; n < view->count; n++)
    if (view->records[n].is_choice)
      return isfinite(view->records[n].seconds) ? view->records[n].seconds : 0;
  return 0;
}

static Status list_task(const TaskView *view, void *user) {
  char text[96];
  (void)user;
  task_form_describe(&view->task, text, sizeof text);
  double best = view->count ? view->records[0].seconds : INFINITY, choice = choice_seconds(view);
  printf("%6" PRId64 "  %-11s %-34s %9" PRId64 " %6" PRId64, view->number, view->task.family, text,
         view->count, count_failed(view));
  task_form_print_time(choice);
  task_form_print_time(best);
  if (choice > 0 && isfinite(best))
    printf(" %6.2fx", choice / best);
  else
    printf(" %7s", "-");
  printf("  %s%s, %.*s%s\n", view->task.space == SPACE_VERSION ? "" : "(another space) ",
         view->task.cpu, (int)strcspn(view->task.target, ","), view->task.target,
         view->task.grid > 0             ? ", grid"
         : view->task.grid == STORE_COLD ? ", cold weights"
                                         : "");
  return STATUS_OK;
}

static Json *listed_json(const TaskView *view) {
  Json *json = task_form_json(view);
  double best = view->count ? view->records[0].seconds : INFINITY, choice = choice_seconds(view);
  json_put_integer(json, "schedules", view->count);
  json_put_integer(json, "failed", count_failed(view));
  if (choice > 0)
    json_put_number(json, "choice_seconds", choice);
  if (isfinite(best))
    json_put_number(json, "best_seconds", best);
  return json;
}

Status records_action_list(void *values) {
  static const TaskForm form = {
      "  task  family      workload                           schedules failed  "
      "choice, ms    best, ms    gain  machine, target\n",
      list_task, listed_json};
  return task_form_show(values, &form);
}
