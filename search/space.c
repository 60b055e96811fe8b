// The search space: which knobs exist, how a point is drawn, changed and mixed.
//
// Sizes are drawn so that they are often good (accumulators that fill the registers, whole windows
// unrolled, tiles of round size) but any legal size can come up.
#include "search/space.h"

#include "core/schedule_knobs.h"
#include <stdlib.h>
#include <string.h>

static const SpaceRule *const rule_table[] = {
    &space_rule_direct,
    &space_rule_reduce,
    &space_rule_im2col,
};
enum { RULE_ROWS = sizeof(rule_table) / sizeof(rule_table[0]) };

// --- making a space

static void find_windows(RuleSpace *rule_space) {
  const Workload *workload = &rule_space->workload;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; d < access->rank; d++) {
      uint16_t used = 0, reductions = 0;
      int64_t low = access->index[d].constant, high = low;
      for (int i = 0; i < workload->iterator_count; i++) {
        int64_t coefficient = access->index[d].coefficients[i];
        int64_t reach = coefficient * (workload->extents[i] - 1);
        *(reach < 0 ? &low : &high) += reach;
        if (coefficient == 0)
          continue;
        used |= (uint16_t)(1u << i);
        if (workload->kinds[i] == ITERATOR_REDUCTION)
          reductions |= (uint16_t)(1u << i);
      }
      if (reductions != used)
        rule_space->windows |= reductions;
      if (access->may_leave_shape && (low < 0 || high >= access->shape[d]))
        rule_space->padded |= used;
    }
  }
}

// Whether every element is read once, one after the other as an output is written: a copy of such
// an operand costs what it could save.
static bool is_streamed(const Workload *workload, const Access *access) {
  bool is_in_order = false;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (!access_uses(access, i))
      return false;
    for (int o = 0; o < workload->access_count; o++)
      is_in_order |= workload->accesses[o].is_output && access_stride(access, i) == 1 &&
                     access_stride(&workload->accesses[o], i) == 1;
  }
  return is_in_order;
}

static void find_packs(RuleSpace *rule_space) {
  const Workload *workload = &rule_space->workload;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output || access->rank == 0 || a >= 32 ||
        workload->statements[access->statement].stage != STAGE_BODY)
      continue;
    bool is_image = access->may_leave_shape;
    for (int d = 0; d < access->rank; d++) {
      int used = 0;
      for (int i = 0; i < workload->iterator_count; i++)
        used += access->index[d].coefficients[i] != 0;
      is_image |= used > 1;
    }
    if (!is_image && is_streamed(workload, access))
      continue;
    *(is_image ? &rule_space->images : &rule_space->panels) |= 1u << a;
    if (!is_image && access->produces > 0)
      rule_space->produced |= 1u << a;
  }
}

static bool rule_space_fill(const SpaceRule *rule, const Workload *workload, const Target *target,
                            RuleSpace *out) {
  if (!rule->applicable(workload, target) ||
      !analytical_prepare(workload, rule->rule, target, &out->context))
    return false;
  out->rule = rule;
  if (rule->rule != RULE_IM2COL) {
    out->workload = *workload;
  } else {
    if (!workload_im2col(workload, &out->workload))
      return false;
    out->patch_bytes = workload_patch_bytes(workload, &out->workload);
  }
  out->can_sweep = workload->can_split_reduction && workload_epilogue_count(workload) > 0;
  out->max_lanes = target_lanes(target, element_type_bytes(workload->accumulator_type));
  find_windows(out);
  find_packs(out);
  Schedule probe;
  schedule_init(workload, &probe);
  out->has_border = rule->rule != RULE_IM2COL && probe.pad_mode == PAD_BORDER;
  rule->knobs(target, out);
  return out->vector_iterators != 0 || out->can_be_scalar;
}

Status space_create(const Workload *workload, const Target *target, SearchSpace **out_space) {
  SearchSpace *space = calloc(1, sizeof(*space));
  if (!space)
    return status_fail(STATUS_SYSTEM, "no memory for a search space");
  space->workload = *workload;
  space->target = *target;
  for (int r = 0; r < RULE_ROWS; r++) {
    RuleSpace *rule_space = &space->rules[space->rule_count];
    if (rule_space_fill(rule_table[r], &space->workload, &space->target, rule_space))
      space->rule_count++;
    else
      memset(rule_space, 0, sizeof(*rule_space));
  }
  *out_space = space;
  return STATUS_OK;
}

void space_destroy(SearchSpace *space) { free(space); }

// --- size

// Number of (block, inner tile, outer tile) that one iterator can have.
static double size_chains(int64_t extent, int64_t block_unit, int64_t largest_block) {
  double chains = 0;
  for (int64_t block = block_unit; block < extent && block <= largest_block; block += block_unit) {
    for (int64_t tile = block; tile < extent; tile += block)
      chains += (double)((extent - 1) / tile) + 1; // outer: a multiple, or the extent
    chains += 1;                                   // both tiles cover the extent
  }
  if (extent <= largest_block)
    chains += 1;
  return chains;
}

static double factorial(int n) {
  double product = 1;
  for (int k = 2; k <= n; k++)
    product *= k;
  return product;
}

static double rule_space_size(const RuleSpace *rule_space, const Target *target) {
  const Workload *workload = &rule_space->workload;
  enum { LARGEST_UNROLL = 64 };
  double size = 0;
  int parallel = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    parallel += workload->kinds[i] == ITERATOR_PARALLEL;
  for (int v = 0; v < workload->iterator_count; v++)
    for (int lanes = 2;
         (rule_space->vector_iterators & (1u << v)) && lanes <= rule_space->max_lanes; lanes *= 2) {
      double chains = 1;
      for (int i = 0; i < workload->iterator_count; i++) {
        int64_t unit = i == v ? lanes : 1;
        int64_t largest = workload->kinds[i] == ITERATOR_PARALLEL ? unit * target->vector_registers
                                                                  : unit * LARGEST_UNROLL;
        chains *= size_chains(workload->extents[i], unit, largest);
      }
      size += chains;
    }
  size *= factorial(workload->iterator_count) * factorial(workload->iterator_count);
  size *= factorial(parallel) * factorial(workload->iterator_count - parallel);
  for (int a = 0; a < workload->access_count; a++) {
    if (rule_space->panels & (1u << a))
      size *= (2 + 2 * workload->iterator_count) * (rule_space->produced & (1u << a) ? 2 : 1);
    if (rule_space->images & (1u << a))
      size *= 2;
  }
  if (rule_space->can_sweep) // in registers, or inside up to two tile loops per iterator
    size *= 2 + 2 * parallel;
  return size * REMAINDER_COUNT;
}

double space_size(const SearchSpace *space) {
  double size = 0;
  for (int r = 0; r < space->rule_count; r++)
    size += rule_space_size(&space->rules[r], &space->target);
  return size;
}

// --- scoring

const RuleSpace *space_rule_of(const SearchSpace *space, const Schedule *schedule) {
  for (int r = 0; r < space->rule_count; r++)
    if (space->rules[r].rule->rule == schedule->rule)
      return &space->rules[r];
  return NULL;
}

// Schedules of the im2col rule are those of the direct rule on the contraction: so the patches'
// workload is not made again for every candidate.
static void as_direct(const Schedule *schedule, Schedule *out) {
  *out = *schedule;
  out->rule = RULE_DIRECT;
  out->pad_mode = PAD_SEPARATE;
}

static bool may_leave_shape(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape)
      return true;
  return false;
}

void space_normalize(const SearchSpace *space, Schedule *schedule) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  if (!rule_space)
    return;
  if (schedule->rule != RULE_IM2COL) {
    schedule_normalize(&space->workload, schedule);
    return;
  }
  schedule->rule = RULE_DIRECT;
  schedule->pad_mode = PAD_SEPARATE;
  schedule_normalize(&rule_space->workload, schedule);
  schedule->rule = RULE_IM2COL;
  schedule->pad_mode = may_leave_shape(&space->workload) ? PAD_PACK : PAD_SEPARATE;
}

// Checks a schedule and lays it out, as the rule sees it: `direct` is room for that.
static RejectReason lay_out(const SearchSpace *space, const RuleSpace *rule_space,
                            const Schedule **schedule, Schedule *direct, LoopNest *out_nest) {
  if (!rule_space)
    return REJECT_SHAPE;
  if ((*schedule)->rule == RULE_IM2COL) {
    as_direct(*schedule, direct);
    *schedule = direct;
  }
  RejectReason reason = schedule_check(&rule_space->workload, *schedule, &space->target);
  return reason == REJECT_NONE ? loop_nest_build(&rule_space->workload, *schedule, out_nest)
                               : reason;
}

RejectReason space_score(const SearchSpace *space, const Schedule *schedule, double *out_seconds,
                         AnalyticalParts *out_parts) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  Schedule direct;
  LoopNest nest;
  RejectReason reason = lay_out(space, rule_space, &schedule, &direct, &nest);
  if (reason == REJECT_NONE)
    *out_seconds = analytical_score(&rule_space->context, schedule, &nest, out_parts);
  return reason;
}

RejectReason space_draft(const SearchSpace *space, const Schedule *schedule,
                         SpaceDraft *out_draft) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  Schedule direct;
  RejectReason reason = lay_out(space, rule_space, &schedule, &direct, &out_draft->nest);
  if (reason != REJECT_NONE)
    return reason;
  if (__builtin_add_overflow(out_draft->nest.buffer_bytes, rule_space->patch_bytes,
                             &out_draft->nest.buffer_bytes))
    out_draft->nest.buffer_bytes = INT64_MAX;
  analytical_score_traffic(&rule_space->context, schedule, &out_draft->nest, &out_draft->parts,
                           &out_draft->traffic);
  return REJECT_NONE;
}

// --- drawing a point

void space_default(const SearchSpace *space, int index, Schedule *out_schedule) {
  const RuleSpace *rule_space = &space->rules[index];
  schedule_init(&rule_space->workload, out_schedule);
  out_schedule->rule = (uint8_t)rule_space->rule->rule;
  if (rule_space->can_be_scalar)
    return;
  out_schedule->vector_iterator = (int8_t)__builtin_ctz(rule_space->vector_iterators);
  out_schedule->lanes = (uint8_t)rule_space->max_lanes;
}

static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

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
  limit = min64(extent, limit);
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
static void draw_register_tile(const SearchSpace *space, const RuleSpace *rule_space, Rng *rng,
                               Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  int64_t budget = 4 + rng_below(rng, max64(space->target.vector_registers - 5, 4));
  if (workload->accumulator_count > 1)
    budget = max64(budget / workload->accumulator_count, 1);
  uint32_t others = 0;
  for (int i = 0; i < workload->iterator_count; i++) {
    schedule->block[i] = 1;
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      others |= 1u << i;
  }
  int v = schedule->vector_iterator;
  if (v >= 0) {
    int64_t vectors = (workload->extents[v] + schedule->lanes - 1) / schedule->lanes;
    int64_t share = workload->kinds[v] == ITERATOR_PARALLEL ? min64(budget, 8) : 4;
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
      schedule->block[i] = (int32_t)min64(extent, sizes[rng_below(rng, (int64_t)sizeof(sizes))]);
  }
}

// A tile of `unit` multiples: the whole, a power of two of them, a near-even part, or any.
static int64_t draw_tile(Rng *rng, int64_t extent, int64_t unit) {
  int64_t units = (extent + unit - 1) / unit;
  if (units <= 1)
    return extent;
  switch (rng_below(rng, 4)) {
  case 0:
    return unit * (1 + rng_below(rng, units));
  case 1: {
    int64_t parts = 2 + rng_below(rng, min64(units, 8));
    return unit * ((units + parts - 1) / parts);
  }
  default: {
    int bits = 63 - __builtin_clzll((unsigned long long)units);
    return unit << rng_below(rng, bits + 1);
  }
  }
}

static void draw_tiles(const RuleSpace *rule_space, Rng *rng, Schedule *schedule, int iterator) {
  int64_t extent = rule_space->workload.extents[iterator];
  int64_t unit = max64(schedule->block[iterator], 1);
  int64_t outer = extent, inner = extent;
  if (rng_chance(rng, 40)) {
    outer = inner = draw_tile(rng, extent, unit);
    if (rng_chance(rng, 25))
      inner = draw_tile(rng, outer, unit);
  } else if (rng_chance(rng, 10)) {
    inner = draw_tile(rng, extent, unit);
  }
  schedule->tile[0][iterator] = (int32_t)min64(outer, extent);
  schedule->tile[1][iterator] = (int32_t)min64(inner, extent);
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

int space_loops_outside_reductions(const Workload *workload, const Schedule *schedule,
                                   bool *out_splits) {
  int count = 0;
  *out_splits = false;
  for (int row = 0; row <= TILE_LEVELS; row++)
    for (int p = 0; p < workload->iterator_count; p++) {
      int i = schedule->order[row][p];
      if (!schedule_order_matters(workload, schedule, row, i))
        continue;
      *out_splits |= workload->kinds[i] == ITERATOR_REDUCTION;
      if (*out_splits)
        return count;
      count++;
    }
  return count;
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

static void finish(const SearchSpace *space, const RuleSpace *rule_space, Schedule *schedule) {
  if (schedule->pad_mode == PAD_BORDER && rule_space->padded)
    make_border_possible(rule_space, schedule);
  space_normalize(space, schedule);
}

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

void space_random(const SearchSpace *space, Rng *rng, Schedule *out_schedule) {
  int index = draw_rule(space, rng);
  const RuleSpace *rule_space = &space->rules[index];
  Schedule *schedule = out_schedule;
  space_default(space, index, schedule);
  draw_vector(rule_space, rng, schedule);
  draw_register_tile(space, rule_space, rng, schedule);
  draw_unroll(rule_space, rng, schedule);
  for (int i = 0; i < rule_space->workload.iterator_count; i++)
    draw_tiles(rule_space, rng, schedule, i);
  draw_orders(rule_space, rng, schedule);
  draw_packs(rule_space, rng, schedule);
  draw_epilogue(rule_space, rng, schedule);
  draw_pad(rule_space, rng, schedule);
  draw_remainder(rule_space, rng, schedule);
  finish(space, rule_space, schedule);
}

// --- changing a point

static void mutate_block(const SearchSpace *space, const RuleSpace *rule_space, Rng *rng,
                         Schedule *schedule) {
  const Workload *workload = &rule_space->workload;
  int i = (int)rng_below(rng, workload->iterator_count);
  int64_t unit = i == schedule->vector_iterator ? schedule->lanes : 1;
  int64_t count = max64(schedule->block[i] / unit, 1);
  int64_t most = (workload->extents[i] + unit - 1) / unit;
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
    count = draw_block(rng, most, space->target.vector_registers);
  }
  count = max64(1, min64(count, most));
  int64_t blocks[TILE_LEVELS];
  for (int level = 0; level < TILE_LEVELS; level++)
    blocks[level] = max64(schedule->tile[level][i] / max64(schedule->block[i], 1), 1);
  schedule->block[i] = (int32_t)min64(count * unit, workload->extents[i]);
  for (int level = 0; level < TILE_LEVELS; level++)
    if (schedule->tile[level][i] < workload->extents[i])
      schedule->tile[level][i] =
          (int32_t)min64(blocks[level] * schedule->block[i], workload->extents[i]);
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
  int64_t after = max64(before / (2 + rng_below(rng, 2)), 1);
  schedule->block[from] = (int32_t)(after * unit);
  schedule->block[to] = (int32_t)min64(schedule->block[to] * before / after, workload->extents[to]);
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
    schedule->tile[level][i] = (int32_t)min64((int64_t)schedule->tile[level][i] * 2, extent);
    break;
  case 2:
    schedule->tile[level][i] = (schedule->tile[level][i] + 1) / 2;
    if (level == 0)
      schedule->tile[1][i] = (int32_t)min64(schedule->tile[1][i], schedule->tile[0][i]);
    break;
  default:
    draw_tiles(rule_space, rng, schedule, i);
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
    schedule->block[old] = (schedule->block[old] + old_lanes - 1) / old_lanes;
  if (v >= 0 && old != v)
    schedule->block[v] *= schedule->lanes;
}

static void mutate_pack(const RuleSpace *rule_space, Rng *rng, Schedule *schedule) {
  uint32_t accesses = rule_space->panels | rule_space->images;
  if (accesses)
    draw_pack(rule_space, rng, schedule, draw_bit(rng, accesses));
}

void space_mutate(const SearchSpace *space, Rng *rng, Schedule *schedule) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  switch (rng_below(rng, 16)) {
  case 0:
  case 1:
  case 2:
    mutate_block(space, rule_space, rng, schedule);
    break;
  case 3:
  case 4:
    mutate_trade(rule_space, rng, schedule);
    break;
  case 5:
  case 6:
  case 7:
    mutate_tile(rule_space, rng, schedule);
    break;
  case 8:
  case 9:
  case 10:
    mutate_order(rule_space, rng, schedule);
    break;
  case 11:
  case 12:
    mutate_pack(rule_space, rng, schedule);
    break;
  case 13:
    draw_unroll(rule_space, rng, schedule);
    break;
  case 14:
    if (rule_space->can_sweep && rng_chance(rng, 50)) {
      draw_epilogue(rule_space, rng, schedule);
      break;
    }
    draw_remainder(rule_space, rng, schedule);
    draw_pad(rule_space, rng, schedule);
    break;
  default:
    mutate_vector(rule_space, rng, schedule);
  }
  finish(space, rule_space, schedule);
}

void space_crossover(const SearchSpace *space, Rng *rng, const Schedule *a, const Schedule *b,
                     Schedule *out_child) {
  const RuleSpace *rule_space = space_rule_of(space, a);
  const Workload *workload = &rule_space->workload;
  Schedule child = *a;
  if (a->rule == b->rule) {
    bool by_iterator =
        rng_chance(rng, 40) && a->vector_iterator == b->vector_iterator && a->lanes == b->lanes;
    for (int i = 0; i < workload->iterator_count; i++) {
      if (by_iterator && rng_chance(rng, 50))
        child.block[i] = b->block[i];
      if (!by_iterator || rng_chance(rng, 50))
        for (int level = 0; level < TILE_LEVELS; level++)
          child.tile[level][i] = b->tile[level][i];
    }
    for (int level = 0; level < TILE_LEVELS; level++)
      memcpy(child.order[level], b->order[level], sizeof(child.order[level]));
    memcpy(child.pack, b->pack, sizeof(child.pack));
    child.produced = b->produced;
    child.epilogue_depth = b->epilogue_depth;
  }
  finish(space, rule_space, &child);
  *out_child = child;
}
