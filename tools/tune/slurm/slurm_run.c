// SlurmRun: tunes a module by arrays of jobs, one job per shard of its tasks.
#include "tools/tune/slurm/slurm_run.h"

#include "base/file/output_file.h"
#include "base/text.h"
#include "runtime/timing.h"
#include "tools/process/stop_signals.h"
#include "tools/tune/slurm/slurm_folder.h"
#include "tools/tune/slurm/slurm_merge.h"
#include "tools/tune/slurm/slurm_shards.h"
#include "tools/tune/tune_show.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VAIN = 3, MOST_ARGUMENTS = 256 };
static const double TELL_AGAIN_SECONDS = 600; // of a silence that goes on
// Between two looks at the queue: a part of the time since the last submission.
static const double LEAST_WAIT_SECONDS = 0.3, MOST_WAIT_SECONDS = 15, WAIT_PART = 0.1;

// Runs the rest of its command line, with the log of its shard as output.
static const char SCRIPT[] = "#!/bin/sh\n"
                             "log=$1/$SLURM_ARRAY_TASK_ID.$2.log\n"
                             "shift 2\n"
                             "exec \"$@\" >>\"$log\" 2>&1\n";

typedef struct SlurmRun {
  const SlurmSettings *settings;
  char folder[SLURM_FOLDER_BYTES], program[PATH_MAX];
  int lock; // file; -1: not open
  SlurmShards shards;
  int64_t round;
  int64_t earlier;     // submissions of earlier runs
  double submitted;    // when the last time, of the monotonic clock
  bool has_news;       // that are not merged
  bool has_lost;       // a job whose end nobody knows, so that it may live on
  bool is_silent;      // Slurm did not answer the last question
  double told;         // of the silence, when the last time
  bool is_cancel_told; // that jobs may go on
  char shown[256];     // last line of progress
} SlurmRun;

// --- Ctrl-C

static volatile sig_atomic_t interrupts;

static void interrupt(int signal_number) {
  (void)signal_number;
  interrupts++;
}

// Not at all when there was a Ctrl-C since there had been `before` of them.
static void wait_a_little(const SlurmRun *run, int before) {
  double now = timing_now();
  double wait = fmin(MOST_WAIT_SECONDS, WAIT_PART * (now - run->submitted));
  while (timing_now() < now + fmax(LEAST_WAIT_SECONDS, wait) && interrupts == before)
    usleep(50000);
}

// --- the script

static bool write_script(FILE *file, const void *user) {
  (void)user;
  return fputs(SCRIPT, file) >= 0;
}

static void script_path(const SlurmRun *run, char path[PATH_MAX]) {
  snprintf(path, PATH_MAX, "%s/job.sh", run->folder);
}

// --- goals

// What is asked of a shard by the end of this round: equal parts of the budget.
static SlurmGoal goal_of(const SlurmRun *run, int shard) {
  const TuneSettings *tune = run->settings->tune;
  int64_t rounds = run->settings->rounds, count = tune->shard_count;
  int64_t trials = tune->trials / count + (shard < tune->trials % count);
  SlurmGoal goal = {.has_tests = run->round == rounds};
  if (tune->trials > 0)
    goal.trials = (trials * run->round + rounds - 1) / rounds;
  if (tune->seconds > 0)
    goal.seconds = tune->seconds * (double)run->round / (double)rounds;
  return goal;
}

// --- the queue

// Of all submissions to one folder together with the number: what nobody else has.
static void name_array(const SlurmRun *run, int64_t submission, char name[SLURM_NAME_BYTES]) {
  uint64_t hash = text_hash(TEXT_HASH_START, run->folder, strlen(run->folder));
  snprintf(name, SLURM_NAME_BYTES, "autotune-%016" PRIx64 "-%" PRId64, hash, submission);
}

// Slurm that does not answer now may do so later: a controller can be restarted while jobs go on.
static Status bear_silence(SlurmRun *run, Status status) {
  double now = timing_now();
  if (status == STATUS_SYSTEM && (!run->is_silent || now > run->told + TELL_AGAIN_SECONDS)) {
    fprintf(stderr, "autotune tune: %s; asking again\n", status_text());
    run->told = now;
  }
  run->is_silent = status == STATUS_SYSTEM;
  return run->is_silent ? STATUS_OK : status;
}

static bool has_jobs(const SlurmRun *run, int64_t submission) {
  for (int n = 0; n < run->shards.count; n++)
    if (run->shards.shards[n].state == SLURM_IN_JOB &&
        run->shards.shards[n].submission == submission)
      return true;
  return false;
}

static int count_in_jobs(const SlurmRun *run) {
  int count = 0;
  for (int n = 0; n < run->shards.count; n++)
    count += run->shards.shards[n].state == SLURM_IN_JOB;
  return count;
}

typedef struct Counts {
  int running;
  char reason[48]; // why others wait
} Counts;

static bool is_queued(const SlurmJob *jobs, int count, int64_t index, Counts *counts) {
  for (int j = 0; j < count; j++)
    if (jobs[j].index == index) {
      counts->running += jobs[j].is_running;
      if (!jobs[j].is_running)
        memcpy(counts->reason, jobs[j].reason, sizeof counts->reason);
      return true;
    }
  return false;
}

// Where all shards of one submission stand. While Slurm does not answer, only ends are news.
static Status look_at_array(SlurmRun *run, int64_t submission, Counts *counts) {
  char name[SLURM_NAME_BYTES];
  SlurmJob *jobs = NULL;
  int count = 0;
  name_array(run, submission, name);
  Status status = bear_silence(run, slurm_queue_list(name, &jobs, &count));
  for (int n = 0; n < run->shards.count && status == STATUS_OK; n++) {
    const SlurmShard *shard = &run->shards.shards[n];
    if (shard->state != SLURM_IN_JOB || shard->submission != submission)
      continue;
    bool is_there = is_queued(jobs, count, n, counts);
    status = slurm_shard_look(&run->shards, n, is_there || run->is_silent);
    if (status != STATUS_OK || shard->state != SLURM_LOST)
      continue;
    run->has_lost = true;
    if (!interrupts && shard->is_ours) // one of an earlier run may have been cancelled by it
      fprintf(stderr, "autotune tune: the job of shard %d was lost\n", n);
  }
  free(jobs);
  return status;
}

static Status look(SlurmRun *run, Counts *counts) {
  Status status = STATUS_OK;
  *counts = (Counts){0};
  for (int64_t s = run->shards.submissions; s > 0 && status == STATUS_OK; s--)
    if (has_jobs(run, s))
      status = look_at_array(run, s, counts);
  return status;
}

// All that this run has submitted, as a job that was given up may live on, and what earlier ones
// did and it waits for. False: Slurm was not told.
static bool cancel(SlurmRun *run) {
  char name[SLURM_NAME_BYTES];
  bool is_told = true;
  for (int64_t s = run->shards.submissions; s > 0; s--) {
    if (s <= run->earlier && !has_jobs(run, s))
      continue;
    name_array(run, s, name);
    if (slurm_queue_cancel(name) == STATUS_OK)
      continue;
    is_told = false;
    if (!run->is_cancel_told)
      fprintf(stderr, "autotune tune: jobs of the name %s may go on: %s\n", TEXT_LINE(name),
              status_text());
  }
  run->is_cancel_told |= !is_told;
  return is_told;
}

// --- submitting

static Status submit_array(SlurmRun *run, const int64_t *indices, int count) {
  char name[SLURM_NAME_BYTES], script[PATH_MAX], plan[PATH_MAX], number[24];
  const char *arguments[MOST_ARGUMENTS] = {run->folder, number, run->program};
  int used = 3;
  for (int a = 0; run->settings->arguments[a]; a++) {
    if (used == MOST_ARGUMENTS - 3)
      return status_fail(STATUS_USAGE, "the command has too many flags for --slurm");
    arguments[used++] = run->settings->arguments[a];
  }
  snprintf(number, sizeof number, "%" PRId64, run->shards.submissions);
  slurm_plan_path(run->folder, run->shards.submissions, plan);
  arguments[used++] = "--slurm-job";
  arguments[used] = plan;
  name_array(run, run->shards.submissions, name);
  script_path(run, script);
  SlurmArray array = {name, indices, count, run->settings->options, script, arguments};
  return slurm_queue_submit(&array);
}

// A shard that fails the same way again and again, or that the user has to mend. What failed in an
// earlier run may be mended by now.
static Status check_shard(const SlurmRun *run, int n) {
  const SlurmShard *shard = &run->shards.shards[n];
  char log[PATH_MAX];
  bool has_failed = shard->is_ours && shard->state == SLURM_ENDED && shard->end.status != STATUS_OK;
  if (shard->vain < MOST_VAIN && !(has_failed && shard->end.status == STATUS_USAGE))
    return STATUS_OK;
  slurm_log_path(run->folder, n, shard->submission, log);
  if (has_failed)
    return status_fail(shard->end.status, "shard %d: %s; see %s", n, shard->end.failure, log);
  return status_fail(STATUS_SYSTEM, "%d jobs of shard %d brought nothing; see %s, and Slurm's log",
                     shard->vain, n, log);
}

// Plans of all shards that this round asks more of. Their count is 0 when there are none.
static Status plan_shards(SlurmRun *run, SlurmPlan *plans, int *out_count) {
  int count = 0;
  for (int n = 0; n < run->shards.count; n++) {
    SlurmGoal goal = goal_of(run, n);
    const SlurmShard *shard = &run->shards.shards[n];
    if (shard->state == SLURM_IN_JOB || slurm_shard_is_met(shard, &goal))
      continue;
    Status status = check_shard(run, n);
    if (status == STATUS_OK)
      status = slurm_shard_plan(&run->shards, n, &goal, run->settings->tune->collect.store,
                                &plans[count++]);
    if (status != STATUS_OK)
      return status;
  }
  *out_count = count;
  return STATUS_OK;
}

// A submission that nobody has answered may have reached Slurm all the same, so its jobs are looked
// for like those of any other; where there are none, they are lost. One that was refused has none.
static Status submit_plans(SlurmRun *run, const SlurmPlan *plans, int count) {
  static int64_t indices[SLURM_MAX_SHARDS];
  char plan[PATH_MAX];
  for (int p = 0; p < count; p++)
    indices[p] = plans[p].shard;
  run->shards.submissions++;
  Status status = bear_silence(run, submit_array(run, indices, count));
  if (status != STATUS_OK) {
    slurm_plan_path(run->folder, run->shards.submissions, plan);
    unlink(plan);
    run->shards.submissions--;
    return status;
  }
  for (int p = 0; p < count; p++)
    slurm_shard_submit(&run->shards, (int)plans[p].shard, &plans[p]);
  return STATUS_OK;
}

static Status submit(SlurmRun *run) {
  static SlurmPlan plans[SLURM_MAX_SHARDS];
  int count = 0;
  Status status = plan_shards(run, plans, &count);
  if (status != STATUS_OK || count == 0)
    return status;
  TRY(slurm_plan_write(run->folder, run->shards.submissions + 1, plans, count));
  TRY(submit_plans(run, plans, count));
  run->submitted = timing_now();
  run->has_news = true;
cleanup:
  return status;
}

// --- telling

static void tell_progress(SlurmRun *run, const Counts *counts) {
  char line[sizeof run->shown];
  int in_jobs = count_in_jobs(run);
  int length =
      snprintf(line, sizeof line,
               "round %" PRId64 " of %" PRId64 ": %d of %d shards ended, %d running, %d waiting",
               run->round, run->settings->rounds, run->shards.count - in_jobs, run->shards.count,
               counts->running, in_jobs - counts->running);
  if (counts->reason[0] && strcmp(counts->reason, "None"))
    snprintf(line + length, sizeof line - (size_t)length, " (%s)", counts->reason);
  if (run->is_silent || run->settings->tune->collect.is_quiet || !strcmp(line, run->shown))
    return; // while Slurm is silent, nobody knows what runs
  fprintf(stderr, "%s\n", line);
  memcpy(run->shown, line, sizeof line);
}

// The tasks of all shards as one list.
static Status gather(const SlurmRun *run, TuneTask **out_tasks, TuneView *out_view) {
  int count = 0, used = 0;
  TuneView view = {0};
  for (int n = 0; n < run->shards.count; n++)
    count += run->shards.shards[n].end.result.count;
  TuneTask *tasks = calloc((size_t)count + 1, sizeof *tasks);
  if (!tasks)
    return status_fail(STATUS_SYSTEM, "no memory for %d tasks", count);
  for (int n = 0; n < run->shards.count; n++) {
    const TuneResult *result = &run->shards.shards[n].end.result;
    if (result->count > 0) // else there may be no list
      memcpy(tasks + used, result->tasks, (size_t)result->count * sizeof *tasks);
    used += result->count;
    view.trials += slurm_shard_trials(&run->shards.shards[n]);
    timing_noise_join(&view.noise, &run->shards.shards[n].noise);
  }
  view.tasks = *out_tasks = tasks;
  view.count = count;
  *out_view = view;
  return STATUS_OK;
}

static void tell_idle(const SlurmRun *run) {
  int idle = 0;
  for (int n = 0; n < run->shards.count; n++)
    idle += run->shards.shards[n].end.result.count == 0;
  if (idle > 0 && run->round == 1)
    fprintf(stderr, "%d of %d shards have no task: --slurm %d is enough\n", idle, run->shards.count,
            run->shards.count - idle);
}

static Status merge(SlurmRun *run) {
  SlurmMerged merged;
  TuneTask *tasks = NULL;
  TuneView view;
  Status status = slurm_merge_all(run->folder, run->settings->tune->collect.store, &merged);
  if (status == STATUS_OK)
    status = gather(run, &tasks, &view);
  if (status == STATUS_OK && !run->settings->tune->collect.is_quiet) {
    fprintf(stderr, "%" PRId64 " rows of %d stores added to %s in %.1f s; ", merged.rows,
            merged.stores, run->settings->tune->collect.store, merged.seconds);
    tune_show_whole(stderr, &view);
    fprintf(stderr, "\n");
    tell_idle(run);
  }
  run->has_news = false;
  free(tasks);
  return status;
}

static Status tell_result(const SlurmRun *run) {
  TuneTask *tasks = NULL;
  TuneView view;
  int64_t wrong = 0;
  Status status = gather(run, &tasks, &view);
  if (status != STATUS_OK)
    return status;
  if (run->settings->tune->is_json)
    tune_write_result(&view, run->settings->tune->collect.store);
  else
    tune_show_result(&view);
  for (int t = 0; t < view.count; t++)
    wrong += tasks[t].wrong;
  free(tasks);
  return wrong > 0 ? tune_fail_wrong(wrong, run->settings->tune->collect.store) : STATUS_OK;
}

// --- all of it

static Status run_round(SlurmRun *run) {
  Counts counts;
  Status status = STATUS_OK;
  for (;;) {
    int before = interrupts;
    TRY(look(run, &counts));
    if (!interrupts)
      TRY(submit(run));
    if (interrupts || count_in_jobs(run) == 0)
      return STATUS_OK;
    tell_progress(run, &counts);
    wait_a_little(run, before);
  }
cleanup:
  return status;
}

// Cancelled jobs say how they ended; a second Ctrl-C leaves them to it, and what they have measured
// to the next run.
static Status stop(SlurmRun *run) {
  Counts counts;
  int before = interrupts;
  bool is_cancelled = cancel(run);
  Status status = STATUS_OK;
  run->submitted = timing_now();
  fprintf(stderr, "autotune tune: waiting for cancelled jobs to end\n");
  while (count_in_jobs(run) > 0 && interrupts == before) {
    TRY(look(run, &counts));
    if (!is_cancelled && !run->is_silent)
      is_cancelled = cancel(run);
    wait_a_little(run, before);
  }
  run->has_lost &= !is_cancelled;
  if (count_in_jobs(run) == 0)
    TRY(merge(run));
  TRY(tell_result(run));
cleanup:
  return status;
}

static Status prepare(SlurmRun *run) {
  char script[PATH_MAX];
  Status status = STATUS_OK;
  TRY(bear_silence(run, slurm_queue_check()));
  if (!realpath("/proc/self/exe", run->program))
    TRY(status_fail(STATUS_SYSTEM, "the path of this program is not known: %s", strerror(errno)));
  TRY(slurm_folder_make(run->settings, run->folder));
  TRY(slurm_folder_lock(run->folder, &run->lock));
  script_path(run, script);
  TRY(output_file_write(script, write_script, NULL));
  TRY(slurm_shards_create(run->folder, (int)run->settings->tune->shard_count, &run->shards));
  run->earlier = run->shards.submissions;
cleanup:
  return status;
}

// What is left behind where the run ended before it had all ends.
static void cancel_rest(SlurmRun *run, Status status) {
  char failure[512];
  snprintf(failure, sizeof failure, "%s", status_text());
  cancel(run);
  if (status != STATUS_OK)
    status_fail(status, "%s", failure);
}

Status slurm_run(const SlurmSettings *settings, TuneEnd *out_end) {
  Status status = STATUS_OK;
  SlurmRun run = {.settings = settings, .lock = -1, .submitted = timing_now()};
  StopSignals before;
  interrupts = 0;
  stop_signals_catch(interrupt, &before);
  TRY(prepare(&run));
  for (run.round = 1; run.round <= settings->rounds && !interrupts; run.round++) {
    TRY(run_round(&run));
    if (!interrupts && (run.has_news || run.round == settings->rounds))
      TRY(merge(&run));
  }
  *out_end = interrupts ? TUNE_STOPPED : TUNE_DONE;
  TRY(interrupts ? stop(&run) : tell_result(&run));
cleanup:
  if (run.has_lost || (status != STATUS_OK && count_in_jobs(&run) > 0))
    cancel_rest(&run, status);
  slurm_shards_destroy(&run.shards);
  if (run.lock >= 0)
    close(run.lock);
  stop_signals_release(&before);
  return status;
}
