// PrefetchPanel: what one iteration of a panel loop does: which loops and trips it has, and which
// elements of the packed constant it reads. See prefetch.c.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_PANEL_H
#define AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_PANEL_H

#include "transforms/lowering/prefetch_index.h"

enum { PREFETCH_MAX_KERNELS = 64 };

// An innermost loop that reads the buffer.
typedef struct PrefetchKernel {
  MlirOperation loop, read; // one of its reads
  MlirOperation panel_loop; // null: none
  int64_t first_trip;       // trips of kernels before it in one iteration of the panel loop
  int64_t trips;            // of it in the first such iteration; 0 of a rest that others have
} PrefetchKernel;

// A packed constant and the kernels that read it.
typedef struct PrefetchWalk {
  MlirValue buffer;
  int64_t element_bytes, elements;
  int64_t line_bytes; // of the caches of the function's processor
  PrefetchKernel kernels[PREFETCH_MAX_KERNELS];
  int count;
} PrefetchWalk;

// The kernels of one panel loop.
typedef struct PrefetchPanel {
  PrefetchWalk *walk;
  MlirOperation loop;
  LoopPoint point; // first iteration of the panel loop and of those around it
  MlirOperation inner[PREFETCH_MAX_LOOPS]; // loops inside it that hold kernels
  int64_t inner_trips[PREFETCH_MAX_LOOPS]; // of kernels, in one iteration of these
  int inner_count;
  int64_t trips;       // of kernels in one iteration of the panel loop
  int64_t low, high;   // elements that they read
  int64_t visit_bytes; // of the kernel that reads most, in one visit
  int64_t read_bytes;  // of all, as often as they are read
  int64_t distance;    // elements from one panel to the next
} PrefetchPanel;

// Whether the op is a read of the buffer.
bool prefetch_walk_reads(const PrefetchWalk *walk, MlirOperation op);
// Kernels in the loop.
int prefetch_walk_count(const PrefetchWalk *walk, MlirOperation loop);

// Fills in all but `walk` and `loop`, and the first trips of the kernels; false when something of
// it is not known.
bool prefetch_panel_measure(PrefetchPanel *panel);
// Read more than once, apart from the next one, without large gaps, and by as many trips as leave
// each a line or a few.
bool prefetch_panel_is_worthwhile(const PrefetchPanel *panel);
// Of one trip, so that all together are about a panel.
int64_t prefetch_panel_lines(const PrefetchPanel *panel);
// Elements from the share of one trip to that of the next.
int64_t prefetch_panel_share(const PrefetchPanel *panel);

#endif
