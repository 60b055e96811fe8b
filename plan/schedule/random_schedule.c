// Draws schedules by chance and keeps the first legal one. Each knob has a draw of its own; part of
// the schedules is steered towards what border kernels and register tiles need, since a uniform
// draw would hardly ever be legal there.
#include "plan/schedule/random_schedule.h"

#include "base/rng.h"
#include "plan/dot_product.h"
#include "plan/rule.h"
#include "plan/schedule/schedule_check.h"
#include "plan/schedule_knobs.h"
#include "plan/workload_instruction.h"

enum { MAX_DRAWS = 200 };

static bool draw_chance(Rng *rng, int percent) { return rng_between(rng, 0, 99) < percent; }

static ScheduleRule draw_rule(Rng *rng) {
  int total = 0, rule = 0;
  for (int r = 0; r < RULE_COUNT; r++)
    total += rule_get(r)->sample_share;
  int64_t ticket = rng_between(rng, 0, total - 1);
  while (ticket >= rule_get(rule)->sample_share)
    ticket -= rule_get(rule++)->sample_share;
  return (ScheduleRule)rule;
}

static void draw_pad_mode(const Workload *workload, Rng *rng, Schedule *schedule) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape)
      schedule->pad_mode = (uint8_t)rng_between(rng, PAD_BORDER, PAD_PACK);
}

static void draw_vector(const Workload *knobs, const Target *target, Rng *rng, Schedule *schedule) {
  int most = workload_lanes(knobs, target);
  if (most < 2 || (!rule_get(schedule->rule)->vectorises_reduction && draw_chance(rng, 15)))
    return;
  schedule->vector_iterator = (int8_t)rng_between(rng, 0, knobs->iterator_count - 1);
  int lanes = most;
  while (lanes > 2 && draw_chance(rng, 25))
    lanes /= 2;
  schedule->lanes = (uint8_t)lanes;
}

static void draw_block(const Workload *knobs, Rng *rng, Schedule *schedule) {
  bool unrolls_small = draw_chance(rng, 50);
  for (int i = 0; i < knobs->iterator_count; i++) {
    int32_t extent = (int32_t)knobs->extents[i];
    if (i == schedule->vector_iterator)
      schedule->block[i] = schedule->lanes * (int32_t)rng_between(rng, 1, 4);
    else if (knobs->kinds[i] == ITERATOR_REDUCTION && extent <= 7 && unrolls_small)
      schedule->block[i] = extent;
    else if (draw_chance(rng, 50))
      schedule->block[i] = (int32_t)rng_between(rng, 1, 8);
  }
}

static void draw_tiles(const Workload *knobs, Rng *rng, Schedule *schedule) {
  if (draw_chance(rng, schedule->pad_mode == PAD_BORDER ? 80 : 30))
    return;
  for (int level = 0; level < TILE_LEVELS; level++)
    for (int i = 0; i < knobs->iterator_count; i++)
      if (draw_chance(rng, 40))
        schedule->tile[level][i] = (int32_t)rng_between(rng, 1, knobs->extents[i]);
}

static void shuffle(uint8_t *order, int count, Rng *rng) {
  for (int p = count - 1; p > 0; p--) {
    int64_t q = rng_between(rng, 0, p);
    uint8_t kept = order[p];
    order[p] = order[q];
    order[q] = kept;
  }
}

static void draw_orders(const Workload *knobs, Rng *rng, Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  for (int row = 0; row <= TILE_LEVELS; row++)
    shuffle(schedule->order[row], knobs->iterator_count, rng);
  shuffle(schedule->kernel_order, workload_reductions(knobs, reductions), rng);
}

// A padded remainder needs its operands packed.
static void draw_packs(const Workload *knobs, Rng *rng, Schedule *schedule) {
  schedule->remainder = (uint8_t)rng_between(rng, REMAINDER_PEEL, REMAINDER_PAD);
  bool packs_all = schedule->remainder == REMAINDER_PAD;
  if (packs_all && schedule->pad_mode == PAD_BORDER && draw_chance(rng, 70))
    schedule->pad_mode = PAD_PACK;
  for (int a = 0; a < knobs->access_count; a++) {
    const Access *access = &knobs->accesses[a];
    bool is_operand = !access->is_output && access->rank > 0 &&
                      knobs->statements[access->statement].stage == STAGE_BODY;
    if (!access->is_output && ((packs_all && is_operand) || draw_chance(rng, 25)))
      schedule->pack[a] = (int8_t)(packs_all && access_has_window(access, knobs->iterator_count)
                                       ? 0
                                       : rng_between(rng, 0, 3));
  }
}

// Where fused statements run: mostly legal places, any now and then.
static void draw_places(const Workload *knobs, Rng *rng, Schedule *schedule) {
  if (draw_chance(rng, 40))
    schedule->epilogue_depth = (int32_t)rng_between(rng, 0, draw_chance(rng, 60) ? 1 : 4);
  for (int a = 0; a < knobs->access_count; a++) {
    if (knobs->accesses[a].produces == 0 || !draw_chance(rng, 60))
      continue;
    schedule->produced |= 1u << a;
    if (schedule->pack[a] == PACK_NONE)
      schedule->pack[a] = (int8_t)rng_between(rng, 0, 2);
  }
}

// Half of those that add up products of operands that are cast.
static void draw_instruction(const Workload *knobs, const Target *target, Rng *rng,
                             Schedule *schedule) {
  if (knobs->factors[0].cast == FACTOR_NONE || draw_chance(rng, 50))
    return;
  InstructionChoice choice =
      (InstructionChoice)rng_between(rng, INSTRUCTION_WIDEN, INSTRUCTION_CHOICES - 1);
  if (!dot_product_suits(knobs, choice, target))
    return;
  schedule->instruction = (uint8_t)choice;
  if (draw_chance(rng, 80))
    dot_product_pack(knobs, schedule);
}

static void draw_schedule(const Workload *workload, const Workload *knobs, ScheduleRule rule,
                          const Target *target, Rng *rng, Schedule *schedule) {
  schedule_defaults(knobs, rule, schedule);
  draw_pad_mode(workload, rng, schedule);
  draw_vector(knobs, target, rng, schedule);
  draw_block(knobs, rng, schedule);
  draw_tiles(knobs, rng, schedule);
  draw_orders(knobs, rng, schedule);
  draw_packs(knobs, rng, schedule);
  draw_places(knobs, rng, schedule);
  draw_instruction(knobs, target, rng, schedule);
  schedule_normalize(workload, schedule);
}

static bool draw_legal(const Workload *workload, const Target *target, Rng *rng,
                       Schedule *out_schedule) {
  for (int attempt = 0; attempt < MAX_DRAWS; attempt++) {
    ScheduleRule rule = draw_rule(rng);
    Workload storage;
    const Workload *knobs = rule_workload(rule, workload, &storage);
    if (knobs == NULL)
      continue;
    draw_schedule(workload, knobs, rule, target, rng, out_schedule);
    if (schedule_check(workload, out_schedule, target) == REJECT_NONE)
      return true;
  }
  return false;
}

bool schedule_random(const Workload *workload, const Target *target, uint64_t *seed,
                     Schedule *out_schedule) {
  Rng rng = {*seed};
  bool is_legal = draw_legal(workload, target, &rng, out_schedule);
  *seed = rng.state;
  if (is_legal)
    return true;
  schedule_init(workload, out_schedule);
  return schedule_check(workload, out_schedule, target) == REJECT_NONE;
}
