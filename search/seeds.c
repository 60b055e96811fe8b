// Schedules that are good by construction, in two stages.
//
// First every register tile that fills the registers in some sensible way, without tiling. Then
// the most promising of them with packing, with the reduction split so that a panel stays in L1,
// with a block of the other operand in L2, and with the register loops in other orders.
#include "search/seeding.h"

#include "base/integer.h"

static void offer_tile(Seeding *seeding, const Schedule *schedule) {
  Promising candidate;
  candidate.seconds = seeding_offer(seeding, schedule, &candidate.schedule);
  if (candidate.seconds < 0)
    return;
  int place = seeding->promising_count;
  if (place == PROMISING && candidate.seconds >= seeding->promising[PROMISING - 1].seconds)
    return;
  if (place == PROMISING)
    place--;
  else
    seeding->promising_count++;
  for (; place > 0 && seeding->promising[place - 1].seconds > candidate.seconds; place--)
    seeding->promising[place] = seeding->promising[place - 1];
  seeding->promising[place] = candidate;
}

// --- register tiles

// Whole windows of a convolution, and padded ones for border kernels, become straight-line code.
static void unroll_windows(const RuleSpace *rule_space, uint16_t windows, Schedule *schedule) {
  enum { LARGEST_WINDOW = 11 };
  for (int i = 0; i < rule_space->workload.iterator_count; i++)
    if ((windows & (1u << i)) && i != schedule->vector_iterator &&
        rule_space->workload.extents[i] <= LARGEST_WINDOW)
      schedule->block[i] = (int32_t)rule_space->workload.extents[i];
}

static void offer_unrolls(Seeding *seeding, const Schedule *tile) {
  const RuleSpace *rule_space = seeding->rule_space;
  for (int pad = 0; pad < (rule_space->has_border ? 2 : 1); pad++) {
    Schedule schedule = *tile;
    if (rule_space->has_border)
      schedule.pad_mode = pad == 0 ? PAD_BORDER : PAD_PACK;
    bool is_border = schedule.pad_mode == PAD_BORDER;
    uint16_t needed = is_border ? rule_space->windows & rule_space->padded : 0;
    unroll_windows(rule_space, needed, &schedule);
    offer_tile(seeding, &schedule);
    if (rule_space->windows & ~needed) {
      unroll_windows(rule_space, rule_space->windows, &schedule);
      offer_tile(seeding, &schedule);
    }
  }
}

static int64_t largest_divisor(int64_t extent, int64_t limit) {
  int64_t divisor = integer_min(extent, limit);
  while (extent % divisor != 0)
    divisor--;
  return divisor;
}

// Fills the registers left by the vector iterator with blocks of `iterator`, then of another one.
static void offer_blocks(Seeding *seeding, const Schedule *vector, int iterator, int64_t budget) {
  const Workload *workload = &seeding->rule_space->workload;
  int64_t extent = workload->extents[iterator];
  int64_t blocks[3] = {integer_min(extent, budget), largest_divisor(extent, budget),
                       integer_min(extent, integer_max(budget / 2, 1))};
  for (int n = 0; n < 3; n++) {
    bool is_repeated = false;
    for (int m = 0; m < n; m++)
      is_repeated |= blocks[m] == blocks[n];
    if (is_repeated)
      continue;
    Schedule schedule = *vector;
    schedule.block[iterator] = (int32_t)blocks[n];
    offer_unrolls(seeding, &schedule);
    int64_t left = budget / blocks[n];
    for (int i = 0; n < 2 && left > 1 && i < workload->iterator_count; i++) {
      if (workload->kinds[i] != ITERATOR_PARALLEL || i == iterator || i == schedule.vector_iterator)
        continue;
      Schedule filled = schedule;
      filled.block[i] = (int32_t)largest_divisor(workload->extents[i], left);
      if (filled.block[i] == 1)
        filled.block[i] = (int32_t)integer_min(workload->extents[i], left);
      offer_unrolls(seeding, &filled);
    }
  }
}

// Tiles of sums, as many as there are registers for.
static void offer_tiles(Seeding *seeding, const Schedule *vector, const DotProduct *dot) {
  const Workload *workload = &seeding->rule_space->workload;
  int rows = dot->row_iterator;
  for (int count = 1; count <= dot->row->tiles; count++) {
    Schedule schedule = *vector;
    schedule.block[rows] =
        (int32_t)integer_min((int64_t)count * dot->row->rows, workload->extents[rows]);
    if (dot_product_fits(workload, &schedule, dot))
      for (int steps = 1; steps <= 8; steps *= 2) {
        schedule.block[dot->iterator] =
            (int32_t)integer_min(steps * dot_product_step(dot, &schedule, dot->iterator),
                                 workload->extents[dot->iterator]);
        offer_unrolls(seeding, &schedule);
      }
  }
}

static void offer_vector(Seeding *seeding, int vector, int lanes) {
  const RuleSpace *rule_space = seeding->rule_space;
  const Workload *workload = &rule_space->workload;
  bool reduces_lanes = workload->kinds[vector] == ITERATOR_REDUCTION;
  // One register for a loaded vector, one for a broadcast, one to spare.
  int64_t budget = rule_space->registers - 3;
  budget /= integer_max(workload->accumulator_count, 1);
  int64_t vectors = integer_ceil_div(workload->extents[vector], lanes);
  int64_t most = integer_min(vectors, integer_min(budget, reduces_lanes ? 4 : 8));
  for (int64_t count = 1; count <= most; count++) {
    Schedule schedule;
    space_default(seeding->space, (int)(rule_space - seeding->space->rules), &schedule);
    schedule.vector_iterator = (int8_t)vector;
    schedule.lanes = (uint8_t)lanes;
    schedule.remainder = seeding->space->target.has_masks ? REMAINDER_MASK : REMAINDER_PEEL;
    DotProduct dot = dot_product_of(workload, &schedule);
    int64_t step = dot_product_step(&dot, &schedule, vector);
    schedule.block[vector] = (int32_t)integer_min(count * step, workload->extents[vector]);
    if (dot.row_iterator >= 0) {
      offer_tiles(seeding, &schedule, &dot);
      continue;
    }
    offer_unrolls(seeding, &schedule);
    for (int i = 0; i < workload->iterator_count; i++)
      if (workload->kinds[i] == ITERATOR_PARALLEL && i != vector && budget / count > 1)
        offer_blocks(seeding, &schedule, i, budget / count);
  }
}

// Whether some input is read once, every element for a single point: nothing is gained by tiles,
// and what matters is that memory is walked in its own order.
static bool has_streamed_input(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++) {
    bool uses_all = !workload->accesses[a].is_output;
    for (int i = 0; i < workload->iterator_count; i++)
      uses_all &= access_uses(&workload->accesses[a], i);
    if (uses_all)
      return true;
  }
  return false;
}

// A few steps of the reduction for the whole extent of the lanes, then the next ones: as many
// streams as steps, each in the order of memory.
static void offer_streams(Seeding *seeding) {
  const RuleSpace *rule_space = seeding->rule_space;
  const Workload *workload = &rule_space->workload;
  int lanes = rule_space->max_lanes;
  // Of few rows the other factor is read for little more than one.
  bool are_few = workload->partial.unit == 1 && workload->partial.sizes != 0;
  if (!workload->can_split_reduction || (!are_few && !has_streamed_input(workload)))
    return;
  for (int v = 0; v < workload->iterator_count; v++)
    for (int r = 0; r < workload->iterator_count; r++) {
      if (!(rule_space->vector_iterators & (1u << v)) || workload->extents[v] < 8 * lanes ||
          workload->kinds[v] != ITERATOR_PARALLEL || workload->kinds[r] != ITERATOR_REDUCTION)
        continue;
      for (int steps = 4; steps <= 8 && steps < workload->extents[r]; steps *= 2) {
        for (int vectors = are_few ? 2 : 4; vectors <= (are_few ? 4 : 8); vectors *= 2) {
          Schedule schedule, ignored;
          space_default(seeding->space, (int)(rule_space - seeding->space->rules), &schedule);
          schedule.vector_iterator = (int8_t)v;
          schedule.lanes = (uint8_t)lanes;
          schedule.block[v] = vectors * lanes;
          schedule.block[r] = schedule.tile[0][r] = schedule.tile[1][r] = steps;
          seeding_offer(seeding, &schedule, &ignored);
        }
      }
    }
}

static void offer_register_tiles(Seeding *seeding) {
  const RuleSpace *rule_space = seeding->rule_space;
  for (int i = 0; i < rule_space->workload.iterator_count; i++) {
    if (!(rule_space->vector_iterators & (1u << i)))
      continue;
    int64_t extent = rule_space->workload.extents[i];
    for (int lanes = rule_space->max_lanes; lanes > 1 && lanes * 4 > rule_space->max_lanes;
         lanes /= 2)
      if (lanes < 2 * extent)
        offer_vector(seeding, i, lanes);
  }
  if (rule_space->can_be_scalar) {
    Schedule schedule;
    space_default(seeding->space, (int)(rule_space - seeding->space->rules), &schedule);
    offer_unrolls(seeding, &schedule);
    int row = rule_space->context.short_rows;
    if (row >= 0) { // whole, of which the compiler makes vectors
      schedule.block[row] = (int32_t)rule_space->workload.extents[row];
      offer_unrolls(seeding, &schedule);
    }
  }
}

void space_seeds(const SearchSpace *space, int index, SeedSink sink, void *context) {
  Seeding seeding = {
      .space = space, .rule_space = &space->rules[index], .sink = sink, .context = context};
  offer_streams(&seeding);
  offer_register_tiles(&seeding);
  for (int n = 0; n < seeding.promising_count; n++)
    seeding_elaborate(&seeding, &seeding.promising[n].schedule);
}
