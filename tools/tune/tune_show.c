// What a run tells while it goes on, on the standard error stream: a table that is drawn anew on a
// terminal, else a line per round.
#include "tools/tune/tune_show.h"

#include "records/json.h"
#include <inttypes.h>

enum { MOST_LINES = 24 };

static void print_task(FILE *file, const TuneTask *task) {
  fprintf(file, "%5" PRId64 " x %-44.44s %6" PRId64 " trials", task->weight, task->name,
          task->trials);
  if (task->failed)
    fprintf(file, " (%" PRId64 " failed)", task->failed);
  if (task->best_seconds > 0)
    fprintf(file, ", best %.4f ms", 1e3 * task->best_seconds);
  if (task->best_seconds > 0 && task->choice_seconds > 0)
    fprintf(file, ", %.2fx", task->choice_seconds / task->best_seconds);
  if (task->is_taken_back)
    fprintf(file, ", taken back");
}

void tune_show_whole(FILE *file, const TuneView *view) {
  double choice, best;
  bool is_whole = tune_tasks_total(view->tasks, view->count, &choice, &best);
  fprintf(file, "%" PRId64 " trials", view->trials);
  if (is_whole)
    fprintf(file, ", all ops %.4f ms, %.3fx the unmeasured choice", 1e3 * best, choice / best);
  if (view->left_seconds > 0)
    fprintf(file, ", %.0f s left", view->left_seconds);
}

// A line that the terminal wraps would be two to go up: so lines are cut off meanwhile.
static void draw_table(TuneView *view) {
  int lines = view->count < MOST_LINES ? view->count : MOST_LINES;
  fputs("\033[?7l", stderr);
  if (view->drawn_lines)
    fprintf(stderr, "\033[%dA", view->drawn_lines);
  for (int t = 0; t < lines; t++) {
    fprintf(stderr, "\r\033[K%c", view->tasks[t].is_running ? '>' : ' ');
    print_task(stderr, &view->tasks[t]);
    fprintf(stderr, "\n");
  }
  fprintf(stderr, "\r\033[K");
  tune_show_whole(stderr, view);
  fprintf(stderr, "\033[?7h\n");
  view->drawn_lines = lines + 1;
}

void tune_show_round(TuneView *view, int task) {
  if (view->is_terminal) {
    draw_table(view);
    return;
  }
  print_task(stderr, &view->tasks[task]);
  fprintf(stderr, "; ");
  tune_show_whole(stderr, view);
  fprintf(stderr, "\n");
}

// --- the whole module

void tune_show_unfollowed(const TuneTask *tasks, int count) {
  int unfollowed = 0;
  for (int t = 0; t < count; t++)
    unfollowed += tasks[t].is_unfollowed;
  if (unfollowed > 0)
    fprintf(
        stderr,
        "not followed until autotune tune tests the whole module with them: %d newer winner%s\n",
        unfollowed, unfollowed == 1 ? "" : "s");
}

typedef struct ModuleResult {
  double choice_seconds, seconds; // 0: no winner was to be compared
  int winners, taken_back, tested;
} ModuleResult;

static ModuleResult module_result(const TuneView *view) {
  ModuleResult result = {0};
  for (int t = 0; t < view->count; t++) {
    const TuneTask *task = &view->tasks[t];
    result.winners += task->differs;
    result.taken_back += task->is_taken_back;
    result.tested += task->is_module_tested;
    if (task->is_module_tested && task->module_seconds > 0) {
      result.choice_seconds = task->module_choice_seconds;
      result.seconds = task->module_seconds;
    }
  }
  return result;
}

static void show_module(const TuneView *view) {
  ModuleResult result = module_result(view);
  if (result.seconds > 0)
    printf("whole module: %.4g -> %.4g ms (%.2fx), %d of %d winners taken back\n",
           1e3 * result.choice_seconds, 1e3 * result.seconds,
           result.choice_seconds / result.seconds, result.taken_back, result.winners);
  else if (result.tested > 0)
    printf("whole module: every winner is the model's choice\n");
}

static void put_module(Json *json, const TuneView *view) {
  ModuleResult result = module_result(view);
  if (result.seconds > 0) {
    json_put_number(json, "module_choice_seconds", result.choice_seconds);
    json_put_number(json, "module_seconds", result.seconds);
  }
  json_put_integer(json, "winners", result.winners);
  json_put_integer(json, "winners_taken_back", result.taken_back);
}

// --- the result

static const char *why_untried(const TuneView *view, const TuneTask *task) {
  return task->trials > 0 ? "" : task->failure[0] ? task->failure : view->why_untried;
}

void tune_show_result(const TuneView *view) {
  for (int t = 0; t < view->count; t++) {
    const char *why = why_untried(view, &view->tasks[t]);
    print_task(stdout, &view->tasks[t]);
    printf("%s%s\n", *why ? ": " : "", why);
  }
  tune_show_whole(stdout, view);
  printf("\n");
  if (view->has_module)
    show_module(view);
  char noise[TIMING_NOISE_BYTES];
  if (*timing_noise_of_all(&view->noise, noise))
    printf("%s\n", noise);
}

static Json *task_json(const TuneView *view, const TuneTask *task) {
  Json *json = json_make_object();
  json_put_integer(json, "task", task->number);
  json_put_text(json, "name", task->name);
  json_put_integer(json, "uses", task->weight);
  json_put_integer(json, "trials", task->trials);
  if (task->trials == 0)
    json_put_text(json, "why_untried", why_untried(view, task));
  json_put_integer(json, "failed", task->failed);
  if (task->choice_seconds > 0)
    json_put_number(json, "choice_seconds", task->choice_seconds);
  if (task->best_seconds > 0)
    json_put_number(json, "best_seconds", task->best_seconds);
  json_put_bool(json, "is_taken_back", task->is_taken_back);
  return json;
}

void tune_write_result(const TuneView *view, const char *store) {
  double choice, best;
  Json *json = json_make_object(), *tasks = json_make_array();
  json_put_text(json, "file", store);
  json_put_integer(json, "trials", view->trials);
  if (tune_tasks_total(view->tasks, view->count, &choice, &best)) {
    json_put_number(json, "choice_seconds", choice);
    json_put_number(json, "best_seconds", best);
  }
  if (view->has_module)
    put_module(json, view);
  char noise[TIMING_NOISE_BYTES];
  if (*timing_noise_of_all(&view->noise, noise))
    json_put_text(json, "noise", noise);
  for (int t = 0; t < view->count; t++)
    json_append(tasks, task_json(view, &view->tasks[t]));
  json_put(json, "tasks", tasks);
  if (json_write(json, stdout, 1, 9))
    printf("\n");
  json_free(json);
}
