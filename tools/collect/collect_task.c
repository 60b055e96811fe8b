// One task: the choice of the model, then random schedules and those of a measured search in turn
// (or what the model holds to be fast, or another way), then the choice again, which shows how far
// the machine drifts.
#include "tools/collect/collect_trial.h"

#include "runtime/timing.h"
#include "search/chooser.h"
#include "tools/ops/stored_module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMITS_MAX = 4, RETRIES = 8 };

// --- workers

struct CollectWorkers {
  const CollectOptions *options; // lent
  int count;
  char limits[LIMITS_MAX][32];
  Worker *workers[LIMITS_MAX];
  DriftWatch *watch; // owned
};

CollectWorkers *collect_workers_create(const CollectOptions *options, CollectProgress *progress) {
  CollectWorkers *workers = calloc(1, sizeof *workers);
  if (workers) {
    workers->options = options;
    workers->watch = drift_watch_create(&progress->drift, (int)options->core, options->lock);
  }
  return workers;
}

void collect_workers_destroy(CollectWorkers *workers) {
  for (int i = 0; workers && i < workers->count; i++)
    worker_destroy(workers->workers[i]);
  if (workers)
    drift_watch_destroy(workers->watch);
  free(workers);
}

Status collect_workers_find(CollectWorkers *workers, const char *limit, Worker **out_worker) {
  for (int i = 0; i < workers->count; i++)
    if (!strcmp(workers->limits[i], limit)) {
      *out_worker = workers->workers[i];
      return STATUS_OK;
    }
  if (workers->count == LIMITS_MAX)
    return status_fail(STATUS_USAGE, "more than %d limits of code in one store", LIMITS_MAX);
  WorkerOptions options = worker_default_options();
  options.core = (int)workers->options->core;
  options.lock = workers->options->lock;
  options.cpu = limit;
  options.compile_seconds = 3;
  options.run_seconds = 1;
  Status status = worker_create(&options, &workers->workers[workers->count]);
  if (status != STATUS_OK) // no fault of the task
    return STATUS_SYSTEM;
  snprintf(workers->limits[workers->count], sizeof *workers->limits, "%s", limit);
  *out_worker = workers->workers[workers->count++];
  return STATUS_OK;
}

// --- the task

static Status restore(CollectRun *run, bool *out_has_choice) {
  StoreRow *rows;
  int64_t count;
  Status status = store_read_rows(run->store, run->number, &rows, &count);
  for (int64_t r = 0; status == STATUS_OK && r < count; r++) {
    Schedule schedule;
    if (!space_read(run->space, rows[r].schedule, &schedule))
      continue;
    *out_has_choice |= rows[r].origin == ORIGIN_CHOICE;
    run->promising += rows[r].origin == ORIGIN_PROMISING;
    run->measured++;
    collect_observe(run, &schedule, collect_row_median(&rows[r]));
    seen_add(&run->seen, &schedule);
  }
  store_rows_destroy(rows, count);
  return status;
}

static Status measure_choice(CollectRun *run) {
  Schedule schedule;
  return space_read(run->space, run->task->schedule, &schedule)
             ? collect_measure(run, ORIGIN_CHOICE, &schedule)
             : STATUS_OK;
}

// --- the trials

static DatasetOrigin draw_origin(CollectRun *run) {
  return rng_chance(&run->rng, (int)run->options->random) ? ORIGIN_RANDOM : ORIGIN_EXPLORE;
}

static Status measure_trials(CollectRun *run) {
  int empty = 0;
  while (run->measured < run->task->trials && empty < RETRIES && !collect_is_time_up(run)) {
    DatasetOrigin origin = draw_origin(run);
    Schedule schedule;
    if (strategy_propose(run->strategies[origin], 1, &schedule) < 1) {
      empty++;
      continue;
    }
    if (seen_has(&run->seen, &schedule))
      continue;
    empty = 0;
    Status status = collect_measure(run, origin, &schedule);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// What the model holds to be fast and was not measured yet: where it is wrong, it learns most. The
// top is diverse, so that one mistake does not fill it.
static Status measure_promising(CollectRun *run) {
  ChooseOptions how = {
      .seed = (uint64_t)run->options->seed, .model = run->tune.model.learned, .is_diverse = true};
  Choice choice;
  if (!how.model)
    return status_fail(STATUS_MODEL, "--promising needs a learned model in the library");
  Status status = schedule_choose(&run->workload, NULL, 1, &run->tune.target, &how, &choice);
  for (int n = 0; status == STATUS_OK && n < choice.top_count && !collect_is_time_up(run) &&
                  run->promising < run->options->promising;
       n++) {
    if (seen_has(&run->seen, &choice.top[n].schedule))
      continue;
    status = collect_measure(run, ORIGIN_PROMISING, &choice.top[n].schedule);
    run->promising++;
  }
  return status;
}

static Status create_strategy(CollectRun *run, DatasetOrigin origin, const StrategyKind *kind) {
  StrategySetting setting = {.space = run->space,
                             .fit = ranker_fit,
                             .seed = (uint64_t)run->options->seed + (uint64_t)run->number,
                             .budget = run->task->trials};
  return strategy_create(kind, &setting, &run->strategies[origin]);
}

// --- all of it

static Status create_strategies(CollectRun *run) {
  if (run->options->way || run->options->promising > 0)
    return STATUS_OK;
  Status status = create_strategy(run, ORIGIN_EXPLORE, &strategy_evolution);
  return status == STATUS_OK ? create_strategy(run, ORIGIN_RANDOM, &strategy_random) : status;
}

Status collect_run_prepare(CollectRun *run, MlirContext context) {
  OptionTexts texts;
  MlirModule module;
  option_texts_init(&texts);
  texts.target = run->task->target;
  Status status = options_parse(&texts, &run->tune);
  if (status != STATUS_OK)
    return status;
  if (run->options->model)
    run->tune.model.learned = run->options->model;
  if (!workload_parse(run->task->workload, &run->workload))
    return status_fail(STATUS_STORE, "the workload cannot be read");
  status = stored_module_parse(context, run->task, &module);
  if (status != STATUS_OK)
    return status;
  status = measure_site_create(module, MEASURE_LARGEST_ANCHOR, &run->tune, &run->site);
  if (status != STATUS_OK)
    return status;
  run->variant = measure_find_variant(run->site->variants->workloads, run->site->variants->count,
                                      workload_key(&run->workload));
  if (run->variant < 0)
    return status_fail(STATUS_UNSUPPORTED, "by itself the op is another workload");
  return space_create(&run->workload, &run->tune.target, &run->space);
}

void collect_run_destroy(CollectRun *run) {
  for (int o = 0; o < ORIGIN_COUNT; o++)
    strategy_destroy(run->strategies[o]);
  space_destroy(run->space);
  measure_site_destroy(run->site);
  seen_destroy(&run->seen);
  collect_repeats_destroy(&run->repeats);
}

static Status measure_wanted(CollectRun *run) {
  if (run->options->way)
    return run->options->way->measure(run);
  return run->options->promising > 0 ? measure_promising(run) : measure_trials(run);
}

static Status run_task(CollectRun *run, MlirContext context, CollectWorkers *workers) {
  Status status = STATUS_OK;
  bool has_choice = false;
  TRY(collect_run_prepare(run, context));
  TRY(create_strategies(run));
  TRY(restore(run, &has_choice));
  TRY(collect_workers_find(workers, run->task->limit, &run->worker));
  TRY(measurer_set_op(run->worker, run->task->module, 60));
  if (!has_choice)
    TRY(measure_choice(run));
  TRY(measure_wanted(run));
  if (!run->options->way)
    TRY(collect_measure_repeats(run));
  if (!collect_is_time_up(run))
    TRY(measure_choice(run));
cleanup:
  return status;
}

Status collect_task(Store *store, int64_t number, MlirContext context, CollectWorkers *workers,
                    const CollectOptions *options, double deadline, CollectProgress *progress) {
  StoreTask task = {0};
  double own = 0;
  CollectRun run = {.store = store,
                    .number = number,
                    .task = &task,
                    .options = options,
                    .progress = progress,
                    .watch = workers->watch,
                    .rng = {(uint64_t)options->seed * 31 + (uint64_t)number}};
  Status status = store_read_task(store, number, &task);
  if (options->task_seconds > 0)
    own = timing_now() + options->task_seconds;
  bool is_cut = deadline > 0 && (own == 0 || deadline < own);
  run.deadline = is_cut ? deadline : own;
  if (status == STATUS_OK)
    status = run_task(&run, context, workers);
  if (status != STATUS_OK && status != STATUS_STORE && status != STATUS_SYSTEM) {
    fprintf(stderr, "autotune collect: task %" PRId64 ": %s\n", number, status_text());
    status = STATUS_OK;
    is_cut = false;
  }
  if (status == STATUS_OK && !(is_cut && collect_is_time_up(&run))) {
    status = store_finish_task(store, number);
    progress->tasks++;
  }
  collect_run_destroy(&run);
  store_task_destroy(&task);
  return status;
}
