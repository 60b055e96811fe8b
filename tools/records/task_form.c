// TaskForm: how tasks of a store are shown, as lines or as JSON, and what all such lines and values
// say alike.
#include "tools/records/task_form.h"

#include "base/text.h"
#include "plan/workload.h"
#include "tools/report/describe.h"

#include <math.h>
#include <stdio.h>

typedef struct TaskArray {
  const TaskForm *form;
  Json *array; // lent
} TaskArray;

static Status append_task(const TaskView *view, void *user) {
  const TaskArray *tasks = user;
  Json *json = tasks->form->make_json(view);
  if (json)
    json_append(tasks->array, json);
  return STATUS_OK;
}

static Status show_json(const RecordsCommand *command, Store *store, const TaskForm *form) {
  TaskArray tasks = {form, json_make_array()};
  Status status = task_view_each(store, command->task, append_task, &tasks);
  if (status == STATUS_OK)
    return output_json(tasks.array);
  json_free(tasks.array);
  return status;
}

// A store may come from anywhere, and its texts from nobody who would print them.
static Status print_clean(const TaskView *view, void *user) {
  const StoreTask *task = &view->task;
  const TaskForm *form = user;
  char *const texts[] = {task->workload, task->family, task->source,  task->cpu,
                         task->target,   task->limit,  task->schedule};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    text_clean_line(texts[i]);
  for (int64_t n = 0; n < view->count; n++) {
    text_clean_line(view->records[n].schedule);
    text_clean_line(view->records[n].reason);
  }
  return form->print(view, NULL);
}

static Status show_lines(const RecordsCommand *command, Store *store, const TaskForm *form) {
  if (command->task > 0) { // there may be none
    StoreTask task = {0};
    Status status = store_read_task(store, command->task, &task);
    store_task_destroy(&task);
    if (status != STATUS_OK)
      return status;
  }
  fputs(form->heading, stdout);
  return task_view_each(store, command->task, print_clean, (void *)form);
}

Status task_form_show(const RecordsCommand *command, const TaskForm *form) {
  Store *store = NULL;
  Status status = task_view_open_store(command->paths[0], &store);
  if (status == STATUS_OK)
    status = (command->output.is_json ? show_json : show_lines)(command, store, form);
  store_close(store);
  return status;
}

void task_form_describe(const StoreTask *task, char *text, size_t size) {
  Workload workload;
  if (store_task_is_script(task))
    snprintf(text, size, "%s", task->workload);
  else if (workload_parse(task->workload, &workload))
    workload_describe(&workload, text, size);
  else
    snprintf(text, size, "unreadable");
}

void task_form_print_time(double seconds) {
  if (isfinite(seconds) && seconds > 0)
    printf(" %11.4f", 1e3 * seconds);
  else
    printf(" %11s", "-");
}

Json *task_form_json(const TaskView *view) {
  const StoreTask *task = &view->task;
  char text[96];
  Json *json = json_make_object();
  task_form_describe(task, text, sizeof text);
  json_put_integer(json, "task", view->number);
  json_put_text(json, "family", task->family);
  json_put_text(json, "work", text);
  json_put_text(json, "workload", task->workload);
  json_put_text(json, "cpu", task->cpu);
  json_put_text(json, "target", task->target);
  json_put_integer(json, "space", task->space);
  json_put_bool(json, "is_grid", task->grid > 0);
  json_put_bool(json, "has_cold_weights", task->grid == STORE_COLD);
  return json;
}
