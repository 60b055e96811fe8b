// The moves in a search space: how a point is drawn, changed and mixed.
//
// Sizes are drawn so that they are often good (accumulators that fill the registers, whole windows
// unrolled, tiles of round size) but any legal size can come up.
#include "search/space.h"

#include "base/integer.h"
#include "plan/schedule/knob.h"
#include "plan/schedule_knobs.h"
#include <string.h>

// --- drawing a point

// A set bit of `mask`, which is not 0.
static int draw_bit(Rng *rng, uint32_t mask) {
  for (int64_t skip = rng_below(rng, __builtin_popcount(mask)); skip > 0; skip--)
    mask &= mask - 1;
  return __builtin_ctz(mask);
}

static void draw_vector(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  if (!rule_space->vector_iterators || rule_space->max_lanes < 2 ||
      (rule_space->can_be_scalar && rng_chance(rng, 1))) {
    schedule->lanes = 1;
    schedule->vector_iterator = -1;
    return;
  }
  schedule->vector_iterator = (int8_t)draw_bit(rng, rule_space->vector_iterators);
  int lanes = rule_space->max_lanes;
  int64_t extent = rule_space->workload.extents[schedule->vector_iterator];
  while (lanes > 2 && (lanes >= 2 * extent || rng_chance(rng, 30)))
    lanes /= 2;
  schedule->lanes = (uint8_t)lanes;
}

// A size for a register block of at most `limit`: a divisor of the extent, the limit, or any.
static int64_t draw_block(Rng *rng, int64_t extent, int64_t limit) {
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
static void draw_register_tile(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
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
    int64_t count = draw_block(rng, vectors, share);
    schedule->block[v] = (int32_t)(count * schedule->lanes);
    if (workload->kinds[v] == ITERATOR_PARALLEL)
      budget /= count;
    others &= ~(1u << v);
  }
  for (int turn = 0; turn < 3 && others && budget > 1; turn++) {
    int i = draw_bit(rng, others);
    others &= ~(1u << i);
    int64_t share = turn == 0 && rng_chance(rng, 70) ? budget : 1 + rng_below(rng, budget);
    schedule->block[i] = (int32_t)draw_block(rng, workload->extents[i], share);
    budget /= schedule->block[i];
  }
}

static void draw_unroll(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
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

static void draw_tiles_of(const RuleSpace *rule_space, Rng *rng, Schedule *schedule, int iterator) {
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

static void draw_tiles(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  for (int i = 0; i < rule_space->workload.iterator_count; i++)
    draw_tiles_of(rule_space, rng, schedule, i);
}

static void shuffle(Rng *rng, uint8_t *items, int count) {
  for (int n = count - 1; n > 0; n--) {
    int64_t other = rng_below(rng, n + 1);
    uint8_t item = items[n];
    items[n] = items[other];
    items[other] = item;
  }
}

static int reduction_count(const Workload *workload) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    count += workload->kinds[i] == ITERATOR_REDUCTION;
  return count;
}

static void draw_orders(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  for (int row = 0; row <= TILE_LEVELS; row++)
    if (rng_chance(rng, 70))
      shuffle(rng, schedule->order[row], workload->iterator_count);
  if (rng_chance(rng, 30))
    shuffle(rng, schedule->kernel_order, reduction_count(workload));
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

static void draw_pack(const RuleSpace *rule_space, Rng *rng, Schedule *schedule, int access) {
  schedule->pack[access] = PACK_NONE;
  if (rng_chance(rng, 45))
    return;
  bool is_image = rule_space->images & (1u << access);
  if (rule_space->produced & (1u << access))
    schedule->produced ^= rng_chance(rng, 50) ? 1u << access : 0;
  int depths = 1 + loops_around(&rule_space->workload, schedule);
  schedule->pack[access] = is_image || rng_chance(rng, 35) ? 0 : (int8_t)rng_below(rng, depths);
}

static void draw_packs(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  for (int a = 0; a < rule_space->workload.access_count; a++)
    if ((rule_space->panels | rule_space->images) & (1u << a))
      draw_pack(rule_space, rng, schedule, a);
}

// Mostly as far inside as it may be, where it is called for.
static void draw_epilogue(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  bool splits;
  if (!rule_space->can_sweep)
    return;
  int depth = space_loops_outside_reductions(&rule_space->workload, schedule, &splits);
  schedule->epilogue_depth = EPILOGUE_IN_REGISTERS;
  if (rng_chance(rng, splits ? 60 : 10))
    schedule->epilogue_depth = rng_chance(rng, 60) ? depth : (int32_t)rng_below(rng, depth + 1);
}

// A padded remainder asks for packed operands.
static void draw_remainder(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
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
static void make_border_possible(const RuleSpace *rule_space, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (!(rule_space->padded & (1u << i)))
      continue;
    schedule->tile[0][i] = schedule->tile[1][i] = (int32_t)workload->extents[i];
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      schedule->block[i] = (int32_t)workload->extents[i];
  }
}

static void draw_pad(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  if (!rule_space->has_border)
    return;
  schedule->pad_mode = rng_chance(rng, 50) ? PAD_BORDER : PAD_PACK;
}

// --- changing a point

static void mutate_block(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  int i = (int)rng_below(rng, workload->iterator_count);
  int64_t unit = i == schedule->vector_iterator ? schedule->lanes : 1;
  int64_t count = integer_max(schedule->block[i] / unit, 1);
  int64_t most = integer_ceil_div(workload->extents[i], unit);
  switch (rng_below(rng, 5)) {
  case 0:
    count *= 2;
    break;
  case 1:
    count = (count + 1) / 2;
    break;
  case 2:
    count++;
    break;
  case 3:
    count--;
    break;
  default:
    count = draw_block(rng, most, rule_space->registers);
  }
  count = integer_max(1, integer_min(count, most));
  int64_t blocks[TILE_LEVELS];
  for (int level = 0; level < TILE_LEVELS; level++)
    blocks[level] = integer_max(schedule->tile[level][i] / integer_max(schedule->block[i], 1), 1);
  schedule->block[i] = (int32_t)integer_min(count * unit, workload->extents[i]);
  for (int level = 0; level < TILE_LEVELS; level++)
    if (schedule->tile[level][i] < workload->extents[i])
      schedule->tile[level][i] =
          (int32_t)integer_min(blocks[level] * schedule->block[i], workload->extents[i]);
}

// Moves a factor of the register tile from one parallel iterator to another.
static void mutate_trade(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  uint32_t large = 0, others = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (workload->kinds[i] != ITERATOR_PARALLEL)
      continue;
    others |= 1u << i;
    if (schedule->block[i] > (i == schedule->vector_iterator ? schedule->lanes : 1))
      large |= 1u << i;
  }
  if (!large)
    return;
  int from = draw_bit(rng, large);
  others &= ~(1u << from);
  if (!others)
    return;
  int to = draw_bit(rng, others);
  int64_t unit = from == schedule->vector_iterator ? schedule->lanes : 1;
  int64_t before = schedule->block[from] / unit;
  int64_t after = integer_max(before / (2 + rng_below(rng, 2)), 1);
  schedule->block[from] = (int32_t)(after * unit);
  schedule->block[to] =
      (int32_t)integer_min(schedule->block[to] * before / after, workload->extents[to]);
}

static void mutate_tile(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  int i = (int)rng_below(rng, rule_space->workload.iterator_count);
  int64_t extent = rule_space->workload.extents[i];
  int level = (int)rng_below(rng, TILE_LEVELS);
  switch (rng_below(rng, 4)) {
  case 0:
    schedule->tile[0][i] = schedule->tile[1][i] = (int32_t)extent;
    break;
  case 1:
    schedule->tile[level][i] = (int32_t)integer_min((int64_t)schedule->tile[level][i] * 2, extent);
    break;
  case 2:
    schedule->tile[level][i] = (schedule->tile[level][i] + 1) / 2;
    if (level == 0)
      schedule->tile[1][i] = (int32_t)integer_min(schedule->tile[1][i], schedule->tile[0][i]);
    break;
  default:
    draw_tiles_of(rule_space, rng, schedule, i);
  }
}

static void mutate_order(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  int reductions = reduction_count(workload);
  int row = (int)rng_below(rng, TILE_LEVELS + (reductions > 1 ? 2 : 1));
  bool is_kernel = row > TILE_LEVELS;
  uint8_t *items = is_kernel ? schedule->kernel_order : schedule->order[row];
  int count = is_kernel ? reductions : workload->iterator_count;
  if (count < 2)
    return;
  // One item goes to another place; the others keep their order.
  int64_t from = rng_below(rng, count), to = rng_below(rng, count);
  uint8_t item = items[from];
  for (int64_t n = from; n < to; n++)
    items[n] = items[n + 1];
  for (int64_t n = from; n > to; n--)
    items[n] = items[n - 1];
  items[to] = item;
}

static void mutate_vector(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  int old = schedule->vector_iterator, old_lanes = schedule->lanes;
  draw_vector(rule_space, rng, schedule);
  int v = schedule->vector_iterator;
  if (old >= 0 && old != v)
    schedule->block[old] = (int32_t)integer_ceil_div(schedule->block[old], old_lanes);
  if (v >= 0 && old != v)
    schedule->block[v] *= schedule->lanes;
}

static void mutate_pack(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  uint32_t accesses = rule_space->panels | rule_space->images;
  if (accesses)
    draw_pack(rule_space, rng, schedule, draw_bit(rng, accesses));
}

// Where an epilogue runs, or what becomes of remainders and padding.
static void mutate_places(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  if (rule_space->can_sweep && rng_chance(rng, 50)) {
    draw_epilogue(rule_space, rng, schedule);
    return;
  }
  draw_remainder(rule_space, rng, schedule);
  draw_pad(rule_space, rng, schedule);
}

// --- mixing two points

static bool has_same_vectors(const Schedule *a, const Schedule *b) {
  return a->vector_iterator == b->vector_iterator && a->lanes == b->lanes;
}

// Tiles of the second parent; or, iterator by iterator, blocks and tiles of either.
static void cross_sizes(const RuleSpace *rule_space, Rng *rng, const Schedule *other,
                        Schedule *child) {
  bool by_iterator = rng_chance(rng, 40) && has_same_vectors(child, other);
  for (int i = 0; i < rule_space->workload.iterator_count; i++) {
    if (by_iterator && rng_chance(rng, 50))
      child->block[i] = other->block[i];
    if (!by_iterator || rng_chance(rng, 50))
      for (int level = 0; level < TILE_LEVELS; level++)
        child->tile[level][i] = other->tile[level][i];
  }
}

// --- the table

typedef void Move(const RuleSpace *rule_space, Rng *rng, Schedule *schedule);

#define BIT(knob) (1u << KNOB_##knob)

// One row per knob, or knobs that move together.
typedef struct KnobMove {
  Move *draw;   // of a random point, in the order of the rows: each may read what came before it
  Move *mutate; // of one change; NULL: another row's does
  // Which of MUTATION_TICKETS mean this row: their number is the weight of its change. They are
  // written out so that a new row, which takes those from MUTATION_TICKETS on, leaves the others
  // with theirs.
  struct {
    uint8_t first, count;
  } tickets;
  uint32_t taken; // knobs, as bits, that a child has from its second parent
} KnobMove;

static const KnobMove knob_moves[] = {
    {draw_vector, mutate_vector, {15, 1}, 0},
    {draw_register_tile, mutate_block, {0, 3}, 0}, // cross_sizes takes blocks
    {NULL, mutate_trade, {3, 2}, 0},
    {draw_unroll, draw_unroll, {13, 1}, 0},
    {draw_tiles, mutate_tile, {5, 3}, 0}, // cross_sizes takes tiles
    {draw_orders, mutate_order, {8, 3}, BIT(ORDER0) | BIT(ORDER1)},
    {draw_packs, mutate_pack, {11, 2}, BIT(PACK) | BIT(PRODUCE)},
    {draw_epilogue, mutate_places, {14, 1}, BIT(EPILOGUE_DEPTH)},
    {draw_pad, NULL, {0}, 0}, // mutate_places changes it, and the remainder
    {draw_remainder, NULL, {0}, 0},
};
enum { MUTATION_TICKETS = 16, KNOB_MOVES = sizeof(knob_moves) / sizeof(knob_moves[0]) };

static int draw_rule(const SearchSpace *space, Rng *rng) {
  int total = 0;
  for (int r = 0; r < space->rule_count; r++)
    total += space->rules[r].rule->weight;
  int64_t ticket = rng_below(rng, total);
  int r = 0;
  while (ticket >= space->rules[r].rule->weight)
    ticket -= space->rules[r++].rule->weight;
  return r;
}

static void finish(const SearchSpace *space, const RuleSpace *rule_space, Schedule *schedule) {
  if (schedule->pad_mode == PAD_BORDER && rule_space->padded)
    make_border_possible(rule_space, schedule);
  space_normalize(space, schedule);
}

void space_random(const SearchSpace *space, Rng *rng, Schedule *out_schedule) {
  int index = draw_rule(space, rng);
  const RuleSpace *rule_space = &space->rules[index];
  space_default(space, index, out_schedule);
  for (int m = 0; m < KNOB_MOVES; m++)
    if (knob_moves[m].draw)
      knob_moves[m].draw(rule_space, rng, out_schedule);
  finish(space, rule_space, out_schedule);
}

static const KnobMove *move_of(int64_t ticket) {
  const KnobMove *move = knob_moves;
  while (ticket < move->tickets.first || ticket >= move->tickets.first + move->tickets.count)
    move++;
  return move;
}

void space_mutate(const SearchSpace *space, Rng *rng, Schedule *schedule) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  move_of(rng_below(rng, MUTATION_TICKETS))->mutate(rule_space, rng, schedule);
  finish(space, rule_space, schedule);
}

void space_crossover(const SearchSpace *space, Rng *rng, const Schedule *a, const Schedule *b,
                     Schedule *out_child) {
  const RuleSpace *rule_space = space_rule_of(space, a);
  Schedule child = *a;
  if (rule_space == space_rule_of(space, b)) {
    uint32_t taken = 0;
    for (int m = 0; m < KNOB_MOVES; m++)
      taken |= knob_moves[m].taken;
    cross_sizes(rule_space, rng, b, &child);
    for (int k = 0; k < KNOB_COUNT; k++)
      if (taken >> k & 1u)
        knob_copy(knob_get(k), b, &child);
  }
  finish(space, rule_space, &child);
  *out_child = child;
}
