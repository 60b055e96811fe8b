// PanelRun: workloads of the corpus measured on this machine until the time is up, into a store
// (records/store.h). What is in the store already counts, so an interrupted panel goes on.
#ifndef AUTOTUNE_TOOLS_CALIBRATE_PANEL_RUN_H
#define AUTOTUNE_TOOLS_CALIBRATE_PANEL_RUN_H

#include "costmodel/learned_model.h"
#include "machine/target.h"
#include "tools/collect/collect.h"

typedef struct PanelRunOptions {
  const char *store;        // path
  const Target *target;     // as measured
  const LearnedModel *base; // adapted meanwhile, it says where to measure; NULL: nothing does
  double deadline;          // of the monotonic clock
  int64_t core, jobs;       // as in CollectOptions
  const char *lock;
  bool is_quiet;
} PanelRunOptions;

// How the machine behaved meanwhile (runtime/drift_watch.h).
typedef struct PanelDrift {
  int64_t looks, slow_looks, worst_permil;
  int64_t again; // rows that were measured once more
} PanelDrift;

// The store is made when it is missing.
Status panel_run(const PanelRunOptions *options, PanelDrift *out_drift);

// Two panels would each stop at the other's batches: STATUS_USAGE where another process has the
// store. The lock ends with the descriptor, which is to be closed where there is one (not -1),
// whatever the result. Makes the file when it is missing.
Status panel_run_lock(const char *store, int *out_lock);

#endif
