// Draws schedules by chance and keeps the first legal one. Each knob has a draw of its own; part of
// the schedules is steered towards what border kernels and register tiles need, since a uniform
// draw would hardly ever be legal there.
#include "core/random_schedule.h"

#include "core/schedule_knobs.h"

enum { MAX_DRAWS = 200 };

// splitmix64
static uint64_t draw(uint64_t *seed) {
  uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

// Uniform in [low, high].
static int64_t draw_between(uint64_t *seed, int64_t low, int64_t high) {
  return low + (int64_t)(draw(seed) % (uint64_t)(high - low + 1));
}

static bool draw_chance(uint64_t *seed, int percent) { return draw_between(seed, 0, 99) < percent; }

static ScheduleRule draw_rule(uint64_t *seed) {
  int64_t part = draw_between(seed, 0, 9);
  return part < 6 ? RULE_DIRECT : part < 8 ? RULE_REDUCE : RULE_IM2COL;
}

static void draw_pad_mode(const Workload *workload, uint64_t *seed, Schedule *schedule) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape)
      schedule->pad_mode = (uint8_t)draw_between(seed, PAD_BORDER, PAD_PACK);
}

static void draw_vector(const Workload *knobs, const Target *target, uint64_t *seed,
                        Schedule *schedule) {
  int most = target_lanes(target, element_type_bytes(knobs->accumulator_type));
  if (most < 2 || (schedule->rule != RULE_REDUCE && draw_chance(seed, 15)))
    return;
  schedule->vector_iterator = (int8_t)draw_between(seed, 0, knobs->iterator_count - 1);
  int lanes = most;
  while (lanes > 2 && draw_chance(seed, 25))
    lanes /= 2;
  schedule->lanes = (uint8_t)lanes;
}

static void draw_block(const Workload *knobs, uint64_t *seed, Schedule *schedule) {
  bool unrolls_small = draw_chance(seed, 50);
  for (int i = 0; i < knobs->iterator_count; i++) {
    int32_t extent = (int32_t)knobs->extents[i];
    if (i == schedule->vector_iterator)
      schedule->block[i] = schedule->lanes * (int32_t)draw_between(seed, 1, 4);
    else if (knobs->kinds[i] == ITERATOR_REDUCTION && extent <= 7 && unrolls_small)
      schedule->block[i] = extent;
    else if (draw_chance(seed, 50))
      schedule->block[i] = (int32_t)draw_between(seed, 1, 8);
  }
}

static void draw_tiles(const Workload *knobs, uint64_t *seed, Schedule *schedule) {
  if (draw_chance(seed, schedule->pad_mode == PAD_BORDER ? 80 : 30))
    return;
  for (int level = 0; level < TILE_LEVELS; level++)
    for (int i = 0; i < knobs->iterator_count; i++)
      if (draw_chance(seed, 40))
        schedule->tile[level][i] = (int32_t)draw_between(seed, 1, knobs->extents[i]);
}

static void shuffle(uint8_t *order, int count, uint64_t *seed) {
  for (int p = count - 1; p > 0; p--) {
    int64_t q = draw_between(seed, 0, p);
    uint8_t kept = order[p];
    order[p] = order[q];
    order[q] = kept;
  }
}

static void draw_orders(const Workload *knobs, uint64_t *seed, Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  for (int row = 0; row <= TILE_LEVELS; row++)
    shuffle(schedule->order[row], knobs->iterator_count, seed);
  shuffle(schedule->kernel_order, workload_reductions(knobs, reductions), seed);
}

// A padded remainder needs its operands packed.
static void draw_packs(const Workload *knobs, uint64_t *seed, Schedule *schedule) {
  schedule->remainder = (uint8_t)draw_between(seed, REMAINDER_PEEL, REMAINDER_PAD);
  bool packs_all = schedule->remainder == REMAINDER_PAD;
  if (packs_all && schedule->pad_mode == PAD_BORDER && draw_chance(seed, 70))
    schedule->pad_mode = PAD_PACK;
  for (int a = 0; a < knobs->access_count; a++) {
    const Access *access = &knobs->accesses[a];
    bool is_operand = !access->is_output && access->rank > 0 &&
                      knobs->statements[access->statement].stage == STAGE_BODY;
    if (!access->is_output && ((packs_all && is_operand) || draw_chance(seed, 25)))
      schedule->pack[a] = (int8_t)(packs_all && access_has_window(access, knobs->iterator_count)
                                       ? 0
                                       : draw_between(seed, 0, 3));
  }
}

// Where fused statements run: mostly legal places, any now and then.
static void draw_places(const Workload *knobs, uint64_t *seed, Schedule *schedule) {
  if (draw_chance(seed, 40))
    schedule->epilogue_depth = (int32_t)draw_between(seed, 0, draw_chance(seed, 60) ? 1 : 4);
  for (int a = 0; a < knobs->access_count; a++) {
    if (knobs->accesses[a].produces == 0 || !draw_chance(seed, 60))
      continue;
    schedule->produced |= 1u << a;
    if (schedule->pack[a] == PACK_NONE)
      schedule->pack[a] = (int8_t)draw_between(seed, 0, 2);
  }
}

static void draw_schedule(const Workload *workload, const Workload *knobs, ScheduleRule rule,
                          const Target *target, uint64_t *seed, Schedule *schedule) {
  schedule_defaults(knobs, rule, schedule);
  draw_pad_mode(workload, seed, schedule);
  draw_vector(knobs, target, seed, schedule);
  draw_block(knobs, seed, schedule);
  draw_tiles(knobs, seed, schedule);
  draw_orders(knobs, seed, schedule);
  draw_packs(knobs, seed, schedule);
  draw_places(knobs, seed, schedule);
  schedule_normalize(workload, schedule);
}

bool schedule_random(const Workload *workload, const Target *target, uint64_t *seed,
                     Schedule *out_schedule) {
  for (int attempt = 0; attempt < MAX_DRAWS; attempt++) {
    ScheduleRule rule = draw_rule(seed);
    Workload storage;
    const Workload *knobs = schedule_knob_workload(workload, rule, &storage);
    if (knobs == NULL)
      continue;
    draw_schedule(workload, knobs, rule, target, seed, out_schedule);
    if (schedule_check(workload, out_schedule, target) == REJECT_NONE)
      return true;
  }
  schedule_init(workload, out_schedule);
  return schedule_check(workload, out_schedule, target) == REJECT_NONE;
}
