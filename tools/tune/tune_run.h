// TuneRun: tunes the workloads of one module: plans them into the store, then spends batches where
// the module is expected to gain most, then tests the best against the second best.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_RUN_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_RUN_H

#include "tools/tune/tune_settings.h"

typedef enum TuneEnd { TUNE_DONE, TUNE_STOPPED } TuneEnd;

// STATUS_STORE also when some result was wrong, once everything else is done: the line names it.
Status tune_run(const TuneSettings *settings, TuneEnd *out_end);

#endif
