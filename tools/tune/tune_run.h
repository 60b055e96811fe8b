// TuneRun: tunes the workloads of one module: plans them into the store, then spends batches where
// the module is expected to gain most, then tests the best against the second best.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_RUN_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_RUN_H

#include "runtime/timing_noise.h"
#include "tools/tune/tune_settings.h"
#include "tools/tune/tune_task.h"

typedef enum TuneEnd { TUNE_DONE, TUNE_STOPPED } TuneEnd;

typedef struct TuneResult {
  TuneEnd end;
  bool is_complete; // all that was asked for was done, whatever it found
  TuneTask *tasks;  // owned; of the shard
  int count;
  StoreSpent spent;  // by all runs
  TimingNoise noise; // of this run's times
} TuneResult;

// STATUS_STORE also when some result was wrong, once everything else is done: the line names it.
// The result is what is known, on failure too; tune_result_destroy frees it.
Status tune_run(const TuneSettings *settings, TuneResult *out_result);
void tune_result_destroy(TuneResult *result);

// The failure of a run that found wrong results.
Status tune_fail_wrong(int64_t count, const char *store);

#endif
