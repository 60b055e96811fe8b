// CollectRepeats: the rows of a task that are measured once more: those that were measured while
// the machine was slower than before, and the fastest, by which a choice is judged.
#include "tools/collect/collect_repeat.h"

#include "base/array.h"
#include "base/numbers.h"
#include "runtime/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double median(const double *seconds, int count) {
  double sorted[TIMING_MAX_REPEATS];
  memcpy(sorted, seconds, sizeof *seconds * (size_t)count);
  return count > 0 ? numbers_median(sorted, (size_t)count) : INFINITY;
}

Status collect_repeats_add(CollectRepeats *repeats, const MeasuredRow *row) {
  if (!array_grow(&repeats->rows, repeats->count, sizeof *repeats->rows) ||
      !array_grow(&repeats->is_drifting, repeats->count, sizeof *repeats->is_drifting))
    return status_fail(STATUS_SYSTEM, "no memory for the rows of a task");
  repeats->rows[repeats->count] = *row;
  repeats->is_drifting[repeats->count++] = false;
  return STATUS_OK;
}

void collect_repeats_check(CollectRepeats *repeats, bool is_drifting) {
  for (int64_t n = repeats->checked; n < repeats->count; n++)
    repeats->is_drifting[n] = is_drifting;
  repeats->checked = repeats->count;
}

int64_t collect_repeats_fastest(const CollectRepeats *repeats, const bool *given) {
  int64_t fastest = -1;
  double least = INFINITY;
  for (int64_t n = 0; n < repeats->count; n++) {
    double seconds = median(repeats->rows[n].seconds, repeats->rows[n].repeats);
    if (given[n] || repeats->is_drifting[n] || seconds >= least)
      continue;
    least = seconds;
    fastest = n;
  }
  return fastest;
}

void collect_repeats_destroy(CollectRepeats *repeats) {
  free(repeats->rows);
  free(repeats->is_drifting);
  *repeats = (CollectRepeats){0};
}

int collect_repeats_join(const MeasuredRow *row, bool is_drifting, const double *seconds, int count,
                         double out_seconds[DATASET_MAX_REPEATS]) {
  int kept = 0;
  bool is_faster = median(seconds, count) < median(row->seconds, row->repeats);
  if (!is_drifting || !is_faster)
    for (int n = 0; n < row->repeats; n++)
      out_seconds[kept++] = row->seconds[n];
  if (!is_drifting || is_faster)
    for (int n = 0; n < count && kept < DATASET_MAX_REPEATS; n++)
      out_seconds[kept++] = seconds[n];
  return kept;
}
