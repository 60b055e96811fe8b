// Rehearsal: a run on a clone of the payload that finds out what is predicted, so that the run
// itself can do what is faster. Its choices stay in the memo.
#ifndef AUTOTUNE_PASSES_TUNE_REHEARSAL_H
#define AUTOTUNE_PASSES_TUNE_REHEARSAL_H

#include "passes/tuner.h"

typedef struct Rehearsal {
  Tuner run; // its root is the clone
  TuneOptions options;
  TuneStatistics statistics;
} Rehearsal;

// Fills it and returns the run, whose root may be rewritten before tune_rehearse, which ends it.
Tuner *tune_rehearsal_create(const Tuner *tuner, Rehearsal *out_rehearsal);
// Tunes the clone, adds what is predicted to the trial, and erases the clone.
Status tune_rehearse(Tuner *tuner, Rehearsal *rehearsal, Trial *trial);

#endif
