// Goes down a short list, from a full register tile to scalar code, and takes the first schedule
// that is legal.
#include "search/default_schedule.h"

#include "plan/rule.h"
#include "plan/schedule/schedule_check.h"
#include "plan/workload_instruction.h"

typedef struct RegisterTile {
  int rows;    // along the widest parallel iterator that does not carry the lanes
  int vectors; // along the one that does
} RegisterTile;

static const RegisterTile register_tiles[] = {{4, 2}, {4, 1}, {2, 1}, {1, 1}};
enum { REGISTER_TILE_COUNT = sizeof(register_tiles) / sizeof(register_tiles[0]) };
enum { LARGEST_WINDOW = 11 }; // of a padded convolution, unrolled for border kernels

// The iterator of `kind` that moves along contiguous elements of most accesses (of outputs only,
// if asked); -1 when there is none.
static int contiguous_iterator(const Workload *workload, IteratorKind kind, bool of_outputs) {
  int best = -1, best_count = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    int count = 0;
    for (int a = 0; a < workload->access_count; a++)
      count += workload->accesses[a].is_output >= of_outputs &&
               access_stride(&workload->accesses[a], i) == 1;
    if (workload->kinds[i] == kind && count > best_count) {
      best = i;
      best_count = count;
    }
  }
  return best;
}

static int widest_parallel_iterator(const Workload *workload, int except) {
  int best = -1;
  for (int i = 0; i < workload->iterator_count; i++)
    if (i != except && workload->kinds[i] == ITERATOR_PARALLEL &&
        (best < 0 || workload->extents[i] > workload->extents[best]))
      best = i;
  return best;
}

// The most lanes, a power of two, that the target has and the extent fills.
static int lanes_for(const Workload *workload, const Target *target, int iterator) {
  int lanes = workload_lanes(workload, target);
  while (lanes > 1 && lanes > workload->extents[iterator])
    lanes /= 2;
  return lanes;
}

static bool is_legal(const Workload *workload, const Target *target, Schedule *schedule) {
  schedule_normalize(workload, schedule);
  return schedule_check(workload, schedule, target) == REJECT_NONE;
}

// A padded convolution is also tried with its window unrolled, then with a padded copy.
static bool is_legal_in_some_pad_mode(const Workload *workload, const Target *target,
                                      Schedule *schedule) {
  Schedule other = *schedule;
  if (is_legal(workload, target, schedule))
    return true;
  if (schedule->pad_mode != PAD_BORDER)
    return false;
  *schedule = other;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION && workload->extents[i] <= LARGEST_WINDOW)
      schedule->block[i] = (int32_t)workload->extents[i];
  if (is_legal(workload, target, schedule))
    return true;
  *schedule = other;
  schedule->pad_mode = PAD_PACK;
  return is_legal(workload, target, schedule);
}

static bool try_direct(const Workload *workload, const Target *target, RegisterTile tile,
                       Schedule *out_schedule) {
  int vector = contiguous_iterator(workload, ITERATOR_PARALLEL, true);
  int row = widest_parallel_iterator(workload, vector);
  if (vector < 0 || lanes_for(workload, target, vector) < 2)
    return false;
  schedule_init(workload, out_schedule);
  out_schedule->vector_iterator = (int8_t)vector;
  out_schedule->lanes = (uint8_t)lanes_for(workload, target, vector);
  out_schedule->block[vector] = tile.vectors * out_schedule->lanes;
  if (row >= 0)
    out_schedule->block[row] = tile.rows;
  return is_legal_in_some_pad_mode(workload, target, out_schedule);
}

static bool try_reduction(const Workload *workload, const Target *target, int rule,
                          Schedule *out_schedule) {
  int vector = contiguous_iterator(workload, ITERATOR_REDUCTION, false);
  if (vector < 0 || lanes_for(workload, target, vector) < 2)
    return false;
  schedule_init(workload, out_schedule);
  out_schedule->rule = (uint8_t)rule;
  out_schedule->vector_iterator = (int8_t)vector;
  out_schedule->lanes = (uint8_t)lanes_for(workload, target, vector);
  out_schedule->block[vector] = out_schedule->lanes;
  return is_legal_in_some_pad_mode(workload, target, out_schedule);
}

Status default_schedule(const Workload *workload, const Target *target, Schedule *out_schedule) {
  for (int i = 0; i < REGISTER_TILE_COUNT; i++)
    if (try_direct(workload, target, register_tiles[i], out_schedule))
      return STATUS_OK;
  for (int rule = 0; rule < RULE_COUNT; rule++)
    if (rule_get(rule)->vectorises_reduction && try_reduction(workload, target, rule, out_schedule))
      return STATUS_OK;
  schedule_init(workload, out_schedule);
  if (is_legal_in_some_pad_mode(workload, target, out_schedule))
    return STATUS_OK;
  RejectReason reason = schedule_check(workload, out_schedule, target);
  return status_fail(STATUS_REJECTED, "no legal default schedule: %s", reject_reason_text(reason));
}
