// The numbers of a Schedule: canonical form, static rejection, text form.
#include "core/schedule.h"

#include "core/loop_nest.h"
#include "core/text.h"
#include <assert.h>
#include <string.h>

static_assert(sizeof(Schedule) == 8 + 12 * WORKLOAD_MAX_ITERATORS + 4 * WORKLOAD_MAX_ITERATORS +
                                      WORKLOAD_MAX_ACCESSES,
              "schedule_key hashes every byte: there must be no padding");

// Limits of the static rejection.
enum {
  MAX_KERNEL_POINTS = 2048,   // body evaluations in one straight-line kernel
  MAX_UNROLLED_POINTS = 8192, // in all kernels of a nest
  SPARE_REGISTERS = 2,        // one loaded vector, one broadcast
};
static const int64_t max_buffer_bytes = INT64_C(256) << 20;

static const char *const rule_names[RULE_COUNT] = {
#define X(name, text, meaning) text,
    SCHEDULE_RULES(X)
#undef X
};

static const char *const reject_texts[REJECT_COUNT] = {
#define X(name, text) text,
    REJECT_REASONS(X)
#undef X
};

static const char *const remainder_names[REMAINDER_COUNT] = {"peel", "mask"};
static const char *const pad_mode_names[PAD_MODE_COUNT] = {"separate", "border", "pack"};

const char *reject_reason_text(RejectReason reason) { return reject_texts[reason]; }
const char *schedule_rule_name(ScheduleRule rule) { return rule_names[rule]; }

// The workload whose iterators the knobs of `rule` speak of; null when the rule does not apply.
static const Workload *knob_workload(const Workload *workload, ScheduleRule rule,
                                     Workload *storage) {
  if (rule != RULE_IM2COL)
    return workload;
  return workload_im2col(workload, storage) ? storage : NULL;
}

static int list_reductions(const Workload *workload, uint8_t *out_iterators) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    if (workload->kinds[i] == ITERATOR_REDUCTION)
      out_iterators[count++] = (uint8_t)i;
  return count;
}

static int epilogue_count(const Workload *workload) {
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

// Knobs of `rule` on its own workload, everything at its default.
static void set_defaults(const Workload *knobs, ScheduleRule rule, Schedule *schedule) {
  memset(schedule, 0, sizeof(*schedule));
  schedule->rule = (uint8_t)rule;
  schedule->lanes = 1;
  schedule->vector_iterator = -1;
  schedule->fuse_init = schedule->fuse_producers = 1;
  schedule->fuse_epilogue = (uint8_t)epilogue_count(knobs);
  for (int i = 0; i < knobs->iterator_count; i++) {
    schedule->block[i] = 1;
    for (int level = 0; level < TILE_LEVELS; level++)
      schedule->tile[level][i] = (int32_t)knobs->extents[i];
    for (int row = 0; row <= TILE_LEVELS; row++)
      schedule->order[row][i] = (uint8_t)i;
  }
  list_reductions(knobs, schedule->kernel_order);
  memset(schedule->pack, PACK_NONE, sizeof(schedule->pack));
}

void schedule_init(const Workload *workload, Schedule *out_schedule) {
  set_defaults(workload, RULE_DIRECT, out_schedule);
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

// Whether row `row` of order places a loop for this iterator.
static bool order_matters(const Workload *knobs, const Schedule *schedule, int row, int i) {
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
    if (i < knobs->iterator_count && !(done >> i & 1u) && order_matters(knobs, schedule, row, i)) {
      sorted[count++] = (uint8_t)i;
      done |= 1u << i;
    }
  }
  for (int pass = 0; pass < 2; pass++) // those with a loop that the order forgot, then the rest
    for (int i = 0; i < knobs->iterator_count; i++)
      if (!(done >> i & 1u) && (pass == 1 || order_matters(knobs, schedule, row, i))) {
        sorted[count++] = (uint8_t)i;
        done |= 1u << i;
      }
  memcpy(schedule->order[row], sorted, sizeof(sorted));
}

// Reductions with a kernel loop or unrolled points first, in their order, then the others.
static void normalize_kernel_order(const Workload *knobs, Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS], sorted[WORKLOAD_MAX_ITERATORS] = {0};
  int reduction_count = list_reductions(knobs, reductions);
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

static bool index_leaves_shape(const Workload *workload, const Access *access, int d) {
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
      if (index_leaves_shape(workload, access, d))
        for (int i = 0; i < workload->iterator_count; i++)
          if (access->index[d].coefficients[i] != 0)
            leaving |= 1u << i;
  }
  return leaving;
}

// The remainder mode only tells partial vectors apart.
static void normalize_remainder(const Workload *knobs, Schedule *schedule) {
  int vector = schedule->vector_iterator;
  bool has_partial_vector =
      vector >= 0 &&
      (knobs->extents[vector] % schedule->lanes != 0 ||
       (schedule->pad_mode == PAD_BORDER && leaving_iterators(knobs) >> vector & 1u));
  if (!has_partial_vector)
    schedule->remainder = REMAINDER_PEEL;
}

void schedule_normalize(const Workload *workload, Schedule *schedule) {
  Workload storage;
  const Workload *knobs = knob_workload(workload, schedule->rule, &storage);
  if (knobs == NULL)
    return; // schedule_check rejects it
  schedule->fuse_init = schedule->fuse_init != 0;
  schedule->fuse_producers = schedule->fuse_producers != 0;
  int epilogues = epilogue_count(workload);
  if (schedule->fuse_epilogue > epilogues)
    schedule->fuse_epilogue = (uint8_t)epilogues;
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
  int reduction_count = list_reductions(knobs, reductions);
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
  int count = list_reductions(knobs, reductions);
  for (int p = 0; p < count; p++) {
    if (schedule->kernel_order[p] != reductions[p])
      return false;
    bool is_cut = schedule->block[reductions[p]] > 1 ||
                  schedule->tile[1][reductions[p]] < knobs->extents[reductions[p]];
    for (int q = p + 1; is_cut && q < count; q++)
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
    else
      has_reduction_loop |= schedule->block[i] < workload->extents[i];
  }
  return !(shares_kernel && has_reduction_loop);
}

static bool pad_is_possible(const Workload *workload, const Schedule *schedule) {
  if (schedule->pad_mode != PAD_BORDER)
    return true;
  if (!taps_can_be_skipped(workload))
    return false;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    for (int d = 0; access->may_leave_shape && d < access->rank; d++)
      if (index_leaves_shape(workload, access, d) &&
          !border_is_possible(workload, schedule, access, d))
        return false;
  }
  return true;
}

// Straight-line kernels of the nest: remainders double it, borders of unrolled iterators treble it.
static int64_t kernel_copies(const Workload *knobs, const Schedule *schedule) {
  uint32_t leaving = schedule->pad_mode == PAD_BORDER ? leaving_iterators(knobs) : 0;
  int64_t copies = 1;
  for (int i = 0; i < knobs->iterator_count; i++) {
    if (knobs->extents[i] % schedule->block[i] != 0)
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
         schedule->fuse_epilogue <= epilogue_count(workload);
}

RejectReason schedule_check(const Workload *workload, const Schedule *schedule,
                            const Target *target) {
  Workload storage;
  const Workload *knobs =
      schedule->rule < RULE_COUNT ? knob_workload(workload, schedule->rule, &storage) : NULL;
  if (knobs == NULL || !fields_are_valid(workload, schedule) || !sizes_are_valid(knobs, schedule))
    return REJECT_SHAPE;
  if (!vector_is_usable(knobs, schedule, target))
    return REJECT_VECTOR;
  if (knobs->combiner == COMBINER_OTHER && !order_is_kept(knobs, schedule))
    return REJECT_FUSION;
  if (!pad_is_possible(knobs, schedule))
    return REJECT_PAD;
  LoopNest nest;
  RejectReason reason = loop_nest_build(workload, schedule, &nest);
  if (reason != REJECT_NONE)
    return reason;
  if (nest.accumulators > target->vector_registers - SPARE_REGISTERS)
    return REJECT_REGISTERS;
  int64_t results = knobs->accumulator_count > 0 ? knobs->accumulator_count : 1;
  if (nest.kernel_points > MAX_KERNEL_POINTS / results ||
      nest.kernel_points * results * kernel_copies(knobs, schedule) > MAX_UNROLLED_POINTS)
    return REJECT_CODE_SIZE;
  return nest.buffer_bytes > max_buffer_bytes ? REJECT_BUFFERS : REJECT_NONE;
}

// --- text form

static void print_sizes(TextWriter *writer, const char *knob, const int32_t *sizes, int count) {
  text_write(writer, ", %s=[", knob);
  for (int i = 0; i < count; i++)
    text_write(writer, "%s%d", i ? "," : "", sizes[i]);
  text_write(writer, "]");
}

static void print_order(TextWriter *writer, const char *knob, const uint8_t *order, int count) {
  text_write(writer, ", %s=[", knob);
  for (int p = 0; p < count; p++)
    text_write(writer, "%s%d", p ? "," : "", order[p]);
  text_write(writer, "]");
}

static void print_packs(TextWriter *writer, const Schedule *schedule) {
  const char *separator = ", pack=[";
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++)
    if (schedule->pack[a] != PACK_NONE) {
      text_write(writer, "%s%d:%d", separator, a, schedule->pack[a]);
      separator = ",";
    }
  if (separator[1] == '\0')
    text_write(writer, "]");
}

// Every knob that differs from its default, each preceded by ", ".
static void print_knobs(TextWriter *writer, const Workload *knobs, const Schedule *schedule,
                        const Schedule *defaults) {
  static const char *const order_names[] = {"order0", "order1", "order2"};
  int count = knobs->iterator_count;
  if (schedule->lanes > 1)
    text_write(writer, ", vector=i%dx%d", schedule->vector_iterator, schedule->lanes);
  if (memcmp(schedule->block, defaults->block, sizeof(schedule->block)) != 0)
    print_sizes(writer, "block", schedule->block, count);
  if (memcmp(schedule->tile[0], defaults->tile[0], sizeof(schedule->tile[0])) != 0)
    print_sizes(writer, "tile0", schedule->tile[0], count);
  if (memcmp(schedule->tile[1], schedule->tile[0], sizeof(schedule->tile[1])) != 0)
    print_sizes(writer, "tile1", schedule->tile[1], count);
  for (int row = 0; row <= TILE_LEVELS; row++)
    if (memcmp(schedule->order[row], defaults->order[row], sizeof(schedule->order[row])) != 0)
      print_order(writer, order_names[row], schedule->order[row], count);
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  if (memcmp(schedule->kernel_order, defaults->kernel_order, sizeof(schedule->kernel_order)) != 0)
    print_order(writer, "kernel", schedule->kernel_order, list_reductions(knobs, reductions));
  print_packs(writer, schedule);
  if (schedule->remainder != REMAINDER_PEEL)
    text_write(writer, ", remainder=%s", remainder_names[schedule->remainder]);
  // What is fused is said without reference to the workload: a group is extracted by these knobs.
  if (schedule->pad_mode != PAD_SEPARATE)
    text_write(writer, ", pad=%s", pad_mode_names[schedule->pad_mode]);
  if (!schedule->fuse_init)
    text_write(writer, ", fuse_init=0");
  if (!schedule->fuse_producers)
    text_write(writer, ", fuse_producers=0");
  if (schedule->fuse_epilogue > 0)
    text_write(writer, ", epilogue=%d", schedule->fuse_epilogue);
}

int schedule_print(const Workload *workload, const Schedule *schedule, char *text, size_t size) {
  Workload storage;
  const Workload *knobs = knob_workload(workload, schedule->rule, &storage);
  char list[2048];
  TextWriter inner = text_writer(list, sizeof(list));
  if (knobs != NULL) {
    Schedule defaults;
    set_defaults(knobs, schedule->rule, &defaults);
    print_knobs(&inner, knobs, schedule, &defaults);
  }
  TextWriter writer = text_writer(text, size);
  text_write(&writer, "%s(", rule_names[schedule->rule]);
  for (const char *at = list + (inner.length ? 2 : 0); *at != '\0'; at++)
    text_write(&writer, "%c", *at);
  text_write(&writer, ")");
  return (int)writer.length;
}

// "[v,v,...]"; the number of values, or -1 when the text is something else.
static int read_list(TextReader *reader, int64_t low, int64_t high, int limit,
                     int64_t *out_values) {
  int count = 0;
  if (!text_accept(reader, "["))
    return -1;
  if (text_accept(reader, "]"))
    return 0;
  do {
    if (count == limit || !text_read_integer(reader, low, high, &out_values[count]))
      return -1;
    count++;
  } while (text_accept(reader, ","));
  return text_accept(reader, "]") ? count : -1;
}

static Status read_sizes(TextReader *reader, const char *knob, int iterator_count,
                         int32_t *out_sizes) {
  int64_t values[WORKLOAD_MAX_ITERATORS];
  if (read_list(reader, 1, INT32_MAX, WORKLOAD_MAX_ITERATORS, values) != iterator_count)
    return status_fail(STATUS_USAGE,
                       "schedule: knob '%s' needs a list of %d positive sizes, one per iterator",
                       knob, iterator_count);
  for (int i = 0; i < iterator_count; i++)
    out_sizes[i] = (int32_t)values[i];
  return STATUS_OK;
}

// Iterators that are not listed follow in their default order.
static Status read_order(TextReader *reader, const char *knob, int iterator_count, int count,
                         uint8_t *order) {
  int64_t values[WORKLOAD_MAX_ITERATORS];
  uint8_t sorted[WORKLOAD_MAX_ITERATORS];
  uint32_t allowed = 0;
  for (int p = 0; p < count; p++)
    allowed |= 1u << order[p];
  int listed = read_list(reader, 0, iterator_count - 1, WORKLOAD_MAX_ITERATORS, values);
  for (int p = 0; p < listed; p++) {
    if (!(allowed >> values[p] & 1u))
      listed = -1;
    else
      allowed &= ~(1u << values[p]);
    sorted[p] = (uint8_t)values[p];
  }
  if (listed < 0)
    return status_fail(STATUS_USAGE,
                       "schedule: knob '%s' needs a list of distinct iterators%s, outermost first",
                       knob, count < iterator_count ? " that are reductions" : "");
  for (int p = 0, next = listed; p < count; p++)
    if (allowed >> order[p] & 1u)
      sorted[next++] = order[p];
  memcpy(order, sorted, (size_t)count);
  return STATUS_OK;
}

static Status read_vector(TextReader *reader, int iterator_count, Schedule *schedule) {
  int64_t iterator, lanes;
  if (!text_accept(reader, "i") || !text_read_integer(reader, 0, iterator_count - 1, &iterator) ||
      !text_accept(reader, "x") || !text_read_integer(reader, 2, 128, &lanes) ||
      (lanes & (lanes - 1)) != 0)
    return status_fail(STATUS_USAGE,
                       "schedule: knob 'vector' needs iI x LANES such as i1x16, with I below %d "
                       "and LANES a power of two",
                       iterator_count);
  schedule->vector_iterator = (int8_t)iterator;
  schedule->lanes = (uint8_t)lanes;
  return STATUS_OK;
}

static Status read_packs(TextReader *reader, int access_count, Schedule *schedule) {
  bool is_good = text_accept(reader, "[");
  while (is_good && !text_accept(reader, "]")) {
    int64_t access, depth;
    text_accept(reader, ",");
    is_good = text_read_integer(reader, 0, access_count - 1, &access) && text_accept(reader, ":") &&
              text_read_integer(reader, 0, LOOP_NEST_MAX_LOOPS, &depth);
    if (is_good)
      schedule->pack[access] = (int8_t)depth;
  }
  if (!is_good)
    return status_fail(STATUS_USAGE,
                       "schedule: knob 'pack' needs a list of OPERAND:DEPTH with operands below %d",
                       access_count);
  return STATUS_OK;
}

static Status read_name(TextReader *reader, const char *knob, const char *const *names, int count,
                        uint8_t *out_value) {
  const char *word = "";
  size_t length = 0;
  text_read_word(reader, &word, &length);
  for (int value = 0; value < count; value++)
    if (text_equal(word, length, names[value])) {
      *out_value = (uint8_t)value;
      return STATUS_OK;
    }
  return status_fail(STATUS_USAGE, "schedule: knob '%s' has no option '%.*s'; known: %s, %s%s%s",
                     knob, (int)length, word, names[0], names[1], count > 2 ? ", " : "",
                     count > 2 ? names[2] : "");
}

static Status read_number(TextReader *reader, const char *knob, int64_t high, uint8_t *out_value) {
  int64_t value;
  if (!text_read_integer(reader, 0, high, &value))
    return status_fail(STATUS_USAGE, "schedule: knob '%s' needs a number from 0 to %lld", knob,
                       (long long)high);
  *out_value = (uint8_t)value;
  return STATUS_OK;
}

// Where each knob is kept and how it is read; the names are those of docs/schedule.md.
typedef enum KnobKind {
  KNOB_VECTOR,
  KNOB_SIZES,
  KNOB_ORDER,
  KNOB_KERNEL,
  KNOB_PACK,
  KNOB_REMAINDER,
  KNOB_PAD,
  KNOB_NUMBER,
} KnobKind;

typedef struct Knob {
  const char *name;
  KnobKind kind;
  size_t offset;
  int high; // KNOB_NUMBER
} Knob;

static const Knob knobs_known[] = {
    {"vector", KNOB_VECTOR, 0, 0},
    {"block", KNOB_SIZES, offsetof(Schedule, block), 0},
    {"tile0", KNOB_SIZES, offsetof(Schedule, tile[0]), 0},
    {"tile1", KNOB_SIZES, offsetof(Schedule, tile[1]), 0},
    {"order0", KNOB_ORDER, offsetof(Schedule, order[0]), 0},
    {"order1", KNOB_ORDER, offsetof(Schedule, order[1]), 0},
    {"order2", KNOB_ORDER, offsetof(Schedule, order[2]), 0},
    {"kernel", KNOB_KERNEL, offsetof(Schedule, kernel_order), 0},
    {"pack", KNOB_PACK, 0, 0},
    {"remainder", KNOB_REMAINDER, offsetof(Schedule, remainder), 0},
    {"pad", KNOB_PAD, offsetof(Schedule, pad_mode), 0},
    {"fuse_init", KNOB_NUMBER, offsetof(Schedule, fuse_init), 1},
    {"fuse_producers", KNOB_NUMBER, offsetof(Schedule, fuse_producers), 1},
    {"epilogue", KNOB_NUMBER, offsetof(Schedule, fuse_epilogue), WORKLOAD_MAX_STATEMENTS},
};
enum { KNOB_COUNT = sizeof(knobs_known) / sizeof(knobs_known[0]) };

static const Knob *find_knob(const char *word, size_t length) {
  for (int k = 0; k < KNOB_COUNT; k++)
    if (text_equal(word, length, knobs_known[k].name))
      return &knobs_known[k];
  return NULL;
}

static Status fail_unknown_knob(const char *word, size_t length) {
  char known[256];
  TextWriter writer = text_writer(known, sizeof(known));
  for (int k = 0; k < KNOB_COUNT; k++)
    text_write(&writer, "%s%s", k ? ", " : "", knobs_known[k].name);
  return status_fail(STATUS_USAGE, "schedule: knob '%.*s' is unknown; known: %s", (int)length, word,
                     known);
}

static Status read_knob_value(TextReader *reader, const Knob *knob, const Workload *knobs,
                              Schedule *schedule) {
  char *field = (char *)schedule + knob->offset;
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  int count = knobs->iterator_count;
  switch (knob->kind) {
  case KNOB_VECTOR:
    return read_vector(reader, count, schedule);
  case KNOB_SIZES:
    return read_sizes(reader, knob->name, count, (int32_t *)field);
  case KNOB_ORDER:
    return read_order(reader, knob->name, count, count, (uint8_t *)field);
  case KNOB_KERNEL:
    return read_order(reader, knob->name, count, list_reductions(knobs, reductions),
                      (uint8_t *)field);
  case KNOB_PACK:
    return read_packs(reader, knobs->access_count, schedule);
  case KNOB_REMAINDER:
    return read_name(reader, knob->name, remainder_names, REMAINDER_COUNT, (uint8_t *)field);
  case KNOB_PAD:
    return read_name(reader, knob->name, pad_mode_names, PAD_MODE_COUNT, (uint8_t *)field);
  case KNOB_NUMBER:
    break;
  }
  return read_number(reader, knob->name, knob->high, (uint8_t *)field);
}

static Status read_knobs(TextReader *reader, const Workload *knobs, Schedule *schedule) {
  uint32_t seen = 0;
  while (!text_accept(reader, ")")) {
    const char *word;
    size_t length;
    if (seen != 0 && !text_accept(reader, ","))
      return status_fail(STATUS_USAGE, "schedule: ',' or ')' expected at '%.20s'", reader->at);
    if (!text_read_word(reader, &word, &length))
      return status_fail(STATUS_USAGE, "schedule: a knob is expected at '%.20s'", reader->at);
    const Knob *knob = find_knob(word, length);
    if (knob == NULL)
      return fail_unknown_knob(word, length);
    uint32_t bit = 1u << (knob - knobs_known);
    if (seen & bit)
      return status_fail(STATUS_USAGE, "schedule: knob '%s' is given twice", knob->name);
    if (!text_accept(reader, "="))
      return status_fail(STATUS_USAGE, "schedule: '=' expected after knob '%s'", knob->name);
    Status status = read_knob_value(reader, knob, knobs, schedule);
    if (status != STATUS_OK)
      return status;
    seen |= bit;
  }
  if (!text_at_end(reader))
    return status_fail(STATUS_USAGE, "schedule: text after ')': '%.20s'", reader->at);
  // The inner tile follows the outer one unless it is given.
  if (schedule->tile[1][0] == 0)
    memcpy(schedule->tile[1], schedule->tile[0], sizeof(schedule->tile[1]));
  return STATUS_OK;
}

static Status read_rule(TextReader *reader, ScheduleRule *out_rule) {
  const char *word = "";
  size_t length = 0;
  text_read_word(reader, &word, &length);
  for (int rule = 0; rule < RULE_COUNT; rule++)
    if (text_equal(word, length, rule_names[rule])) {
      *out_rule = (ScheduleRule)rule;
      return text_accept(reader, "(")
                 ? STATUS_OK
                 : status_fail(STATUS_USAGE, "schedule: '(' expected after the rule '%s'",
                               rule_names[rule]);
    }
  return status_fail(STATUS_USAGE, "schedule: rule '%.*s' is unknown; known: %s, %s, %s",
                     (int)length, word, rule_names[0], rule_names[1], rule_names[2]);
}

Status schedule_parse(const Workload *workload, const char *text, Schedule *out_schedule) {
  TextReader reader = {text};
  ScheduleRule rule = RULE_DIRECT;
  Status status = read_rule(&reader, &rule);
  if (status != STATUS_OK)
    return status;
  Workload storage;
  const Workload *knobs = knob_workload(workload, rule, &storage);
  if (knobs == NULL)
    return status_fail(STATUS_USAGE, "schedule: rule '%s' does not apply to this op",
                       rule_names[rule]);
  Schedule schedule;
  set_defaults(knobs, rule, &schedule);
  schedule.fuse_epilogue = 0;
  memset(schedule.tile[1], 0, sizeof(schedule.tile[1]));
  status = read_knobs(&reader, knobs, &schedule);
  if (status != STATUS_OK)
    return status;
  schedule_normalize(workload, &schedule);
  *out_schedule = schedule;
  return STATUS_OK;
}

uint64_t schedule_key(const Schedule *schedule) {
  return text_hash(TEXT_HASH_START, schedule, sizeof(*schedule));
}
