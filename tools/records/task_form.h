// TaskForm: how tasks of a store are shown, as lines or as JSON, and what all such lines and values
// say alike.
#ifndef AUTOTUNE_TOOLS_RECORDS_TASK_FORM_H
#define AUTOTUNE_TOOLS_RECORDS_TASK_FORM_H

#include "records/json.h"
#include "tools/records/records_actions.h"
#include "tools/records/task_view.h"

#include <stddef.h>

// How tasks are shown: as lines below a heading, or as values of JSON; NULL: nothing to show.
typedef struct TaskForm {
  const char *heading;
  TaskVisit print;
  Json *(*make_json)(const TaskView *view);
} TaskForm;

// The tasks that the command names, to the standard output.
Status task_form_show(const RecordsCommand *command, const TaskForm *form);

// What the task computes, in words.
void task_form_describe(const StoreTask *task, char *text, size_t size);
// A column of milliseconds.
void task_form_print_time(double seconds);
// What identifies the task. The caller owns it.
Json *task_form_json(const TaskView *view);

#endif
