// ScriptTune: the points of a script measured on a module, every result kept in a record store, so
// that a run which was stopped goes on.
#include "tools/script/script_tune.h"

#include "base/file/terminal.h"
#include "base/text.h"
#include "passes/script/script_search.h"
#include "records/record.h"
#include "search/measure/measurer.h"
#include "tools/collect/child.h"
#include "tools/collect/collect.h"
#include "tools/process/stop_signals.h"
#include "tools/script/script_compare.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define UNTOUCHED "untouched" // in the place of a point

enum {
  BASELINE_EVERY = 16, // trials from one measurement of the untouched module to the next
  MOST_PRICES = 1024,  // points that the model looks at before any is measured,
  PRICES_EACH = 16,    // and for one that may be measured
  CONTENDERS = 4,      // the fastest, measured again at the end,
  ROUNDS = 4,          // in turn, so often
};

typedef struct Run {
  const ScriptSubject *subject;
  const ScriptSettings *settings;
  Store *store;
  int64_t number; // of the task
  char session[32];
  Worker *worker;
  ScriptSearch search;
  ScriptModel model;
  ScriptPrices prices;
  StoreSpent spent;
  int64_t made;            // trials of this run
  double baseline_seconds; // of the untouched module, measured last; 0: it was not
  double charged;          // until when `spent` has the seconds
} Run;

// --- Ctrl-C: the candidate at hand is finished

// In memory that parent and child share.
typedef struct Shared {
  const ScriptSubject *subject;
  const ScriptSettings *settings;
  ScriptResult result;
  _Atomic bool is_interrupted; // by a signal that the parent caught
} Shared;

static Shared *shared; // of the run at hand

static void interrupt(int signal_number) {
  (void)signal_number;
  shared->is_interrupted = true;
}

static bool is_over(const Run *run) {
  const ScriptSettings *settings = run->settings;
  return shared->is_interrupted ||
         (settings->trials > 0 && run->spent.trials >= settings->trials) ||
         (settings->seconds > 0 &&
          run->spent.seconds + timing_now() - run->charged > settings->seconds);
}

// --- the task of the store

// Of the script with all that is open as it is, the module and the function.
static Status hash_task(const Run *run, char *out_module, uint64_t *out_hash) {
  char *script = NULL;
  const char *function = run->settings->function ? run->settings->function : "";
  Status status = ir_print(mlirModuleGetOperation(run->subject->space->script), &script);
  if (status != STATUS_OK)
    return status;
  uint64_t hash = text_hash(TEXT_HASH_START, script, strlen(script));
  hash = text_hash(hash, out_module, strlen(out_module));
  *out_hash = text_hash(hash, function, strlen(function));
  free(script);
  return STATUS_OK;
}

// What was spent is of one task, by its number in the store, with this version of the space on this
// processor. A copy of the store goes on; an import brings the points, not what they took.
static void name_session(Run *run, uint64_t hash) {
  int64_t space = SPACE_VERSION;
  const char *cpu = collect_cpu();
  hash = text_hash(hash, &space, sizeof space);
  hash = text_hash(hash, run->settings->target, strlen(run->settings->target));
  hash = text_hash(hash, cpu, strlen(cpu));
  hash = text_hash(hash, &run->number, sizeof run->number);
  snprintf(run->session, sizeof run->session, "%016" PRIx64, hash);
}

static Status find_task(Run *run, char *module) {
  uint64_t hash;
  char workload[48];
  Status status = hash_task(run, module, &hash);
  if (status != STATUS_OK)
    return status;
  snprintf(workload, sizeof workload, STORE_SCRIPT_PREFIX "%016" PRIx64, hash);
  StoreTask task = {.workload = workload,
                    .family = "script",
                    .source = "",
                    .cpu = (char *)collect_cpu(),
                    .target = (char *)run->settings->target,
                    .limit = "",
                    .module = module,
                    .schedule = UNTOUCHED};
  status = store_add_task(run->store, &task, &run->number);
  name_session(run, hash);
  return status;
}

static Status set_worker_task(const Run *run, const char *module) {
  WorkerTask task = {.module = module,
                     .pipeline = lowering_reference_text(),
                     .function = run->settings->function,
                     .data_count = run->subject->payload->data_count,
                     .seed = MEASURER_OP_SEED};
  return worker_set_task(run->worker, &task);
}

static Status restore(Run *run) {
  Record *records = NULL;
  int64_t count = 0;
  ScriptPoint point;
  Status status = records_read(run->store, run->number, &records, &count);
  for (int64_t n = 0; status == STATUS_OK && n < count; n++)
    if (script_point_parse(run->subject->space, records[n].schedule, &point))
      status = script_search_observe(&run->search, &point, records[n].seconds);
  records_destroy(records, count);
  run->search.rng.state += (uint64_t)run->search.count; // other points than before
  return status;
}

// Even a quarter of the time that is left is enough: pricing gives an order, no result.
static bool has_priced_enough(const void *user) {
  const Run *run = user;
  double left = run->settings->seconds - run->spent.seconds;
  return shared->is_interrupted ||
         (run->settings->seconds > 0 && timing_now() - run->charged > left / 4);
}

// What the model holds to be fastest is measured first.
static Status find_guesses(Run *run) {
  int64_t trials = run->settings->trials;
  int64_t most =
      trials > 0 && trials < MOST_PRICES / PRICES_EACH ? trials * PRICES_EACH : MOST_PRICES;
  const ScriptBudget budget = {most, has_priced_enough, run};
  if (is_over(run) || !run->search.is_genetic)
    return STATUS_OK;
  const ScriptPricer pricer = script_pricer(&run->model);
  Status status = script_prices_find(&pricer, run->settings->seed, &budget, &run->prices);
  if (status != STATUS_OK)
    return status;
  script_prices_sort(&run->prices);
  run->search.guesses = run->prices.search.trials;
  run->search.guess_count = run->prices.priced; // those without a price stand behind
  return STATUS_OK;
}

static Status prepare(Run *run) {
  Status status = STATUS_OK;
  char *module = NULL;
  const ScriptSettings *settings = run->settings;
  WorkerOptions options = worker_default_options();
  options.core = (int)settings->core;
  options.lock = settings->lock;
  run->charged = timing_now();
  TRY(script_search_start(run->subject->space, settings->strategy, settings->seed, &run->search));
  TRY(ir_print(mlirModuleGetOperation(run->subject->payload->module), &module));
  TRY(store_open(settings->store, &run->store));
  TRY(find_task(run, module));
  TRY(store_read_spent(run->store, run->session, &run->spent));
  TRY(restore(run));
  TRY(find_guesses(run));
  TRY(worker_create(&options, &run->worker));
  TRY(set_worker_task(run, module));
cleanup:
  free(module);
  return status;
}

// --- measuring

// No code could be made of it: the interpreter refused it.
static Verdict kept_verdict(const Outcome *outcome) {
  return outcome->verdict == TRIAL_REJECTED ? VERDICT_COMPILE_ERROR : (Verdict)outcome->verdict;
}

static Status keep(const Run *run, DatasetOrigin origin, char *text, Outcome *outcome) {
  StoreRow row = {.origin = origin,
                  .verdict = kept_verdict(outcome),
                  .schedule = text,
                  .reason = outcome->reason,
                  .seed = MEASURER_OP_SEED,
                  .baseline_seconds = run->baseline_seconds};
  if (outcome->cpu_seconds > 0)
    row.cost_seconds = outcome->build_seconds + outcome->cpu_seconds;
  for (int n = 0; n < outcome->timing.repeats && n < DATASET_MAX_REPEATS; n++)
    row.seconds[row.repeats++] = outcome->timing.seconds[n];
  return store_add_row(run->store, run->number, &row, NULL);
}

static Status measure(const Run *run, DatasetOrigin origin, char *text, double *out_seconds) {
  bool is_untouched = !strcmp(text, UNTOUCHED);
  Outcome outcome;
  const Measurer measurer = {
      .worker = run->worker,
      .subject = {run->subject, script_build},
      .timing = {.repeats = 5, .minimum_seconds = 0.0015, .budget_seconds = 0.1},
      .effort = CODE_FULL};
  Status status = measurer_run(&measurer, is_untouched ? "" : text, &outcome);
  if (status != STATUS_OK)
    return status;
  *out_seconds = outcome_seconds(&outcome);
  return keep(run, origin, text, &outcome);
}

static Status measure_baseline(Run *run) {
  double seconds;
  char text[] = UNTOUCHED;
  DatasetOrigin origin = run->spent.trials == 0 ? ORIGIN_CHOICE : ORIGIN_BASELINE;
  Status status = measure(run, origin, text, &seconds);
  if (status == STATUS_OK)
    run->baseline_seconds = isfinite(seconds) ? seconds : 0;
  return status;
}

static Status charge(Run *run, int64_t trials) {
  double now = timing_now();
  StoreSpent more = {trials, now - run->charged};
  run->charged = now;
  run->spent.trials += more.trials;
  run->spent.seconds += more.seconds;
  return store_add_spent(run->store, run->session, &more);
}

// What won before is only the fastest so far once there is something new.
static Status try_point(Run *run, const ScriptPoint *point) {
  Status status = STATUS_OK;
  char text[SCRIPT_POINT_BYTES];
  double seconds = INFINITY;
  if (run->made == 0)
    TRY(store_set_winner(run->store, run->number, ""));
  script_point_print(run->subject->space, point, text);
  TRY(measure(run, ORIGIN_EXPLORE, text, &seconds));
  TRY(script_search_observe(&run->search, point, seconds));
  run->made++;
  TRY(charge(run, 1));
cleanup:
  return status;
}

static double fastest(const ScriptSearch *search) {
  double best = INFINITY;
  for (int64_t n = 0; n < search->count; n++)
    best = fmin(best, search->trials[n].seconds);
  return best;
}

static void show_progress(const Run *run) {
  if (run->settings->is_quiet || !terminal_is_live(stderr))
    return;
  fprintf(stderr, "\r\033[K%" PRId64 " trials of %" PRIu64 " points", run->search.count,
          run->subject->space->size);
  if (isfinite(fastest(&run->search)))
    fprintf(stderr, ", best %.4f ms", 1e3 * fastest(&run->search));
}

static void end_progress(const Run *run) {
  if (!run->settings->is_quiet && terminal_is_live(stderr) && run->made > 0)
    fprintf(stderr, "\r\033[K");
}

static Status run_trials(Run *run) {
  Status status = STATUS_OK;
  ScriptPoint point;
  while (!is_over(run) && script_search_propose(&run->search, &point)) {
    if (run->made % BASELINE_EVERY == 0)
      TRY(measure_baseline(run));
    TRY(try_point(run, &point));
    show_progress(run);
  }
cleanup:
  end_progress(run);
  return status;
}

// --- the fastest against each other

// Of one of several points, measured in turn: how much slower than the others, as a logarithm.
static Status measure_rounds(const Run *run, const Record *records, const int64_t *places,
                             int count, double *out_slowness) {
  for (int r = 0; r < ROUNDS; r++)
    for (int n = 0; n < count && !shared->is_interrupted; n++) {
      double seconds;
      Status status = measure(run, ORIGIN_PAIRED, records[places[n]].schedule, &seconds);
      if (status != STATUS_OK)
        return status;
      out_slowness[n] += log(seconds);
    }
  return STATUS_OK;
}

// The fastest of many noisy figures is a lucky one: the fastest few are measured again.
static Status find_winner(const Run *run, const Record *records, int64_t count) {
  int64_t places[CONTENDERS];
  double slowness[CONTENDERS] = {0};
  int contenders = 0, best = 0;
  for (int64_t n = 0; n < count && contenders < CONTENDERS; n++)
    if (isfinite(records[n].seconds) && strcmp(records[n].schedule, UNTOUCHED))
      places[contenders++] = n;
  if (contenders == 0)
    return STATUS_OK;
  Status status = measure_rounds(run, records, places, contenders, slowness);
  for (int n = 1; n < contenders; n++)
    if (slowness[n] < slowness[best])
      best = n;
  return status == STATUS_OK && !shared->is_interrupted && isfinite(slowness[best])
             ? store_set_winner(run->store, run->number, records[places[best]].schedule)
             : status;
}

static Status run_paired(const Run *run) {
  Record *records = NULL;
  int64_t count = 0;
  Status status = records_read(run->store, run->number, &records, &count);
  bool has_winner = status == STATUS_OK && count > 0 && records[0].is_winner;
  if (status == STATUS_OK && !has_winner)
    status = find_winner(run, records, count);
  records_destroy(records, count);
  return status;
}

// --- the result

static void add_record(const Record *record, ScriptResult *result) {
  bool is_ok = record->verdict == VERDICT_OK;
  if (!strcmp(record->schedule, UNTOUCHED)) {
    result->untouched_seconds = is_ok ? record->seconds : 0;
    return;
  }
  result->trials++;
  result->failed += !is_ok;
  result->wrong += record->verdict == VERDICT_WRONG_RESULT;
  if (!is_ok)
    snprintf(result->reason, sizeof result->reason, "%s", record->reason);
  else if (!result->best[0]) {
    snprintf(result->best, sizeof result->best, "%s", record->schedule);
    result->best_seconds = record->seconds;
  }
}

static Status read_result(const Run *run, ScriptResult *out_result) {
  Record *records = NULL;
  int64_t count = 0;
  Status status = records_read(run->store, run->number, &records, &count);
  *out_result = (ScriptResult){.is_stopped = shared->is_interrupted};
  for (int64_t n = 0; status == STATUS_OK && n < count; n++)
    add_record(&records[n], out_result);
  records_destroy(records, count);
  return status;
}

static Status compare_model(Run *run, ScriptResult *result) {
  const ScriptComparison comparison = {.store = run->store,
                                       .task = run->number,
                                       .model = &run->model,
                                       .prices = &run->prices,
                                       .is_interrupted = &shared->is_interrupted};
  return script_compare(&comparison, &result->tau, &result->compared);
}

// The terminal's Ctrl-C reaches neither this process nor the worker, so it spoils no candidate.
static Status tune_in_child(void *user) {
  (void)user;
  Status status = STATUS_OK;
  Run run = {.subject = shared->subject, .settings = shared->settings};
  run.model = (ScriptModel){shared->subject, shared->settings->function, shared->settings->machine};
  TRY(prepare(&run));
  TRY(run_trials(&run));
  if (!shared->is_interrupted)
    TRY(run_paired(&run));
  TRY(charge(&run, 0));
  TRY(read_result(&run, &shared->result));
  TRY(compare_model(&run, &shared->result));
cleanup:
  worker_destroy(run.worker);
  store_close(run.store);
  script_search_stop(&run.search);
  script_prices_destroy(&run.prices);
  return status;
}

Status script_tune(const ScriptSubject *subject, const ScriptSettings *settings,
                   ScriptResult *out_result) {
  StopSignals before;
  void *memory =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return status_fail(STATUS_SYSTEM, "no shared memory");
  shared = memory;
  shared->subject = subject;
  shared->settings = settings;
  stop_signals_catch(interrupt, &before);
  Status status = child_run(tune_in_child, NULL,
                            "the process that measures was ended from outside or by a crash; the "
                            "same command goes on");
  stop_signals_release(&before);
  *out_result = shared->result;
  munmap(memory, sizeof *shared);
  return status;
}
