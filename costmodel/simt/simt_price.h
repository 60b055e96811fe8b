// SimtPrice: how long a kernel takes on a device, computed from its SimtNest. Nothing was fitted to
// measurements: the numbers are those of the device's row and of simt_constants.def.
#ifndef AUTOTUNE_COSTMODEL_SIMT_SIMT_PRICE_H
#define AUTOTUNE_COSTMODEL_SIMT_SIMT_PRICE_H

#include "plan/simt/simt_nest.h"

// The parts, for tests and remarks. Cycles are those of one stage of one block on a multiprocessor.
typedef struct SimtPrice {
  int resident;          // blocks that a multiprocessor holds at a time
  int64_t waves;         // of them over the grid
  double fma_cycles;     // multiply-add units
  double issue_cycles;   // instructions over schedulers
  double shared_cycles;  // loads and stores of shared memory: transactions of 128 bytes, or lanes
  double latency_cycles; // from the first load of a stage to its last barrier
  double cache_seconds, memory_seconds; // of the whole kernel
  double seconds;                       // in all
} SimtPrice;

// Seconds of the kernel that adds up `count` parts of every result, one that does nothing else.
double simt_price_sum(const SimtRoles *roles, int64_t count, const Device *device);
SimtPrice simt_price(const Workload *workload, const SimtNest *nest, const Device *device);

#endif
