// Which schedules are legal and worth scoring: the static rejection.
#include "plan/schedule/schedule_check.h"

#include "plan/dot_product.h"
#include "plan/loop_nest.h"
#include "plan/open_rests.h"
#include "plan/partial_tiles.h"
#include "plan/rule.h"
#include "plan/schedule/knob.h"
#include "plan/schedule_knobs.h"
#include "plan/workload_instruction.h"

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

// The loop over blocks of an extent that only the run knows is one of the kernel.
static bool open_is_possible(const Workload *knobs, const Schedule *schedule) {
  int i = knobs->open - 1;
  return i < 0 || schedule->block[i] < schedule->tile[1][i];
}

static bool vector_is_usable(const Workload *knobs, const Schedule *schedule,
                             const Target *target) {
  const Rule *rule = rule_get(rule_get(schedule->rule)->inner);
  int vector = schedule->vector_iterator, lanes = schedule->lanes;
  if (lanes == 1)
    return vector == -1 && !rule->vectorises_reduction;
  if (lanes <= 0 || (lanes & (lanes - 1)) != 0 || vector < 0 || vector >= knobs->iterator_count ||
      lanes > workload_lanes(knobs, target))
    return false;
  return rule->vector_is_usable(knobs, schedule);
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
    else if (schedule_loops_over_taps(workload, schedule, i) && schedule->block[i] > 1)
      return false;
    else
      has_reduction_loop |= schedule->block[i] < workload->extents[i];
  }
  return !(shares_kernel && has_reduction_loop);
}

static bool pad_is_possible(const Workload *workload, const Schedule *schedule) {
  if (schedule->pad_mode == PAD_SEPARATE)
    return !workload_has_padding(workload); // extracted with the pad: it must go somewhere
  if (schedule->pad_mode == PAD_PACK)
    return true;
  if (!workload_can_skip_taps(workload))
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

// A block that reaches beyond the extent of a parallel iterator reads beyond it: from scratch only,
// and may store nothing. Beyond the extent of a reduction nothing is evaluated.
static bool remainder_is_possible(const Workload *knobs, const Schedule *schedule) {
  for (int a = 0; a < knobs->access_count; a++) {
    const Access *access = &knobs->accesses[a];
    bool is_only_stored = access->is_output && !access_is_stored_in_body(knobs, access);
    if (is_only_stored || knobs->statements[access->statement].stage != STAGE_BODY ||
        schedule->pack[a] >= 0 || is_read_while_packing(knobs, schedule, access))
      continue;
    for (int i = 0; i < knobs->iterator_count; i++)
      if (knobs->kinds[i] == ITERATOR_PARALLEL && schedule_pads(knobs, schedule, i) &&
          access_uses(access, i))
        return false;
  }
  return true;
}

static int64_t open_copies(const Workload *knobs, const Schedule *schedule, int iterator) {
  DotProduct dot = dot_product_of(knobs, schedule);
  OpenRests rests = open_rests(&dot, schedule, iterator);
  return rests.count + rests.group;
}

// Straight-line kernels of the nest: remainders double it, borders of unrolled iterators treble it,
// and steps that only the run knows end in one of several.
static int64_t kernel_copies(const Workload *knobs, const Schedule *schedule) {
  uint32_t leaving = schedule->pad_mode == PAD_BORDER ? workload_leaving_iterators(knobs) : 0;
  int64_t copies = 1;
  for (int i = 0; i < knobs->iterator_count; i++) {
    bool pads = schedule_pads(knobs, schedule, i);
    if (knobs->partial.unit != 0 && i == knobs->partial.iterator && !pads)
      copies *= partial_tiles(knobs, schedule).count;
    else if (workload_is_open(knobs, i))
      copies *= open_copies(knobs, schedule, i);
    else if (knobs->extents[i] % schedule->block[i] != 0 && !pads)
      copies *= 2;
    if ((leaving >> i & 1u) && knobs->kinds[i] == ITERATOR_PARALLEL &&
        (schedule->block[i] > 1 || i == schedule->vector_iterator))
      copies *= 3;
  }
  return copies;
}

static bool scalars_are_valid(const Workload *workload, const Schedule *schedule) {
  for (int k = 0; k < KNOB_COUNT; k++) {
    const Knob *knob = knob_get(k);
    if (knob_is_scalar(knob) && schedule->bytes[knob->offset] > knob->most)
      return false;
  }
  return schedule->fuse_epilogue <= workload_epilogue_count(workload) &&
         schedule->epilogue_depth >= EPILOGUE_IN_REGISTERS;
}

// What a GPU alone has is no target's.
static bool instruction_suits_target(const Schedule *schedule, const Target *target) {
  if (schedule->instruction >= INSTRUCTION_CHOICES || schedule->stages > 0 || schedule->split > 0)
    return false;
  const Instruction *row = instruction_dot(schedule->instruction);
  return row == NULL || instruction_is_there(row, target);
}

// One register too many spills all accumulators around the innermost loop: three times slower.
static bool fits_registers(const Workload *knobs, const LoopNest *nest, const Target *target) {
  bool has_reduction = knobs->combiner != COMBINER_NONE;
  int operands = has_reduction ? nest->operand_registers : 1;
  return nest->accumulators + operands <= workload_registers(knobs, target);
}

static bool code_is_small(const Workload *knobs, const Schedule *schedule, const LoopNest *nest) {
  int64_t results = knobs->accumulator_count > 0 ? knobs->accumulator_count : 1;
  return nest->kernel_points <= MAX_KERNEL_POINTS / results &&
         nest->kernel_points * results * kernel_copies(knobs, schedule) <= MAX_UNROLLED_POINTS;
}

static RejectReason check_numbers(const Workload *workload, const Workload *knobs,
                                  const Schedule *schedule, const Target *target) {
  if (!scalars_are_valid(workload, schedule) || !sizes_are_valid(knobs, schedule) ||
      !open_is_possible(knobs, schedule))
    return REJECT_SHAPE;
  if (!vector_is_usable(knobs, schedule, target))
    return REJECT_VECTOR;
  if (workload_keeps_order(knobs) && !order_is_kept(knobs, schedule))
    return REJECT_FUSION;
  if (!pad_is_possible(workload, schedule))
    return REJECT_PAD;
  if (!dot_product_is_possible(knobs, schedule) || !instruction_suits_target(schedule, target))
    return REJECT_INSTRUCTION;
  return remainder_is_possible(knobs, schedule) ? REJECT_NONE : REJECT_REMAINDER;
}

RejectReason schedule_check(const Workload *workload, const Schedule *schedule,
                            const Target *target) {
  Workload storage;
  const Workload *knobs =
      schedule->rule < RULE_COUNT ? rule_workload(schedule->rule, workload, &storage) : NULL;
  if (knobs == NULL)
    return REJECT_SHAPE;
  RejectReason reason = check_numbers(workload, knobs, schedule, target);
  if (reason != REJECT_NONE)
    return reason;
  LoopNest nest;
  reason = loop_nest_build(workload, schedule, &nest);
  if (reason != REJECT_NONE)
    return reason;
  if (!fits_registers(knobs, &nest, target))
    return REJECT_REGISTERS;
  if (!code_is_small(knobs, schedule, &nest))
    return REJECT_CODE_SIZE;
  return nest.buffer_bytes > max_buffer_bytes ? REJECT_BUFFERS : REJECT_NONE;
}
