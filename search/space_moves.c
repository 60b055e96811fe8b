// The moves in a search space: how a point is drawn (space_draw.c), changed and mixed.
#include "search/space_draw.h"

#include "base/integer.h"
#include "plan/schedule/knob.h"
#include "plan/schedule_knobs.h"
#include <string.h>

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
    count = space_draw_block(rng, most, rule_space->registers);
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
  int from = space_draw_bit(rng, large);
  others &= ~(1u << from);
  if (!others)
    return;
  int to = space_draw_bit(rng, others);
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
    schedule->tile[level][i] -= schedule->tile[level][i] / 2;
    if (level == 0)
      schedule->tile[1][i] = (int32_t)integer_min(schedule->tile[1][i], schedule->tile[0][i]);
    break;
  default:
    space_draw_tiles_of(rule_space, rng, schedule, i);
  }
}

static void mutate_order(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  int reductions = space_reduction_count(workload);
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
  space_draw_vector(rule_space, rng, schedule);
  int v = schedule->vector_iterator;
  if (old >= 0 && old != v)
    schedule->block[old] = (int32_t)integer_ceil_div(schedule->block[old], old_lanes);
  if (v >= 0 && old != v)
    schedule->block[v] *= schedule->lanes;
}

static void mutate_pack(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  uint32_t accesses = rule_space->panels | rule_space->images;
  if (accesses)
    space_draw_pack(rule_space, rng, schedule, space_draw_bit(rng, accesses));
}

// Where an epilogue runs, or what becomes of remainders and padding.
static void mutate_places(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  if (rule_space->can_sweep && rng_chance(rng, 50)) {
    space_draw_epilogue(rule_space, rng, schedule);
    return;
  }
  space_draw_remainder(rule_space, rng, schedule);
  space_draw_pad(rule_space, rng, schedule);
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
    {space_draw_vector, mutate_vector, {15, 1}, 0},
    {space_draw_register_tile, mutate_block, {0, 3}, 0}, // cross_sizes takes blocks
    {NULL, mutate_trade, {3, 2}, 0},
    {space_draw_unroll, space_draw_unroll, {13, 1}, 0},
    {space_draw_tiles, mutate_tile, {5, 3}, 0}, // cross_sizes takes tiles
    {space_draw_orders, mutate_order, {8, 3}, BIT(ORDER0) | BIT(ORDER1)},
    {space_draw_packs, mutate_pack, {11, 2}, BIT(PACK) | BIT(PRODUCE)},
    {space_draw_epilogue, mutate_places, {14, 1}, BIT(EPILOGUE_DEPTH)},
    {space_draw_pad, NULL, {0}, 0}, // mutate_places changes it, and the remainder
    {space_draw_remainder, NULL, {0}, 0},
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
    space_make_border_possible(rule_space, schedule);
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
