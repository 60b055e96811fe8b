// The paired test: the fastest schedules of a task and the choice of the model measured in turn,
// many times, so that whatever the machine does meanwhile is done to all. The fastest of many noisy
// figures is a lucky one.
#ifndef AUTOTUNE_TOOLS_TUNE_TUNE_PAIRED_H
#define AUTOTUNE_TOOLS_TUNE_TUNE_PAIRED_H

#include "records/record.h"
#include "tools/collect/collect_trial.h"

enum { PAIRED_CONTENDERS = 5, PAIRED_ROUNDS = 8 };

typedef struct PairedContest {
  int count;
  const Record *records[PAIRED_CONTENDERS]; // lent
  Schedule schedules[PAIRED_CONTENDERS];
  double seconds[PAIRED_ROUNDS][PAIRED_CONTENDERS]; // infinite: failed
} PairedContest;

// Probability that `second` is not faster than `first` by chance alone where it was faster in
// `faster` of `pairs` pairs: the one-sided sign test.
double paired_chance(int faster, int pairs);
// How much there is in a schedule: its knobs. Where two are as fast, the simpler one is taken.
int paired_complexity(const char *schedule);
// The fastest; of those that it does not surely beat, the model's choice, which needs no record, or
// else the simplest. -1: all failed.
int paired_winner(const PairedContest *contest);

// Keeps who has won in the store, with every row.
Status tune_paired_run(CollectRun *run);

#endif
