// SimtView: sums of products over several iterators, convolutions among them, as a product of
// matrices. Iterators of the same role become one: rows, columns or terms, whose numbers a thread
// takes apart again. No matrix of patches is made: what a thread copies to shared memory it reads
// where the index maps say.
#ifndef AUTOTUNE_PLAN_SIMT_SIMT_VIEW_H
#define AUTOTUNE_PLAN_SIMT_SIMT_VIEW_H

#include "plan/workload.h"

typedef struct SimtView {
  // What schedules speak of: batches, then rows and columns, those first that lie further apart in
  // the results, then terms, in the order of the source.
  Workload product;
  bool is_changed; // else it is the workload as it was
  // Iterators of the workload that each of the product's is, the outermost first.
  uint8_t parts[WORKLOAD_MAX_ITERATORS][WORKLOAD_MAX_ITERATORS];
  uint8_t part_count[WORKLOAD_MAX_ITERATORS];
  // Of each access, where is_changed: so many neighbours along the product's iterator whose stride
  // is 1 are neighbours in memory, from multiples of it on.
  int64_t run[WORKLOAD_MAX_ACCESSES];
  bool is_linear[WORKLOAD_MAX_ACCESSES]; // the same: the product's iterators move it by strides
                                         // alone, from the first element on, and stay in the buffer
} SimtView;

// A workload of another form stays as it is.
void simt_view_read(const Workload *workload, SimtView *out_view);

#endif
