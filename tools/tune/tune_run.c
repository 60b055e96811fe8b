// The parent: its phases. Every round is a process of its own.
#include "tools/tune/tune_run.h"

#include "runtime/timing.h"
#include "tools/tune/tune_slots.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of the module's time: what a task has to take to be worth a test.
static const double LEAST_PART = 0.003;

// --- trials and tests

static bool is_time_up(const TuneState *run) {
  return tune_state_is_interrupted() || (run->deadline > 0 && timing_now() > run->deadline);
}

static Status run_trials(TuneState *run) {
  Status status = STATUS_OK;
  for (;;) {
    TuneSlot *idle = tune_slots_idle(run);
    int task = tune_task_next(run->tasks, run->count, run->settings->batch);
    if (idle && task >= 0 && tune_slots_trials_left(run) > 0 && !is_time_up(run))
      TRY(tune_slots_start(run, idle, task, ROUND_TRIALS));
    else if (tune_slots_are_running(run))
      TRY(tune_slots_wait(run));
    else
      break;
  }
cleanup:
  return status;
}

// A task that was measured since its last test has no winner (tune_round.c), and is tested again
// where the module has enough of it.
static bool wants_test(const TuneState *run, const TuneTask *task) {
  double choice, best;
  tune_tasks_total(run->tasks, run->count, &choice, &best);
  return task->best_seconds > 0 && task->trials > 1 &&
         (double)task->weight * task->best_seconds > LEAST_PART * best && !task->has_winner;
}

// A task that has no time left is tested by the next run.
static Status run_tests(TuneState *run) {
  Status status = STATUS_OK;
  for (int t = 0; t < run->count || tune_slots_are_running(run);) {
    TuneSlot *idle = tune_slots_idle(run);
    bool is_over =
        tune_state_is_interrupted() || (run->test_end > 0 && timing_now() > run->test_end);
    if (t < run->count && (is_over || !wants_test(run, &run->tasks[t]))) {
      t++;
      continue;
    }
    if (idle && t < run->count)
      TRY(tune_slots_start(run, idle, t++, ROUND_PAIRED));
    else
      TRY(tune_slots_wait(run));
  }
cleanup:
  return status;
}

// --- the whole module

static Status keep_module(Store *store, void *user) {
  TuneState *run = user;
  double now = timing_now();
  StoreSpent more = {0, now - run->charged};
  run->charged = now;
  Status status = store_add_spent(store, run->session, &more);
  return status == STATUS_OK ? tune_state_read(store, run) : status;
}

// A part of the tasks is no module; whoever joins the parts runs the whole command.
static Status run_module_test(TuneState *run) {
  const TuneSettings *settings = run->settings;
  TuneModule module = {
      .settings = settings,
      .session = run->session,
      .tasks = run->tasks,
      .count = run->count,
      .deadline = run->end > 0 ? run->end : timing_now() + tune_state_module_seconds(settings),
      .is_limited = run->end > 0,
      .share = &run->module};
  if (settings->shard_count > 1 || tune_state_is_interrupted())
    return STATUS_OK;
  bool is_due = tune_module_is_due(&module);
  if (is_due && run->end > 0 && timing_now() > run->end) {
    snprintf(run->module.note, sizeof run->module.note, TUNE_NO_TIME);
    is_due = false;
  }
  if (is_due && !settings->collect.is_quiet)
    fprintf(stderr, "testing the whole module\n");
  Status status = is_due ? tune_module_test(&module) : STATUS_OK;
  if (run->module.note[0])
    fprintf(stderr, "autotune tune: the whole module is not tested: %s\n", run->module.note);
  timing_noise_join(&run->view.noise, &run->module.guard.noise);
  if (is_due && status == STATUS_OK)
    status = tune_state_with_store(run, keep_module, run);
  run->view.has_module =
      status == STATUS_OK && !tune_state_is_interrupted() && !run->module.note[0];
  return status;
}

// --- the end

static Status tell_wrong(Store *store, void *user) {
  TuneState *run = user;
  Status status = STATUS_OK;
  for (int t = 0; t < run->count && status == STATUS_OK; t++) {
    const TuneTask *task = &run->tasks[t];
    Record *records = NULL;
    int64_t count = 0;
    status = records_read(store, task->number, &records, &count);
    for (int64_t n = 0; status == STATUS_OK && n < count; n++)
      if (records[n].verdict == VERDICT_WRONG_RESULT) {
        run->wrong++;
        fprintf(stderr,
                "autotune tune: wrong result: task %" PRId64 ", %s, %s: %s, seed %" PRId64 "\n",
                task->number, task->name, records[n].schedule, records[n].reason, records[n].seed);
      }
    if (status == STATUS_OK)
      records_destroy(records, count);
  }
  return status;
}

static void tell_empty_shard(const TuneSettings *settings) {
  fprintf(stderr,
          "autotune tune: --shard %" PRId64 "/%" PRId64
          ": the module has fewer different ops than that, so none falls to this part and nothing "
          "is measured; use fewer parts\n",
          settings->shard, settings->shard_count);
}

static Status tell_result(TuneState *run) {
  Status status = tune_state_with_store(run, tell_wrong, run);
  const TuneSettings *settings = run->settings;
  run->view.why_untried = tune_state_is_interrupted() ? "the run was stopped before its turn"
                          : settings->trials > 0 && tune_slots_trials_left(run) <= 0
                              ? "--trials ended before its turn"
                              : "--minutes ended before its turn";
  if (run->count == 0)
    tell_empty_shard(settings);
  if (run->settings->is_json)
    tune_write_result(&run->view, run->settings->collect.store);
  else
    tune_show_result(&run->view);
  if (status == STATUS_OK && run->wrong > 0)
    status = tune_fail_wrong(run->wrong, run->settings->collect.store);
  return status;
}

Status tune_fail_wrong(int64_t count, const char *store) {
  return status_fail(STATUS_STORE,
                     "%" PRId64 " schedules gave wrong results; they are in %s and are "
                     "never used, and each is a fault of this program",
                     count, store);
}

// --- all of it

// What is left for the caller, who has memory of his own.
static void take_result(const TuneState *run, TuneResult *out_result) {
  size_t size = (size_t)run->count * sizeof *run->tasks;
  TuneTask *tasks = run->count > 0 ? malloc(size) : NULL;
  if (tasks)
    memcpy(tasks, run->tasks, size);
  *out_result = (TuneResult){tune_state_is_interrupted() ? TUNE_STOPPED : TUNE_DONE,
                             run->is_complete,
                             tasks,
                             tasks ? run->count : 0,
                             run->spent,
                             run->view.noise};
}

Status tune_run(const TuneSettings *settings, TuneResult *out_result) {
  TuneState *run = NULL;
  *out_result = (TuneResult){0};
  Status status = tune_state_create(settings, &run);
  if (status != STATUS_OK)
    return status;
  StopSignals before;
  tune_state_catch_signals(run, &before);
  TRY(tune_state_prepare(run));
  TRY(run_trials(run));
  if (!settings->is_untested)
    TRY(run_tests(run));
  Status tested = settings->is_untested ? STATUS_OK : run_module_test(run);
  run->is_complete = !tune_state_is_interrupted();
  TRY(tell_result(run)); // of a module that is wrong, too
  if (!settings->collect.is_quiet)
    tune_show_unfollowed(run->tasks, run->count);
  status = tested;
cleanup:
  take_result(run, out_result);
  tune_slots_kill(run);
  tune_state_destroy(run);
  stop_signals_release(&before);
  return status;
}

void tune_result_destroy(TuneResult *result) { free(result->tasks); }
