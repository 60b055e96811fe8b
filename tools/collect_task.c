// One task: the choice of the model, then random schedules and those of a measured search in turn
// (or the points of a grid, or what the model holds to be fast), then the choice again, which shows
// how far the machine drifts.
#include "tools/collect.h"

#include "core/array.h"
#include "runtime/compile.h"
#include "runtime/timing.h"
#include "runtime/worker.h"
#include "search/chooser.h"
#include "search/strategy.h"
#include "tools/collect_grid.h"
#include "tools/measure_site.h"
#include "transforms/lowering.h"

#include <inttypes.h>
#include <math.h>
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
};

CollectWorkers *collect_workers_create(const CollectOptions *options) {
  CollectWorkers *workers = calloc(1, sizeof *workers);
  if (workers)
    workers->options = options;
  return workers;
}

void collect_workers_destroy(CollectWorkers *workers) {
  for (int i = 0; workers && i < workers->count; i++)
    worker_destroy(workers->workers[i]);
  free(workers);
}

static Status find_worker(CollectWorkers *workers, const char *limit, Worker **out_worker) {
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

typedef struct Run {
  Store *store;
  int64_t number;
  const StoreTask *task;
  const CollectOptions *options;
  CollectProgress *progress;
  double deadline;
  TuneOptions tune;
  Workload workload;
  MeasureSite *site;
  int variant;
  Worker *worker;
  SearchSpace *space;
  const StrategyKind *kinds[ORIGIN_COUNT];
  Strategy *strategies[ORIGIN_COUNT]; // by origin; NULL: none
  uint64_t *seen;                     // keys of the schedules measured
  int64_t seen_count, measured;       // measured: rows that count as trials
  int64_t promising;                  // of them, what the model holds to be fast
  Rng rng;
} Run;

static bool is_seen(const Run *run, uint64_t key) {
  for (int64_t i = 0; i < run->seen_count; i++)
    if (run->seen[i] == key)
      return true;
  return false;
}

static Status see(Run *run, const Schedule *schedule) {
  if (!array_grow(&run->seen, run->seen_count, sizeof *run->seen))
    return status_fail(STATUS_SYSTEM, "no memory for the schedules of a task");
  run->seen[run->seen_count++] = schedule_key(schedule);
  return STATUS_OK;
}

// Reads a schedule as the space makes them: what is fused is a matter of the variant.
static bool read_schedule(const Run *run, const char *text, Schedule *out) {
  if (schedule_parse(&run->workload, text, out) != STATUS_OK)
    return false;
  out->fuse_init = out->fuse_producers = 1;
  space_normalize(run->space, out);
  return true;
}

static void observe(Run *run, const Schedule *schedule, double seconds) {
  if (run->strategies[ORIGIN_EXPLORE])
    run->kinds[ORIGIN_EXPLORE]->observe(run->strategies[ORIGIN_EXPLORE], schedule, &seconds, 1);
}

static double row_median(const StoreRow *row) {
  Timing timing = {.repeats = row->repeats};
  memcpy(timing.seconds, row->seconds, sizeof row->seconds);
  return row->verdict == VERDICT_OK ? timing_median(&timing) : INFINITY;
}

static Status restore(Run *run, bool *out_has_choice) {
  StoreRow *rows;
  int64_t count;
  Status status = store_read_rows(run->store, run->number, &rows, &count);
  for (int64_t r = 0; status == STATUS_OK && r < count; r++) {
    Schedule schedule;
    if (!read_schedule(run, rows[r].schedule, &schedule))
      continue;
    *out_has_choice |= rows[r].origin == ORIGIN_CHOICE;
    run->promising += rows[r].origin == ORIGIN_PROMISING;
    run->measured++;
    observe(run, &schedule, row_median(&rows[r]));
    status = see(run, &schedule);
  }
  store_rows_destroy(rows, count);
  return status;
}

// --- one trial

static void print_schedule(const Run *run, const Schedule *schedule, char *text, size_t size) {
  Schedule named = *schedule;
  variants_name(run->site->variants, run->variant, &named);
  schedule_print(&run->workload, &named, text, size);
}

static Status keep(Run *run, DatasetOrigin origin, char *text, double build_seconds,
                   const Measurement *measurement) {
  StoreRow row = {.origin = origin, .verdict = measurement->verdict, .schedule = text};
  if (measurement->cpu_seconds > 0)
    row.cost_seconds = build_seconds + measurement->cpu_seconds;
  for (int i = 0; i < measurement->timing.repeats && i < DATASET_MAX_REPEATS; i++)
    row.seconds[row.repeats++] = measurement->timing.seconds[i];
  if (row.verdict == VERDICT_OK)
    run->progress->rows++;
  else
    run->progress->failed++;
  run->measured++;
  return store_add_row(run->store, run->number, &row);
}

// Schedules for which no code can be made are not kept.
static Status measure(Run *run, DatasetOrigin origin, const Schedule *schedule) {
  char text[OPTION_SCHEDULE_BYTES], *module = NULL;
  Measurement measurement = {0};
  Status status = see(run, schedule);
  if (status != STATUS_OK)
    return status;
  print_schedule(run, schedule, text, sizeof text);
  double start = timing_cpu();
  status = measure_site_build(run->site, text, &module);
  double build_seconds = timing_cpu() - start;
  if (status == STATUS_REJECTED) {
    observe(run, schedule, INFINITY);
    return STATUS_OK;
  }
  if (status != STATUS_OK)
    return status;
  WorkerCandidate candidate = {
      .module = module,
      .pipeline = lowering_pipeline_text(),
      .effort = JIT_SCHEDULED,
      .timing = {.repeats = 5, .minimum_seconds = 0.0015, .budget_seconds = 0.1}};
  TRY(worker_measure(run->worker, &candidate, &measurement));
  observe(run, schedule,
          measurement.verdict == VERDICT_OK ? timing_median(&measurement.timing) : INFINITY);
  TRY(keep(run, origin, text, build_seconds, &measurement));
cleanup:
  free(module);
  return status;
}

static Status measure_choice(Run *run) {
  Schedule schedule;
  return read_schedule(run, run->task->schedule, &schedule) ? measure(run, ORIGIN_CHOICE, &schedule)
                                                            : STATUS_OK;
}

// --- the trials

static bool is_time_up(const Run *run) { return run->deadline > 0 && timing_now() > run->deadline; }

static DatasetOrigin draw_origin(Run *run) {
  return rng_chance(&run->rng, (int)run->options->random) ? ORIGIN_RANDOM : ORIGIN_EXPLORE;
}

static Status measure_trials(Run *run) {
  int empty = 0;
  while (run->measured < run->task->trials && empty < RETRIES && !is_time_up(run)) {
    DatasetOrigin origin = draw_origin(run);
    Schedule schedule;
    if (run->kinds[origin]->propose(run->strategies[origin], 1, &schedule) < 1) {
      empty++;
      continue;
    }
    if (is_seen(run, schedule_key(&schedule)))
      continue;
    empty = 0;
    Status status = measure(run, origin, &schedule);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// What the model holds to be fast and was not measured yet: where it is wrong, it learns most. The
// top is diverse, so that one mistake does not fill it.
static Status measure_promising(Run *run) {
  ChooseOptions how = {.seed = (uint64_t)run->options->seed,
                       .strategy = CHOOSE_EVOLUTION,
                       .model = run->tune.model.learned,
                       .is_diverse = true};
  Choice choice;
  if (!how.model)
    return status_fail(STATUS_MODEL, "--promising needs a learned model in the library");
  Status status = schedule_choose(&run->workload, NULL, 1, &run->tune.target, &how, &choice);
  for (int n = 0; status == STATUS_OK && n < choice.top_count && !is_time_up(run) &&
                  run->promising < run->options->promising;
       n++) {
    if (is_seen(run, schedule_key(&choice.top[n].schedule)))
      continue;
    status = measure(run, ORIGIN_PROMISING, &choice.top[n].schedule);
    run->promising++;
  }
  return status;
}

static Status create_strategy(Run *run, DatasetOrigin origin, const char *name) {
  run->kinds[origin] = strategy_find(name);
  return run->kinds[origin]->create(run->space,
                                    (uint64_t)run->options->seed + (uint64_t)run->number,
                                    run->task->trials, &run->strategies[origin]);
}

// --- grids

typedef struct Known {
  Schedule schedule;
  double seconds;
  int64_t place;
} Known;

static int compare_known(const void *a, const void *b) {
  const Known *left = a, *right = b;
  if (left->seconds != right->seconds)
    return left->seconds < right->seconds ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

// The schedules of the rows of one origin, or of any (ORIGIN_COUNT), fastest first, each by its
// first time.
static Status sort_rows(const Run *run, DatasetOrigin origin, const StoreRow *rows, int64_t count,
                        Schedule **out_schedules, int64_t *out_count) {
  Known *known = malloc(sizeof *known * (size_t)(count + 1));
  Schedule *schedules = malloc(sizeof *schedules * (size_t)(count + 1));
  int64_t used = 0;
  if (!known || !schedules) {
    free(known);
    free(schedules);
    return status_fail(STATUS_SYSTEM, "no memory for %" PRId64 " schedules", count);
  }
  for (int64_t r = 0; r < count; r++) {
    Known *next = &known[used];
    *next = (Known){.seconds = row_median(&rows[r]), .place = r};
    used += (origin == ORIGIN_COUNT || rows[r].origin == origin) && isfinite(next->seconds) &&
            read_schedule(run, rows[r].schedule, &next->schedule);
  }
  qsort(known, (size_t)used, sizeof *known, compare_known);
  for (int64_t n = 0; n < used; n++)
    schedules[n] = known[n].schedule;
  free(known);
  *out_schedules = schedules;
  *out_count = used;
  return STATUS_OK;
}

// What was measured before the first point of the grid: whenever this is asked, the answer is the
// same.
static Status find_known(const Run *run, const StoreRow *rows, int64_t count,
                         Schedule **out_schedules, int64_t *out_count) {
  int64_t before = 0;
  while (before < count && rows[before].origin != ORIGIN_GRID)
    before++;
  return sort_rows(run, ORIGIN_COUNT, rows, before, out_schedules, out_count);
}

// Marks the rows of one origin as seen, and no others.
static Status see_only(Run *run, DatasetOrigin origin, const StoreRow *rows, int64_t count) {
  Status status = STATUS_OK;
  free(run->seen);
  run->seen = NULL;
  run->seen_count = 0;
  for (int64_t r = 0; r < count && status == STATUS_OK; r++) {
    Schedule schedule;
    if (rows[r].origin == origin && read_schedule(run, rows[r].schedule, &schedule))
      status = see(run, &schedule);
  }
  return status;
}

static Status measure_grid(Run *run) {
  Status status = STATUS_OK;
  StoreRow *rows = NULL;
  Schedule *known = NULL, *points = NULL;
  int64_t row_count = 0, known_count = 0, point_count = 0;
  TRY(store_read_workload_rows(run->store, run->number, &rows, &row_count));
  TRY(find_known(run, rows, row_count, &known, &known_count));
  TRY(collect_grid(run->space, (uint64_t)run->options->seed, run->task->grid, known, known_count,
                   &points, &point_count));
  TRY(see_only(run, ORIGIN_GRID, rows, row_count)); // a smaller grid may have had them
  for (int64_t n = 0; n < point_count && !is_time_up(run); n++)
    if (!is_seen(run, schedule_key(&points[n])))
      TRY(measure(run, ORIGIN_GRID, &points[n]));
cleanup:
  store_rows_destroy(rows, row_count);
  free(known);
  free(points);
  return status;
}

// The best points once more, because the fastest of thousands of noisy figures is a lucky one, and
// others evenly from the rest, which show how fast the machine is now.
static Status measure_again(Run *run) {
  Status status = STATUS_OK;
  StoreRow *rows = NULL;
  Schedule *points = NULL;
  int64_t row_count = 0, count = 0, wanted = run->options->again;
  TRY(store_read_workload_rows(run->store, run->number, &rows, &row_count));
  TRY(sort_rows(run, ORIGIN_GRID, rows, row_count, &points, &count));
  TRY(see_only(run, ORIGIN_AGAIN, rows, row_count));
  for (int64_t n = 0; n < 2 * wanted && n < count; n++) {
    int64_t place = n < wanted ? n : wanted + (n - wanted) * (count - wanted) / wanted;
    if (!is_seen(run, schedule_key(&points[place])))
      TRY(measure(run, ORIGIN_AGAIN, &points[place]));
  }
cleanup:
  store_rows_destroy(rows, row_count);
  free(points);
  return status;
}

// --- all of it

static Status create_strategies(Run *run) {
  if (run->task->grid > 0 || run->options->promising > 0)
    return STATUS_OK;
  Status status = create_strategy(run, ORIGIN_EXPLORE, "evolution");
  return status == STATUS_OK ? create_strategy(run, ORIGIN_RANDOM, "random") : status;
}

static Status prepare(Run *run, MlirContext context) {
  OptionTexts texts;
  MlirModule module;
  option_texts_init(&texts);
  texts.target = run->task->target;
  Status status = options_parse(&texts, &run->tune);
  if (status != STATUS_OK)
    return status;
  if (!workload_parse(run->task->workload, &run->workload))
    return status_fail(STATUS_STORE, "the workload cannot be read");
  status = compile_parse(context, run->task->module, &module);
  if (status != STATUS_OK)
    return status;
  status = measure_site_create(module, MEASURE_LARGEST_ANCHOR, &run->tune, &run->site);
  if (status != STATUS_OK)
    return status;
  run->variant = measure_site_find_variant(run->site, workload_key(&run->workload));
  if (run->variant < 0)
    return status_fail(STATUS_UNSUPPORTED, "by itself the op is another workload");
  status = space_create(&run->workload, &run->tune.target, &run->space);
  return status == STATUS_OK ? create_strategies(run) : status;
}

static Status set_task(Run *run) {
  WorkerTask task = {.module = run->task->module,
                     .pipeline = lowering_reference_text(),
                     .function = "op",
                     .data_count = 1,
                     .seed = 1,
                     .run_seconds = 60};
  return worker_set_task(run->worker, &task);
}

static void run_destroy(Run *run) {
  for (int o = 0; o < ORIGIN_COUNT; o++)
    if (run->strategies[o])
      run->kinds[o]->destroy(run->strategies[o]);
  space_destroy(run->space);
  measure_site_destroy(run->site);
  free(run->seen);
}

static Status measure_wanted(Run *run) {
  if (run->options->again > 0)
    return measure_again(run);
  if (run->options->promising > 0)
    return measure_promising(run);
  return run->task->grid > 0 ? measure_grid(run) : measure_trials(run);
}

static Status run_task(Run *run, MlirContext context, CollectWorkers *workers) {
  Status status = STATUS_OK;
  bool has_choice = false;
  TRY(prepare(run, context));
  TRY(restore(run, &has_choice));
  TRY(find_worker(workers, run->task->limit, &run->worker));
  TRY(set_task(run));
  if (!has_choice)
    TRY(measure_choice(run));
  TRY(measure_wanted(run));
  if (!is_time_up(run))
    TRY(measure_choice(run));
cleanup:
  return status;
}

Status collect_task(Store *store, int64_t number, MlirContext context, CollectWorkers *workers,
                    const CollectOptions *options, double deadline, CollectProgress *progress) {
  StoreTask task = {0};
  double own = 0;
  Run run = {.store = store,
             .number = number,
             .task = &task,
             .options = options,
             .progress = progress,
             .rng = {(uint64_t)options->seed * 31 + (uint64_t)number}};
  Status status = store_read_task(store, number, &task);
  if (options->task_seconds > 0 && task.grid == 0) // a grid takes as long as it takes
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
  if (status == STATUS_OK && !(is_cut && is_time_up(&run)))
    status = store_finish_task(store, number);
  progress->tasks++;
  run_destroy(&run);
  store_task_destroy(&task);
  return status;
}
