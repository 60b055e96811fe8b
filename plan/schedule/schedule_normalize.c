// The numbers of a Schedule: defaults and canonical form.
#include "plan/schedule.h"

#include "base/integer.h"
#include "plan/dot_product.h"
#include "plan/rule.h"
#include "plan/schedule/knob.h"
#include "plan/schedule_knobs.h"
#include <assert.h>
#include <string.h>

enum { OPEN_TILE = 128 }; // terms that a panel holds where nothing else is said

static_assert(sizeof(Schedule) ==
                  KNOB_BYTES_ROUNDED + 16 * WORKLOAD_MAX_ITERATORS + WORKLOAD_MAX_ACCESSES + 8,
              "schedules are compared and hashed as bytes: there must be no padding");

// --- defaults and canonical form

void schedule_defaults(const Workload *knobs, ScheduleRule rule, Schedule *schedule) {
  memset(schedule, 0, sizeof(*schedule));
  schedule->rule = (uint8_t)rule;
  for (int k = 0; k < KNOB_COUNT; k++)
    knob_get(k)->kind->reset(knob_get(k), knobs, schedule);
  schedule->fuse_epilogue = (uint8_t)workload_epilogue_count(knobs);
}

void schedule_init(const Workload *workload, Schedule *out_schedule) {
  schedule_defaults(workload, RULE_DIRECT, out_schedule);
  if (workload_has_padding(workload))
    out_schedule->pad_mode = workload_can_skip_taps(workload) ? PAD_BORDER : PAD_PACK;
  schedule_normalize(workload, out_schedule);
}

static int32_t clamp(int32_t value, int32_t low, int32_t high) {
  return (int32_t)integer_clamp(value, low, high);
}

// `value` up to a multiple of `unit`, or the whole extent.
static int32_t round_size(int32_t value, int32_t unit, int32_t extent) {
  return (int32_t)integer_min(integer_round_up(value, unit), extent);
}

// `step`: iterations that one evaluation covers.
static int32_t round_block(const Schedule *schedule, int iterator, int32_t step, int32_t extent) {
  int32_t block = clamp(schedule->block[iterator], 1, extent);
  if (iterator == schedule->vector_iterator && rule_get(schedule->rule)->vectorises_reduction &&
      step <= extent)
    return clamp(round_size(block, step, extent), step, extent / step * step);
  return round_size(block, step, extent);
}

// Of an extent that only the run knows: whole blocks are the trips of a loop, of at least two.
static int32_t open_block(int32_t block, int32_t step, int32_t extent) {
  int32_t most = (int32_t)integer_max(extent / 2 / step, 1) * step;
  return block < most ? block : most;
}

static void normalize_sizes(const Workload *knobs, Schedule *schedule) {
  DotProduct dot = dot_product_of(knobs, schedule);
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
    if (i >= knobs->iterator_count) {
      schedule->block[i] = schedule->tile[0][i] = schedule->tile[1][i] = 0;
      continue;
    }
    int32_t extent = (int32_t)knobs->extents[i];
    int32_t step = (int32_t)dot_product_step(&dot, schedule, i);
    int32_t block = round_block(schedule, i, step, extent);
    if (workload_is_open(knobs, i)) {
      block = open_block(block, step, extent);
      schedule->tile[1][i] = (int32_t)integer_max(schedule->tile[1][i], 2 * (int64_t)block);
    }
    int32_t inner = round_size(clamp(schedule->tile[1][i], block, extent), block, extent);
    int32_t outer = round_size(clamp(schedule->tile[0][i], inner, extent), inner, extent);
    schedule->block[i] = block;
    schedule->tile[1][i] = inner;
    schedule->tile[0][i] = outer;
  }
}

static bool packs_terms(const Workload *knobs, const Schedule *schedule, int a) {
  return knobs->open > 0 && schedule->pack[a] >= 0 &&
         access_uses(&knobs->accesses[a], knobs->open - 1);
}

// Panels hold a tile of the terms of which only the run knows how many there are: what packs them
// has tiles. Without results that rest between tiles nothing is packed.
static void tile_open_terms(const Workload *knobs, Schedule *schedule) {
  int i = knobs->open - 1;
  for (int a = 0; a < knobs->access_count; a++) {
    if (!packs_terms(knobs, schedule, a) || schedule->tile[1][i] < knobs->extents[i])
      continue;
    int64_t block = schedule->block[i];
    int64_t tile = integer_round_up(integer_max(OPEN_TILE, 2 * block), block);
    if (knobs->can_split_reduction && tile < knobs->extents[i])
      schedule->tile[0][i] = schedule->tile[1][i] = (int32_t)tile;
    else
      schedule->pack[a] = PACK_NONE;
  }
}

// Loops around the first panel that holds a tile of the open iterator alone, which has tiles.
static int loops_around_terms(const Workload *knobs, const Schedule *schedule) {
  int loops = 0;
  for (int level = 0; level < TILE_LEVELS; level++)
    for (int p = 0; p < knobs->iterator_count; p++) {
      int i = schedule->order[level][p];
      int64_t span = level == 0 ? knobs->extents[i] : schedule->tile[level - 1][i];
      loops += schedule->tile[level][i] < span;
      if (workload_is_open(knobs, i) && schedule->tile[level][i] < span)
        return loops;
    }
  return loops;
}

static void pack_open_terms(const Workload *knobs, Schedule *schedule) {
  for (int a = 0; a < knobs->access_count; a++)
    if (packs_terms(knobs, schedule, a)) {
      int loops = loops_around_terms(knobs, schedule);
      schedule->pack[a] = (int8_t)integer_max(schedule->pack[a], loops);
    }
}

bool schedule_order_matters(const Workload *knobs, const Schedule *schedule, int row, int i) {
  if (row == 0)
    return schedule->tile[0][i] < knobs->extents[i];
  if (row == 1)
    return schedule->tile[1][i] < schedule->tile[0][i];
  return knobs->kinds[i] == ITERATOR_PARALLEL && schedule->block[i] < schedule->tile[1][i];
}

// Iterators with a loop first, in their order, then the others ascending. Entries that are out of
// range or repeated are dropped.
static void normalize_order(const Workload *knobs, Schedule *schedule, int row) {
  uint8_t sorted[WORKLOAD_MAX_ITERATORS] = {0};
  uint32_t done = 0;
  int count = 0;
  for (int p = 0; p < knobs->iterator_count; p++) {
    int i = schedule->order[row][p];
    if (i < knobs->iterator_count && !(done >> i & 1u) &&
        schedule_order_matters(knobs, schedule, row, i)) {
      sorted[count++] = (uint8_t)i;
      done |= 1u << i;
    }
  }
  for (int pass = 0; pass < 2; pass++) // those with a loop that the order forgot, then the rest
    for (int i = 0; i < knobs->iterator_count; i++)
      if (!(done >> i & 1u) && (pass == 1 || schedule_order_matters(knobs, schedule, row, i))) {
        sorted[count++] = (uint8_t)i;
        done |= 1u << i;
      }
  memcpy(schedule->order[row], sorted, sizeof(sorted));
}

// Reductions with a kernel loop or unrolled points first, in their order, then the others.
static void normalize_kernel_order(const Workload *knobs, Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS], sorted[WORKLOAD_MAX_ITERATORS] = {0};
  int reduction_count = workload_reductions(knobs, reductions);
  uint32_t wanted = 0, done = 0;
  int count = 0;
  for (int p = 0; p < reduction_count; p++) {
    int i = reductions[p];
    if (!workload_keeps_order(knobs) &&
        (schedule->block[i] > 1 || schedule->block[i] < schedule->tile[1][i]))
      wanted |= 1u << i;
  }
  for (int p = 0; p < reduction_count; p++) {
    int i = schedule->kernel_order[p];
    if (i < knobs->iterator_count && (wanted & ~done) >> i & 1u) {
      sorted[count++] = (uint8_t)i;
      done |= 1u << i;
    }
  }
  for (int pass = 0; pass < 2; pass++)
    for (int p = 0; p < reduction_count; p++) {
      int i = reductions[p];
      if (!(done >> i & 1u) && (pass == 1 || (wanted >> i & 1u))) {
        sorted[count++] = (uint8_t)i;
        done |= 1u << i;
      }
    }
  memcpy(schedule->kernel_order, sorted, sizeof(sorted));
}

static void normalize_pad(const Workload *workload, Schedule *schedule) {
  bool rewrites = rule_get(schedule->rule)->rewrite != NULL;
  if (!workload_has_padding(workload))
    schedule->pad_mode = PAD_SEPARATE;
  else if (rewrites && schedule->pad_mode == PAD_BORDER)
    schedule->pad_mode = PAD_PACK; // what the rule makes of the operand holds the padding
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++) {
    if (a >= workload->access_count || schedule->pack[a] < 0)
      schedule->pack[a] = PACK_NONE;
    if (a < workload->access_count && workload->accesses[a].may_leave_shape && !rewrites &&
        schedule->pad_mode != PAD_SEPARATE)
      schedule->pack[a] = schedule->pad_mode == PAD_PACK ? 0 : PACK_NONE;
  }
}

// Only panels can hold what a producer makes.
static void normalize_produced(const Workload *knobs, Schedule *schedule) {
  uint32_t kept = 0;
  for (int a = 0; a < knobs->access_count; a++)
    if (schedule->pack[a] != PACK_NONE && knobs->accesses[a].produces != 0)
      kept |= 1u << a;
  schedule->produced &= kept;
}

bool schedule_loops_over_taps(const Workload *workload, const Schedule *schedule, int i) {
  return schedule->pad_mode == PAD_BORDER && workload->kinds[i] == ITERATOR_REDUCTION &&
         schedule->block[i] < workload->extents[i] &&
         (workload_leaving_iterators(workload) >> i & 1u);
}

bool schedule_pads(const Workload *knobs, const Schedule *schedule, int iterator) {
  return schedule->remainder == REMAINDER_PAD &&
         knobs->extents[iterator] % schedule->block[iterator] != 0;
}

// Without an iterator to pad, the remainder mode only tells partial vectors apart.
static void normalize_remainder(const Workload *knobs, Schedule *schedule) {
  int vector = schedule->vector_iterator;
  for (int i = 0; i < knobs->iterator_count; i++)
    if (schedule_pads(knobs, schedule, i))
      return;
  bool has_partial_vector =
      vector >= 0 &&
      (knobs->extents[vector] % schedule->lanes != 0 ||
       (schedule->pad_mode == PAD_BORDER && workload_leaving_iterators(knobs) >> vector & 1u));
  if (!has_partial_vector)
    schedule->remainder = REMAINDER_PEEL;
  else if (schedule->remainder == REMAINDER_PAD)
    schedule->remainder = REMAINDER_MASK;
}

void schedule_normalize(const Workload *workload, Schedule *schedule) {
  Workload storage;
  const Workload *knobs = rule_workload(schedule->rule, workload, &storage);
  if (knobs == NULL)
    return; // schedule_check rejects it
  memset(schedule->bytes + KNOB_BYTES, 0, KNOB_BYTES_ROUNDED - KNOB_BYTES);
  schedule->fuse_init = schedule->fuse_init != 0;
  if (schedule->fuse_producers > PRODUCERS_STORED)
    schedule->fuse_producers = PRODUCERS_STORED;
  int epilogues = workload_epilogue_count(workload);
  if (schedule->fuse_epilogue > epilogues)
    schedule->fuse_epilogue = (uint8_t)epilogues;
  if (epilogues == 0 || schedule->epilogue_depth < 0)
    schedule->epilogue_depth = EPILOGUE_IN_REGISTERS;
  if (schedule->lanes <= 1 || schedule->vector_iterator < 0 ||
      schedule->vector_iterator >= knobs->iterator_count) {
    schedule->lanes = 1;
    schedule->vector_iterator = -1;
  }
  normalize_sizes(knobs, schedule);
  tile_open_terms(knobs, schedule);
  for (int row = 0; row <= TILE_LEVELS; row++)
    normalize_order(knobs, schedule, row);
  normalize_kernel_order(knobs, schedule);
  pack_open_terms(knobs, schedule);
  normalize_pad(workload, schedule);
  normalize_produced(knobs, schedule);
  if (schedule->instruction != INSTRUCTION_BY_TYPES &&
      schedule->instruction < INSTRUCTION_CHOICES && knobs->factors[0].cast == FACTOR_NONE)
    schedule->instruction = INSTRUCTION_BY_TYPES;
  if (schedule->stages == 1)
    schedule->stages = 0;
  if (schedule->split == 1)
    schedule->split = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (schedule_loops_over_taps(workload, schedule, i))
      schedule->block[i] = 1;
  normalize_remainder(knobs, schedule);
}

// --- comparing

uint64_t schedule_key(const Schedule *schedule) {
  return text_hash(TEXT_HASH_START, schedule, sizeof(*schedule));
}

bool schedule_equal(const Schedule *a, const Schedule *b) { return !memcmp(a, b, sizeof(*a)); }
