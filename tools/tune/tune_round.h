// TuneRound: a batch of trials of one task, in a process of its own: whatever it does to its
// memory, or dies of, ends with it. All that a round learns is in the store, so the next one, or
// the next run of the program, goes on from there.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_ROUND_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_ROUND_H

#include "runtime/timing_noise.h"
#include "search/strategy.h"
#include "tools/collect/collect.h"

typedef enum TuneRoundKind {
  ROUND_TRIALS, // baseline, batch, baseline
  ROUND_PAIRED, // the fastest against each other
} TuneRoundKind;

// In memory that the parent shares.
typedef struct TuneRoundShare {
  _Atomic bool stops;                 // set by the parent: after the candidate at hand
  _Atomic int64_t made;               // trials of this round
  char building[SCHEDULE_TEXT_BYTES]; // the candidate at hand, "" between two
  TimingNoise noise;                  // of its times, once it has ended
  Status status;                      // of the round, and why it failed
  char failure[512];
} TuneRoundShare;

typedef struct TuneRound {
  TuneRoundKind kind;
  int64_t number; // of the task
  int64_t batch;
  double deadline; // of the monotonic clock; 0: none
  const StrategyKind *strategy;
  const LearningOptions *learning; // lent; NULL: as they are by default
  const CollectOptions *options;   // store, core, lock, seed; lent
  TuneRoundShare *share;           // lent
} TuneRound;

// In the process of the round. Leaves in the share how it ended: STATUS_UNSUPPORTED where the task
// cannot be measured by itself or its space has no more schedules.
void tune_round_run(const TuneRound *round);

#endif
