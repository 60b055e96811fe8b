// TuneModule: the last test of a run.
#include "tools/tune/tune_module.h"

#include "records/store_kept.h"
#include "runtime/timing.h"
#include "tools/collect/child.h"
#include "tools/tune/module_test.h"
#include "tools/tune/tune_module_run.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool tune_module_is_due(const TuneModule *module) {
  for (int t = 0; t < module->count; t++) {
    const TuneTask *task = &module->tasks[t];
    if (task->best_seconds > 0 &&
        !(task->is_module_tested && !strcmp(task->tested_module, module->session)))
      return true;
  }
  return false;
}

// --- what is compared

// A task of the module that has a good record.
typedef struct Subject {
  int64_t number;
  char *winner, *choice; // owned; choice: NULL where it was not measured well
  double seconds;        // of the choice, of all uses together
} Subject;

enum { GRACE_SECONDS = 10 }; // of what is stopped
enum { OVER_SECONDS = 3 };   // what the first duel may still take once the time is up
enum { VERSIONS = 3 };       // kept at a time: the choices, the best so far and what is tried

typedef struct Compiled {
  bool *takes; // owned
  ModuleVersion *version;
  bool has_failed; // it is none then
  int64_t used;    // when, counted
} Compiled;

typedef struct Work {
  const TuneModule *module;
  Store *store, *trial; // what is only tried is in the second one
  Subject *subjects;    // those whose winner is not the choice first, heaviest first
  int count, rivals;    // rivals: of these
  ModuleRun *run;
  Compiled compiled[VERSIONS];
  int64_t clock;
  char wrong[300]; // the first wrong result; "": there was none
} Work;

static bool is_rival(const Subject *subject) {
  return subject->choice && strcmp(subject->choice, subject->winner) != 0;
}

static int compare_subjects(const void *a, const void *b) {
  const Subject *x = a, *y = b;
  if (is_rival(x) != is_rival(y))
    return is_rival(x) ? -1 : 1;
  if (x->seconds != y->seconds)
    return x->seconds > y->seconds ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static Status read_subject(Work *work, const TuneTask *task) {
  Record *records = NULL;
  int64_t count = 0;
  Status status = STATUS_OK;
  TRY(records_read(work->store, task->number, &records, &count));
  const Record *best = records_best_alone(records, count);
  const Record *choice = records_choice(records, count);
  if (!best)
    goto cleanup; // records= has nothing for it
  Subject *subject = &work->subjects[work->count++];
  *subject = (Subject){.number = task->number, .winner = strdup(best->schedule)};
  if (choice) {
    subject->choice = strdup(choice->schedule);
    subject->seconds = (double)task->weight * choice->seconds;
  }
  if (!subject->winner || (choice && !subject->choice))
    TRY(status_fail(STATUS_SYSTEM, "no memory for the schedules of a module"));
  work->rivals += is_rival(subject);
cleanup:
  records_destroy(records, count);
  return status;
}

static Status read_subjects(Work *work) {
  const TuneModule *module = work->module;
  work->subjects = calloc((size_t)module->count + 1, sizeof *work->subjects);
  if (!work->subjects)
    return status_fail(STATUS_SYSTEM, "no memory for %d tasks", module->count);
  for (int t = 0; t < module->count; t++) {
    Status status = read_subject(work, &module->tasks[t]);
    if (status != STATUS_OK)
      return status;
  }
  qsort(work->subjects, (size_t)work->count, sizeof *work->subjects, compare_subjects);
  return STATUS_OK;
}

// What a store says of all subjects when the marked rivals keep their winners.
typedef struct Keeping {
  const Work *work;
  Store *store;
  const bool *takes;
  double choice_seconds, seconds;
} Keeping;

static Status keep(const Keeping *keeping) {
  const Work *work = keeping->work;
  const int64_t now = (int64_t)time(NULL);
  Status status = STATUS_OK;
  for (int n = 0; n < work->count && status == STATUS_OK; n++) {
    const Subject *subject = &work->subjects[n];
    bool is_choice = n < work->rivals && !keeping->takes[n];
    StoreKept kept = {.schedule = is_choice ? subject->choice : subject->winner,
                      .tested = subject->winner,
                      .choice_seconds = keeping->choice_seconds,
                      .seconds = keeping->seconds,
                      .tested_unix_seconds = now};
    if (!work->wrong[0]) // else it is tested, and told, by the next run again
      snprintf(kept.module, sizeof kept.module, "%s", work->module->session);
    status = store_set_kept(keeping->store, subject->number, &kept);
  }
  return status;
}

// All of it or nothing.
static Status keep_for_good(const Work *work, const bool *takes, const ModuleVerdict *verdict) {
  Status status = store_begin(work->store);
  if (status == STATUS_OK)
    status = keep(&(Keeping){work, work->store, takes, verdict->choice_seconds, verdict->seconds});
  return status == STATUS_OK ? store_commit(work->store) : status;
}

// --- measuring

static Compiled *find_compiled(Work *work, const bool *takes) {
  for (int n = 0; n < VERSIONS; n++)
    if (work->compiled[n].used > 0 &&
        !memcmp(work->compiled[n].takes, takes, (size_t)work->rivals * sizeof *takes))
      return &work->compiled[n];
  return NULL;
}

static Compiled *least_used(Work *work) {
  Compiled *least = &work->compiled[0];
  for (int n = 1; n < VERSIONS; n++)
    if (work->compiled[n].used < least->used)
      least = &work->compiled[n];
  return least;
}

static bool is_known_to_crash(const Work *work, const bool *takes) {
  const TuneModuleShare *share = work->module->share;
  for (int n = 0; n < share->crashes; n++)
    if (!memcmp(share->crashed[n], takes, (size_t)work->rivals * sizeof *takes))
      return true;
  return false;
}

static int count_taken(const Work *work, const Compiled *compiled) {
  int taken = 0;
  for (int n = 0; n < work->rivals; n++)
    taken += compiled->takes[n];
  return taken;
}

// Where the records are not found, all versions are the choices of the model: to compare them says
// nothing of the winners.
static Status check_differs(const Work *work, const Compiled *compiled) {
  for (int n = 0; n < VERSIONS; n++) {
    const Compiled *other = &work->compiled[n];
    if (other->version && other != compiled && count_taken(work, other) == 0 &&
        count_taken(work, compiled) == work->rivals &&
        module_version_hash(other->version) == module_version_hash(compiled->version))
      return status_fail(STATUS_UNSUPPORTED,
                         "with the winners it is the same code as with the model's choices");
  }
  return STATUS_OK;
}

// A version that cannot be compiled, or is wrong, is one that fails; the store's trouble is ours.
static Status compile(Work *work, const bool *takes, Compiled *compiled) {
  module_version_destroy(compiled->version);
  compiled->version = NULL;
  compiled->used = 0;
  memcpy(compiled->takes, takes, (size_t)work->rivals * sizeof *takes);
  compiled->has_failed = is_known_to_crash(work, takes);
  if (compiled->has_failed)
    return STATUS_OK;
  Status status = keep(&(Keeping){work, work->trial, takes, 0, 0});
  if (status != STATUS_OK)
    return status;
  status = module_version_create(work->run, &compiled->version);
  if (status == STATUS_REJECTED && !work->wrong[0])
    snprintf(work->wrong, sizeof work->wrong, "%s", status_text());
  compiled->has_failed = status != STATUS_OK;
  if (status == STATUS_OK)
    return check_differs(work, compiled);
  return status == STATUS_STORE || status == STATUS_SYSTEM ? status : STATUS_OK;
}

static Status measure(void *user, const bool *takes, double *out_seconds) {
  Work *work = user;
  Compiled *compiled = find_compiled(work, takes);
  memcpy(work->module->share->tried, takes, (size_t)work->rivals * sizeof *takes);
  if (!compiled) {
    compiled = least_used(work);
    Status status = compile(work, takes, compiled);
    if (status != STATUS_OK)
      return status;
  }
  compiled->used = ++work->clock;
  *out_seconds = compiled->has_failed ? INFINITY : module_version_time(compiled->version);
  return STATUS_OK;
}

static bool is_over(void *user) {
  const Work *work = user;
  return timing_now() > work->module->deadline;
}

static bool is_stopped(void *user) {
  const Work *work = user;
  return work->module->share->guard.stops;
}

// --- all of it

static Status work_create(Work *work) {
  const char *path = work->module->settings->collect.store;
  Status status = STATUS_OK;
  TRY(store_open_existing(path, &work->store));
  TRY(store_open_existing(path, &work->trial));
  TRY(store_try_kept(work->trial));
  TRY(read_subjects(work));
  for (int n = 0; n < VERSIONS; n++)
    if (!(work->compiled[n].takes = calloc((size_t)work->rivals + 1, sizeof(bool))))
      TRY(status_fail(STATUS_SYSTEM, "no memory for %d tasks", work->rivals));
cleanup:
  return status;
}

static void work_destroy(Work *work) {
  for (int n = 0; n < VERSIONS; n++) {
    module_version_destroy(work->compiled[n].version);
    free(work->compiled[n].takes);
  }
  module_run_destroy(work->run);
  for (int n = 0; n < work->count; n++) {
    free(work->subjects[n].winner);
    free(work->subjects[n].choice);
  }
  free(work->subjects);
  store_close(work->trial);
  store_close(work->store);
}

static Status compare(Work *work, bool *takes, ModuleVerdict *verdict) {
  ModuleMeter meter = {measure, is_over, is_stopped, work};
  double *shares = malloc(((size_t)work->rivals + 1) * sizeof *shares);
  if (!shares)
    return status_fail(STATUS_SYSTEM, "no memory for %d tasks", work->rivals);
  for (int n = 0; n < work->rivals; n++)
    shares[n] = work->subjects[n].seconds;
  Status status = module_test_run(&meter, shares, work->rivals, takes, verdict);
  free(shares);
  return status;
}

// Where the clock has no lock, all of it is on the core.
static void take_place(const CollectOptions *options) {
  cpu_set_t set;
  if (options->lock || options->core < 0 || options->core >= CPU_SETSIZE)
    return;
  CPU_ZERO(&set);
  CPU_SET((int)options->core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

// A module that cannot be run is not tested, and its records are as they were; one that is wrong
// even with the choices alone is a fault, like all that is wrong.
static Status test_rivals(Work *work, bool *takes) {
  ModuleVerdict verdict = {0};
  TuneModuleShare *share = work->module->share;
  Status status = module_run_create(work->module->settings, work->trial, &share->guard, &work->run);
  if (status == STATUS_OK)
    status = compare(work, takes, &verdict);
  if (work->wrong[0] && status == STATUS_REJECTED)
    return STATUS_OK; // the caller tells
  if (status == STATUS_STORE || status == STATUS_SYSTEM)
    return status;
  if (status != STATUS_OK)
    snprintf(share->note, sizeof share->note, "%s", status_text());
  if (status != STATUS_OK || verdict.is_stopped)
    return STATUS_OK;
  return keep_for_good(work, takes, &verdict);
}

static Status test_in_child(void *user) {
  Status status = STATUS_OK;
  Work work = {.module = user};
  bool *takes = NULL;
  take_place(&work.module->settings->collect);
  module_guard_start(&work.module->share->guard, GRACE_SECONDS);
  TRY(work_create(&work));
  takes = calloc((size_t)work.rivals + 1, sizeof *takes);
  if (!takes)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d tasks", work.rivals));
  if (work.rivals > 0)
    TRY(test_rivals(&work, takes));
  else
    TRY(keep_for_good(&work, takes, &(ModuleVerdict){0}));
  if (work.wrong[0])
    TRY(status_fail(STATUS_STORE,
                    "the whole module gave a wrong result with schedules that are right by "
                    "themselves, which is a fault of this program: %s",
                    work.wrong));
cleanup:
  free(takes);
  work_destroy(&work);
  return status;
}

// --- what the process died of

// Whether it goes on without the version at hand.
static bool leave_out(TuneModuleShare *share, const char *what) {
  if (share->crashes == TUNE_MODULE_CRASHES)
    return false;
  fprintf(stderr, "autotune tune: the whole module %s with some schedules, which count as slower\n",
          what);
  memcpy(share->crashed[share->crashes++], share->tried, sizeof share->tried);
  return true;
}

// Whether to test again. A note is left, or STATUS_OK alone where it was stopped.
static bool take_death(TuneModuleShare *share, Status *status) {
  const ModuleGuard *guard = &share->guard;
  bool is_reference = guard->step == GUARD_REFERENCE;
  const char *what = guard->end == GUARD_CRASHED ? "crashes" : "does not end in time";
  bool is_over = guard->end == GUARD_OVER;
  if (guard->stops || is_over)
    *status = STATUS_OK;
  if (is_over)
    snprintf(share->note, sizeof share->note, TUNE_NO_TIME);
  if (guard->stops || is_over || guard->step == GUARD_OTHER)
    return false;
  *status = STATUS_OK;
  if (guard->end == GUARD_UNKNOWN)
    snprintf(share->note, sizeof share->note, "its process was ended from outside%s",
             is_reference ? ", while it ran untouched" : "");
  else if (is_reference)
    snprintf(share->note, sizeof share->note, "it %s, even untouched", what);
  else if (leave_out(share, what))
    return true;
  else
    snprintf(share->note, sizeof share->note, "it %s with too many schedules", what);
  return false;
}

Status tune_module_test(const TuneModule *module) {
  Status status;
  if (module->is_limited)
    module->share->guard.end_seconds = (int64_t)(module->deadline + OVER_SECONDS);
  do
    status = child_run(test_in_child, (void *)module,
                       "the process that tests the whole module was ended from outside or by a "
                       "crash; the same command tests it again");
  while (status == STATUS_WORKER && take_death(module->share, &status));
  return status;
}
