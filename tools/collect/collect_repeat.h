// CollectRepeats: the rows of a task that are measured once more: those that were measured while
// the machine was slower than before, and the fastest, by which a choice is judged.
#ifndef AUTOTUNE_TOOLS_COLLECT_COLLECT_REPEAT_H
#define AUTOTUNE_TOOLS_COLLECT_COLLECT_REPEAT_H

#include "plan/schedule.h"
#include "records/store.h"

typedef struct MeasuredRow {
  int64_t row; // of the store
  Schedule schedule;
  int repeats;
  double seconds[DATASET_MAX_REPEATS];
} MeasuredRow;

typedef struct CollectRepeats {
  MeasuredRow *rows;      // owned; measured well, in their order
  bool *is_drifting;      // owned; by row
  int64_t count, checked; // checked: rows before the last look at the machine
} CollectRepeats;

Status collect_repeats_add(CollectRepeats *repeats, const MeasuredRow *row);
// The machine was looked at: what was measured since the last look is drifting, or is not.
void collect_repeats_check(CollectRepeats *repeats, bool is_drifting);
// Place of the fastest that is not drifting and was not given before; -1: none. `given` has a flag
// for every row.
int64_t collect_repeats_fastest(const CollectRepeats *repeats, const bool *given);
void collect_repeats_destroy(CollectRepeats *repeats);

// The seconds to keep of a row and of the same schedule once more: of a drifting one, those that
// are faster; of another, both, as far as there is room. Returns how many.
int collect_repeats_join(const MeasuredRow *row, bool is_drifting, const double *seconds, int count,
                         double out_seconds[DATASET_MAX_REPEATS]);

#endif
