// Schedules that are good by construction, in two stages.
//
// First every register tile that fills the registers in some sensible way, without tiling. Then
// the most promising of them with packing, with the reduction split so that a panel stays in L1,
// with a block of the other operand in L2, and with the register loops in other orders.
#include "base/integer.h"
#include "search/space.h"

#include <math.h>

enum { PROMISING = 8 };

typedef struct Promising {
  Schedule schedule;
  double seconds;
} Promising;

typedef struct Seeding {
  const SearchSpace *space;
  const RuleSpace *rule_space;
  SeedSink sink;
  void *context;
  int promising_count;
  Promising promising[PROMISING]; // best first
} Seeding;

// Offers a copy, so that normalisation does not disturb what the caller varies next.
static double offer(const Seeding *seeding, const Schedule *schedule, Schedule *out_normalized) {
  *out_normalized = *schedule;
  space_normalize(seeding->space, out_normalized);
  return seeding->sink(seeding->context, out_normalized);
}

static void offer_tile(Seeding *seeding, const Schedule *schedule) {
  Promising candidate;
  candidate.seconds = offer(seeding, schedule, &candidate.schedule);
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
  if (!workload->can_split_reduction || !has_streamed_input(workload))
    return;
  for (int v = 0; v < workload->iterator_count; v++)
    for (int r = 0; r < workload->iterator_count; r++) {
      if (!(rule_space->vector_iterators & (1u << v)) || workload->extents[v] < 8 * lanes ||
          workload->kinds[v] != ITERATOR_PARALLEL || workload->kinds[r] != ITERATOR_REDUCTION)
        continue;
      for (int steps = 4; steps <= 8 && steps < workload->extents[r]; steps *= 2) {
        for (int vectors = 4; vectors <= 8; vectors *= 2) {
          Schedule schedule, ignored;
          space_default(seeding->space, (int)(rule_space - seeding->space->rules), &schedule);
          schedule.vector_iterator = (int8_t)v;
          schedule.lanes = (uint8_t)lanes;
          schedule.block[v] = vectors * lanes;
          schedule.block[r] = schedule.tile[0][r] = schedule.tile[1][r] = steps;
          offer(seeding, &schedule, &ignored);
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
  }
}

// --- blocking and packing

// The reduction with the longest loop in the kernel, or -1.
static int longest_reduction(const Workload *workload, const Schedule *schedule) {
  int longest = -1;
  int64_t trips = 1;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION &&
        workload->extents[i] / schedule->block[i] > trips) {
      longest = i;
      trips = workload->extents[i] / schedule->block[i];
    }
  return longest;
}

// Bytes that a register tile reads from `workload`'s inputs per step of `reduction`.
static double bytes_per_step(const Workload *workload, const Schedule *schedule, int reduction) {
  double bytes = 0;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output || !access_uses(access, reduction))
      continue;
    double elements = (double)element_type_bytes(access->type);
    for (int i = 0; i < workload->iterator_count; i++)
      if (i != reduction && access_uses(access, i))
        elements *= workload->kinds[i] == ITERATOR_REDUCTION ? (double)workload->extents[i]
                                                             : (double)schedule->block[i];
    bytes += elements;
  }
  return bytes;
}

// The natural place of a pack: inside the last outer tile loop that moves the access.
static int natural_depth(const Workload *workload, const Schedule *schedule, int a) {
  int depth = 0, loops = 0;
  for (int p = 0; p < workload->iterator_count; p++) {
    int i = schedule->order[0][p];
    if (schedule->tile[0][i] >= workload->extents[i])
      continue;
    loops++;
    if (access_uses(&workload->accesses[a], i))
      depth = loops;
  }
  return depth;
}

// Inside the first register loop that moves the access: one panel at a time.
static int panel_depth(const Workload *workload, const Schedule *schedule, int a) {
  int loops = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    loops += schedule->tile[0][i] < workload->extents[i];
  for (int p = 0; p < workload->iterator_count; p++) {
    int i = schedule->order[TILE_LEVELS][p];
    if (workload->kinds[i] != ITERATOR_PARALLEL || schedule->block[i] >= schedule->tile[1][i])
      continue;
    loops++;
    if (access_uses(&workload->accesses[a], i))
      return loops;
  }
  return loops;
}

// The schedule with its fused statements at every place that promises something: producers in
// panels, the epilogue just outside the loops of a split reduction.
static void offer_places(Seeding *seeding, const Schedule *schedule) {
  const RuleSpace *rule_space = seeding->rule_space;
  Schedule produced = *schedule, normalized = *schedule, ignored;
  bool splits;
  space_normalize(seeding->space, &normalized); // sizes that reach the extent leave loops out
  int depth = space_loops_outside_reductions(&rule_space->workload, &normalized, &splits);
  for (int a = 0; a < rule_space->workload.access_count; a++)
    if ((rule_space->produced & (1u << a)) && schedule->pack[a] != PACK_NONE)
      produced.produced |= 1u << a;
  for (int choice = 0; choice < 4; choice++) {
    Schedule placed = choice & 1 ? produced : *schedule;
    if ((choice & 1 && produced.produced == schedule->produced) ||
        (choice & 2 && !(splits && rule_space->can_sweep)))
      continue;
    if (choice & 2)
      placed.epilogue_depth = depth;
    offer(seeding, &placed, &ignored);
  }
}

// Whether some register tile does not divide its extent, and all that it reads is packed.
static bool can_pad(const Workload *workload, const Schedule *schedule) {
  bool has_remainder = false;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (workload->kinds[i] != ITERATOR_PARALLEL || workload->extents[i] % schedule->block[i] == 0)
      continue;
    has_remainder = true;
    for (int a = 0; a < workload->access_count; a++) {
      const Access *access = &workload->accesses[a];
      if (!access->is_output && workload->statements[access->statement].stage == STAGE_BODY &&
          schedule->pack[a] == PACK_NONE && access_uses(access, i))
        return false;
    }
  }
  return has_remainder;
}

// Which accesses to pack: those with the lanes, all panels, whole operands, images.
static void offer_packs(Seeding *seeding, const Schedule *blocked) {
  const RuleSpace *rule_space = seeding->rule_space;
  const Workload *workload = &rule_space->workload;
  offer_places(seeding, blocked);
  for (int choice = 0; choice < 4; choice++) {
    Schedule schedule = *blocked;
    bool packs = false;
    for (int a = 0; a < workload->access_count; a++) {
      bool has_lanes = schedule.vector_iterator >= 0 &&
                       access_uses(&workload->accesses[a], schedule.vector_iterator);
      if ((rule_space->images & (1u << a)) && choice == 3)
        schedule.pack[a] = 0;
      else if (!(rule_space->panels & (1u << a)) || (choice != 1 && !has_lanes))
        continue;
      else
        schedule.pack[a] = (int8_t)(choice == 2 ? panel_depth(workload, &schedule, a)
                                                : natural_depth(workload, &schedule, a));
      packs = true;
    }
    if (packs)
      offer_places(seeding, &schedule);
    if (packs && can_pad(workload, &schedule)) {
      schedule.remainder = REMAINDER_PAD;
      offer_places(seeding, &schedule);
    }
  }
}

// `value` is infinite where a step reads nothing.
static int64_t round_to_multiple(double value, int64_t unit, int64_t extent) {
  int64_t units = (int64_t)fmin(value / (double)unit, (double)extent);
  return integer_min(integer_max(units * unit, unit), extent);
}

// Even parts of at most `size`, in multiples of `unit`.
static int64_t even_tile(int64_t extent, int64_t size, int64_t unit) {
  int64_t parts = integer_ceil_div(extent, size);
  int64_t tile = integer_round_up(integer_ceil_div(extent, parts), unit);
  return integer_min(tile, extent);
}

static void put_first(uint8_t *order, int count, int iterator) {
  int place = 0;
  while (place < count && order[place] != iterator)
    place++;
  for (; place > 0; place--)
    order[place] = order[place - 1];
  order[0] = (uint8_t)iterator;
}

// Splits the reduction so that what one register tile reads stays in half of L1; when
// `parallel` >= 0, also that iterator, so that its block of the operand stays in half of L2.
static bool block_for_caches(const Seeding *seeding, int parallel, Schedule *schedule) {
  const Workload *workload = &seeding->rule_space->workload;
  const Target *target = &seeding->space->target;
  int reduction = longest_reduction(workload, schedule);
  if (reduction < 0)
    return false;
  int64_t unit = schedule->block[reduction];
  double steps = (double)target->cache_bytes[0] / 2 / bytes_per_step(workload, schedule, reduction);
  int64_t size = round_to_multiple(steps, unit, workload->extents[reduction]);
  int64_t tile = even_tile(workload->extents[reduction], size, unit);
  bool is_split = workload->can_split_reduction && tile < workload->extents[reduction];
  if (is_split)
    schedule->tile[0][reduction] = schedule->tile[1][reduction] = (int32_t)tile;
  if (parallel < 0)
    return is_split;
  double per_point = 8.0 * (double)(is_split ? tile : workload->extents[reduction]);
  int64_t block = schedule->block[parallel];
  int64_t points =
      round_to_multiple((double)target->cache_bytes[target->cache_count > 1] / 2 / per_point, block,
                        workload->extents[parallel]);
  int64_t rows = even_tile(workload->extents[parallel], points, block);
  if (rows >= workload->extents[parallel])
    return is_split;
  schedule->tile[0][parallel] = schedule->tile[1][parallel] = (int32_t)rows;
  put_first(schedule->order[0], workload->iterator_count, parallel);
  if (is_split)
    put_first(schedule->order[0], workload->iterator_count, reduction);
  return true;
}

static void offer_blockings(Seeding *seeding, const Schedule *tile) {
  const Workload *workload = &seeding->rule_space->workload;
  offer_packs(seeding, tile);
  for (int i = -1; i < workload->iterator_count; i++) {
    Schedule schedule = *tile;
    if (i >= 0 &&
        (workload->kinds[i] != ITERATOR_PARALLEL || schedule.block[i] >= workload->extents[i]))
      continue;
    if (block_for_caches(seeding, i, &schedule))
      offer_packs(seeding, &schedule);
  }
}

static void elaborate(Seeding *seeding, const Schedule *tile) {
  const Workload *workload = &seeding->rule_space->workload;
  offer_blockings(seeding, tile);
  for (int i = 0; i < workload->iterator_count; i++) {
    if (workload->kinds[i] != ITERATOR_PARALLEL || tile->block[i] >= workload->extents[i] ||
        tile->order[TILE_LEVELS][0] == i)
      continue;
    Schedule schedule = *tile;
    put_first(schedule.order[TILE_LEVELS], workload->iterator_count, i);
    offer_blockings(seeding, &schedule);
  }
}

void space_seeds(const SearchSpace *space, int index, SeedSink sink, void *context) {
  Seeding seeding = {
      .space = space, .rule_space = &space->rules[index], .sink = sink, .context = context};
  offer_streams(&seeding);
  offer_register_tiles(&seeding);
  for (int n = 0; n < seeding.promising_count; n++)
    elaborate(&seeding, &seeding.promising[n].schedule);
}
