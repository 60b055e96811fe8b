// The parent: it holds no compiler, no model and no measurements, only a line per task. Every round
// is a process of its own (tune_round.h); what the parent knows it reads from the store, so nothing
// depends on which process lived to tell.
#include "tools/tune/tune_run.h"

#include "base/file/terminal.h"
#include "base/text.h"
#include "runtime/timing.h"
#include "search/measure/measurer.h"
#include "tools/collect/child.h"
#include "tools/process/stop_signals.h"
#include "tools/tune/tune_module.h"
#include "tools/tune/tune_plan.h"
#include "tools/tune/tune_round.h"
#include "tools/tune/tune_show.h"
#include "tools/tune/tune_task.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_FAILURES = 2, FIRST_BATCH_PART = 2 };

// Of a paired test, set aside at the end of a budget in seconds; of the budget at most.
static const double PAIRED_SECONDS = 6, PAIRED_PART = 0.25;
// Of the test of the whole module, the same; it has as much without such a budget.
static const double MODULE_SECONDS = 60, MODULE_PART = 0.25;
// Of the module's time: what a task has to take to be worth a test.
static const double LEAST_PART = 0.003;

typedef struct Slot {
  pid_t process; // 0: idle
  int task;
  TuneRoundKind kind;
  TuneRoundShare *share; // owned: shared memory
} Slot;

// In memory that children share: they read the store for it.
typedef struct Run {
  const TuneSettings *settings;
  TuneTask *tasks; // owned; in such memory, too
  int *failures;   // owned: rounds of each that failed
  int count, slot_count;
  Slot slots[COLLECT_MAX_JOBS];
  char session[STORE_SESSION_BYTES];
  StoreSpent spent; // by all runs
  double charged;   // until when `spent` has the seconds, of the monotonic clock
  double start;     // of this run, of the monotonic clock
  double deadline;  // of trials, the same; 0: none
  double test_end;  // of paired tests, the same
  double end;       // of all, the same
  int64_t wrong;    // schedules, once they were told of
  bool is_complete; // trials and tests
  TuneView view;
  TuneModuleShare module;
} Run;

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

// In a process of its own, as the rows of a task take memory and become more. Of what the work
// writes, only what is in the Run and its tasks stays.
static Status with_store(const Run *run, Status (*work)(Store *store, void *user), void *user) {
  return child_run(open_and_work, &(StoreWork){run->settings->collect.store, work, user},
                   "the process that reads the store was ended from outside or by a crash; the "
                   "same command goes on");
}

static Status read_tasks(Store *store, void *user) {
  Run *run = user;
  Status status = store_read_spent(store, run->session, &run->spent);
  for (int t = 0; t < run->count && status == STATUS_OK; t++)
    status = tune_task_read(store, &run->tasks[t]);
  return status;
}

typedef struct RoundEnd {
  Run *run;
  const Slot *slot;
  bool has_died, has_crashed; // crashed: by its own fault, nobody ended it from outside
} RoundEnd;

// A candidate of which the round itself died is kept, so that no round tries it again.
static Status keep_crash(Store *store, const RoundEnd *end) {
  StoreRow row = {.origin = ORIGIN_EXPLORE,
                  .verdict = VERDICT_CRASH,
                  .schedule = end->slot->share->building,
                  .reason = "the process that builds it crashed",
                  .seed = MEASURER_OP_SEED};
  return store_add_row(store, end->run->tasks[end->slot->task].number, &row, NULL);
}

static Status keep_round(Store *store, void *user) {
  const RoundEnd *end = user;
  Run *run = end->run;
  Status status = STATUS_OK;
  double now = timing_now();
  StoreSpent more = {end->slot->share->made, now - run->charged};
  run->charged = now;
  run->spent.trials += more.trials;
  run->spent.seconds += more.seconds;
  if (end->has_crashed && end->slot->share->building[0])
    status = keep_crash(store, end);
  if (status == STATUS_OK)
    status = store_add_spent(store, run->session, &more);
  return status == STATUS_OK ? tune_task_read(store, &run->tasks[end->slot->task]) : status;
}

// --- rounds

static bool is_time_up(const Run *run) {
  return is_interrupted || (run->deadline > 0 && timing_now() > run->deadline);
}

static int64_t trials_left(const Run *run) {
  int64_t left = run->settings->trials > 0 ? run->settings->trials - run->spent.trials : INT64_MAX;
  for (int s = 0; s < run->slot_count; s++)
    if (run->slots[s].process && left != INT64_MAX)
      left -= run->settings->batch;
  return left;
}

static Status start_round(Run *run, Slot *slot, int task, TuneRoundKind kind) {
  const TuneSettings *settings = run->settings;
  int64_t left = trials_left(run), batch = settings->batch;
  if (run->tasks[task].trials == 0 && batch > FIRST_BATCH_PART)
    batch /= FIRST_BATCH_PART; // first a little of all
  TuneRound round = {.kind = kind,
                     .number = run->tasks[task].number,
                     .batch = batch < left ? batch : left,
                     .deadline = kind == ROUND_TRIALS ? run->deadline : run->test_end,
                     .strategy = settings->strategy,
                     .learning = &settings->learning,
                     .options = &settings->collect,
                     .share = slot->share};
  pid_t parent = getpid();
  *slot->share = (TuneRoundShare){0};
  fflush(NULL);
  pid_t child = fork();
  if (child < 0)
    return status_fail(STATUS_SYSTEM, "no process can be made");
  if (child == 0) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent)
      tune_round_run(&round);
    _exit(0);
  }
  slot->process = child;
  slot->task = task;
  slot->kind = kind;
  run->tasks[task].is_running = true;
  return STATUS_OK;
}

// What a failed round means for its task; trouble of our own ends the run.
static Status judge_round(Run *run, const Slot *slot, bool has_died) {
  TuneTask *task = &run->tasks[slot->task];
  const TuneRoundShare *share = slot->share;
  if (!has_died && share->status == STATUS_OK)
    return STATUS_OK;
  if (!has_died && (share->status == STATUS_STORE || share->status == STATUS_SYSTEM))
    return status_fail(share->status, "%s", share->failure);
  bool is_final = !has_died && share->status == STATUS_UNSUPPORTED;
  if (is_final || ++run->failures[slot->task] >= MOST_FAILURES)
    task->is_exhausted = true;
  snprintf(task->failure, sizeof task->failure, "%s",
           has_died ? "the process of a round was ended" : share->failure);
  if (has_died || task->trials == 0 || !is_final)
    fprintf(stderr, "autotune tune: %s: %s%s\n", TEXT_LINE(task->name), TEXT_LINE(task->failure),
            task->is_exhausted ? "; it gets no more trials" : "");
  return STATUS_OK;
}

static bool is_fault(int signal_number) {
  static const int faults[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE};
  for (size_t n = 0; n < sizeof faults / sizeof *faults; n++)
    if (faults[n] == signal_number)
      return true;
  return false;
}

static Status end_round(Run *run, Slot *slot, int state) {
  bool has_died = !WIFEXITED(state) || WEXITSTATUS(state) != 0;
  RoundEnd end = {run, slot, has_died, WIFSIGNALED(state) && is_fault(WTERMSIG(state))};
  slot->process = 0;
  run->tasks[slot->task].is_running = false;
  Status status = with_store(run, keep_round, &end);
  if (status == STATUS_OK)
    status = judge_round(run, slot, has_died);
  timing_noise_join(&run->view.noise, &slot->share->noise);
  run->view.trials = run->spent.trials;
  run->view.left_seconds = run->deadline > 0 ? fmax(0, run->deadline - timing_now()) : 0;
  if (!run->settings->collect.is_quiet && status == STATUS_OK)
    tune_show_round(&run->view, slot->task);
  return status;
}

static Slot *find_slot(Run *run, pid_t process) {
  for (int s = 0; s < run->slot_count; s++)
    if (run->slots[s].process == process)
      return &run->slots[s];
  return NULL;
}

// Waits for the next round to end, and tells all to stop once that is wanted.
static Status wait_for_round(Run *run) {
  for (;;) {
    int state;
    for (int s = 0; s < run->slot_count; s++)
      if (is_interrupted && run->slots[s].process)
        run->slots[s].share->stops = true;
    pid_t ended = waitpid(-1, &state, WNOHANG);
    Slot *slot = ended > 0 ? find_slot(run, ended) : NULL;
    if (slot)
      return end_round(run, slot, state);
    if (ended < 0)
      return STATUS_OK;
    usleep(20000);
  }
}

static bool has_running(Run *run) {
  int idle = 0;
  for (int s = 0; s < run->slot_count; s++)
    idle += run->slots[s].process == 0;
  return idle < run->slot_count;
}

static void kill_rounds(Run *run) {
  for (int s = 0; s < run->slot_count; s++)
    if (run->slots[s].process) {
      kill(run->slots[s].process, SIGKILL);
      waitpid(run->slots[s].process, NULL, 0);
    }
}

// --- the phases of a run

static Status run_trials(Run *run) {
  Status status = STATUS_OK;
  for (;;) {
    Slot *idle = find_slot(run, 0);
    int task = tune_task_next(run->tasks, run->count, run->settings->batch);
    if (idle && task >= 0 && trials_left(run) > 0 && !is_time_up(run))
      TRY(start_round(run, idle, task, ROUND_TRIALS));
    else if (has_running(run))
      TRY(wait_for_round(run));
    else
      break;
  }
cleanup:
  return status;
}

// A task that was measured since its last test has no winner (tune_round.c), and is tested again
// where the module has enough of it.
static bool wants_test(const Run *run, const TuneTask *task) {
  double choice, best;
  tune_tasks_total(run->tasks, run->count, &choice, &best);
  return task->best_seconds > 0 && task->trials > 1 &&
         (double)task->weight * task->best_seconds > LEAST_PART * best && !task->has_winner;
}

// A task that has no time left is tested by the next run.
static Status run_tests(Run *run) {
  Status status = STATUS_OK;
  for (int t = 0; t < run->count || has_running(run);) {
    Slot *idle = find_slot(run, 0);
    bool is_over = is_interrupted || (run->test_end > 0 && timing_now() > run->test_end);
    if (t < run->count && (is_over || !wants_test(run, &run->tasks[t]))) {
      t++;
      continue;
    }
    if (idle && t < run->count)
      TRY(start_round(run, idle, t++, ROUND_PAIRED));
    else
      TRY(wait_for_round(run));
  }
cleanup:
  return status;
}

// --- the whole module

static Status keep_module(Store *store, void *user) {
  Run *run = user;
  double now = timing_now();
  StoreSpent more = {0, now - run->charged};
  run->charged = now;
  Status status = store_add_spent(store, run->session, &more);
  return status == STATUS_OK ? read_tasks(store, run) : status;
}

static double module_reserve(const TuneSettings *settings) {
  return settings->seconds > 0 ? fmin(MODULE_SECONDS, MODULE_PART * settings->seconds)
                               : MODULE_SECONDS;
}

// A part of the tasks is no module; whoever joins the parts runs the whole command.
static Status run_module_test(Run *run) {
  const TuneSettings *settings = run->settings;
  TuneModule module = {.settings = settings,
                       .session = run->session,
                       .tasks = run->tasks,
                       .count = run->count,
                       .deadline = run->end > 0 ? run->end : timing_now() + MODULE_SECONDS,
                       .is_limited = run->end > 0,
                       .share = &run->module};
  if (settings->shard_count > 1 || is_interrupted)
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
    status = with_store(run, keep_module, run);
  run->view.has_module = status == STATUS_OK && !is_interrupted && !run->module.note[0];
  return status;
}

// --- the end

static Status tell_wrong(Store *store, void *user) {
  Run *run = user;
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

static Status tell_result(Run *run) {
  Status status = with_store(run, tell_wrong, run);
  const TuneSettings *settings = run->settings;
  run->view.why_untried = is_interrupted ? "the run was stopped before its turn"
                          : settings->trials > 0 && trials_left(run) <= 0
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

// The version is in it, as numbers of tasks are used again after `records prune`.
static void name_session(Run *run) {
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

static Status make_slots(Run *run) {
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

static Status share_tasks(Run *run) {
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

// All of the run is within the budget, planning and tests too. Where earlier runs left less than
// what is kept for the tests, this one has that.
static void set_deadline(Run *run) {
  const TuneSettings *settings = run->settings;
  run->charged = run->start;
  if (settings->seconds <= 0)
    return;
  double paired =
      fmin(PAIRED_SECONDS * run->count / (double)run->slot_count, PAIRED_PART * settings->seconds);
  double module = settings->shard_count <= 1 ? module_reserve(settings) : 0;
  double left = settings->seconds - run->spent.seconds;
  run->end = left > paired + module ? run->start + left : timing_now() + paired + module;
  run->test_end = run->end - module;
  run->deadline = run->test_end - paired;
}

static Status prepare(Run *run) {
  Status status = STATUS_OK;
  TRY(share_tasks(run));
  name_session(run);
  run->failures = calloc((size_t)run->count + 1, sizeof *run->failures);
  if (!run->failures)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d tasks", run->count));
  TRY(make_slots(run));
  TRY(with_store(run, read_tasks, run));
  set_deadline(run);
  run->view = (TuneView){.tasks = run->tasks,
                         .count = run->count,
                         .trials = run->spent.trials,
                         .is_terminal = terminal_is_live(stderr)};
cleanup:
  return status;
}

static void run_destroy(Run *run) {
  kill_rounds(run);
  for (int s = 0; s < run->slot_count; s++)
    munmap(run->slots[s].share, sizeof(TuneRoundShare));
  if (run->tasks)
    munmap(run->tasks, size_of_tasks(run->count));
  free(run->failures);
  munmap(run, sizeof *run);
}

// What is left for the caller, who has memory of his own.
static void take_result(const Run *run, TuneResult *out_result) {
  size_t size = (size_t)run->count * sizeof *run->tasks;
  TuneTask *tasks = run->count > 0 ? malloc(size) : NULL;
  if (tasks)
    memcpy(tasks, run->tasks, size);
  *out_result = (TuneResult){is_interrupted ? TUNE_STOPPED : TUNE_DONE,
                             run->is_complete,
                             tasks,
                             tasks ? run->count : 0,
                             run->spent,
                             run->view.noise};
}

Status tune_run(const TuneSettings *settings, TuneResult *out_result) {
  void *memory = NULL;
  *out_result = (TuneResult){0};
  Status status = share_memory(sizeof(Run), &memory);
  if (status != STATUS_OK)
    return status;
  Run *run = memory;
  StopSignals before;
  run->start = timing_now();
  run->settings = settings;
  is_interrupted = 0;
  module_share = &run->module;
  stop_signals_catch(interrupt, &before);
  TRY(prepare(run));
  TRY(run_trials(run));
  if (!settings->is_untested)
    TRY(run_tests(run));
  Status tested = settings->is_untested ? STATUS_OK : run_module_test(run);
  run->is_complete = !is_interrupted;
  TRY(tell_result(run)); // of a module that is wrong, too
  if (!settings->collect.is_quiet)
    tune_show_unfollowed(run->tasks, run->count);
  status = tested;
cleanup:
  module_share = NULL;
  take_result(run, out_result);
  run_destroy(run);
  stop_signals_release(&before);
  return status;
}

void tune_result_destroy(TuneResult *result) { free(result->tasks); }
