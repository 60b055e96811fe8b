// The numbers of a Schedule: canonical form and static rejection.
#include "core/schedule.h"

#include "core/loop_nest.h"
#include "core/schedule_knobs.h"
#include "core/text.h"
#include <assert.h>
#include <string.h>

static_assert(sizeof(Schedule) == 8 + 12 * WORKLOAD_MAX_ITERATORS + 4 * WORKLOAD_MAX_ITERATORS +
                                      WORKLOAD_MAX_ACCESSES + 8,
              "schedule_key hashes every byte: there must be no padding");

// Limits of the static rejection.
enum {
  MAX_KERNEL_POINTS = 2048,   // body evaluations in one straight-line kernel
  MAX_UNROLLED_POINTS = 8192, // in all kernels of a nest
};
static const int64_t max_buffer_bytes = INT64_C(256) << 20;

static const char *const reject_texts[REJECT_COUNT] = {
#define X(name, text) text,
    REJECT_REASONS(X)
#undef X
};

const char *reject_reason_text(RejectReason reason) { return reject_texts[reason]; }

const Workload *schedule_knob_workload(const Workload *workload, ScheduleRule rule,
                                       Workload *storage) {
  if (rule != RULE_IM2COL)
    return workload;
  return workload_im2col(workload, storage) ? storage : NULL;
}

bool access_has_window(const Access *access, int iterator_count) {
  for (int d = 0; d < access->rank; d++) {
    int used = 0;
    for (int i = 0; i < iterator_count; i++)
      used += access->index[d].coefficients[i] != 0;
    if (used > 1)
      return true;
  }
  return false;
}

int workload_reductions(const Workload *workload, uint8_t *out_iterators) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      out_iterators[count++] = (uint8_t)i;
  return count;
}

int workload_epilogue_count(const Workload *workload) {
  int count = 0;
  for (int s = 0; s < workload->statement_count; s++)
    count += workload->statements[s].stage == STAGE_EPILOGUE;
  return count;
}

static bool has_leaving_access(const Workload *workload) {
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape)
      return true;
  return false;
}

// Whether taps outside the shape can be left out of the reduction.
static bool taps_can_be_skipped(const Workload *workload) {
  if (workload->combiner == COMBINER_NONE || workload->combiner == COMBINER_OTHER)
    return false;
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape &&
        workload->statements[workload->accesses[a].statement].stage != STAGE_BODY)
      return false;
  return true;
}

// --- defaults and canonical form

void schedule_defaults(const Workload *knobs, ScheduleRule rule, Schedule *schedule) {
  memset(schedule, 0, sizeof(*schedule));
  schedule->rule = (uint8_t)rule;
  schedule->lanes = 1;
  schedule->vector_iterator = -1;
  schedule->fuse_init = schedule->fuse_producers = 1;
  schedule->fuse_epilogue = (uint8_t)workload_epilogue_count(knobs);
  schedule->epilogue_depth = EPILOGUE_IN_REGISTERS;
  for (int i = 0; i < knobs->iterator_count; i++) {
    schedule->block[i] = 1;
    for (int level = 0; level < TILE_LEVELS; level++)
      schedule->tile[level][i] = (int32_t)knobs->extents[i];
    for (int row = 0; row <= TILE_LEVELS; row++)
      schedule->order[row][i] = (uint8_t)i;
  }
  workload_reductions(knobs, schedule->kernel_order);
  memset(schedule->pack, PACK_NONE, sizeof(schedule->pack));
}

void schedule_init(const Workload *workload, Schedule *out_schedule) {
  schedule_defaults(workload, RULE_DIRECT, out_schedule);
  if (has_leaving_access(workload))
    out_schedule->pad_mode = taps_can_be_skipped(workload) ? PAD_BORDER : PAD_PACK;
  schedule_normalize(workload, out_schedule);
}

static int32_t clamp(int32_t value, int32_t low, int32_t high) {
  return value < low ? low : value > high ? high : value;
}

// `value` up to a multiple of `unit`, or the whole extent.
static int32_t round_size(int32_t value, int32_t unit, int32_t extent) {
  int64_t rounded = ((int64_t)value + unit - 1) / unit * unit;
  return rounded < extent ? (int32_t)rounded : extent;
}

static int32_t round_block(const Schedule *schedule, int iterator, int32_t extent) {
  int32_t block = clamp(schedule->block[iterator], 1, extent);
  int32_t lanes = schedule->lanes;
  if (iterator != schedule->vector_iterator)
    return block;
  if (schedule->rule == RULE_REDUCE && lanes <= extent)
    return clamp(round_size(block, lanes, extent), lanes, extent / lanes * lanes);
  return round_size(block, lanes, extent);
}

static void normalize_sizes(const Workload *knobs, Schedule *schedule) {
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
    if (i >= knobs->iterator_count) {
      schedule->block[i] = schedule->tile[0][i] = schedule->tile[1][i] = 0;
      continue;
    }
    int32_t extent = (int32_t)knobs->extents[i];
    int32_t block = round_block(schedule, i, extent);
    int32_t inner = round_size(clamp(schedule->tile[1][i], block, extent), block, extent);
    int32_t outer = round_size(clamp(schedule->tile[0][i], inner, extent), inner, extent);
    schedule->block[i] = block;
    schedule->tile[1][i] = inner;
    schedule->tile[0][i] = outer;
  }
}

bool schedule_order_matters(const Workload *knobs, const Schedule *schedule, int row, int i) {
  if (row == 0)
    return schedule->tile[0][i] < knobs->extents[i];
  if (row == 1)
    return schedule->tile[1][i] < schedule->tile[0][i];
  return knobs->kinds[i] == ITERATOR_PARALLEL && schedule->block[i] < schedule->tile[1][i];
}

// Iterators with a loop first, in their order, then the others ascending. Entries that are out of
// range or repeated are dropped.
static void normalize_order(const Workload *knobs, Schedule *schedule, int row) {
  uint8_t sorted[WORKLOAD_MAX_ITERATORS] = {0};
  uint32_t done = 0;
  int count = 0;
  for (int p = 0; p < knobs->iterator_count; p++) {
    int i = schedule->order[row][p];
    if (i < knobs->iterator_count && !(done >> i & 1u) &&
        schedule_order_matters(knobs, schedule, row, i)) {
      sorted[count++] = (uint8_t)i;
      done |= 1u << i;
    }
  }
  for (int pass = 0; pass < 2; pass++) // those with a loop that the order forgot, then the rest
    for (int i = 0; i < knobs->iterator_count; i++)
      if (!(done >> i & 1u) && (pass == 1 || schedule_order_matters(knobs, schedule, row, i))) {
        sorted[count++] = (uint8_t)i;
        done |= 1u << i;
      }
  memcpy(schedule->order[row], sorted, sizeof(sorted));
}

// Reductions with a kernel loop or unrolled points first, in their order, then the others.
static void normalize_kernel_order(const Workload *knobs, Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS], sorted[WORKLOAD_MAX_ITERATORS] = {0};
  int reduction_count = workload_reductions(knobs, reductions);
  uint32_t wanted = 0, done = 0;
  int count = 0;
  for (int p = 0; p < reduction_count; p++) {
    int i = reductions[p];
    if (knobs->combiner != COMBINER_OTHER &&
        (schedule->block[i] > 1 || schedule->block[i] < schedule->tile[1][i]))
      wanted |= 1u << i;
  }
  for (int p = 0; p < reduction_count; p++) {
    int i = schedule->kernel_order[p];
    if (i < knobs->iterator_count && (wanted & ~done) >> i & 1u) {
      sorted[count++] = (uint8_t)i;
      done |= 1u << i;
    }
  }
  for (int pass = 0; pass < 2; pass++)
    for (int p = 0; p < reduction_count; p++) {
      int i = reductions[p];
      if (!(done >> i & 1u) && (pass == 1 || (wanted >> i & 1u))) {
        sorted[count++] = (uint8_t)i;
        done |= 1u << i;
      }
    }
  memcpy(schedule->kernel_order, sorted, sizeof(sorted));
}

static void normalize_pad(const Workload *workload, Schedule *schedule) {
  if (!has_leaving_access(workload))
    schedule->pad_mode = PAD_SEPARATE;
  else if (schedule->rule == RULE_IM2COL && schedule->pad_mode == PAD_BORDER)
    schedule->pad_mode = PAD_PACK; // the patch matrix holds the padding
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++) {
    if (a >= workload->access_count || schedule->pack[a] < 0)
      schedule->pack[a] = PACK_NONE;
    if (a < workload->access_count && workload->accesses[a].may_leave_shape &&
        schedule->rule != RULE_IM2COL && schedule->pad_mode != PAD_SEPARATE)
      schedule->pack[a] = schedule->pad_mode == PAD_PACK ? 0 : PACK_NONE;
  }
}

// Only panels can hold what a producer makes.
static void normalize_produced(const Workload *knobs, Schedule *schedule) {
  for (int a = 0; a < 32; a++)
    if (a >= knobs->access_count || schedule->pack[a] == PACK_NONE ||
        knobs->accesses[a].produces == 0)
      schedule->produced &= ~(1u << a);
}

bool access_leaves_shape(const Workload *workload, const Access *access, int d) {
  int64_t low = access->index[d].constant, high = low;
  for (int i = 0; i < workload->iterator_count; i++) {
    int64_t reach = access->index[d].coefficients[i] * (workload->extents[i] - 1);
    *(reach < 0 ? &low : &high) += reach;
  }
  return low < 0 || high >= access->shape[d];
}

// Bit per iterator that occurs in an index which leaves its shape.
static uint32_t leaving_iterators(const Workload *workload) {
  uint32_t leaving = 0;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; access->may_leave_shape && d < access->rank; d++)
      if (access_leaves_shape(workload, access, d))
        for (int i = 0; i < workload->iterator_count; i++)
          if (access->index[d].coefficients[i] != 0)
            leaving |= 1u << i;
  }
  return leaving;
}

// Taps are clamped one by one where a border kernel has a loop over them.
static bool is_looped_tap(const Workload *workload, const Schedule *schedule, int i) {
  return schedule->pad_mode == PAD_BORDER && workload->kinds[i] == ITERATOR_REDUCTION &&
         schedule->block[i] < workload->extents[i] && (leaving_iterators(workload) >> i & 1u);
}

bool schedule_pads(const Workload *knobs, const Schedule *schedule, int iterator) {
  return schedule->remainder == REMAINDER_PAD &&
         knobs->extents[iterator] % schedule->block[iterator] != 0;
}

// Without an iterator to pad, the remainder mode only tells partial vectors apart.
static void normalize_remainder(const Workload *knobs, Schedule *schedule) {
  int vector = schedule->vector_iterator;
  for (int i = 0; i < knobs->iterator_count; i++)
    if (schedule_pads(knobs, schedule, i))
      return;
  bool has_partial_vector =
      vector >= 0 &&
      (knobs->extents[vector] % schedule->lanes != 0 ||
       (schedule->pad_mode == PAD_BORDER && leaving_iterators(knobs) >> vector & 1u));
  if (!has_partial_vector)
    schedule->remainder = REMAINDER_PEEL;
  else if (schedule->remainder == REMAINDER_PAD)
    schedule->remainder = REMAINDER_MASK;
}

void schedule_normalize(const Workload *workload, Schedule *schedule) {
  Workload storage;
  const Workload *knobs = schedule_knob_workload(workload, schedule->rule, &storage);
  if (knobs == NULL)
    return; // schedule_check rejects it
  schedule->fuse_init = schedule->fuse_init != 0;
  schedule->fuse_producers = schedule->fuse_producers != 0;
  int epilogues = workload_epilogue_count(workload);
  if (schedule->fuse_epilogue > epilogues)
    schedule->fuse_epilogue = (uint8_t)epilogues;
  if (epilogues == 0 || schedule->epilogue_depth < 0)
    schedule->epilogue_depth = EPILOGUE_IN_REGISTERS;
  if (schedule->lanes <= 1 || schedule->vector_iterator < 0 ||
      schedule->vector_iterator >= knobs->iterator_count) {
    schedule->lanes = 1;
    schedule->vector_iterator = -1;
  }
  normalize_sizes(knobs, schedule);
  for (int row = 0; row <= TILE_LEVELS; row++)
    normalize_order(knobs, schedule, row);
  normalize_kernel_order(knobs, schedule);
  normalize_pad(workload, schedule);
  normalize_produced(knobs, schedule);
  for (int i = 0; i < workload->iterator_count; i++)
    if (is_looped_tap(workload, schedule, i))
      schedule->block[i] = 1;
  normalize_remainder(knobs, schedule);
}

// --- static rejection

static bool is_permutation(const uint8_t *order, int count, uint32_t wanted) {
  uint32_t seen = 0;
  for (int p = 0; p < count; p++)
    if (order[p] < WORKLOAD_MAX_ITERATORS)
      seen |= 1u << order[p];
  return seen == wanted;
}

static bool size_fits(int32_t size, int32_t unit, int64_t extent) {
  return size >= unit && size <= extent && (size == extent || size % unit == 0);
}

static bool sizes_are_valid(const Workload *knobs, const Schedule *schedule) {
  for (int i = 0; i < knobs->iterator_count; i++) {
    int64_t extent = knobs->extents[i];
    if (!size_fits(schedule->block[i], 1, extent) ||
        !size_fits(schedule->tile[1][i], schedule->block[i], extent) ||
        !size_fits(schedule->tile[0][i], schedule->tile[1][i], extent))
      return false;
  }
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  int reduction_count = workload_reductions(knobs, reductions);
  uint32_t reduction_bits = 0;
  for (int p = 0; p < reduction_count; p++)
    reduction_bits |= 1u << reductions[p];
  for (int row = 0; row <= TILE_LEVELS; row++)
    if (!is_permutation(schedule->order[row], knobs->iterator_count,
                        (1u << knobs->iterator_count) - 1))
      return false;
  return is_permutation(schedule->kernel_order, reduction_count, reduction_bits);
}

// A combiner without algebra must see its values in the order of the iteration space: nothing may
// move across a reduction that still has trips to make.
static bool order_is_kept(const Workload *knobs, const Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  int count = workload_reductions(knobs, reductions);
  for (int p = 0; p < count; p++) {
    if (schedule->kernel_order[p] != reductions[p])
      return false;
    if (p > 0 && schedule->tile[1][reductions[p]] < knobs->extents[reductions[p]])
      return false;
    bool is_unrolled = schedule->block[reductions[p]] > 1;
    for (int q = p + 1; is_unrolled && q < count; q++)
      if (schedule->block[reductions[q]] < knobs->extents[reductions[q]])
        return false;
  }
  return true;
}

static bool combiner_is_reassociable(Combiner combiner) {
  return combiner != COMBINER_NONE && combiner != COMBINER_OTHER;
}

static bool some_output_is_contiguous(const Workload *knobs, int iterator) {
  for (int a = 0; a < knobs->access_count; a++)
    if (knobs->accesses[a].is_output && access_stride(&knobs->accesses[a], iterator) == 1)
      return true;
  return false;
}

static bool vector_is_usable(const Workload *knobs, const Schedule *schedule,
                             const Target *target) {
  int vector = schedule->vector_iterator, lanes = schedule->lanes;
  if (lanes == 1)
    return vector == -1 && schedule->rule != RULE_REDUCE;
  if (lanes <= 0 || (lanes & (lanes - 1)) != 0 || vector < 0 || vector >= knobs->iterator_count ||
      lanes > target_lanes(target, element_type_bytes(knobs->accumulator_type)))
    return false;
  bool whole_vectors = schedule->block[vector] % lanes == 0;
  if (schedule->rule == RULE_REDUCE)
    return knobs->kinds[vector] == ITERATOR_REDUCTION && whole_vectors &&
           combiner_is_reassociable(knobs->combiner);
  return knobs->kinds[vector] == ITERATOR_PARALLEL &&
         (whole_vectors || schedule->block[vector] == knobs->extents[vector]) &&
         some_output_is_contiguous(knobs, vector);
}

// Border kernels cover whole rows of an index that leaves its shape, and know each point's taps
// at compile time wherever several points share a kernel.
static bool border_is_possible(const Workload *workload, const Schedule *schedule,
                               const Access *access, int d) {
  bool shares_kernel = false, has_reduction_loop = false;
  for (int i = 0; i < workload->iterator_count; i++) {
    if (access->index[d].coefficients[i] == 0)
      continue;
    if (schedule->tile[1][i] < workload->extents[i])
      return false;
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      shares_kernel |= schedule->block[i] > 1 || i == schedule->vector_iterator;
    else if (i == schedule->vector_iterator)
      return false;
    else if (is_looped_tap(workload, schedule, i) && schedule->block[i] > 1)
      return false;
    else
      has_reduction_loop |= schedule->block[i] < workload->extents[i];
  }
  return !(shares_kernel && has_reduction_loop);
}

static bool pad_is_possible(const Workload *workload, const Schedule *schedule) {
  if (schedule->pad_mode == PAD_SEPARATE)
    return !has_leaving_access(workload); // extracted with the pad: it must go somewhere
  if (schedule->pad_mode == PAD_PACK)
    return true;
  if (!taps_can_be_skipped(workload))
    return false;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; access->may_leave_shape && d < access->rank; d++)
      if (access_leaves_shape(workload, access, d) &&
          !border_is_possible(workload, schedule, access, d))
        return false;
  }
  return true;
}

// Whether a panel of produced values stands for the statement that reads the access.
static bool is_read_while_packing(const Workload *knobs, const Schedule *schedule,
                                  const Access *access) {
  for (int a = 0; a < knobs->access_count; a++)
    if ((schedule->produced >> a & 1u) && schedule->pack[a] >= 0 &&
        knobs->accesses[a].produces == access->statement + 1)
      return true;
  return false;
}

// A block that reaches beyond the extent of a parallel iterator reads beyond it: from scratch only.
// Beyond the extent of a reduction nothing is evaluated.
static bool remainder_is_possible(const Workload *knobs, const Schedule *schedule) {
  for (int a = 0; a < knobs->access_count; a++) {
    const Access *access = &knobs->accesses[a];
    if (access->is_output || knobs->statements[access->statement].stage != STAGE_BODY ||
        schedule->pack[a] >= 0 || is_read_while_packing(knobs, schedule, access))
      continue;
    for (int i = 0; i < knobs->iterator_count; i++)
      if (knobs->kinds[i] == ITERATOR_PARALLEL && schedule_pads(knobs, schedule, i) &&
          access_uses(access, i))
        return false;
  }
  return true;
}

// Straight-line kernels of the nest: remainders double it, borders of unrolled iterators treble it.
static int64_t kernel_copies(const Workload *knobs, const Schedule *schedule) {
  uint32_t leaving = schedule->pad_mode == PAD_BORDER ? leaving_iterators(knobs) : 0;
  int64_t copies = 1;
  for (int i = 0; i < knobs->iterator_count; i++) {
    if (knobs->extents[i] % schedule->block[i] != 0 && !schedule_pads(knobs, schedule, i))
      copies *= 2;
    if ((leaving >> i & 1u) && knobs->kinds[i] == ITERATOR_PARALLEL &&
        (schedule->block[i] > 1 || i == schedule->vector_iterator))
      copies *= 3;
  }
  return copies;
}

static bool fields_are_valid(const Workload *workload, const Schedule *schedule) {
  return schedule->remainder < REMAINDER_COUNT && schedule->pad_mode < PAD_MODE_COUNT &&
         schedule->fuse_init <= 1 && schedule->fuse_producers <= 1 &&
         schedule->fuse_epilogue <= workload_epilogue_count(workload) &&
         schedule->epilogue_depth >= EPILOGUE_IN_REGISTERS;
}

RejectReason schedule_check(const Workload *workload, const Schedule *schedule,
                            const Target *target) {
  Workload storage;
  const Workload *knobs = schedule->rule < RULE_COUNT
                              ? schedule_knob_workload(workload, schedule->rule, &storage)
                              : NULL;
  if (knobs == NULL || !fields_are_valid(workload, schedule) || !sizes_are_valid(knobs, schedule))
    return REJECT_SHAPE;
  if (!vector_is_usable(knobs, schedule, target))
    return REJECT_VECTOR;
  if (knobs->combiner == COMBINER_OTHER && !order_is_kept(knobs, schedule))
    return REJECT_FUSION;
  if (!pad_is_possible(workload, schedule))
    return REJECT_PAD;
  if (!remainder_is_possible(knobs, schedule))
    return REJECT_REMAINDER;
  LoopNest nest;
  RejectReason reason = loop_nest_build(workload, schedule, &nest);
  if (reason != REJECT_NONE)
    return reason;
  // One register too many spills all accumulators around the innermost loop: three times slower.
  bool has_reduction = knobs->combiner != COMBINER_NONE;
  int operands = has_reduction ? nest.operand_registers : 1;
  if (nest.accumulators + operands > target->vector_registers)
    return REJECT_REGISTERS;
  int64_t results = knobs->accumulator_count > 0 ? knobs->accumulator_count : 1;
  if (nest.kernel_points > MAX_KERNEL_POINTS / results ||
      nest.kernel_points * results * kernel_copies(knobs, schedule) > MAX_UNROLLED_POINTS)
    return REJECT_CODE_SIZE;
  return nest.buffer_bytes > max_buffer_bytes ? REJECT_BUFFERS : REJECT_NONE;
}

uint64_t schedule_key(const Schedule *schedule) {
  return text_hash(TEXT_HASH_START, schedule, sizeof(*schedule));
}
