// Op measure: one entry of an op list through the worker: untouched, with the
// chosen schedule, and with the best of a measured search.
#ifndef AUTOTUNE_TOOLS_OPS_OP_MEASURE_H
#define AUTOTUNE_TOOLS_OPS_OP_MEASURE_H

#include "search/measure/measurer.h"
#include "search/strategy.h"
#include "tools/ops/op_list.h"

typedef struct OpMeasure {
  Outcome untouched, chosen;
  double best_seconds; // of the search and the chosen one; 0: none
  char best_schedule[SCHEDULE_TEXT_BYTES];
  int trials; // measured by the search, and how many of them ended well
  int successes;
  Baseline baseline; // the chosen schedule: measured before, between and after everything else
} OpMeasure;

typedef struct OpMeasureOptions {
  const TuneOptions *tune;
  TimingOptions timing;
  bool untouched; // measure that too
  int64_t trials; // of the search; 0: none
  const StrategyKind *strategy;
  uint64_t seed;
} OpMeasureOptions;

// Measures one entry. A failure means that nothing can be measured; candidates that fail are
// verdicts.
Status op_measure(const OpEntry *entry, MlirContext context, Worker *worker,
                  const OpMeasureOptions *options, OpMeasure *out_measure);

#endif
