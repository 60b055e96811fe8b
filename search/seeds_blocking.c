// The second stage of seeds.c: a register tile with blocking, packing and other orders of loops.
#include "search/seeding.h"

#include "base/integer.h"

#include <math.h>

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
    seeding_offer(seeding, &placed, &ignored);
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

void seeding_elaborate(Seeding *seeding, const Schedule *tile) {
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
