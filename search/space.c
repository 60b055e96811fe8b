// The search space of a workload: which rules it has, which values their knobs take, its size, and
// the score of a point. How a point is drawn, changed and mixed: search/space_moves.c.
#include "search/space.h"

#include "base/integer.h"
#include "plan/rule.h"
#include "plan/schedule/schedule_check.h"
#include "plan/schedule_knobs.h"
#include "plan/workload_instruction.h"
#include "search/space_partial.h"
#include <stdlib.h>
#include <string.h>

static const SpaceRule *const rule_table[RULE_COUNT] = {
#define RULE(enumerator, name, cost, prologue) &space_rule_##name,
#include "plan/rules.def"
#undef RULE
};

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

// Whether a streamed operand is a constant, which is copied before, and its rows are pieces: those
// of a reduction, from memory, where a panel is one stream; or those of a narrow type that a dot
// product would mix.
static bool gains_by_panel(const RuleSpace *rule_space, const Access *access,
                           const Target *target) {
  const Workload *workload = &rule_space->workload;
  bool is_narrow = false;
  for (int f = 0; f < 2; f++)
    is_narrow |= workload->factors[f].cast != FACTOR_NONE &&
                 access == &workload->accesses[workload->factors[f].access];
  bool is_large = workload_points(workload) * element_type_bytes(access->type) >=
                  target->cache_bytes[target->cache_count - 1];
  bool is_mixed = is_narrow && instruction_dot(rule_space->instruction) != NULL;
  return access->is_constant && (is_mixed || (is_narrow && is_large) ||
                                 (access->is_cold && workload->combiner != COMBINER_NONE));
}

static int body_input_count(const Workload *workload) {
  int count = 0;
  for (int a = 0; a < workload->access_count; a++)
    count += !workload->accesses[a].is_output &&
             workload->statements[workload->accesses[a].statement].stage == STAGE_BODY;
  return count;
}

// Whether a reduction of this operand alone reads every element once, along vectors, from beyond
// the core's own caches: memory bounds the time then, and a copy, or lanes that gather, only add to
// it. Constants are copied before.
static bool is_swept(const Workload *workload, const Access *access, const Target *target) {
  if (access->is_constant || !workload_can_reassociate(workload) || body_input_count(workload) != 1)
    return false;
  bool is_along = false;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (!access_uses(access, i))
      return false;
    is_along |= workload->kinds[i] == ITERATOR_REDUCTION && access_stride(access, i) == 1 &&
                workload->extents[i] >= workload_lanes(workload, target);
  }
  return is_along && workload_points(workload) * element_type_bytes(access->type) >
                         (int64_t)target_own_bytes(target);
}

// Lanes go along what is contiguous in `access`.
static void keep_contiguous_lanes(const Access *access, RuleSpace *rule_space) {
  for (int i = 0; i < rule_space->workload.iterator_count; i++)
    if (access_stride(access, i) != 1)
      rule_space->vector_iterators &= (uint16_t)~(1u << i);
}

static void find_packs(const Target *target, RuleSpace *rule_space) {
  const Workload *workload = &rule_space->workload;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output || access->rank == 0 || a >= 32 ||
        workload->statements[access->statement].stage != STAGE_BODY)
      continue;
    bool is_image = access->may_leave_shape || access_has_window(access, workload->iterator_count);
    if (!is_image && is_swept(workload, access, target)) {
      keep_contiguous_lanes(access, rule_space);
      continue;
    }
    if (!is_image && is_streamed(workload, access) && !gains_by_panel(rule_space, access, target))
      continue;
    *(is_image ? &rule_space->images : &rule_space->panels) |= 1u << a;
    if (!is_image && access->produces > 0)
      rule_space->produced |= 1u << a;
  }
}

static bool rule_space_fill(const SpaceRule *rule, InstructionChoice instruction,
                            const Workload *workload, const Target *target, RuleSpace *out) {
  if (!rule->applicable(workload, target))
    return false;
  out->rule = rule;
  out->instruction = instruction;
  const Rule *traits = rule_get(rule->rule);
  const Workload *knobs = rule_workload(rule->rule, workload, &out->workload);
  if (!knobs || !dot_product_suits(knobs, instruction, target) ||
      !analytical_prepare(workload, rule->rule, target, &out->context))
    return false;
  if (knobs == workload) {
    out->workload = *workload;
  } else {
    out->made_bytes = traits->made_bytes(workload, knobs);
    out->workload.partial = (PartialExtent){.unit = 0}; // runs compute all
  }
  out->can_sweep = workload->can_split_reduction && workload_epilogue_count(workload) > 0;
  out->max_lanes = workload_lanes(workload, target);
  out->registers = workload_registers(workload, target);
  find_windows(out);
  Schedule probe;
  schedule_init(workload, &probe);
  out->has_border = !traits->rewrite && probe.pad_mode == PAD_BORDER;
  rule->knobs(target, out);
  find_packs(target, out);
  out->can_be_scalar &= instruction_dot(instruction) == NULL;
  return out->vector_iterators != 0 || out->can_be_scalar;
}

Status space_create(const Workload *workload, const Target *target, SearchSpace **out_space) {
  SearchSpace *space = calloc(1, sizeof(*space));
  if (!space)
    return status_fail(STATUS_SYSTEM, "no memory for a search space");
  space->workload = *workload;
  space->target = *target;
  for (int r = 0; r < RULE_COUNT; r++)
    for (int choice = 0; choice < INSTRUCTION_CHOICES; choice++) {
      RuleSpace *rule_space = &space->rules[space->rule_count];
      if (rule_space_fill(rule_table[r], (InstructionChoice)choice, &space->workload,
                          &space->target, rule_space))
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

static double rule_space_size(const RuleSpace *rule_space) {
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
        int64_t largest = workload->kinds[i] == ITERATOR_PARALLEL ? unit * rule_space->registers
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
    size += rule_space_size(&space->rules[r]);
  return size;
}

// --- scoring

const RuleSpace *space_rule_of(const SearchSpace *space, const Schedule *schedule) {
  for (int r = 0; r < space->rule_count; r++)
    if (space->rules[r].rule->rule == schedule->rule &&
        space->rules[r].instruction == schedule->instruction)
      return &space->rules[r];
  return NULL;
}

// On what a rule makes of the workload, a schedule is one of the inner rule: so the workload is not
// made again for every candidate.
static void as_inner(const Schedule *schedule, Schedule *out) {
  *out = *schedule;
  out->rule = (uint8_t)rule_get(schedule->rule)->inner;
  out->pad_mode = PAD_SEPARATE;
}

// A constant is packed as a whole, which is done while compiling or once: a copy in a loop would be
// made at every call.
static void pack_constants_whole(const Workload *workload, Schedule *schedule) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].is_constant && schedule->pack[a] > 0 &&
        !(schedule->produced >> a & 1))
      schedule->pack[a] = 0;
}

static bool is_product(const Workload *workload) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  return workload_reductions(workload, reductions) > 0 && body_input_count(workload) > 1;
}

// Few rows of which runs compute a part are one register tile, where it has room for some vectors
// of each. Those of products are tiles of 4, with which smaller ones compute few rows in vain
// (plan/partial_tiles.h): the wider they are, the longer are the pieces of rows of the other factor
// that are read, and few tiles read what is in a cache by then.
static void keep_few_together(const RuleSpace *rule_space, Schedule *schedule) {
  enum { FEW_ROWS = 8, SOME_VECTORS = 3, ROWS_OF_PRODUCT = 4, MANY_VECTORS = 6 };
  const Workload *workload = &rule_space->workload;
  const PartialExtent *partial = &workload->partial;
  int i = partial->iterator;
  int64_t rows = workload->extents[i];
  int64_t vectors = rule_space->registers / integer_max(workload->accumulator_count, 1);
  if (partial->unit != 1 || partial->is_rare || i == schedule->vector_iterator)
    return;
  if (is_product(workload) && ROWS_OF_PRODUCT * MANY_VECTORS <= vectors)
    rows = integer_min(rows, ROWS_OF_PRODUCT);
  if (rows <= FEW_ROWS && rows * SOME_VECTORS <= vectors)
    schedule->block[i] = (int32_t)rows;
}

void space_normalize(const SearchSpace *space, Schedule *schedule) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  if (!rule_space)
    return;
  dot_product_pack(&rule_space->workload, schedule);
  pack_constants_whole(&rule_space->workload, schedule);
  keep_few_together(rule_space, schedule);
  if (!rule_get(schedule->rule)->rewrite) {
    schedule_normalize(&space->workload, schedule);
    return;
  }
  uint8_t rule = schedule->rule;
  as_inner(schedule, schedule);
  schedule_normalize(&rule_space->workload, schedule);
  schedule->rule = rule;
  schedule->pad_mode = workload_has_padding(&space->workload) ? PAD_PACK : PAD_SEPARATE;
}

bool space_read(const SearchSpace *space, const char *text, Schedule *out_schedule) {
  if (schedule_parse(&space->workload, text, out_schedule) != STATUS_OK)
    return false;
  out_schedule->fuse_init = out_schedule->fuse_producers = 1;
  space_normalize(space, out_schedule);
  return true;
}

// Checks a schedule and lays it out, as the rule sees it: `inner` is room for that.
static RejectReason lay_out(const SearchSpace *space, const RuleSpace *rule_space,
                            const Schedule **schedule, Schedule *inner, LoopNest *out_nest) {
  if (!rule_space)
    return REJECT_SHAPE;
  if (rule_get((*schedule)->rule)->rewrite) {
    as_inner(*schedule, inner);
    *schedule = inner;
  }
  RejectReason reason = schedule_check(&rule_space->workload, *schedule, &space->target);
  return reason == REJECT_NONE ? loop_nest_build(&rule_space->workload, *schedule, out_nest)
                               : reason;
}

RejectReason space_score(const SearchSpace *space, const Schedule *schedule, double *out_seconds,
                         AnalyticalParts *out_parts) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  Schedule inner;
  LoopNest nest;
  RejectReason reason = lay_out(space, rule_space, &schedule, &inner, &nest);
  AnalyticalParts parts;
  if (reason != REJECT_NONE)
    return reason;
  double seconds = analytical_score(&rule_space->context, schedule, &nest, &parts);
  seconds = analytical_in_full(seconds, &parts);
  *out_seconds =
      seconds * space_partial_share(&rule_space->workload, &rule_space->context, schedule, seconds);
  if (out_parts)
    *out_parts = parts;
  return REJECT_NONE;
}

RejectReason space_score_nest(const SearchSpace *space, const Schedule *schedule,
                              ScoredNest *out_scored) {
  const RuleSpace *rule_space = space_rule_of(space, schedule);
  Schedule inner;
  RejectReason reason = lay_out(space, rule_space, &schedule, &inner, &out_scored->nest);
  if (reason != REJECT_NONE)
    return reason;
  if (__builtin_add_overflow(out_scored->nest.buffer_bytes, rule_space->made_bytes,
                             &out_scored->nest.buffer_bytes))
    out_scored->nest.buffer_bytes = INT64_MAX;
  analytical_score_traffic(&rule_space->context, schedule, &out_scored->nest, &out_scored->parts,
                           &out_scored->traffic);
  out_scored->partial_share = 1;
  out_scored->partial_share = space_partial_share(&rule_space->workload, &rule_space->context,
                                                  schedule, scored_nest_seconds(out_scored));
  return REJECT_NONE;
}

double scored_nest_seconds(const ScoredNest *scored) {
  return analytical_in_full(scored->parts.total_seconds, &scored->parts) * scored->partial_share;
}

// --- points

void space_default(const SearchSpace *space, int index, Schedule *out_schedule) {
  const RuleSpace *rule_space = &space->rules[index];
  schedule_init(&rule_space->workload, out_schedule);
  out_schedule->rule = (uint8_t)rule_space->rule->rule;
  out_schedule->instruction = (uint8_t)rule_space->instruction;
  if (rule_space->can_be_scalar)
    return;
  out_schedule->vector_iterator = (int8_t)__builtin_ctz(rule_space->vector_iterators);
  out_schedule->lanes = (uint8_t)rule_space->max_lanes;
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
