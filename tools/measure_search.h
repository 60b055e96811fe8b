// MeasureSearch: looks for the fastest schedule of one anchor op by measuring. A strategy of
// search/ proposes, the worker measures, the log remembers; what the log knows is not measured
// again, so a search goes on where it was stopped.
#ifndef AUTOTUNE_TOOLS_MEASURE_SEARCH_H
#define AUTOTUNE_TOOLS_MEASURE_SEARCH_H

#include "search/strategy.h"
#include "tools/measure_log.h"
#include "tools/measure_site.h"

enum { MEASURE_MAX_BATCH = 64 };

typedef struct MeasureSearchOptions {
  int64_t trials;  // measured in all, those of the log included
  int64_t batch;   // proposed at once, 1 to MEASURE_MAX_BATCH
  int64_t confirm; // of the best, measured again at the end
  double seconds;  // stop after so many, as if killed; 0: no limit
  uint64_t seed;
  const StrategyKind *strategy;
  const char *log; // path, NULL: none
  bool is_quiet;   // no progress on the standard error stream
} MeasureSearchOptions;

typedef struct MeasureResult {
  Trial *trials; // owned; in the order measured, those of the log first
  int count;
  int start, best; // places in `trials`; -1: none
  int baselines;   // times that the start was measured well
  double drift;    // the farthest of them from the first: 0.01 = 1 %
  bool is_done;    // not stopped by the limit on seconds
} MeasureResult;

// Lends every argument. The worker has the module of the site as its task. A trial that fails is a
// result; a failure means that no worker or no space can be had.
Status measure_search(const MeasureSite *site, const TrialContext *context, Worker *worker,
                      const MeasureSearchOptions *options, MeasureResult *out_result);
void measure_result_destroy(MeasureResult *result);

// The strategy of that name. STATUS_USAGE lists those that there are, for a flag --strategy.
Status strategy_read(const char *name, const StrategyKind **out_kind);

// How far a baseline is from the first one; 0 where one of them has no time.
double measure_drift(double first_seconds, double seconds);

// Whether the trial counts towards the number asked for.
bool trial_is_proposed(const Trial *trial);

#endif
