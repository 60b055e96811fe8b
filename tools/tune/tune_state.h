// TuneState: what the parent of a run knows: a line per task, its slots for rounds, the budget, and
// whether it is asked to stop. It holds no compiler, no model and no measurements.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_STATE_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_STATE_H

#include "tools/process/stop_signals.h"
#include "tools/tune/tune_module.h"
#include "tools/tune/tune_round.h"
#include "tools/tune/tune_show.h"
#include "tools/tune/tune_task.h"

#include <sys/types.h>

typedef struct TuneSlot {
  pid_t process; // 0: idle
  int task;
  TuneRoundKind kind;
  TuneRoundShare *share; // owned: shared memory
} TuneSlot;

// In memory that children share: they read the store for it.
typedef struct TuneState {
  const TuneSettings *settings;
  TuneTask *tasks; // owned; in such memory, too
  int *failures;   // owned: rounds of each that failed
  int count, slot_count;
  TuneSlot slots[COLLECT_MAX_JOBS];
  char session[STORE_SESSION_BYTES];
  StoreSpent spent; // by all runs
  double charged;   // until when `spent` has the seconds, of the monotonic clock
  double start;     // of this run, of the monotonic clock
  double deadline;  // of trials, the same; 0: none
  double test_end;  // of paired tests, the same
  double end;       // of all, the same
  int64_t wrong;    // schedules, once they were told of
  bool is_complete; // trials and tests
  TuneView view;
  TuneModuleShare module;
} TuneState;

// Zeros, so that tune_state_destroy takes it as it is. STATUS_SYSTEM: there is no memory.
Status tune_state_create(const TuneSettings *settings, TuneState **out_run);
// Plans the tasks, reads what is known of them, and divides the budget.
Status tune_state_prepare(TuneState *run);
// No round is running any more.
void tune_state_destroy(TuneState *run);

// From now on Ctrl-C and a batch system's SIGTERM end the run after the candidates at hand.
void tune_state_catch_signals(TuneState *run, StopSignals *out_before);
bool tune_state_is_interrupted(void);

// Works on the store in a process of its own, as the rows of a task take memory and become more. Of
// what the work writes, only what is in the TuneState and its tasks stays.
Status tune_state_with_store(const TuneState *run, Status (*work)(Store *store, void *user),
                             void *user);
// Such work: what the store knows of the session and of every task. user: the TuneState.
Status tune_state_read(Store *store, void *user);
// Seconds for the test of the whole module: of the budget, where there is one.
double tune_state_module_seconds(const TuneSettings *settings);

#endif
