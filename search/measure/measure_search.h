// MeasureSearch: looks for the fastest schedule of one anchor op by measuring. A strategy of
// search/ proposes, the worker measures, the log remembers; what the log knows is not measured
// again, so a search goes on where it was stopped.
#ifndef AUTOTUNE_SEARCH_MEASURE_MEASURE_SEARCH_H
#define AUTOTUNE_SEARCH_MEASURE_MEASURE_SEARCH_H

#include "search/measure/measure_log.h"
#include "search/strategy.h"

enum { MEASURE_MAX_BATCH = 64, MEASURE_MAX_VARIANTS = 16 };

// The op that is searched for, as plain data and ways to build it. Lent.
typedef struct SearchSubject {
  MeasureSubject built;
  const char *name;         // of the op, for people
  uint64_t key;             // equal key = comparable seconds
  const char *start;        // the schedule that is chosen without measuring
  uint64_t start_workload;  // key of the workload that it is for
  int variant_count;        // ways in which the op can be fused, at most MEASURE_MAX_VARIANTS
  const Workload *variants; // of each
  const Target *target;
  // Writes into a schedule for that variant what it fuses.
  void (*name_schedule)(const void *context, int variant, Schedule *schedule);
} SearchSubject;

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
  int start, best;   // places in `trials`; -1: none
  Baseline baseline; // the start
  bool is_done;      // not stopped by the limit on seconds
} MeasureResult;

// Lends every argument. The worker has the untouched subject as its task. A trial that fails is a
// result; a failure means that no worker or no space can be had.
Status measure_search(const SearchSubject *subject, const TrialContext *context, Worker *worker,
                      const MeasureSearchOptions *options, MeasureResult *out_result);
void measure_result_destroy(MeasureResult *result);

// The strategy of that name. STATUS_USAGE lists those that there are, for a flag --strategy.
Status strategy_read(const char *name, const StrategyKind **out_kind);

// Whether the trial counts towards the number asked for.
bool trial_is_proposed(const Trial *trial);

// Place of the variant with this workload, -1 when there is none.
int measure_find_variant(const Workload *variants, int count, uint64_t workload_key);

#endif
