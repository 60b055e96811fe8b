// TuneSlots: the rounds of a run that are running, each a process of its own (tune_round.h).
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_SLOTS_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_SLOTS_H

#include "tools/tune/tune_state.h"

// One in which no round runs; NULL: there is none.
TuneSlot *tune_slots_idle(TuneState *run);
bool tune_slots_are_running(TuneState *run);
// Trials of the budget that no round has made or may be making.
int64_t tune_slots_trials_left(const TuneState *run);
Status tune_slots_start(TuneState *run, TuneSlot *slot, int task, TuneRoundKind kind);
// Waits for the next round to end, and tells all to stop once that is wanted. Trouble of our own is
// a failure, a round's own is its task's.
Status tune_slots_wait(TuneState *run);
// Ends all at once.
void tune_slots_kill(TuneState *run);

#endif
