// How a point of a search space is drawn, knob by knob.
//
// Sizes are drawn so that they are often good (accumulators that fill the registers, whole windows
// unrolled, tiles of round size) but any legal size can come up.
#include "search/space_draw.h"

#include "base/integer.h"
#include "plan/schedule_knobs.h"

// A set bit of `mask`, which is not 0.
int space_draw_bit(Rng *rng, uint32_t mask) {
  for (int64_t skip = rng_below(rng, __builtin_popcount(mask)); skip > 0; skip--)
    mask &= mask - 1;
  return __builtin_ctz(mask);
}

void space_draw_vector(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  if (!rule_space->vector_iterators || rule_space->max_lanes < 2 ||
      (rule_space->can_be_scalar && rng_chance(rng, 1))) {
    schedule->lanes = 1;
    schedule->vector_iterator = -1;
    return;
  }
  schedule->vector_iterator = (int8_t)space_draw_bit(rng, rule_space->vector_iterators);
  int lanes = rule_space->max_lanes;
  int64_t extent = rule_space->workload.extents[schedule->vector_iterator];
  while (lanes > 2 && (lanes >= 2 * extent || rng_chance(rng, 30)))
    lanes /= 2;
  schedule->lanes = (uint8_t)lanes;
}

// A size for a register block of at most `limit`: a divisor of the extent, the limit, or any.
int64_t space_draw_block(Rng *rng, int64_t extent, int64_t limit) {
  limit = integer_min(extent, limit);
  if (limit <= 1)
    return 1;
  if (rng_chance(rng, 40))
    return 1 + rng_below(rng, limit);
  if (rng_chance(rng, 40))
    return limit;
  int64_t block = limit;
  while (extent % block != 0)
    block--;
  if (block > 1 && rng_chance(rng, 25)) // the next smaller divisor
    do
      block--;
    while (extent % block != 0);
  return block;
}

// Shares the registers among the parallel iterators, the vector iterator first.
void space_draw_register_tile(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  int64_t budget = 4 + rng_below(rng, integer_max(rule_space->registers - 5, 4));
  if (workload->accumulator_count > 1)
    budget = integer_max(budget / workload->accumulator_count, 1);
  uint32_t others = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    schedule->block[i] = 1;
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      others |= 1u << i;
  }
  int v = schedule->vector_iterator;
  if (v >= 0) {
    int64_t vectors = integer_ceil_div(workload->extents[v], schedule->lanes);
    int64_t share = workload->kinds[v] == ITERATOR_PARALLEL ? integer_min(budget, 8) : 4;
    int64_t count = space_draw_block(rng, vectors, share);
    schedule->block[v] = (int32_t)(count * schedule->lanes);
    if (workload->kinds[v] == ITERATOR_PARALLEL)
      budget /= count;
    others &= ~(1u << v);
  }
  for (int turn = 0; turn < 3 && others && budget > 1; turn++) {
    int i = space_draw_bit(rng, others);
    others &= ~(1u << i);
    int64_t share = turn == 0 && rng_chance(rng, 70) ? budget : 1 + rng_below(rng, budget);
    schedule->block[i] = (int32_t)space_draw_block(rng, workload->extents[i], share);
    budget /= schedule->block[i];
  }
}

void space_draw_unroll(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  static const uint8_t sizes[] = {1, 1, 1, 2, 4, 8};
  const Workload *workload = &rule_space->workload;
  bool whole_windows = rng_chance(rng, 65);
  for (int i = 0; i < workload->iterator_count; i++) {
    if (workload->kinds[i] != ITERATOR_REDUCTION || i == schedule->vector_iterator)
      continue;
    int64_t extent = workload->extents[i];
    bool is_window = (rule_space->windows & (1u << i)) && extent <= 11;
    if (is_window && (whole_windows || rng_chance(rng, 30)))
      schedule->block[i] = (int32_t)extent;
    else
      schedule->block[i] =
          (int32_t)integer_min(extent, sizes[rng_below(rng, (int64_t)sizeof(sizes))]);
  }
}

// A tile of `unit` multiples: the whole, a power of two of them, a near-even part, or any.
static int64_t draw_tile(Rng *rng, int64_t extent, int64_t unit) {
  int64_t units = integer_ceil_div(extent, unit);
  if (units <= 1)
    return extent;
  switch (rng_below(rng, 4)) {
  case 0:
    return unit * (1 + rng_below(rng, units));
  case 1: {
    int64_t parts = 2 + rng_below(rng, integer_min(units, 8));
    return unit * integer_ceil_div(units, parts);
  }
  default: {
    int bits = 63 - __builtin_clzll((unsigned long long)units);
    return unit << rng_below(rng, bits + 1);
  }
  }
}

void space_draw_tiles_of(const RuleSpace *rule_space, Rng *rng, Schedule *schedule, int iterator) {
  int64_t extent = rule_space->workload.extents[iterator];
  int64_t unit = integer_max(schedule->block[iterator], 1);
  int64_t outer = extent, inner = extent;
  if (rng_chance(rng, 40)) {
    outer = inner = draw_tile(rng, extent, unit);
    if (rng_chance(rng, 25))
      inner = draw_tile(rng, outer, unit);
  } else if (rng_chance(rng, 10)) {
    inner = draw_tile(rng, extent, unit);
  }
  schedule->tile[0][iterator] = (int32_t)integer_min(outer, extent);
  schedule->tile[1][iterator] = (int32_t)integer_min(inner, extent);
}

void space_draw_tiles(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  for (int i = 0; i < rule_space->workload.iterator_count; i++)
    space_draw_tiles_of(rule_space, rng, schedule, i);
}

static void shuffle(Rng *rng, uint8_t *items, int count) {
  for (int n = count - 1; n > 0; n--) {
    int64_t other = rng_below(rng, n + 1);
    uint8_t item = items[n];
    items[n] = items[other];
    items[other] = item;
  }
}

int space_reduction_count(const Workload *workload) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    count += workload->kinds[i] == ITERATOR_REDUCTION;
  return count;
}

void space_draw_orders(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  for (int row = 0; row <= TILE_LEVELS; row++)
    if (rng_chance(rng, 70))
      shuffle(rng, schedule->order[row], workload->iterator_count);
  if (rng_chance(rng, 30))
    shuffle(rng, schedule->kernel_order, space_reduction_count(workload));
}

// Loops of the bands around the kernel that this schedule has.
static int loops_around(const Workload *workload, const Schedule *schedule) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    count += schedule->tile[0][i] < workload->extents[i];
    count += schedule->tile[1][i] < schedule->tile[0][i];
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      count += schedule->block[i] < schedule->tile[1][i];
  }
  return count;
}

void space_draw_pack(const RuleSpace *rule_space, Rng *rng, Schedule *schedule, int access) {
  schedule->pack[access] = PACK_NONE;
  if (rng_chance(rng, 45))
    return;
  bool is_image = rule_space->images & (1u << access);
  if (rule_space->produced & (1u << access))
    schedule->produced ^= rng_chance(rng, 50) ? 1u << access : 0;
  int depths = 1 + loops_around(&rule_space->workload, schedule);
  schedule->pack[access] = is_image || rng_chance(rng, 35) ? 0 : (int8_t)rng_below(rng, depths);
}

void space_draw_packs(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  for (int a = 0; a < rule_space->workload.access_count; a++)
    if ((rule_space->panels | rule_space->images) & (1u << a))
      space_draw_pack(rule_space, rng, schedule, a);
}

// Mostly as far inside as it may be, where it is called for.
void space_draw_epilogue(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  bool splits;
  if (!rule_space->can_sweep)
    return;
  int depth = space_loops_outside_reductions(&rule_space->workload, schedule, &splits);
  schedule->epilogue_depth = EPILOGUE_IN_REGISTERS;
  if (rng_chance(rng, splits ? 60 : 10))
    schedule->epilogue_depth = rng_chance(rng, 60) ? depth : (int32_t)rng_below(rng, depth + 1);
}

// A padded remainder asks for packed operands.
void space_draw_remainder(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  schedule->remainder = rng_chance(rng, 50) ? REMAINDER_MASK : REMAINDER_PEEL;
  if (!rng_chance(rng, 15))
    return;
  const Workload *workload = &rule_space->workload;
  schedule->remainder = REMAINDER_PAD;
  for (int a = 0; a < workload->access_count; a++)
    for (int i = 0; i < workload->iterator_count && schedule->pack[a] == PACK_NONE; i++)
      if (((rule_space->panels | rule_space->images) & (1u << a)) &&
          workload->kinds[i] == ITERATOR_PARALLEL && access_uses(&workload->accesses[a], i) &&
          schedule_pads(workload, schedule, i))
        schedule->pack[a] = 0;
}

// What border kernels ask for: whole rows of a padded index in one tile, its windows unrolled.
void space_make_border_possible(const RuleSpace *rule_space, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (!(rule_space->padded & (1u << i)))
      continue;
    schedule->tile[0][i] = schedule->tile[1][i] = (int32_t)workload->extents[i];
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      schedule->block[i] = (int32_t)workload->extents[i];
  }
}

void space_draw_pad(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  if (!rule_space->has_border)
    return;
  schedule->pad_mode = rng_chance(rng, 50) ? PAD_BORDER : PAD_PACK;
}
