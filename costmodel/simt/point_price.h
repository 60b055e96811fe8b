// PointPrice: how long a kernel of a PointNest takes on a device. Nothing was fitted to
// measurements (simt_constants.def).
#ifndef AUTOTUNE_COSTMODEL_SIMT_POINT_PRICE_H
#define AUTOTUNE_COSTMODEL_SIMT_POINT_PRICE_H

#include "plan/simt/point_nest.h"

typedef struct PointPrice {
  int64_t waves;          // of blocks that the multiprocessors hold at a time
  double issue_seconds;   // instructions over schedulers
  double cache_seconds;   // what warps read and write, in sectors of 32 bytes, from L2
  double memory_seconds;  // each buffer once
  double latency_seconds; // of the chain of one thread, in every wave
  double seconds;         // in all
} PointPrice;

PointPrice point_price(const Workload *workload, const PointNest *nest, const Device *device);

#endif
