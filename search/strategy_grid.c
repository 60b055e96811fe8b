// A coarse grid over all knobs, walked in steps without a common divisor with its size: evenly at
// any length.
#include "search/strategy.h"

#include "base/integer.h"

typedef struct Grid {
  uint64_t index, stride, size;
} Grid;

// Reads one digit of a number in mixed radix.
static int64_t digit(uint64_t *index, int64_t radix) {
  int64_t value = (int64_t)(*index % (uint64_t)radix);
  *index /= (uint64_t)radix;
  return value;
}

// How many values each knob has: powers of two for blocks, quarters for tiles, each vector width,
// packs on or off.
enum { GRID_LANES = 2, GRID_SIZES = 6, GRID_TILES = 4, GRID_PACKS = 3, GRID_BORDERS = 2 };

static void grid_point(const SearchSpace *space, uint64_t index, Schedule *out) {
  int r = (int)digit(&index, space->rule_count);
  const RuleSpace *rule_space = &space->rules[r];
  const Workload *workload = &rule_space->workload;
  space_default(space, r, out);
  int vector = rule_space->vector_iterators ? __builtin_ctz(rule_space->vector_iterators) : -1;
  int lanes = rule_space->max_lanes >> digit(&index, GRID_LANES);
  if (vector >= 0 && lanes > 1) {
    out->vector_iterator = (int8_t)vector;
    out->lanes = (uint8_t)lanes;
  }
  for (int i = 0; i < workload->iterator_count; i++) {
    int64_t unit = i == out->vector_iterator ? out->lanes : 1;
    int64_t block = unit << digit(&index, GRID_SIZES);
    bool is_window = (rule_space->windows & (1u << i)) != 0;
    int64_t extent = workload->extents[i];
    out->block[i] = (int32_t)(is_window && block >= 8 ? extent : block < extent ? block : extent);
    int64_t parts = (int64_t)1 << digit(&index, GRID_TILES);
    out->tile[0][i] = out->tile[1][i] = (int32_t)integer_ceil_div(extent, parts);
  }
  int depth = (int)digit(&index, GRID_PACKS) - 1;
  for (int a = 0; a < workload->access_count; a++)
    if ((rule_space->panels & (1u << a)) && depth >= 0)
      out->pack[a] = (int8_t)depth;
  out->pad_mode = rule_space->has_border ? (digit(&index, GRID_BORDERS) ? PAD_BORDER : PAD_PACK)
                                         : out->pad_mode;
  out->remainder = (uint8_t)digit(&index, REMAINDER_COUNT);
  space_normalize(space, out);
}

static uint64_t grid_size(const SearchSpace *space) {
  uint64_t size =
      (uint64_t)space->rule_count * GRID_LANES * GRID_PACKS * GRID_BORDERS * REMAINDER_COUNT;
  for (int i = 0; i < space->workload.iterator_count; i++)
    size *= GRID_SIZES * GRID_TILES;
  return size;
}

static Status start(Strategy *strategy) {
  Grid *grid = strategy->state;
  grid->size = grid_size(strategy->setting.space);
  grid->index = strategy->setting.seed % grid->size;
  grid->stride = (uint64_t)((double)grid->size * 0.6180339887498949);
  while (integer_gcd((int64_t)grid->stride, (int64_t)grid->size) != 1)
    grid->stride++;
  return STATUS_OK;
}

static int propose(Strategy *strategy, int count, Schedule *out_schedules) {
  Grid *grid = strategy->state;
  int made = 0;
  for (int n = 0; made < count && n < STRATEGY_ATTEMPTS * count; n++) {
    grid_point(strategy->setting.space, grid->index, &out_schedules[made]);
    grid->index = (grid->index + grid->stride) % grid->size;
    made += strategy_accepts(strategy, &out_schedules[made]);
  }
  return made;
}

const StrategyKind strategy_grid = {
    .name = "grid",
    .meaning = "a coarse grid over all knobs",
    .is_for = {[STRATEGY_MEASURES] = true},
    .state_bytes = sizeof(Grid),
    .start = start,
    .propose = propose,
};
