// Panel: the workloads that tell the most about a machine, and how many schedules of each to know.
//
// A few schedules of many workloads teach more than many of a few. The families take turns, so that
// every beginning of the panel is balanced; within its family the next workload is the one that
// leaves all others nearest to some chosen one (greedy k-median): common shapes come first, and
// nothing much like what is there already. A pure function of its arguments.
#ifndef AUTOTUNE_TOOLS_CORPUS_PANEL_H
#define AUTOTUNE_TOOLS_CORPUS_PANEL_H

#include "base/status.h"
#include "plan/workload.h"

typedef struct PanelCandidate {
  const Workload *workload; // lent
  size_t most_rows;         // schedules that it can have; 0: it is not chosen
} PanelCandidate;

typedef struct PanelOptions {
  size_t rows;          // of all picks together at most
  size_t workload_rows; // of one workload, as long as others are left; those without a contraction
                        // or window, whose spaces are small, have half of them
  uint32_t seed;        // decides between workloads that tell about the same
} PanelOptions;

typedef struct PanelPick {
  size_t candidate; // place
  size_t rows;      // >= 1
} PanelPick;

// Writes the picks in the order in which to measure them, each candidate at most once; out_picks
// has room for `count`. The rows are as many as wanted, or all that there are.
Status panel_choose(const PanelCandidate *candidates, size_t count, const PanelOptions *options,
                    PanelPick *out_picks, size_t *out_count);

#endif
