// PointNest: results as points of a grid of threads on a device, for every op that is no product:
// elementwise ops, transposes, pooling, depthwise convolutions, reductions.
//
// It reads these knobs of a schedule of the rule `direct`: a block of threads has tile0 results
// along a parallel iterator, a thread `block` of them, which are the lanes of the vector or 1.
// Along a reduction tile0 threads, the next power of two of them, share the terms of a result and
// join what they have; 1: a thread adds up all of them, in the order of the source. So
//   direct(vector=i1x4, block=[1,4,1], tile0=[2,512,1])
// is 2 x 128 threads with 4 neighbouring results each.
//
// An operand that is packed comes through shared memory, as its neighbours in memory lie along
// another iterator than those of the results: threads read a tile of it along the one, and meet,
// and compute results along the other, so that both are whole lines. A thread then has `block`
// results along the operand's iterator, as many threads apart as there are. So
//   direct(block=[4,1], tile0=[32,32], pack=[0:0])
// of a transpose is 8 x 32 threads.
#ifndef AUTOTUNE_PLAN_SIMT_POINT_NEST_H
#define AUTOTUNE_PLAN_SIMT_POINT_NEST_H

#include "machine/device.h"
#include "plan/schedule.h"

enum { POINT_MAX_BYTES = 16 }; // of a load or store of a thread

typedef struct PointNest {
  int lane;  // iterator along which a thread has several results; -1: none
  int width; // results of a thread
  int64_t threads[WORKLOAD_MAX_ITERATORS]; // of a block
  int64_t grid[WORKLOAD_MAX_ITERATORS];    // blocks along parallel iterators, else 1
  int64_t sharers;                         // threads of a result
  // Parallel iterators from that on whose threads are neighbours.
  uint8_t order[WORKLOAD_MAX_ITERATORS];
  int order_count;
  int turned;        // access that comes through shared memory; -1: none
  int across;        // parallel iterator along which its neighbours are neighbours; -1: none
  int results;       // of a thread along it
  int64_t pitch;     // elements from a line of its tile, along `across`, to the next
  bool shares_first; // threads that share a result are neighbours, else threads of other results
  int64_t shared_bytes;
  int registers; // of a thread, estimated
} PointNest;

// Parallel iterators by the strides of the first output, the smallest first. Returns their number.
int point_order(const Workload *workload, uint8_t *out_order);
// Whether `width` neighbours along the iterator are one load or store of memory.
bool point_is_vector(const Workload *workload, int access, int iterator, int width);
// The iterator along which neighbours of the access are neighbours in memory while those of the
// results lie along another one of its iterators; -1: there is none, or no tile can be made.
int point_across(const Workload *workload, int access);
// Results of a block along a parallel iterator.
static inline int64_t point_tile(const PointNest *nest, int iterator) {
  int64_t each = iterator == nest->lane     ? nest->width
                 : iterator == nest->across ? nest->results
                                            : 1;
  return nest->threads[iterator] * each;
}
// Reads the schedule; REJECT_NONE where a kernel can be made of it. `can_share`: what threads have
// of a result can be joined in any order.
RejectReason point_nest_build(const Workload *workload, const Schedule *schedule,
                              const Device *device, bool can_share, PointNest *out_nest);

static inline int64_t point_thread_count(const PointNest *nest) {
  int64_t count = 1;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    count *= nest->threads[i];
  return count;
}
// Blocks of the grid, at most INT64_MAX.
int64_t point_block_count(const PointNest *nest);
// Whether threads of one warp join what they have by shuffles, before shared memory is needed.
bool point_shuffles(const Workload *workload, const PointNest *nest);

#endif
