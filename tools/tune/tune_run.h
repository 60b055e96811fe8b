// TuneRun: tunes the workloads of one module: plans them into the store, then spends batches where
// the module is expected to gain most, then tests the best against the second best.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_RUN_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_RUN_H

#include "passes/options.h"
#include "tools/tune/tune_round.h"

typedef struct TuneSettings {
  const char *module;         // path
  const TuneOptions *options; // that it is tuned with
  CollectOptions collect;     // store, jobs, core, lock, seed, is_quiet
  const StrategyKind *strategy;
  LearningOptions learning;
  int64_t trials; // in all, those of earlier runs of the same command included; 0: no limit
  double seconds; // the same
  int64_t batch;
  int64_t shard, shard_count; // only every shard_count-th task, from number `shard`, counted from 0
} TuneSettings;

typedef enum TuneEnd { TUNE_DONE, TUNE_STOPPED } TuneEnd;

// STATUS_STORE also when some result was wrong, once everything else is done: the line names it.
Status tune_run(const TuneSettings *settings, TuneEnd *out_end);

#endif
