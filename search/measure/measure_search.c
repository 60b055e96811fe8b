// Every variant of the subject has a space and a strategy of its own. A batch goes in part to all
// of them in turn, so that none is judged by the model alone, and otherwise to the variant that
// measured best.
#include "search/measure/measure_search.h"

#include "base/array.h"
#include "base/file/terminal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  SHARE_OF_ALL = 25,   // percent of proposals that go round all variants
  BASELINE_EVERY = 32, // measurements from one baseline to the next, at most one batch more
  RETRIES = 4,         // empty batches before the spaces count as exhausted
};

// One way in which the op can be fused.
typedef struct VariantSearch {
  SearchSpace *space; // owned
  Strategy *strategy; // owned
  double best_seconds;
} VariantSearch;

typedef struct Search {
  const SearchSubject *subject;
  const TrialContext *context;
  Worker *worker;
  const MeasureSearchOptions *options;
  MeasureResult *result;
  Rng rng;
  double start_time;
  int variant_count, next_variant;
  VariantSearch variants[MEASURE_MAX_VARIANTS];
  int64_t proposed;       // trials that count
  int64_t since_baseline; // measurements
  int verdicts[TRIAL_VERDICT_COUNT];
  bool has_shown; // a line that is still open
} Search;

Status strategy_read(const char *name, const StrategyKind **out_kind) {
  char known[160];
  *out_kind = strategy_find(name, STRATEGY_MEASURES);
  if (*out_kind)
    return STATUS_OK;
  strategy_names(STRATEGY_MEASURES, known, sizeof known);
  return status_fail(STATUS_USAGE, "--strategy %s: use one of %s", name, known);
}

bool trial_is_proposed(const Trial *trial) {
  return trial->role == MEASURE_START || trial->role == MEASURE_TRIAL;
}

int measure_find_variant(const Workload *variants, int count, uint64_t key) {
  for (int v = 0; v < count; v++)
    if (workload_key(&variants[v]) == key)
      return v;
  return -1;
}

void measure_result_destroy(MeasureResult *result) {
  free(result->trials);
  *result = (MeasureResult){.start = -1, .best = -1};
}

// --- variants

static int find_variant(const Search *search, uint64_t key) {
  return measure_find_variant(search->subject->variants, search->subject->variant_count, key);
}

static Status variants_create(Search *search) {
  Status status = STATUS_OK;
  const MeasureSearchOptions *options = search->options;
  for (int v = 0; v < search->subject->variant_count; v++) {
    VariantSearch *variant = &search->variants[search->variant_count++];
    variant->best_seconds = INFINITY;
    TRY(space_create(&search->subject->variants[v], search->subject->target, &variant->space));
    StrategySetting setting = {.space = variant->space,
                               .fit = ranker_fit,
                               .seed = options->seed + (uint64_t)v,
                               .budget = options->trials};
    TRY(strategy_create(options->strategy, &setting, &variant->strategy));
  }
cleanup:
  return status;
}

static void variants_destroy(Search *search) {
  for (int v = 0; v < search->variant_count; v++) {
    strategy_destroy(search->variants[v].strategy);
    space_destroy(search->variants[v].space);
  }
}

static int best_variant(const Search *search) {
  int best = 0;
  for (int v = 1; v < search->variant_count; v++)
    if (search->variants[v].best_seconds < search->variants[best].best_seconds)
      best = v;
  return best;
}

static int draw_variant(Search *search) {
  bool goes_round = isinf(search->variants[best_variant(search)].best_seconds) ||
                    rng_chance(&search->rng, SHARE_OF_ALL);
  return goes_round ? search->next_variant++ % search->variant_count : best_variant(search);
}

// --- results

static bool is_baseline(const Trial *trial) {
  return trial->role == MEASURE_START || trial->role == MEASURE_BASELINE;
}

static Status keep_trial(Search *search, const Trial *trial) {
  MeasureResult *result = search->result;
  if (!array_grow(&result->trials, result->count, sizeof *result->trials))
    return status_fail(STATUS_SYSTEM, "no memory for %d trials", result->count);
  search->proposed += trial_is_proposed(trial);
  search->verdicts[trial->outcome.verdict] += trial_is_proposed(trial);
  search->since_baseline = is_baseline(trial) ? 0 : search->since_baseline + 1;
  if (trial->role == MEASURE_START)
    result->start = result->count;
  result->trials[result->count++] = *trial;
  return STATUS_OK;
}

// Tells the strategy of the variant what came out.
static void observe(Search *search, int variant, const Schedule *schedule, const Trial *trial) {
  VariantSearch *searched = &search->variants[variant];
  double seconds = outcome_seconds(&trial->outcome);
  strategy_observe(searched->strategy, schedule, &seconds, 1);
  if (seconds < searched->best_seconds)
    searched->best_seconds = seconds;
}

static Status restore(Search *search) {
  Trial *trials;
  int count;
  Status status = measure_log_read(search->options->log, search->subject->key,
                                   search->context->target, &trials, &count);
  for (int i = 0; status == STATUS_OK && i < count; i++) {
    int variant = find_variant(search, trials[i].workload_key);
    Schedule schedule;
    if (variant < 0 || !space_read(search->variants[variant].space, trials[i].schedule, &schedule))
      continue;
    if (trial_is_proposed(&trials[i]))
      observe(search, variant, &schedule, &trials[i]);
    status = keep_trial(search, &trials[i]);
  }
  free(trials);
  return status;
}

// --- measuring

static TimingOptions timing_of(MeasureRole role) {
  return role == MEASURE_CONFIRM
             ? (TimingOptions){.repeats = 11, .minimum_seconds = 0.01, .budget_seconds = 1.0}
             : (TimingOptions){.repeats = 7, .minimum_seconds = 0.002, .budget_seconds = 0.2};
}

static Status finish_trial(Search *search, int variant, Trial *trial) {
  Measurer measurer = {search->worker, search->subject->built, timing_of(trial->role),
                       trial->role == MEASURE_CONFIRM ? CODE_FULL : CODE_SCHEDULED};
  Status status = measurer_run(&measurer, trial->schedule, &trial->outcome);
  if (status == STATUS_OK)
    status = keep_trial(search, trial);
  if (status == STATUS_OK)
    status = measure_log_append(search->options->log, search->context,
                                &search->subject->variants[variant], trial);
  return status;
}

static Status measure_schedule(Search *search, int variant, const Schedule *schedule,
                               MeasureRole role) {
  const Workload *workload = &search->subject->variants[variant];
  Schedule named = *schedule;
  Trial trial = {
      .role = role, .site = search->subject->key, .workload_key = workload_key(workload)};
  search->subject->name_schedule(search->subject->built.context, variant, &named);
  schedule_print(workload, &named, trial.schedule, sizeof trial.schedule);
  space_score(search->variants[variant].space, schedule, &trial.predicted_seconds, NULL);
  Status status = finish_trial(search, variant, &trial);
  if (status == STATUS_OK)
    observe(search, variant, schedule, &trial);
  return status;
}

// --- the loop

static bool is_time_up(const Search *search) {
  double limit = search->options->seconds;
  return limit > 0 && timing_now() - search->start_time > limit;
}

static double best_seconds(const Search *search) {
  return search->variants[best_variant(search)].best_seconds;
}

static void show_progress(Search *search) {
  if (search->options->is_quiet || !terminal_is_live(stderr))
    return;
  search->has_shown = true;
  fprintf(stderr, "\r%s: %" PRId64 " of %" PRId64 " trials, best %.4f ms, %.0f s ",
          search->subject->name, search->proposed, search->options->trials,
          1e3 * best_seconds(search), timing_now() - search->start_time);
}

static Status measure_start(Search *search) {
  int variant = find_variant(search, search->subject->start_workload);
  Schedule schedule;
  if (search->result->start >= 0 || variant < 0 ||
      !space_read(search->variants[variant].space, search->subject->start, &schedule))
    return STATUS_OK;
  return measure_schedule(search, variant, &schedule, MEASURE_START);
}

// A machine that changes its pace meanwhile makes trials incomparable: the start, measured again,
// would show it.
static Status measure_baseline(Search *search, int64_t least_since) {
  const MeasureResult *result = search->result;
  if (result->start < 0 || result->trials[result->start].outcome.verdict != VERDICT_OK ||
      search->since_baseline < least_since || is_time_up(search))
    return STATUS_OK;
  Trial trial = result->trials[result->start];
  trial.role = MEASURE_BASELINE;
  return finish_trial(search, find_variant(search, trial.workload_key), &trial);
}

static void sum_drift_up(MeasureResult *result) {
  for (int i = 0; i < result->count && result->start >= 0; i++)
    if (is_baseline(&result->trials[i]))
      baseline_add(&result->baseline, outcome_seconds(&result->trials[i].outcome));
}

// Proposals of one batch are made before any of them is measured.
static Status measure_batch(Search *search, int64_t size, int *out_made) {
  Schedule schedules[MEASURE_MAX_BATCH];
  int variants[MEASURE_MAX_BATCH];
  int made = 0;
  for (int n = 0; n < size; n++) {
    int variant = draw_variant(search);
    Strategy *strategy = search->variants[variant].strategy;
    variants[made] = variant;
    made += strategy_propose(strategy, 1, &schedules[made]) == 1;
  }
  for (int n = 0; n < made && !is_time_up(search); n++) {
    Status status = measure_schedule(search, variants[n], &schedules[n], MEASURE_TRIAL);
    if (status != STATUS_OK)
      return status;
    show_progress(search);
  }
  *out_made = made;
  return STATUS_OK;
}

static Status measure_trials(Search *search) {
  const MeasureSearchOptions *options = search->options;
  for (int empty = 0; empty < RETRIES;) {
    int64_t left = options->trials - search->proposed;
    int made = 0;
    if (left <= 0 || is_time_up(search))
      return STATUS_OK;
    Status status = measure_batch(search, left < options->batch ? left : options->batch, &made);
    if (status != STATUS_OK)
      return status;
    empty = made ? 0 : empty + 1;
    status = measure_baseline(search, BASELINE_EVERY);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// --- confirming the best

static bool is_same_schedule(const Trial *a, const Trial *b) {
  return a->workload_key == b->workload_key && !strcmp(a->schedule, b->schedule);
}

// Place of the confirmation of a trial, -1 when there is none.
static int find_confirmation(const MeasureResult *result, const Trial *trial) {
  for (int i = 0; i < result->count; i++)
    if (result->trials[i].role == MEASURE_CONFIRM && is_same_schedule(&result->trials[i], trial))
      return i;
  return -1;
}

// The fastest proposed trial that is slower than the one at `after` (-1: the fastest of all).
static int next_fastest(const MeasureResult *result, int after) {
  int best = -1;
  for (int i = 0; i < result->count; i++) {
    const Trial *trial = &result->trials[i];
    double seconds = trial_seconds(trial);
    if (!trial_is_proposed(trial) || trial->outcome.verdict != VERDICT_OK || seconds <= 0 ||
        i == after)
      continue;
    double limit = after < 0 ? 0 : trial_seconds(&result->trials[after]);
    if (after >= 0 && (seconds < limit || (seconds == limit && i < after)))
      continue;
    if (best < 0 || seconds < trial_seconds(&result->trials[best]))
      best = i;
  }
  return best;
}

static Status confirm(Search *search) {
  MeasureResult *result = search->result;
  int place = -1;
  for (int64_t n = 0; n < search->options->confirm; n++) {
    place = next_fastest(result, place);
    if (place < 0)
      return STATUS_OK;
    if (find_confirmation(result, &result->trials[place]) >= 0)
      continue;
    if (is_time_up(search)) {
      result->is_done = false;
      return STATUS_OK;
    }
    Trial trial = result->trials[place];
    int variant = find_variant(search, trial.workload_key);
    trial.role = MEASURE_CONFIRM;
    Status status = finish_trial(search, variant, &trial);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// The best of the confirmed trials, else of all.
static int find_best(const MeasureResult *result) {
  int best = -1;
  for (int i = 0; i < result->count; i++) {
    const Trial *trial = &result->trials[i];
    if (trial->role == MEASURE_CONFIRM && trial->outcome.verdict == VERDICT_OK &&
        (best < 0 || trial_seconds(trial) < trial_seconds(&result->trials[best])))
      best = i;
  }
  return best >= 0 ? best : next_fastest(result, -1);
}

Status measure_search(const SearchSubject *subject, const TrialContext *context, Worker *worker,
                      const MeasureSearchOptions *options, MeasureResult *out_result) {
  Status status = STATUS_OK;
  MeasureResult result = {.start = -1, .best = -1};
  Search search = {.subject = subject,
                   .context = context,
                   .worker = worker,
                   .options = options,
                   .result = &result,
                   .rng = {options->seed},
                   .start_time = timing_now()};
  TRY(variants_create(&search));
  TRY(restore(&search));
  search.rng.state += (uint64_t)result.count; // another batch than before the search was stopped
  TRY(measure_start(&search));
  TRY(measure_trials(&search));
  result.is_done = !is_time_up(&search) || search.proposed >= options->trials;
  if (result.is_done)
    TRY(confirm(&search));
  TRY(measure_baseline(&search, 1));
  sum_drift_up(&result);
  result.best = find_best(&result);
  *out_result = result;
  result = (MeasureResult){0};
cleanup:
  if (!options->is_quiet && search.has_shown)
    fprintf(stderr, "\n");
  variants_destroy(&search);
  free(result.trials);
  return status;
}
