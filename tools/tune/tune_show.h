// What a run tells while it goes on, on the standard error stream: a table that is drawn anew on a
// terminal, else a line per round.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_SHOW_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_SHOW_H

#include "runtime/timing_noise.h"
#include "tools/tune/tune_task.h"

#include <stdio.h>

typedef struct TuneView {
  const TuneTask *tasks; // lent
  int count;
  int64_t trials;      // of all runs
  TimingNoise noise;   // of this run's times
  double left_seconds; // 0: nobody knows
  bool is_terminal;
  int drawn_lines;         // of the table that stands there
  bool has_module;         // its whole module was tested
  const char *why_untried; // at the end: of tasks that were not tried and have not failed
} TuneView;

void tune_show_round(TuneView *view, int task);
// A line of all tasks together.
void tune_show_whole(FILE *file, const TuneView *view);
// A line where winners are newer than the test of the module, and what it kept goes before them.
void tune_show_unfollowed(const TuneTask *tasks, int count);
// Of all tasks, on the standard output.
void tune_show_result(const TuneView *view);
// The same as JSON; what fails is seen when the standard output is finished.
void tune_write_result(const TuneView *view, const char *store);

#endif
