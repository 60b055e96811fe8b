// Default and text form of each kind of knob, both ways.
#include "plan/schedule/knob_kinds.h"

#include "plan/loop_nest.h"
#include "plan/schedule_knobs.h"
#include <string.h>

// --- lists of numbers

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

// --- scalar

static void scalar_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  (void)workload;
  *(uint8_t *)knob_place(knob, schedule) = knob->initial;
}

static const char *next_option(const char *option) {
  const char *separator = strchr(option, '|');
  return separator ? separator + 1 : NULL;
}

static void scalar_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                         const Schedule *schedule) {
  int value = *((const uint8_t *)schedule + knob->offset);
  const char *option = knob->options;
  (void)workload;
  if (!option) {
    text_write(writer, "%d", value);
    return;
  }
  while (value-- > 0)
    option = next_option(option);
  text_write(writer, "%.*s", (int)strcspn(option, "|"), option);
}

static Status fail_unknown_option(const Knob *knob, const char *word, size_t length) {
  char known[160];
  TextWriter writer = text_writer(known, sizeof(known));
  for (const char *option = knob->options; option; option = next_option(option))
    text_write(&writer, "%s%.*s", option == knob->options ? "" : ", ", (int)strcspn(option, "|"),
               option);
  return status_fail(STATUS_USAGE, "schedule: knob '%s' has no option '%.*s'; known: %s",
                     knob->name, (int)length, word, known);
}

static Status read_option(TextReader *reader, const Knob *knob, uint8_t *out_value) {
  const char *word = "";
  size_t length = 0;
  int value = 0;
  text_read_word(reader, &word, &length);
  for (const char *option = knob->options; option; option = next_option(option), value++)
    if (length == strcspn(option, "|") && !memcmp(word, option, length)) {
      *out_value = (uint8_t)value;
      return STATUS_OK;
    }
  return fail_unknown_option(knob, word, length);
}

static Status scalar_read(TextReader *reader, const Knob *knob, const Workload *workload,
                          Schedule *schedule) {
  int64_t value;
  (void)workload;
  if (knob->options)
    return read_option(reader, knob, knob_place(knob, schedule));
  if (!text_read_integer(reader, 0, knob->most, &value))
    return status_fail(STATUS_USAGE, "schedule: knob '%s' needs a number from 0 to %d", knob->name,
                       knob->most);
  *(uint8_t *)knob_place(knob, schedule) = (uint8_t)value;
  return STATUS_OK;
}

const KnobKind knob_kind_scalar = {scalar_reset, scalar_print, scalar_read};

// --- vector

static void vector_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  (void)knob;
  (void)workload;
  schedule->lanes = 1;
  schedule->vector_iterator = -1;
}

static void vector_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                         const Schedule *schedule) {
  (void)knob;
  (void)workload;
  text_write(writer, "i%dx%d", schedule->vector_iterator, schedule->lanes);
}

static Status vector_read(TextReader *reader, const Knob *knob, const Workload *workload,
                          Schedule *schedule) {
  int64_t iterator, lanes;
  if (!text_accept(reader, "i") ||
      !text_read_integer(reader, 0, workload->iterator_count - 1, &iterator) ||
      !text_accept(reader, "x") || !text_read_integer(reader, 2, 128, &lanes) ||
      (lanes & (lanes - 1)) != 0)
    return status_fail(STATUS_USAGE,
                       "schedule: knob '%s' needs iI x LANES such as i1x16, with I below %d "
                       "and LANES a power of two",
                       knob->name, workload->iterator_count);
  schedule->vector_iterator = (int8_t)iterator;
  schedule->lanes = (uint8_t)lanes;
  return STATUS_OK;
}

const KnobKind knob_kind_vector = {vector_reset, vector_print, vector_read};

// --- sizes

static void block_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  int32_t *sizes = knob_place(knob, schedule);
  for (int i = 0; i < workload->iterator_count; i++)
    sizes[i] = 1;
}

static void tile_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  int32_t *sizes = knob_place(knob, schedule);
  for (int i = 0; i < workload->iterator_count; i++)
    sizes[i] = (int32_t)workload->extents[i];
}

static void sizes_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                        const Schedule *schedule) {
  int32_t sizes[WORKLOAD_MAX_ITERATORS];
  memcpy(sizes, (const char *)schedule + knob->offset, sizeof(sizes));
  for (int i = 0; i < workload->iterator_count; i++)
    text_write(writer, "%s%d", i ? "," : "[", sizes[i]);
  text_write(writer, "]");
}

static Status sizes_read(TextReader *reader, const Knob *knob, const Workload *workload,
                         Schedule *schedule) {
  int64_t values[WORKLOAD_MAX_ITERATORS];
  int32_t *sizes = knob_place(knob, schedule);
  if (read_list(reader, 1, INT32_MAX, WORKLOAD_MAX_ITERATORS, values) != workload->iterator_count)
    return status_fail(STATUS_USAGE,
                       "schedule: knob '%s' needs a list of %d positive sizes, one per iterator",
                       knob->name, workload->iterator_count);
  for (int i = 0; i < workload->iterator_count; i++)
    sizes[i] = (int32_t)values[i];
  return STATUS_OK;
}

const KnobKind knob_kind_block = {block_reset, sizes_print, sizes_read};
const KnobKind knob_kind_tile = {tile_reset, sizes_print, sizes_read};

// --- orders

static void order_write(TextWriter *writer, const uint8_t *order, int count) {
  text_write(writer, "[");
  for (int p = 0; p < count; p++)
    text_write(writer, "%s%d", p ? "," : "", order[p]);
  text_write(writer, "]");
}

// Iterators that are not listed follow in their default order.
static Status order_parse(TextReader *reader, const Knob *knob, int iterator_count, int count,
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
                       knob->name, count < iterator_count ? " that are reductions" : "");
  for (int p = 0, next = listed; p < count; p++)
    if (allowed >> order[p] & 1u)
      sorted[next++] = order[p];
  memcpy(order, sorted, (size_t)count);
  return STATUS_OK;
}

static void order_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  uint8_t *order = knob_place(knob, schedule);
  for (int i = 0; i < workload->iterator_count; i++)
    order[i] = (uint8_t)i;
}

// Only iterators that have a loop there: reading appends the others in the same order.
static void order_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                        const Schedule *schedule) {
  int row = (int)((knob->offset - offsetof(Schedule, order)) / sizeof(schedule->order[0]));
  int count = 0;
  while (count < workload->iterator_count &&
         schedule_order_matters(workload, schedule, row, schedule->order[row][count]))
    count++;
  order_write(writer, schedule->order[row], count);
}

static Status order_read(TextReader *reader, const Knob *knob, const Workload *workload,
                         Schedule *schedule) {
  int count = workload->iterator_count;
  return order_parse(reader, knob, count, count, knob_place(knob, schedule));
}

const KnobKind knob_kind_order = {order_reset, order_print, order_read};

static void kernel_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  workload_reductions(workload, knob_place(knob, schedule));
}

static void kernel_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                         const Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  (void)knob;
  order_write(writer, schedule->kernel_order, workload_reductions(workload, reductions));
}

static Status kernel_read(TextReader *reader, const Knob *knob, const Workload *workload,
                          Schedule *schedule) {
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  return order_parse(reader, knob, workload->iterator_count,
                     workload_reductions(workload, reductions), knob_place(knob, schedule));
}

const KnobKind knob_kind_kernel = {kernel_reset, kernel_print, kernel_read};

// --- operands

static void pack_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  (void)workload;
  memset(knob_place(knob, schedule), PACK_NONE, knob->size);
}

static void pack_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                       const Schedule *schedule) {
  int count = 0;
  (void)knob;
  (void)workload;
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++)
    if (schedule->pack[a] != PACK_NONE)
      text_write(writer, "%s%d:%d", count++ ? "," : "[", a, schedule->pack[a]);
  text_write(writer, "]");
}

static Status pack_read(TextReader *reader, const Knob *knob, const Workload *workload,
                        Schedule *schedule) {
  bool is_good = text_accept(reader, "[");
  while (is_good && !text_accept(reader, "]")) {
    int64_t access, depth;
    text_accept(reader, ",");
    is_good = text_read_integer(reader, 0, workload->access_count - 1, &access) &&
              text_accept(reader, ":") && text_read_integer(reader, 0, LOOP_NEST_MAX_LOOPS, &depth);
    if (is_good)
      schedule->pack[access] = (int8_t)depth;
  }
  if (!is_good)
    return status_fail(STATUS_USAGE,
                       "schedule: knob '%s' needs a list of OPERAND:DEPTH with operands below %d",
                       knob->name, workload->access_count);
  return STATUS_OK;
}

const KnobKind knob_kind_pack = {pack_reset, pack_print, pack_read};

static void operands_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  (void)workload;
  *(uint32_t *)knob_place(knob, schedule) = 0;
}

static void operands_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                           const Schedule *schedule) {
  uint32_t operands;
  int count = 0;
  (void)workload;
  memcpy(&operands, (const char *)schedule + knob->offset, sizeof(operands));
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++)
    if (operands >> a & 1u)
      text_write(writer, "%s%d", count++ ? "," : "[", a);
  text_write(writer, "]");
}

static Status operands_read(TextReader *reader, const Knob *knob, const Workload *workload,
                            Schedule *schedule) {
  int64_t operands[WORKLOAD_MAX_ACCESSES];
  int count = read_list(reader, 0, workload->access_count - 1, WORKLOAD_MAX_ACCESSES, operands);
  if (count < 0)
    return status_fail(STATUS_USAGE, "schedule: knob '%s' needs a list of operands below %d",
                       knob->name, workload->access_count);
  for (int n = 0; n < count; n++)
    *(uint32_t *)knob_place(knob, schedule) |= 1u << operands[n];
  return STATUS_OK;
}

const KnobKind knob_kind_operands = {operands_reset, operands_print, operands_read};

// --- depth

static void depth_reset(const Knob *knob, const Workload *workload, Schedule *schedule) {
  (void)workload;
  *(int32_t *)knob_place(knob, schedule) = EPILOGUE_IN_REGISTERS;
}

static void depth_print(TextWriter *writer, const Knob *knob, const Workload *workload,
                        const Schedule *schedule) {
  int32_t depth;
  (void)workload;
  memcpy(&depth, (const char *)schedule + knob->offset, sizeof(depth));
  text_write(writer, "%d", depth);
}

static Status depth_read(TextReader *reader, const Knob *knob, const Workload *workload,
                         Schedule *schedule) {
  int64_t depth;
  (void)workload;
  if (!text_read_integer(reader, 0, LOOP_NEST_MAX_LOOPS, &depth))
    return status_fail(STATUS_USAGE, "schedule: knob '%s' needs a number of loops from 0 to %d",
                       knob->name, LOOP_NEST_MAX_LOOPS);
  *(int32_t *)knob_place(knob, schedule) = (int32_t)depth;
  return STATUS_OK;
}

const KnobKind knob_kind_depth = {depth_reset, depth_print, depth_read};
