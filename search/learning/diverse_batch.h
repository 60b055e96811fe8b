// DiverseBatch: which of many good candidates are measured together. Those of one kind tell the
// same; so a candidate also counts for the knob values that the batch does not have yet.
#ifndef AUTOTUNE_SEARCH_LEARNING_DIVERSE_BATCH_H
#define AUTOTUNE_SEARCH_LEARNING_DIVERSE_BATCH_H

#include "plan/schedule.h"

typedef struct PlannedSchedule {
  Schedule schedule;
  float score; // higher is better
} PlannedSchedule;

// Moves the batch to the front, in the order picked: greedily, by score plus new knob values, which
// is within a factor of 1 - 1/e of the best batch as the sum is submodular. `planned` has `count`,
// best first.
void diverse_batch_pick(PlannedSchedule *planned, int count, int batch);

#endif
