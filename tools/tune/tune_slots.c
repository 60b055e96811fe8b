// What the parent knows of a round it reads from the store, so nothing depends on which process
// lived to tell.
#include "tools/tune/tune_slots.h"

#include "base/text.h"
#include "runtime/timing.h"
#include "search/measure/measurer.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_FAILURES = 2, FIRST_BATCH_PART = 2 };

typedef struct RoundEnd {
  TuneState *run;
  const TuneSlot *slot;
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
  TuneState *run = end->run;
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

int64_t tune_slots_trials_left(const TuneState *run) {
  int64_t left = run->settings->trials > 0 ? run->settings->trials - run->spent.trials : INT64_MAX;
  for (int s = 0; s < run->slot_count; s++)
    if (run->slots[s].process && left != INT64_MAX)
      left -= run->settings->batch;
  return left;
}

Status tune_slots_start(TuneState *run, TuneSlot *slot, int task, TuneRoundKind kind) {
  const TuneSettings *settings = run->settings;
  int64_t left = tune_slots_trials_left(run), batch = settings->batch;
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
static Status judge_round(TuneState *run, const TuneSlot *slot, bool has_died) {
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

static Status end_round(TuneState *run, TuneSlot *slot, int state) {
  bool has_died = !WIFEXITED(state) || WEXITSTATUS(state) != 0;
  RoundEnd end = {run, slot, has_died, WIFSIGNALED(state) && is_fault(WTERMSIG(state))};
  slot->process = 0;
  run->tasks[slot->task].is_running = false;
  Status status = tune_state_with_store(run, keep_round, &end);
  if (status == STATUS_OK)
    status = judge_round(run, slot, has_died);
  timing_noise_join(&run->view.noise, &slot->share->noise);
  run->view.trials = run->spent.trials;
  run->view.left_seconds = run->deadline > 0 ? fmax(0, run->deadline - timing_now()) : 0;
  if (!run->settings->collect.is_quiet && status == STATUS_OK)
    tune_show_round(&run->view, slot->task);
  return status;
}

static TuneSlot *find_slot(TuneState *run, pid_t process) {
  for (int s = 0; s < run->slot_count; s++)
    if (run->slots[s].process == process)
      return &run->slots[s];
  return NULL;
}

TuneSlot *tune_slots_idle(TuneState *run) { return find_slot(run, 0); }

Status tune_slots_wait(TuneState *run) {
  for (;;) {
    int state;
    for (int s = 0; s < run->slot_count; s++)
      if (tune_state_is_interrupted() && run->slots[s].process)
        run->slots[s].share->stops = true;
    pid_t ended = waitpid(-1, &state, WNOHANG);
    TuneSlot *slot = ended > 0 ? find_slot(run, ended) : NULL;
    if (slot)
      return end_round(run, slot, state);
    if (ended < 0)
      return STATUS_OK;
    usleep(20000);
  }
}

bool tune_slots_are_running(TuneState *run) {
  int idle = 0;
  for (int s = 0; s < run->slot_count; s++)
    idle += run->slots[s].process == 0;
  return idle < run->slot_count;
}

void tune_slots_kill(TuneState *run) {
  for (int s = 0; s < run->slot_count; s++)
    if (run->slots[s].process) {
      kill(run->slots[s].process, SIGKILL);
      waitpid(run->slots[s].process, NULL, 0);
    }
}
