// The processes that measure: each takes the next task until none is left. One that dies is
// replaced; the task that it died of counts as done.
#include "tools/collect/collect.h"

#include "base/file/progress_line.h"
#include "base/file/terminal.h"
#include "runtime/codegen/compile.h"
#include "runtime/timing.h"
#include "tools/collect/failure_note.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_BETWEEN_LINES = 30 };

typedef struct Pool {
  const CollectOptions *options;
  int64_t *tasks; // owned
  int64_t task_count;
  CollectProgress *progress;    // shared
  _Atomic int64_t *in_progress; // shared; by job: number of the task, 0: none
  FailureNote *failure;         // owned
  pid_t jobs[COLLECT_MAX_JOBS]; // 0: has ended
  int job_count, lock;          // lock: of the store, a descriptor
  double start, deadline;
} Pool;

// --- a job

static Status work(Pool *pool, int job) {
  Status status = STATUS_OK;
  Store *store = NULL;
  CollectWorkers *workers = collect_workers_create(pool->options, pool->progress);
  MlirContext context = compile_context_create();
  TRY(store_open_existing(pool->options->store, &store));
  while (pool->deadline == 0 || timing_now() < pool->deadline) {
    int64_t place = pool->progress->next++;
    if (place >= pool->task_count)
      break;
    pool->in_progress[job] = pool->tasks[place];
    TRY(collect_task(store, pool->tasks[place], context, workers, pool->options, pool->deadline,
                     pool->progress));
    pool->in_progress[job] = 0;
  }
cleanup:
  collect_workers_destroy(workers);
  store_close(store);
  mlirContextDestroy(context);
  return status;
}

static Status start_job(Pool *pool, int job) {
  pid_t parent = getpid();
  fflush(NULL);
  pool->in_progress[job] = 0;
  pool->jobs[job] = fork();
  if (pool->jobs[job] < 0)
    return status_fail(STATUS_SYSTEM, "no process can be made");
  if (pool->jobs[job] > 0)
    return STATUS_OK;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(1);
  close(pool->lock); // it is the parent's
  Status status = work(pool, job);
  if (status != STATUS_OK)
    failure_note_leave(pool->failure, status);
  fflush(NULL);
  _exit(status == STATUS_OK ? 0 : 1);
}

// --- the parent

static void show_progress(const Pool *pool, bool is_last) {
  const CollectProgress *progress = pool->progress;
  double seconds = timing_now() - pool->start;
  int64_t done = progress->tasks, rows = progress->rows + progress->failed;
  double left = done ? seconds / (double)done * (double)(pool->task_count - done) : 0;
  progress_line_show(stderr,
                     "%" PRId64 " of %" PRId64 " tasks, %" PRId64 " rows (%" PRId64
                     " failed), %.1f a second, %.0f s, %.0f min left",
                     done, pool->task_count, rows, progress->failed, (double)rows / seconds,
                     seconds, left / 60);
  if (is_last)
    progress_line_end(stderr);
}

// A machine that others use is said to be so once, at the end.
static void show_drift(const Pool *pool) {
  const DriftShare *drift = &pool->progress->drift;
  if (drift->slow_looks * 20 > drift->looks)
    fprintf(
        stderr,
        "autotune collect: warning: the machine was busy: %" PRId64 " of %" PRId64
        " looks at it were more than %.0f %% slower than the fastest, the worst %.0f %%; %" PRId64
        " rows were measured once more\n",
        drift->slow_looks, drift->looks, 100 * DRIFT_LIMIT, (double)drift->worst_permil / 10,
        pool->progress->again);
}

static Status give_up_task(const Pool *pool, int64_t number) {
  Store *store = NULL;
  Status status = store_open_existing(pool->options->store, &store);
  fprintf(stderr, "autotune collect: task %" PRId64 " ended its process and is given up\n", number);
  if (status == STATUS_OK)
    status = store_finish_task(store, number);
  pool->progress->tasks++;
  store_close(store);
  return status;
}

// A job that has died is replaced; without a task it would only die again.
static Status end_job(Pool *pool, int job, int state) {
  pool->jobs[job] = 0;
  if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
    return STATUS_OK;
  if (!WIFSIGNALED(state) || !pool->in_progress[job])
    return failure_note_take(pool->failure, STATUS_SYSTEM,
                             "a process that measures ended without a reason");
  Status status = give_up_task(pool, pool->in_progress[job]);
  return status == STATUS_OK ? start_job(pool, job) : status;
}

static int count_running(const Pool *pool) {
  int running = 0;
  for (int job = 0; job < pool->job_count; job++)
    running += pool->jobs[job] > 0;
  return running;
}

static void stop_jobs(Pool *pool) {
  for (int job = 0; job < pool->job_count; job++)
    if (pool->jobs[job] > 0)
      kill(pool->jobs[job], SIGTERM);
  for (int job = 0; job < pool->job_count; job++)
    if (pool->jobs[job] > 0)
      waitpid(pool->jobs[job], NULL, 0);
}

// Waits until all jobs have ended.
static Status watch(Pool *pool) {
  double shown = timing_now();
  while (count_running(pool) > 0) {
    int state = 0;
    pid_t ended = waitpid(-1, &state, WNOHANG);
    for (int job = 0; ended > 0 && job < pool->job_count; job++) {
      Status status = pool->jobs[job] == ended ? end_job(pool, job, state) : STATUS_OK;
      if (status != STATUS_OK)
        return status;
    }
    if (pool->options->show)
      pool->options->show(pool->progress, pool->options->user);
    double pause = terminal_is_live(stderr) ? 1 : SECONDS_BETWEEN_LINES;
    if (!pool->options->is_quiet && timing_now() - shown > pause) {
      show_progress(pool, false);
      shown = timing_now();
    }
    usleep(100000);
  }
  return STATUS_OK;
}

static void *share(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int collect_last_core(void) {
  cpu_set_t set;
  int core = CPU_SETSIZE - 1;
  if (sched_getaffinity(0, sizeof set, &set))
    return -1;
  while (core >= 0 && !CPU_ISSET(core, &set))
    core--;
  return core;
}

static Status find_tasks(Pool *pool, Store *store) {
  const CollectOptions *options = pool->options;
  if (options->way)
    return options->way->list(store, collect_cpu(), &pool->tasks, &pool->task_count);
  if (options->promising > 0)
    return store_lacking(store, collect_cpu(), ORIGIN_PROMISING, options->promising, &pool->tasks,
                         &pool->task_count);
  return store_pending(store, collect_cpu(), &pool->tasks, &pool->task_count);
}

static Status list_tasks(Pool *pool) {
  Store *store = NULL;
  free(pool->tasks);
  pool->tasks = NULL;
  Status status = store_open_existing(pool->options->store, &store);
  if (status == STATUS_OK)
    status = find_tasks(pool, store);
  store_close(store);
  return status;
}

static void add_total(const Pool *pool) {
  const CollectProgress *progress = pool->progress;
  CollectTotal *total = pool->options->total;
  if (!total)
    return;
  total->tasks += progress->tasks;
  total->rows += progress->rows;
  total->failed += progress->failed;
  total->again += progress->again;
  total->seconds += timing_now() - pool->start;
}

// One pass over the tasks that are not done now.
static Status run_jobs(Pool *pool) {
  Status status = STATUS_OK;
  int64_t fastest = pool->progress->drift.fastest_nanoseconds;
  *pool->progress = (CollectProgress){.drift.fastest_nanoseconds = fastest};
  pool->start = timing_now();
  pool->job_count = 0;
  while (pool->job_count < pool->options->jobs)
    TRY(start_job(pool, pool->job_count++));
  TRY(watch(pool));
  if (pool->options->show)
    pool->options->show(pool->progress, pool->options->user);
  add_total(pool);
  if (!pool->options->is_quiet) {
    show_progress(pool, true);
    show_drift(pool);
  }
cleanup:
  stop_jobs(pool);
  return status;
}

// Two runs would measure the same tasks twice.
static Status lock_store(Pool *pool) {
  const char *path = pool->options->store;
  pool->lock = open(path, O_RDONLY | O_CLOEXEC);
  if (pool->lock >= 0 && flock(pool->lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
    return status_fail(STATUS_STORE,
                       "%s: another autotune collect measures it; wait for that one, or only plan "
                       "with --plan",
                       path);
  return STATUS_OK;
}

Status collect_run(const CollectOptions *options, bool *out_is_done) {
  Status status = STATUS_OK;
  CollectOptions placed = *options;
  Pool pool = {.options = &placed,
               .progress = share(sizeof *pool.progress),
               .in_progress = share(sizeof *pool.in_progress * COLLECT_MAX_JOBS),
               .failure = failure_note_create(),
               .lock = -1};
  if (placed.core < 0)
    placed.core = collect_last_core();
  if (pool.progress)
    pool.progress->drift.fastest_nanoseconds = placed.fastest_nanoseconds;
  if (placed.seconds > 0)
    pool.deadline = timing_now() + placed.seconds;
  if (!pool.progress || !pool.in_progress || !pool.failure)
    TRY(status_fail(STATUS_SYSTEM, "no shared memory"));
  TRY(lock_store(&pool));
  // Tasks may be planned meanwhile.
  TRY(list_tasks(&pool));
  while (pool.task_count > 0 && (pool.deadline == 0 || timing_now() < pool.deadline)) {
    TRY(run_jobs(&pool));
    if (placed.promising > 0 || (placed.way && placed.way->is_once)) { // tasks stay done
      pool.task_count -= pool.progress->tasks;
      break;
    }
    TRY(list_tasks(&pool));
  }
  *out_is_done = pool.task_count == 0;
cleanup:
  free(pool.tasks);
  failure_note_destroy(pool.failure);
  if (pool.lock >= 0)
    close(pool.lock);
  return status;
}
