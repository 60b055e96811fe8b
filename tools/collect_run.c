// The processes that measure: each takes the next task until none is left. One that dies is
// replaced; the task that it died of counts as done.
#include "tools/collect.h"

#include "runtime/compile.h"
#include "runtime/timing.h"

#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 64, SECONDS_BETWEEN_LINES = 30 };

typedef struct Pool {
  const CollectOptions *options;
  int64_t *tasks; // owned
  int64_t task_count;
  CollectProgress *progress;    // shared
  _Atomic int64_t *in_progress; // shared; by job: number of the task, 0: none
  pid_t jobs[JOBS_MAX];
  int job_count;
  double start, deadline;
} Pool;

// --- a job

static Status work(Pool *pool, int job) {
  Status status = STATUS_OK;
  Store *store = NULL;
  CollectWorkers *workers = collect_workers_create(pool->options);
  MlirContext context = compile_context_create();
  TRY(store_open(pool->options->store, &store));
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
  Status status = work(pool, job);
  if (status != STATUS_OK)
    fprintf(stderr, "autotune collect: %s\n", status_text());
  fflush(NULL);
  _exit(status == STATUS_OK ? 0 : 1);
}

// --- the parent

static void show_progress(const Pool *pool, bool is_last) {
  const CollectProgress *progress = pool->progress;
  double seconds = timing_now() - pool->start;
  int64_t done = progress->tasks, rows = progress->rows + progress->failed;
  double left = done ? seconds / (double)done * (double)(pool->task_count - done) : 0;
  bool is_terminal = isatty(STDERR_FILENO);
  fprintf(stderr,
          "%s%" PRId64 " of %" PRId64 " tasks, %" PRId64 " rows (%" PRId64
          " failed), %.1f a second, %.0f s, %.0f min left%s",
          is_terminal ? "\r" : "", done, pool->task_count, rows, progress->failed,
          (double)rows / seconds, seconds, left / 60, is_terminal && !is_last ? "  " : "\n");
}

static Status give_up_task(const Pool *pool, int64_t number) {
  Store *store = NULL;
  Status status = store_open(pool->options->store, &store);
  fprintf(stderr, "autotune collect: task %" PRId64 " ended its process and is given up\n", number);
  if (status == STATUS_OK)
    status = store_finish_task(store, number);
  store_close(store);
  return status;
}

// Waits until all jobs have ended.
static Status watch(Pool *pool) {
  double shown = timing_now();
  for (int running = pool->job_count; running > 0;) {
    int state = 0;
    pid_t ended = waitpid(-1, &state, WNOHANG);
    for (int job = 0; ended > 0 && job < pool->job_count; job++) {
      if (pool->jobs[job] != ended)
        continue;
      Status status = STATUS_OK;
      running--;
      if (WIFEXITED(state) && WEXITSTATUS(state))
        return status_fail(STATUS_STORE, "a process that measures failed");
      if (WIFSIGNALED(state) && pool->in_progress[job]) {
        status = give_up_task(pool, pool->in_progress[job]);
        if (status == STATUS_OK)
          status = start_job(pool, job);
        running++;
      }
      if (status != STATUS_OK)
        return status;
    }
    double pause = isatty(STDERR_FILENO) ? 1 : SECONDS_BETWEEN_LINES;
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

static int last_allowed_core(void) {
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
  if (options->again > 0)
    return store_grids(store, &pool->tasks, &pool->task_count);
  if (options->promising > 0)
    return store_lacking(store, ORIGIN_PROMISING, options->promising, &pool->tasks,
                         &pool->task_count);
  return store_pending(store, &pool->tasks, &pool->task_count);
}

static Status list_tasks(Pool *pool) {
  Store *store = NULL;
  free(pool->tasks);
  pool->tasks = NULL;
  Status status = store_open(pool->options->store, &store);
  if (status == STATUS_OK)
    status = find_tasks(pool, store);
  store_close(store);
  return status;
}

// One pass over the tasks that are not done now.
static Status run_jobs(Pool *pool) {
  Status status = STATUS_OK;
  int64_t wanted = pool->options->jobs;
  *pool->progress = (CollectProgress){0};
  pool->start = timing_now();
  pool->job_count = (int)(wanted < 1 ? 1 : wanted > JOBS_MAX ? JOBS_MAX : wanted);
  for (int job = 0; job < pool->job_count; job++)
    TRY(start_job(pool, job));
  TRY(watch(pool));
  if (!pool->options->is_quiet)
    show_progress(pool, true);
cleanup:
  return status;
}

Status collect_run(const CollectOptions *options, bool *out_is_done) {
  Status status = STATUS_OK;
  CollectOptions placed = *options;
  Pool pool = {.options = &placed,
               .progress = share(sizeof *pool.progress),
               .in_progress = share(sizeof *pool.in_progress * JOBS_MAX)};
  if (placed.core < 0)
    placed.core = last_allowed_core();
  if (placed.seconds > 0)
    pool.deadline = timing_now() + placed.seconds;
  if (!pool.progress || !pool.in_progress)
    TRY(status_fail(STATUS_SYSTEM, "no shared memory"));
  // Tasks may be planned meanwhile.
  TRY(list_tasks(&pool));
  while (pool.task_count > 0 && (pool.deadline == 0 || timing_now() < pool.deadline)) {
    TRY(run_jobs(&pool));
    if (placed.promising > 0 || placed.again > 0) { // tasks stay done: one pass is all
      pool.task_count -= pool.progress->tasks;
      break;
    }
    TRY(list_tasks(&pool));
  }
  *out_is_done = pool.task_count == 0;
cleanup:
  free(pool.tasks);
  return status;
}
