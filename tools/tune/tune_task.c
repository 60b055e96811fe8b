// The scheduler follows Ansor's gradients (Zheng et al., OSDI 2020): what a batch saves is between
// what the last one saved and what an even way to zero would, and a task that nothing improves any
// more is given less and less. Weights make seconds of the module of it.
#include "tools/tune/tune_task.h"

#include "tools/report/describe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of the two estimates, how much the one by the last batch counts. The other is what a task is
// given for having been tried little.
static const double PART_OF_LAST = 0.7;
// What part of its time a task is expected to lose with every doubling of its trials, whatever the
// last batch gained. A guess that is the same for all: it only decides which task is next.
static const double GAIN_PER_DOUBLING = 0.03;

static void read_records(TuneTask *task, const Record *records, int64_t count) {
  task->trials = count;
  task->failed = task->wrong = 0;
  for (int64_t n = 0; n < count; n++) {
    task->failed += records[n].verdict != VERDICT_OK;
    task->wrong += records[n].verdict == VERDICT_WRONG_RESULT;
  }
  const Record *choice = records_choice(records, count), *best = records_best_alone(records, count);
  task->choice_seconds = choice ? choice->seconds : 0;
  task->best_seconds = best ? best->seconds : 0;
  task->has_winner = best && best->is_winner;
  task->differs = best && choice && strcmp(best->schedule, choice->schedule) != 0;
}

// `first` is what records= takes.
static void read_kept(TuneTask *task, const StoreKept *kept, const Record *best,
                      const Record *first) {
  bool has_test = kept->schedule && best;
  task->is_module_tested = has_test && !strcmp(kept->tested, best->schedule);
  task->is_taken_back = task->is_module_tested && strcmp(kept->schedule, best->schedule) != 0;
  task->is_unfollowed = has_test && !task->is_module_tested && first->is_kept && first != best;
  memcpy(task->tested_module, kept->module, sizeof task->tested_module);
  task->module_choice_seconds = kept->choice_seconds;
  task->module_seconds = kept->seconds;
}

Status tune_task_read(Store *store, TuneTask *task) {
  Status status = STATUS_OK;
  StoreTask stored = {0};
  StoreKept kept = {0};
  Record *records = NULL;
  Workload workload;
  char text[TUNE_NAME_BYTES - 8]; // the family is in the name too
  int64_t count = 0;
  double before = task->best_seconds;
  int64_t before_trials = task->trials;
  TRY(store_read_task(store, task->number, &stored));
  TRY(store_read_kept(store, task->number, &kept));
  TRY(records_read(store, task->number, &records, &count));
  if (!task->name[0] && workload_parse(stored.workload, &workload)) {
    workload_describe(&workload, text, sizeof text);
    snprintf(task->name, sizeof task->name, "%s %s", stored.family, text);
  }
  read_records(task, records, count);
  read_kept(task, &kept, records_best_alone(records, count), records);
  if (task->trials > before_trials) {
    task->earlier_seconds = before > 0 ? before : task->choice_seconds;
    task->earlier_trials = before_trials;
  }
cleanup:
  records_destroy(records, count);
  store_kept_destroy(&kept);
  store_task_destroy(&stored);
  return status;
}

double tune_task_expect(const TuneTask *task, int64_t batch) {
  double made = (double)(task->trials - task->earlier_trials);
  double last = 0;
  if (task->best_seconds == 0 || task->trials == 0)
    return INFINITY;
  if (task->earlier_seconds > task->best_seconds && made > 0)
    last = (task->earlier_seconds - task->best_seconds) * (double)batch / made;
  double doublings = log2((double)(task->trials + batch) / (double)task->trials);
  double even = task->best_seconds * GAIN_PER_DOUBLING * doublings;
  return (double)task->weight * (PART_OF_LAST * last + (1 - PART_OF_LAST) * even);
}

int tune_task_next(const TuneTask *tasks, int count, int64_t batch) {
  int next = -1;
  double most = -1;
  for (int t = 0; t < count; t++) {
    if (tasks[t].is_running || tasks[t].is_exhausted)
      continue;
    double expected = tune_task_expect(&tasks[t], batch);
    bool is_heavier =
        isinf(expected) && isinf(most) && next >= 0 && tasks[t].weight > tasks[next].weight;
    if (expected > most || is_heavier) {
      most = expected;
      next = t;
    }
  }
  return next;
}

bool tune_tasks_total(const TuneTask *tasks, int count, double *out_choice, double *out_best) {
  bool is_whole = count > 0;
  *out_choice = *out_best = 0;
  for (int t = 0; t < count; t++) {
    double best = tasks[t].best_seconds;
    double choice = tasks[t].choice_seconds > 0 ? tasks[t].choice_seconds : best;
    is_whole &= best > 0;
    *out_choice += (double)tasks[t].weight * choice;
    *out_best += (double)tasks[t].weight * best;
  }
  return is_whole;
}
