// Blocks of threads, results of a thread and steps of a stage in powers of two, clipped to the
// extents, and the same of warps for every instruction that multiplies matrices of the types; of
// equal prices the first.
#include "search/simt/simt_choice.h"

#include "plan/schedule_knobs.h"

typedef struct SimtPoint {
  int results[2], threads[2], steps, unrolled, stages;
  uint8_t instruction;
} SimtPoint;

static int32_t least(int64_t value, int64_t extent) {
  return (int32_t)(value < extent ? value : extent);
}

static int most_lanes(const SimtRoles *roles, const SimtPoint *point) {
  int64_t lanes = SIMT_COPY_BYTES / element_type_bytes(roles->sum);
  return point->instruction != INSTRUCTION_BY_TYPES ? 1 : (int)least(lanes, SIMT_MAX_VECTOR);
}

// What a schedule says of it: sizes clipped to the extents, vectors along N where results of a
// thread are whole ones.
static void schedule_of(const Workload *workload, const SimtRoles *roles, const SimtPoint *point,
                        Schedule *out) {
  schedule_defaults(workload, RULE_DIRECT, out);
  for (int b = 0; b < roles->batch_count; b++)
    out->tile[0][roles->batch[b]] = out->tile[1][roles->batch[b]] = out->block[roles->batch[b]] = 1;
  for (int role = 0; role < SIMT_K; role++) {
    int i = roles->iterator[role];
    if (i < 0)
      continue;
    out->block[i] = least(point->results[role], roles->extent[role]);
    out->tile[0][i] = out->tile[1][i] =
        least((int64_t)out->block[i] * point->threads[role], roles->extent[role]);
  }
  int n = roles->iterator[SIMT_N], k = roles->iterator[SIMT_K];
  int lanes = most_lanes(roles, point);
  while (n >= 0 && lanes > 1 && out->block[n] % lanes != 0)
    lanes /= 2;
  if (n >= 0 && lanes > 1) {
    out->vector_iterator = (int8_t)n;
    out->lanes = (uint8_t)lanes;
  }
  out->instruction = point->instruction;
  out->stages = (uint8_t)point->stages;
  out->block[k] = least(point->unrolled, roles->extent[SIMT_K]);
  out->tile[0][k] = out->tile[1][k] = least(point->steps, roles->extent[SIMT_K]);
  schedule_normalize(workload, out);
}

typedef struct Search {
  const Workload *workload;
  const SimtRoles *roles;
  const Device *device;
  const SimtPartCounts *parts;
  bool has_maps;
  SimtChoice whole, cut;
} Search;

static void keep_better(const Schedule *schedule, const SimtNest *nest, const SimtPrice *price,
                        SimtChoice *best) {
  if (best->candidates++ > 0 && !(price->seconds < best->price.seconds))
    return;
  best->schedule = *schedule;
  best->nest = *nest;
  best->price = *price;
}

// Only where blocks of whole sums are too few, and until there are enough.
static void consider_parts(Search *search, const Schedule *schedule, const SimtNest *nest,
                           int resident) {
  int64_t blocks = simt_block_count(nest), units = search->device->multiprocessors;
  for (int p = 0; p < search->parts->count && blocks < 2 * units; p++) {
    int count = search->parts->values[p];
    Schedule cut = *schedule;
    SimtNest parts;
    if (blocks * count > 4 * resident * units)
      return;
    if (!simt_nest_parts(nest, count, &parts))
      continue;
    SimtPrice price = simt_price(search->workload, &parts, search->device);
    price.seconds += simt_price_sum(search->roles, count, search->device);
    cut.split = (uint8_t)count;
    keep_better(&cut, &parts, &price, &search->cut);
  }
}

static void consider(Search *search, const SimtPoint *point) {
  const Workload *workload = search->workload;
  const SimtRoles *roles = search->roles;
  const Device *device = search->device;
  Schedule schedule;
  SimtNest nest;
  if (point->instruction == INSTRUCTION_BY_TYPES &&
      (roles->extent[SIMT_K] % point->unrolled != 0 ||
       (point->steps < roles->extent[SIMT_K] && point->steps % point->unrolled != 0)))
    return;
  schedule_of(workload, roles, point, &schedule);
  if (simt_nest_build(workload, roles, &schedule, device, &nest) != REJECT_NONE)
    return;
  SimtPrice price = simt_price(workload, &nest, device);
  keep_better(&schedule, &nest, &price, &search->whole);
  consider_parts(search, &schedule, &nest, price.resident);
}

static void consider_adds(Search *search) {
  static const int results[] = {8, 4, 2, 1, 16}, threads[] = {16, 8, 32, 4, 2, 1, 64, 128, 256},
                   steps[] = {16, 8, 32, 64}, unrolled[] = {4, 2, 8, 1};
  enum { RESULTS = 5, THREADS = 9, STEPS = 4, UNROLLED = 4 };
  for (int m = 0; m < RESULTS * THREADS; m++)
    for (int n = 0; n < RESULTS * THREADS; n++)
      for (int k = 0; k < STEPS * UNROLLED; k++) {
        SimtPoint point = {.results = {results[m / THREADS], results[n / THREADS]},
                           .threads = {threads[m % THREADS], threads[n % THREADS]},
                           .steps = steps[k / UNROLLED],
                           .unrolled = unrolled[k % UNROLLED]};
        if (point.threads[0] * point.threads[1] <= DEVICE_BLOCK_THREADS)
          consider(search, &point);
      }
}

typedef struct Knobs {
  int rows[4], columns[8], teams[4], steps[4], stages[4]; // 0 ends the columns; stages of one are 0
} Knobs;

// Of a warp, and of a warpgroup.
static const Knobs warp_knobs = {.rows = {64, 32, 16, 128},
                                 .columns = {32, 64, 16, 8, 128},
                                 .teams = {2, 4, 1, 8},
                                 .steps = {2, 4, 1, 8},
                                 .stages = {3, 2, 4, 0}};
static const Knobs group_knobs = {.rows = {64, 128, 192, 256},
                                  .columns = {128, 256, 64, 192, 96, 32, 16, 8},
                                  .teams = {2, 1, 4, 8},
                                  .steps = {4, 2, 8, 1},
                                  .stages = {4, 3, 2, 0}};

static void consider_matrices(Search *search, InstructionChoice choice) {
  enum { ROWS = 4, COLUMNS = 8, TEAMS = 4, STEPS = 4, STAGES = 4 };
  const SimtRoles *roles = search->roles;
  const DeviceMma *mma = device_mma(search->device, choice);
  if (mma == NULL || mma->operand != roles->factor || mma->accumulator != roles->sum ||
      (mma->unit == DEVICE_MMA_TF32 && !roles->is_relaxed) || (mma->is_bulk && !search->has_maps))
    return;
  const Knobs *knobs = mma->warps > 1 ? &group_knobs : &warp_knobs;
  for (int m = 0; m < ROWS * TEAMS; m++)
    for (int n = 0; n < COLUMNS * TEAMS && knobs->columns[n / TEAMS] > 0; n++)
      for (int k = 0; k < STEPS * STAGES; k++) {
        SimtPoint point = {.results = {knobs->rows[m / TEAMS], knobs->columns[n / TEAMS]},
                           .threads = {knobs->teams[m % TEAMS], knobs->teams[n % TEAMS]},
                           .steps = knobs->steps[k / STAGES] * mma->k,
                           .unrolled = knobs->steps[k / STAGES] * mma->k,
                           .stages = knobs->stages[k % STAGES],
                           .instruction = (uint8_t)choice};
        consider(search, &point);
      }
}

Status simt_choose_parts(const Workload *workload, const SimtRoles *roles, const Device *device,
                         const SimtPartCounts *parts, bool has_maps, SimtChoice *out_choice,
                         SimtChoice *out_parts) {
  Search search = {workload, roles, device, parts, has_maps, {.candidates = 0}, {.candidates = 0}};
  consider_adds(&search);
  for (int choice = INSTRUCTION_CHOICES; choice < INSTRUCTION_ALL_CHOICES; choice++)
    consider_matrices(&search, (InstructionChoice)choice);
  if (search.whole.candidates == 0)
    return status_fail(STATUS_REJECTED, "no schedule for %s is legal", device->name);
  *out_choice = search.whole;
  *out_parts = search.cut;
  return STATUS_OK;
}

Status simt_choose(const Workload *workload, const SimtRoles *roles, const Device *device,
                   SimtChoice *out_choice) {
  SimtChoice parts;
  return simt_choose_parts(workload, roles, device, &(SimtPartCounts){.count = 0}, false,
                           out_choice, &parts);
}
