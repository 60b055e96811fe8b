// The memory of a run, its deadlines, its work on the store, and the signals that end it.
#include "tools/tune/tune_state.h"

#include "base/file/terminal.h"
#include "base/text.h"
#include "runtime/timing.h"
#include "tools/collect/child.h"
#include "tools/tune/tune_plan.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Of a paired test, set aside at the end of a budget in seconds; of the budget at most.
static const double PAIRED_SECONDS = 6, PAIRED_PART = 0.25;
// Of the test of the whole module, the same; it has as much without such a budget.
static const double MODULE_SECONDS = 60, MODULE_PART = 0.25;

// --- Ctrl-C

static volatile sig_atomic_t is_interrupted;
static TuneModuleShare *volatile module_share; // of the run; NULL: there is none

// The candidate at hand is finished, and so is all that the terminal's Ctrl-C, or the SIGTERM of a
// batch system, also reaches: rounds and workers ignore them.
static void interrupt(int signal_number) {
  (void)signal_number;
  is_interrupted = 1;
  if (module_share)
    module_share->guard.stops = true;
}

void tune_state_catch_signals(TuneState *run, StopSignals *out_before) {
  is_interrupted = 0;
  module_share = &run->module;
  stop_signals_catch(interrupt, out_before);
}

bool tune_state_is_interrupted(void) { return is_interrupted; }

// --- the store

typedef struct StoreWork {
  const char *path;
  Status (*work)(Store *store, void *user);
  void *user;
} StoreWork;

static Status open_and_work(void *user) {
  const StoreWork *work = user;
  Store *store = NULL;
  Status status = store_open_existing(work->path, &store);
  if (status == STATUS_OK)
    status = work->work(store, work->user);
  store_close(store);
  return status;
}

Status tune_state_with_store(const TuneState *run, Status (*work)(Store *store, void *user),
                             void *user) {
  return child_run(open_and_work, &(StoreWork){run->settings->collect.store, work, user},
                   "the process that reads the store was ended from outside or by a crash; the "
                   "same command goes on");
}

Status tune_state_read(Store *store, void *user) {
  TuneState *run = user;
  Status status = store_read_spent(store, run->session, &run->spent);
  for (int t = 0; t < run->count && status == STATUS_OK; t++)
    status = tune_task_read(store, &run->tasks[t]);
  return status;
}

// --- all that a run has

// The version is in it, as numbers of tasks are used again after `records prune`.
static void name_session(TuneState *run) {
  int64_t space = SPACE_VERSION;
  uint64_t hash = text_hash(TEXT_HASH_START, &space, sizeof space);
  for (int t = 0; t < run->count; t++) {
    hash = text_hash(hash, &run->tasks[t].number, sizeof run->tasks[t].number);
    hash = text_hash(hash, &run->tasks[t].weight, sizeof run->tasks[t].weight);
  }
  snprintf(run->session, sizeof run->session, "%016" PRIx64, hash);
}

// Zeros; munmap frees it.
static Status share_memory(size_t size, void **out_memory) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return status_fail(STATUS_SYSTEM, "no shared memory");
  *out_memory = memory;
  return STATUS_OK;
}

Status tune_state_create(const TuneSettings *settings, TuneState **out_run) {
  void *memory = NULL;
  Status status = share_memory(sizeof(TuneState), &memory);
  if (status != STATUS_OK)
    return status;
  TuneState *run = memory;
  run->start = timing_now();
  run->settings = settings;
  *out_run = run;
  return STATUS_OK;
}

static Status make_slots(TuneState *run) {
  Status status = STATUS_OK;
  while (run->slot_count < run->settings->collect.jobs && status == STATUS_OK) {
    void *share = NULL;
    status = share_memory(sizeof(TuneRoundShare), &share);
    if (status == STATUS_OK)
      run->slots[run->slot_count++].share = share;
  }
  return status;
}

static size_t size_of_tasks(int count) { return ((size_t)count + 1) * sizeof(TuneTask); }

static Status share_tasks(TuneState *run) {
  TuneTask *tasks = NULL;
  void *shared = NULL;
  int count = 0;
  Status status = tune_plan(run->settings, &tasks, &count);
  if (status == STATUS_OK)
    status = share_memory(size_of_tasks(count), &shared);
  if (status == STATUS_OK) {
    run->tasks = shared;
    run->count = count;
    memcpy(run->tasks, tasks, (size_t)count * sizeof *tasks);
  }
  free(tasks);
  return status;
}

double tune_state_module_seconds(const TuneSettings *settings) {
  return settings->seconds > 0 ? fmin(MODULE_SECONDS, MODULE_PART * settings->seconds)
                               : MODULE_SECONDS;
}

// All of the run is within the budget, planning and tests too. Where earlier runs left less than
// what is kept for the tests, this one has that.
static void set_deadline(TuneState *run) {
  const TuneSettings *settings = run->settings;
  run->charged = run->start;
  if (settings->seconds <= 0)
    return;
  double paired =
      fmin(PAIRED_SECONDS * run->count / (double)run->slot_count, PAIRED_PART * settings->seconds);
  double module = settings->shard_count <= 1 ? tune_state_module_seconds(settings) : 0;
  double left = settings->seconds - run->spent.seconds;
  run->end = left > paired + module ? run->start + left : timing_now() + paired + module;
  run->test_end = run->end - module;
  run->deadline = run->test_end - paired;
}

Status tune_state_prepare(TuneState *run) {
  Status status = STATUS_OK;
  TRY(share_tasks(run));
  name_session(run);
  run->failures = calloc((size_t)run->count + 1, sizeof *run->failures);
  if (!run->failures)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d tasks", run->count));
  TRY(make_slots(run));
  TRY(tune_state_with_store(run, tune_state_read, run));
  set_deadline(run);
  run->view = (TuneView){.tasks = run->tasks,
                         .count = run->count,
                         .trials = run->spent.trials,
                         .is_terminal = terminal_is_live(stderr)};
cleanup:
  return status;
}

void tune_state_destroy(TuneState *run) {
  module_share = NULL;
  for (int s = 0; s < run->slot_count; s++)
    munmap(run->slots[s].share, sizeof(TuneRoundShare));
  if (run->tasks)
    munmap(run->tasks, size_of_tasks(run->count));
  free(run->failures);
  munmap(run, sizeof *run);
}
