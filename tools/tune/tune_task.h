// TuneTask: what is known of one workload of a module while it is tuned, and on which of them the
// next batch is spent.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_TASK_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_TASK_H

#include "records/record.h"
#include "records/store_kept.h"

enum { TUNE_MAX_TASKS = 1024, TUNE_NAME_BYTES = 72 };

typedef struct TuneTask {
  int64_t number; // in the store
  int64_t weight; // ops of the module that are this workload
  char name[TUNE_NAME_BYTES];
  int64_t trials;        // schedules measured, failed ones included
  double choice_seconds; // of what the model chose without measuring; 0: not measured well
  double best_seconds;   // 0: nothing was measured well
  // Where the task stood when it was last given a batch: how much that batch gained.
  double earlier_seconds;
  int64_t earlier_trials;
  int64_t failed, wrong; // schedules
  bool has_winner;       // of a paired test of all of them
  // What the last test of a whole module found.
  bool is_module_tested; // with what is best now
  bool differs;          // the best of them is not the model's choice
  bool is_taken_back;    // and is not taken
  bool is_unfollowed;    // it is newer than the test, and what the test kept goes before it
  char tested_module[STORE_SESSION_BYTES];
  double module_choice_seconds, module_seconds; // of that module; 0: it had nothing to compare
  bool is_running, is_exhausted;
  char failure[512]; // of its last round that failed; "": none did
} TuneTask;

// Reads what the store knows. What the last batch gained follows from the numbers before.
Status tune_task_read(Store *store, TuneTask *task);

// Seconds of the whole module that the next batch of `batch` trials is expected to save.
double tune_task_expect(const TuneTask *task, int64_t batch);
// The task on which a batch saves most; tasks without a measurement come first, heaviest first. -1:
// all are running or exhausted.
int tune_task_next(const TuneTask *tasks, int count, int64_t batch);

// Seconds of all ops: as chosen without measuring, and by the best so far. False until all tasks
// have both.
bool tune_tasks_total(const TuneTask *tasks, int count, double *out_choice, double *out_best);

#endif
