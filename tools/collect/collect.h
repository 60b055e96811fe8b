// Collect: measures many schedules of many workloads into a store (records/store.h), from which
// datasets are made. Planning writes tasks, one workload on one machine each; measuring works
// through those that are not done, in several processes, and can be killed and started again.
#ifndef AUTOTUNE_TOOLS_COLLECT_COLLECT_H
#define AUTOTUNE_TOOLS_COLLECT_COLLECT_H

#include "base/rng.h"
#include "mlir-c/IR.h"
#include "passes/tune.h"
#include "records/store.h"
#include "runtime/drift_watch.h"
#include "tools/corpus/corpus.h"
#include "transforms/extract/isolate.h"

// --- planning

typedef struct CollectPlan {
  const char *path; // of the store, which is opened when the first task is written
  Store **store;
  TuneOptions tune;          // with the target of the tasks
  const char *limit;         // of their code, see StoreTask
  int64_t trials;            // of each
  int64_t grid;              // > 0: a task of another kind, with so many points of a grid
  bool only_large;           // families: contractions and windows
  bool is_fullest;           // each op with all fused that can be, not as the pass fuses it
  bool has_constant_weights; // modules are marked so: as written and with channels last
  const ColdWeights *cold;   // what is timed cold; lent, NULL: nothing is
  int variant_percent; // of the ops, whose other fusions become tasks too, with half the trials
  Rng rng;
  int64_t tasks;                             // written, those that were there already included
  void (*found)(int64_t number, void *user); // told of each, for every op that is one; may be NULL
  void *user;
} CollectPlan;

// Writes a task for every distinct op of the module that the pass tunes, the linalg ops that affine
// nests become among them, taken out of it together with what is fused with it. An op that cannot
// be taken out is left out, and so is one that reads constants alone, which no call computes.
Status collect_plan_module(CollectPlan *plan, MlirModule module, const char *source);
// The same for a layer of the corpus, with its sources. Of one with constant weights only what
// reads them, and no small families.
Status collect_plan_layer(CollectPlan *plan, MlirContext context, const CorpusRow *row);

// The same for the task of an older version of the space, whose module this is: the fusion of the
// same workload where that still occurs, else what the pass chooses now. `task` is lent.
Status collect_plan_again(CollectPlan *plan, MlirModule module, const StoreTask *task);

// The identity of this processor (machine/cpu_identity.h). Static.
const char *collect_cpu(void);
// Target number `index` that is measured here, as target_print writes it, and what its code is
// limited to: the host, then the older levels of its instruction set. False past the end.
bool collect_target(int index, char *text, size_t size, const char **out_limit);
// The last core that this process may run on; -1: nobody knows.
int collect_last_core(void);
// Limits a machine to the vectors of an older level of its instruction set.
void collect_limit_target(const Target *level, Target *target);

// --- measuring

enum { COLLECT_MAX_JOBS = 64 };

typedef struct CollectProgress CollectProgress;

// Another way to measure a store, of tasks of its own.
typedef struct CollectRun CollectRun; // tools/collect/collect_trial.h
typedef struct CollectWay {
  Status (*list)(Store *store, const char *cpu, int64_t **out_numbers, int64_t *out_count);
  Status (*measure)(CollectRun *run); // between the two measurements of the choice
  bool is_once;                       // its tasks are done and stay so: one pass over them is all
  const void *context;                // for measure
} CollectWay;

// What a run has done.
typedef struct CollectTotal {
  int64_t tasks;        // ended
  int64_t rows, failed; // measured well, and not
  int64_t again;        // of the rows, measured once more as the machine was busy
  double seconds;
} CollectTotal;

typedef struct CollectOptions {
  const char *store;
  int64_t jobs;        // processes that compile at once
  int64_t core;        // that is timed on; -1: the last one allowed
  const char *lock;    // held while the clock runs; NULL: none
  double seconds;      // stop after so many; 0: none
  double task_seconds; // of one task; 0: no limit
  int64_t random;      // percent of the trials that are drawn uniformly, the others are a search
  int64_t promising;   // > 0: of tasks that are done, so many schedules that the model favours
  const LearnedModel *model; // that one; lent, NULL: the shipped one
  const CollectWay *way;     // lent; NULL: as above
  int64_t seed;
  bool is_quiet;
  CollectTotal *total;         // added to; NULL: nobody asks
  int64_t fastest_nanoseconds; // DriftShare of an earlier run on this machine; 0: none
  // Called several times a second with what is done so far; NULL: lines of collect's own.
  void (*show)(const CollectProgress *progress, void *user);
  void *user;
} CollectOptions;

// What the processes share.
struct CollectProgress {
  _Atomic int64_t next;   // place of the next task in the list
  _Atomic int64_t rows;   // measured well, by this run
  _Atomic int64_t failed; // verdicts that are not ok
  _Atomic int64_t tasks;  // ended
  _Atomic int64_t again;  // rows measured once more
  DriftShare drift;       // of the machine
};

// Measures what is missing of one task. `deadline` of the monotonic clock, 0: none. STATUS_OK also
// when the task cannot be measured at all: then it is done, with a line on the standard error
// stream.
typedef struct CollectWorkers CollectWorkers; // by limit of the code
Status collect_task(Store *store, int64_t number, MlirContext context, CollectWorkers *workers,
                    const CollectOptions *options, double deadline, CollectProgress *progress);
CollectWorkers *collect_workers_create(const CollectOptions *options, CollectProgress *progress);
void collect_workers_destroy(CollectWorkers *workers);

// Measures all tasks that are not done, or what `promising` or `way` ask for. Sets out_is_done to
// whether none is left.
Status collect_run(const CollectOptions *options, bool *out_is_done);

#endif
