// CollectRun: one task while it is measured, by `autotune collect` or `autotune tune`.
#ifndef AUTOTUNE_TOOLS_COLLECT_COLLECT_TRIAL_H
#define AUTOTUNE_TOOLS_COLLECT_COLLECT_TRIAL_H

#include "runtime/drift_watch.h"
#include "runtime/timing_noise.h"
#include "runtime/worker/worker.h"
#include "search/strategy.h"
#include "tools/collect/collect.h"
#include "tools/collect/collect_repeat.h"
#include "tools/ops/measure_site.h"

typedef struct CollectRun {
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
  Strategy *strategies[ORIGIN_COUNT]; // by origin; NULL: none
  SeenSet seen;                       // measured
  int64_t measured;                   // rows that count as trials
  int64_t promising;                  // of them, what the model holds to be fast
  Rng rng;
  DriftWatch *watch; // lent
  double looked;     // when, of the monotonic clock
  CollectRepeats repeats;
  TimingNoise noise;       // of all that was measured well
  double baseline_seconds; // of the choice, measured last; 0: it was not
  char *building;          // SCHEDULE_TEXT_BYTES: the schedule at hand, for who sees this process
                           // die; NULL: nobody
} CollectRun;

// Reads the op, its fusion and its space; store, number and task are there. Destroy with
// collect_run_destroy, whatever the result.
Status collect_run_prepare(CollectRun *run, MlirContext context);
void collect_run_destroy(CollectRun *run);
// The worker for code of that limit; lent.
Status collect_workers_find(CollectWorkers *workers, const char *limit, Worker **out_worker);

bool collect_is_time_up(const CollectRun *run);

// --- schedules and rows

// Tells the measured search, if there is one.
void collect_observe(CollectRun *run, const Schedule *schedule, double seconds);
double collect_row_median(const StoreRow *row); // infinite unless it was measured well

// --- measuring

// Measures a schedule and keeps the row. Schedules for which no code can be made are not kept.
Status collect_measure(CollectRun *run, DatasetOrigin origin, const Schedule *schedule);
// The same; out_seconds: the median, infinite unless it was measured well.
Status collect_measure_seconds(CollectRun *run, DatasetOrigin origin, const Schedule *schedule,
                               double *out_seconds);

// Measures once more what drifted, then the fastest.
Status collect_measure_repeats(CollectRun *run);

#endif
