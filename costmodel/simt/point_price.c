// Threads that load, compute and store: bound by instructions, by L2, by memory, or by the chain of
// loads of one thread where too few threads hide it.
#include "costmodel/simt/point_price.h"

#include "base/integer.h"

#include <math.h>

#define SIMT_CONSTANT(name, value) static const double name = value;
#include "costmodel/simt/simt_constants.def"

// Iterations of a thread along all reductions.
static double steps_of(const Workload *workload, const PointNest *nest) {
  double steps = 1;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      steps *= (double)integer_ceil_div(workload->extents[i], nest->threads[i]);
  return steps;
}

// Sectors of 32 bytes that the threads of a warp touch by a load of each: its neighbours differ by
// one iterator after the other.
static double sectors_of(const Workload *workload, const PointNest *nest, int a) {
  const Access *access = &workload->accesses[a];
  double size = (double)element_type_bytes(access->type), left = DEVICE_WARP_LANES;
  double sectors = 1,
         run = size *
               (point_is_vector(workload, a, nest->lane, nest->width) ? (double)nest->width : 1.0);
  uint8_t order[2 * WORKLOAD_MAX_ITERATORS];
  int count = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (nest->shares_first == (pass == 0))
      for (int i = workload->iterator_count; i-- > 0;)
        if (workload->kinds[i] == ITERATOR_REDUCTION)
          order[count++] = (uint8_t)i;
    if (nest->shares_first == (pass == 1))
      for (int o = 0; o < nest->order_count; o++)
        order[count++] = nest->order[o];
  }
  for (int o = 0; o < count && left > 1; o++) {
    int i = order[o];
    double threads = fmin(left, (double)nest->threads[i]);
    double step = size * fabs((double)access_stride(access, i)) *
                  (i == nest->lane ? (double)nest->width : 1.0);
    left /= threads;
    if (step == 0 || threads <= 1)
      continue;
    if (step <= run)
      run += step * (threads - 1);
    else
      sectors *= step >= 32 ? threads : fmax(1, threads * step / 32);
  }
  return fmin(DEVICE_WARP_LANES, sectors * fmax(1, ceil(run / 32)));
}

// The same by copies to a tile, which go along its lines.
static double turned_sectors(const Workload *workload, const PointNest *nest) {
  double size = (double)element_type_bytes(workload->accesses[nest->turned].type);
  double line = fmin(DEVICE_WARP_LANES, (double)point_tile(nest, nest->across));
  return (double)DEVICE_WARP_LANES / line * ceil(line * size / 32);
}

typedef struct Work {
  double instructions, sectors; // of a warp
} Work;

static Work work_of(const Workload *workload, const PointNest *nest) {
  double steps = steps_of(workload, nest);
  double each = nest->width * nest->results; // results of a thread
  Work work = {.instructions = COPY_INSTRUCTIONS + LOOP_INSTRUCTIONS * steps};
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    bool in_body =
        !access->is_output && workload->statements[access->statement].stage == STAGE_BODY;
    bool is_vector = point_is_vector(workload, a, nest->lane, nest->width) ||
                     (nest->lane >= 0 && !access_uses(access, nest->lane));
    double loads = (in_body ? steps : 1) * (is_vector ? 1 : nest->width) * nest->results;
    if (a == nest->turned) { // to a register, to the tile, and from there
      work.instructions += loads * (COPY_INSTRUCTIONS + 2);
      work.sectors += loads * turned_sectors(workload, nest);
      continue;
    }
    work.instructions += loads * (access->may_leave_shape ? 6 : 3);
    work.sectors += loads * sectors_of(workload, nest, a);
  }
  for (int s = 0; s < workload->statement_count; s++) {
    const OpCounts *ops = &workload->statements[s].ops;
    double count = ops->add + ops->mul + ops->fma + 9.0 * ops->div + 2.0 * ops->compare +
                   20.0 * ops->transcendental + ops->cast + ops->integer;
    work.instructions += count * each * (workload->statements[s].stage == STAGE_BODY ? steps : 1);
  }
  return work;
}

PointPrice point_price(const Workload *workload, const PointNest *nest, const Device *device) {
  PointPrice price = {0};
  double clock = device->clock_ghz * 1e9, units = device->multiprocessors;
  int64_t threads = point_thread_count(nest), blocks = point_block_count(nest);
  int held = device_resident_blocks(device, (int)threads, nest->registers, nest->shared_bytes);
  double warps = (double)integer_ceil_div(threads, DEVICE_WARP_LANES) * (double)blocks;
  Work work = work_of(workload, nest);
  price.waves = integer_ceil_div(blocks, (int64_t)held * device->multiprocessors);
  double used = fmin(units, (double)blocks); // multiprocessors
  price.issue_seconds = warps * work.instructions / (device->schedulers * used * clock);
  price.cache_seconds = warps * work.sectors * 32 / (CACHE_BYTES_PER_CYCLE * used * clock);
  price.memory_seconds =
      workload_bytes(workload) / (MEMORY_SHARE * device->memory_bytes_per_second);
  // Loads of four steps are under way at a time; what threads have is joined in log2 steps.
  double chain = LOAD_LATENCY * (1 + steps_of(workload, nest) / 4);
  if (nest->turned >= 0)
    chain += BARRIER_LATENCY + LOAD_LATENCY * nest->results / 8;
  if (nest->sharers > 1)
    chain += BARRIER_LATENCY * log2((double)nest->sharers);
  price.latency_seconds = (double)price.waves * chain / clock;
  double longest = fmax(fmax(price.issue_seconds, price.cache_seconds),
                        fmax(price.memory_seconds, price.latency_seconds));
  double all =
      price.issue_seconds + price.cache_seconds + price.memory_seconds + price.latency_seconds;
  price.seconds = LAUNCH_SECONDS + longest + UNHIDDEN * (all - longest);
  return price;
}
