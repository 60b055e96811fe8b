// Lanes, threads of results and threads of terms in powers of two; of equal prices the first.
#include "search/simt/point_choice.h"

#include "base/integer.h"
#include "plan/schedule_knobs.h"

typedef struct Point {
  int lanes, threads, sharers;
} Point;

// Threads go to the iterators whose neighbours are neighbours in memory first.
static void schedule_of(const Workload *workload, const Point *point, Schedule *out) {
  uint8_t order[WORKLOAD_MAX_ITERATORS];
  int count = point_order(workload, order);
  int64_t threads = point->threads, sharers = point->sharers;
  schedule_defaults(workload, RULE_DIRECT, out);
  for (int i = 0; i < workload->iterator_count; i++)
    out->block[i] = out->tile[0][i] = out->tile[1][i] = 1;
  if (point->lanes > 1) {
    out->vector_iterator = (int8_t)order[0];
    out->lanes = (uint8_t)point->lanes;
    out->block[order[0]] = point->lanes;
  }
  for (int o = 0; o < count; o++) {
    int i = order[o];
    int64_t whole = workload->extents[i] / out->block[i];
    int64_t here = integer_max(1, integer_min(threads, whole));
    out->tile[0][i] = out->tile[1][i] = (int32_t)(here * out->block[i]);
    threads /= here;
  }
  for (int i = workload->iterator_count; i-- > 0;)
    if (workload->kinds[i] == ITERATOR_REDUCTION) {
      int64_t here = integer_min(sharers, workload->extents[i]);
      out->tile[0][i] = out->tile[1][i] = (int32_t)here;
      while (here > 1 && sharers > 1) {
        sharers /= 2;
        here = (here + 1) / 2;
      }
    }
  schedule_normalize(workload, out);
}

static void consider_schedule(const Workload *workload, const Device *device, bool can_share,
                              const Schedule *schedule, PointChoice *best) {
  PointNest nest;
  if (point_nest_build(workload, schedule, device, can_share, &nest) != REJECT_NONE)
    return;
  PointPrice price = point_price(workload, &nest, device);
  if (best->candidates++ > 0 && !(price.seconds < best->price.seconds))
    return;
  best->schedule = *schedule;
  best->nest = nest;
  best->price = price;
}

static void consider(const Workload *workload, const Device *device, bool can_share,
                     const Point *point, PointChoice *best) {
  Schedule schedule;
  schedule_of(workload, point, &schedule);
  consider_schedule(workload, device, can_share, &schedule, best);
}

// Tiles of an operand in shared memory, whose neighbours lie along `across`.
static void consider_turned(const Workload *workload, const Device *device, int access, int across,
                            PointChoice *best) {
  static const int tiles[] = {32, 64, 16, 8}, threads[] = {256, 128, 512};
  enum { TILES = sizeof tiles / sizeof *tiles, THREADS = sizeof threads / sizeof *threads };
  uint8_t order[WORKLOAD_MAX_ITERATORS];
  point_order(workload, order);
  for (int t = 0; t < TILES * TILES * THREADS; t++) {
    Schedule schedule;
    int64_t along = integer_min(tiles[t % TILES], workload->extents[order[0]]);
    int64_t line = integer_min(tiles[t / TILES % TILES], workload->extents[across]);
    int64_t results = integer_max(1, along * line / threads[t / TILES / TILES]);
    schedule_defaults(workload, RULE_DIRECT, &schedule);
    for (int i = 0; i < workload->iterator_count; i++)
      schedule.block[i] = schedule.tile[0][i] = schedule.tile[1][i] = 1;
    schedule.tile[0][order[0]] = schedule.tile[1][order[0]] = (int32_t)along;
    schedule.tile[0][across] = schedule.tile[1][across] = (int32_t)line;
    schedule.block[across] = (int32_t)results;
    schedule.pack[access] = 0;
    schedule_normalize(workload, &schedule);
    consider_schedule(workload, device, false, &schedule, best);
  }
}

// Lanes fill 16 bytes of the widest element at most.
static int most_lanes(const Workload *workload) {
  uint8_t order[WORKLOAD_MAX_ITERATORS];
  int64_t widest = 1;
  int lanes = POINT_MAX_BYTES;
  if (point_order(workload, order) == 0)
    return 1;
  for (int a = 0; a < workload->access_count; a++)
    widest = integer_max(widest, element_type_bytes(workload->accesses[a].type));
  while (lanes > 1 &&
         (lanes * widest > POINT_MAX_BYTES || workload->extents[order[0]] % lanes != 0))
    lanes /= 2;
  return lanes;
}

Status point_choose_row(const Workload *workload, const Device *device, bool can_share,
                        PointChoice *out_choice) {
  uint8_t order[WORKLOAD_MAX_ITERATORS];
  int reductions = workload_reductions(workload, order);
  PointChoice best = {.candidates = 0};
  Point point = {.lanes = 1, .threads = 1, .sharers = DEVICE_BLOCK_THREADS};
  if (reductions == 0 && point_order(workload, order) > 0) {
    point.lanes = most_lanes(workload);
    int64_t threads = workload->extents[order[0]] / point.lanes;
    if (threads <= DEVICE_BLOCK_THREADS && threads * point.lanes >= DEVICE_WARP_LANES)
      point = (Point){.lanes = point.lanes, .threads = (int)threads, .sharers = 1};
  }
  if (reductions > 0 || point.sharers == 1)
    consider(workload, device, can_share, &point, &best);
  if (best.candidates == 0)
    return status_fail(STATUS_REJECTED, "rows fit no block of threads");
  *out_choice = best;
  return STATUS_OK;
}

Status point_choose(const Workload *workload, const Device *device, bool can_share,
                    PointChoice *out_choice) {
  static const int threads[] = {256, 128, 64, 512, 1024, 32, 16, 8, 4, 2, 1};
  enum { THREADS = sizeof threads / sizeof *threads };
  PointChoice best = {.candidates = 0};
  for (int lanes = most_lanes(workload); lanes >= 1; lanes /= 2)
    for (int t = 0; t < THREADS; t++)
      for (int sharers = 1; sharers <= (can_share ? DEVICE_BLOCK_THREADS : 1); sharers *= 2) {
        Point point = {.lanes = lanes, .threads = threads[t], .sharers = sharers};
        bool fills_warp = threads[t] * sharers >= DEVICE_WARP_LANES;
        if (fills_warp && (sharers == 1 || (lanes == 1 && sharers >= 4)))
          consider(workload, device, can_share, &point, &best);
      }
  for (int a = 0; a < workload->access_count; a++) {
    int across = point_across(workload, a);
    if (across >= 0)
      consider_turned(workload, device, a, across, &best);
  }
  if (best.candidates == 0)
    return status_fail(STATUS_REJECTED, "no schedule for %s is legal", device->name);
  *out_choice = best;
  return STATUS_OK;
}
