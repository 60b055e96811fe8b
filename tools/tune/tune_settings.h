// What a user asks of `autotune tune`.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_SETTINGS_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_SETTINGS_H

#include "passes/options.h"
#include "runtime/open_sizes.h"
#include "search/strategy.h"
#include "tools/collect/collect.h"

typedef struct TuneSettings {
  const char *module;         // path
  const TuneOptions *options; // that it is tuned with
  bool has_constant_weights;  // all arguments but data
  bool has_warm_weights;      // every call is timed on the same weights
  OpenSizes sizes;            // of the module's test; none: those that are expected
  CollectOptions collect;     // store, jobs, core, lock, seed, is_quiet
  bool is_json;               // the result is told as JSON
  const StrategyKind *strategy;
  LearningOptions learning;
  int64_t trials; // in all, those of earlier runs of the same command included; 0: no limit
  double seconds; // the same
  int64_t batch;
  int64_t shard, shard_count; // only every shard_count-th task, from number `shard`, counted from 0
  bool is_untested;           // no paired tests: another run goes on
} TuneSettings;

#endif
