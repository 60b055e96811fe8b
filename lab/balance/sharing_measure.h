// Sharing measure: an entry of an op list, alone, on one thread and on several.
#ifndef AUTOTUNE_LAB_BALANCE_SHARING_MEASURE_H
#define AUTOTUNE_LAB_BALANCE_SHARING_MEASURE_H

#include "costmodel/threads/thread_choice.h"
#include "search/measure/measurer.h"
#include "tools/ops/op_list.h"

// Alone, a kernel finds its operands where its own threads left them the time before.
typedef struct SharingMeasure {
  ThreadChoice choice; // predicted, without what other kernels leave elsewhere
  bool is_shared;      // whether the pass cuts it when it stands alone; else not measured
  Outcome outcome;     // of the last measurement: ok, or the one that failed
  double serial_seconds, seconds; // least medians of all rounds; 0 unless the outcome is ok
} SharingMeasure;

// `rounds` times on one thread and on `threads` in turn. `tune` are the options that the entry was
// chosen with. A failure means that nothing can be measured; code that fails is a verdict.
Status sharing_measure(const OpEntry *entry, MlirContext context, Worker *worker,
                       const TuneOptions *tune, int threads, int rounds,
                       SharingMeasure *out_measure);

#endif
