// See tune_show.h.
#include "tools/tune/tune_show.h"

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

void tune_show_result(const TuneView *view) {
  for (int t = 0; t < view->count; t++) {
    print_task(stdout, &view->tasks[t]);
    printf("\n");
  }
  tune_show_whole(stdout, view);
  printf("\n");
}
