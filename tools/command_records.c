// autotune records: what a record store holds, and stores joined, cut down and checked.
#include "base/file/output_file.h"
#include "base/text.h"
#include "records/record.h"
#include "records/record_lines.h"
#include "records/store_kept.h"
#include "runtime/codegen/compile.h"
#include "tools/command_actions.h"
#include "tools/commands.h"
#include "tools/ops/stored_module.h"
#include "tools/report/describe.h"

#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct RecordsCommand {
  const char *paths[2]; // the store, and another file
  int64_t task;         // 0: all
  int64_t keep;
  OutputFlags output;
} RecordsCommand;

// --- opening

static bool is_read_only(const char *path) {
  char *real = realpath(path, NULL); // SQLite writes beside the file that a link leads to
  bool is_held = real && (access(real, W_OK) || access(dirname(real), W_OK));
  free(real);
  return is_held;
}

// For what only reads: where it may be written to, a store of an older version is brought up to
// date.
static Status open_to_look(const char *path, Store **out_store) {
  return is_read_only(path) ? store_open_to_read(path, out_store)
                            : store_open_existing(path, out_store);
}

static bool is_same_file(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// --- one task after the other

// What a visit may need of a task.
typedef struct TaskView {
  Store *store;
  int64_t number;
  StoreTask task;
  Record *records; // best first
  int64_t count;
} TaskView;

typedef Status (*TaskVisit)(const TaskView *view, void *user);

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

// All tasks, or the one that was asked for.
static Status visit_tasks(const RecordsCommand *command, Store *store, TaskVisit visit,
                          void *user) {
  int64_t *numbers = NULL, count = 0;
  if (command->task > 0)
    return visit_task(store, command->task, visit, user);
  Status status = store_list_tasks(store, "", -1, &numbers, &count);
  for (int64_t n = 0; n < count && status == STATUS_OK; n++)
    status = visit_task(store, numbers[n], visit, user);
  free(numbers);
  return status;
}

// How tasks are shown: as lines below a heading, or as values of JSON; NULL: nothing to show.
typedef struct TaskForm {
  const char *heading;
  TaskVisit print;
  Json *(*make_json)(const TaskView *view);
} TaskForm;

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
  Status status = visit_tasks(command, store, append_task, &tasks);
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
  return visit_tasks(command, store, print_clean, (void *)form);
}

static Status show_tasks(const RecordsCommand *command, const TaskForm *form) {
  Store *store = NULL;
  Status status = open_to_look(command->paths[0], &store);
  if (status == STATUS_OK)
    status = (command->output.is_json ? show_json : show_lines)(command, store, form);
  store_close(store);
  return status;
}

// --- printing

static void describe_task(const StoreTask *task, char *text, size_t size) {
  Workload workload;
  if (store_task_is_script(task))
    snprintf(text, size, "%s", task->workload);
  else if (workload_parse(task->workload, &workload))
    workload_describe(&workload, text, size);
  else
    snprintf(text, size, "unreadable");
}

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

static void print_time(double seconds) {
  if (isfinite(seconds) && seconds > 0)
    printf(" %11.4f", 1e3 * seconds);
  else
    printf(" %11s", "-");
}

static Status list_task(const TaskView *view, void *user) {
  char text[96];
  (void)user;
  describe_task(&view->task, text, sizeof text);
  double best = view->count ? view->records[0].seconds : INFINITY, choice = choice_seconds(view);
  printf("%6" PRId64 "  %-11s %-34s %9" PRId64 " %6" PRId64, view->number, view->task.family, text,
         view->count, count_failed(view));
  print_time(choice);
  print_time(best);
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

static Json *task_json(const TaskView *view) {
  const StoreTask *task = &view->task;
  char text[96];
  Json *json = json_make_object();
  describe_task(task, text, sizeof text);
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

static Json *listed_json(const TaskView *view) {
  Json *json = task_json(view);
  double best = view->count ? view->records[0].seconds : INFINITY, choice = choice_seconds(view);
  json_put_integer(json, "schedules", view->count);
  json_put_integer(json, "failed", count_failed(view));
  if (choice > 0)
    json_put_number(json, "choice_seconds", choice);
  if (isfinite(best))
    json_put_number(json, "best_seconds", best);
  return json;
}

static Status list(void *values) {
  static const TaskForm form = {
      "  task  family      workload                           schedules failed  "
      "choice, ms    best, ms    gain  machine, target\n",
      list_task, listed_json};
  return show_tasks(values, &form);
}

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
    print_time(record->seconds);
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
  Json *json = task_json(view), *records = json_make_array();
  json_put_text(json, "sources", view->task.source);
  json_put_text(json, "choice", view->task.schedule);
  for (int64_t n = 0; n < view->count; n++)
    json_append(records, record_json(&view->records[n]));
  json_put(json, "records", records);
  return json;
}

static Status show(void *values) {
  static const TaskForm form = {"", show_task, shown_json};
  return show_tasks(values, &form);
}

static bool has_best(const TaskView *view) {
  return view->count > 0 && isfinite(view->records[0].seconds) && view->task.space == SPACE_VERSION;
}

static Status print_best(const TaskView *view, void *user) {
  char text[96];
  (void)user;
  if (!has_best(view))
    return STATUS_OK;
  describe_task(&view->task, text, sizeof text);
  printf("%6" PRId64, view->number);
  print_time(view->records[0].seconds);
  printf("  %-11s %-34s %s\n", view->task.family, text, view->records[0].schedule);
  return STATUS_OK;
}

static Json *best_json(const TaskView *view) {
  if (!has_best(view))
    return NULL;
  Json *json = task_json(view);
  json_put_number(json, "seconds", view->records[0].seconds);
  json_put_text(json, "schedule", view->records[0].schedule);
  return json;
}

static Status best(void *values) {
  static const TaskForm form = {
      "  task          ms  family      workload                           schedule\n", print_best,
      best_json};
  return show_tasks(values, &form);
}

// --- lines and other stores

// What is wrong with the store goes before what that did to the file.
typedef struct LinesFile {
  Store *store;
  Status status;
  char why[512];
} LinesFile;

static bool write_lines(FILE *file, const void *user) {
  LinesFile *lines = (LinesFile *)user;
  bool is_written = record_lines_write(lines->store, file, &lines->status);
  if (lines->status != STATUS_OK)
    snprintf(lines->why, sizeof lines->why, "%s", status_text());
  return is_written;
}

static Status export_lines(void *values) {
  const RecordsCommand *command = values;
  LinesFile lines = {.status = STATUS_OK};
  if (is_same_file(command->paths[0], command->paths[1]))
    return status_fail(STATUS_USAGE, "%s: OUT is the store itself; name another file",
                       command->paths[1]);
  Status status = output_file_check(command->paths[1]);
  if (status == STATUS_OK)
    status = open_to_look(command->paths[0], &lines.store);
  if (status == STATUS_OK)
    status = output_file_write(command->paths[1], write_lines, &lines);
  store_close(lines.store);
  return lines.status == STATUS_OK ? status : status_fail(lines.status, "%s", lines.why);
}

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
  Status status = open_to_look(path, &from);
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

static Status import_lines(void *values) { return add_rows(values, record_lines_read); }

static Status merge_stores(void *values) { return add_rows(values, read_store); }

// --- fewer rows

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

static Status prune(void *values) {
  const RecordsCommand *command = values;
  Pruning pruning = {.keep = command->keep};
  Store *store = NULL;
  Status status = store_open_existing(command->paths[0], &store);
  if (status == STATUS_OK)
    status = store_begin(store);
  if (status == STATUS_OK)
    status = visit_tasks(command, store, prune_task, &pruning);
  if (status == STATUS_OK)
    status = store_commit(store);
  if (status == STATUS_OK)
    status = store_pack(store);
  if (status == STATUS_OK)
    status = tell_pruning(command, &pruning);
  store_close(store);
  return status;
}

// --- checking

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

static Status verify(void *values) {
  const RecordsCommand *command = values;
  Check check = {.context = compile_context_create(),
                 .faults = command->output.is_json ? json_make_array() : NULL};
  Store *store = NULL;
  Status status = open_to_look(command->paths[0], &store);
  if (status == STATUS_OK)
    status = store_check_pages(store);
  if (status == STATUS_OK)
    status = visit_tasks(command, store, check_task, &check);
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

// --- the actions

static const Flag no_flags[] = {{0}};
static const Flag task_flags[] = {
    {"--task", FLAG_COUNT(1), offsetof(RecordsCommand, task), "N", "this task only (default all)"},
    {0},
};
static const Flag prune_flags[] = {
    {"--keep", FLAG_COUNT(1), offsetof(RecordsCommand, keep), "N",
     "schedules of each task that stay, the fastest (default 64)"},
    {0},
};

static const Action actions[] = {
    {"list", "records list", "STORE [flags]",
     "Prints a line per task: what was measured, and the "
     "best beside the model's choice.",
     1, task_flags, list, true},
    {"show", "records show", "STORE [flags]",
     "Prints every schedule of the tasks, best first, and why the others failed.", 1, task_flags,
     show, true},
    {"best", "records best", "STORE [flags]",
     "Prints the best schedule of every task: what the option records= takes.", 1, task_flags, best,
     true},
    {"export", "records export", "STORE OUT [flags]", "Writes the store as JSON Lines.", 2,
     no_flags, export_lines, false},
    {"import", "records import", "LINES STORE [flags]",
     "Adds JSON Lines to a store, all or nothing.", 2, no_flags, import_lines, true},
    {"merge", "records merge", "FROM STORE [flags]",
     "Adds the store FROM to STORE; what is there already is not added twice.", 2, no_flags,
     merge_stores, true},
    {"prune", "records prune", "STORE [flags]",
     "Keeps the fastest schedules of every task, the choice, the winners and wrong results, and\n"
     "takes away tasks of other versions of the space.",
     1, prune_flags, prune, true},
    {"verify", "records verify", "STORE [flags]",
     "Checks pages, rows, schedules and modules; fails when something is damaged or a result was\n"
     "wrong.",
     1, task_flags, verify, true},
};

int command_records(int argc, char **argv) {
  RecordsCommand command = {.keep = 64};
  Actions all = {.command = "records",
                 .items = actions,
                 .count = sizeof actions / sizeof *actions,
                 .values = &command,
                 .output = &command.output,
                 .paths = command.paths};
  return command_actions_run(&all, argc, argv);
}
