// One shot against AutoTVM's loop, beside the figures to reach.
#ifndef AUTOTUNE_LAB_REPLAY_REPLAY_ACCEPTANCE_H
#define AUTOTUNE_LAB_REPLAY_REPLAY_ACCEPTANCE_H

#include "lab/replay/replay.h"
#include <stdio.h>

enum { ACCEPTANCE_TRIALS = 1000 }; // of the loop whose time is compared

// Seconds of a processor that choosing and measuring take: by a loop of ACCEPTANCE_TRIALS, and by
// one choice of which `measured` points are measured. NAN where it is not known.
double replay_loop_seconds(const ReplayResult *result, ReplaySearch search);
double replay_one_shot_seconds(const ReplayResult *result, int measured);

void replay_acceptance_write(const ReplayResult *results, int count, FILE *file);

#endif
