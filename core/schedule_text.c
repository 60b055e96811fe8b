// Text form of a Schedule, both ways.
#include "core/loop_nest.h"
#include "core/schedule_knobs.h"
#include "core/text.h"
#include <string.h>

static const char *const rule_names[RULE_COUNT] = {
#define X(name, text, meaning) text,
    SCHEDULE_RULES(X)
#undef X
};

static const char *const remainder_names[REMAINDER_COUNT] = {"peel", "mask", "pad"};
static const char *const pad_mode_names[PAD_MODE_COUNT] = {"separate", "border", "pack"};

const char *schedule_rule_name(ScheduleRule rule) { return rule_names[rule]; }

// --- printing

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
  int count = 0;
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++)
    if (schedule->pack[a] != PACK_NONE)
      text_write(writer, "%s%d:%d", count++ ? "," : ", pack=[", a, schedule->pack[a]);
  if (count > 0)
    text_write(writer, "]");
}

static void print_produced(TextWriter *writer, const Schedule *schedule) {
  int count = 0;
  for (int a = 0; a < WORKLOAD_MAX_ACCESSES; a++)
    if (schedule->produced >> a & 1u)
      text_write(writer, "%s%d", count++ ? "," : ", produce=[", a);
  if (count > 0)
    text_write(writer, "]");
}

// Only iterators that have a loop there: reading appends the others in the same order.
static void print_loop_order(TextWriter *writer, const char *knob, const Workload *knobs,
                             const Schedule *schedule, int row) {
  int count = 0;
  while (count < knobs->iterator_count &&
         schedule_order_matters(knobs, schedule, row, schedule->order[row][count]))
    count++;
  print_order(writer, knob, schedule->order[row], count);
}

// Every knob that differs from its default, each preceded by ", ".
static void print_knobs(TextWriter *writer, const Workload *knobs, const Schedule *schedule,
                        const Schedule *reference) {
  static const char *const order_names[] = {"order0", "order1", "order2"};
  int count = knobs->iterator_count;
  if (schedule->lanes > 1)
    text_write(writer, ", vector=i%dx%d", schedule->vector_iterator, schedule->lanes);
  if (memcmp(schedule->block, reference->block, sizeof(schedule->block)) != 0)
    print_sizes(writer, "block", schedule->block, count);
  if (memcmp(schedule->tile[0], reference->tile[0], sizeof(schedule->tile[0])) != 0)
    print_sizes(writer, "tile0", schedule->tile[0], count);
  if (memcmp(schedule->tile[1], schedule->tile[0], sizeof(schedule->tile[1])) != 0)
    print_sizes(writer, "tile1", schedule->tile[1], count);
  for (int row = 0; row <= TILE_LEVELS; row++)
    if (memcmp(schedule->order[row], reference->order[row], sizeof(schedule->order[row])) != 0)
      print_loop_order(writer, order_names[row], knobs, schedule, row);
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  if (memcmp(schedule->kernel_order, reference->kernel_order, sizeof(schedule->kernel_order)) != 0)
    print_order(writer, "kernel", schedule->kernel_order, workload_reductions(knobs, reductions));
  print_packs(writer, schedule);
  print_produced(writer, schedule);
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
  if (schedule->epilogue_depth != EPILOGUE_IN_REGISTERS)
    text_write(writer, ", epilogue_depth=%d", schedule->epilogue_depth);
}

// What the text reads as when neither sizes nor orders are written: an order is only worth writing
// when the given sizes do not imply it.
static void make_reference(const Workload *workload, const Workload *knobs,
                           const Schedule *schedule, Schedule *out_reference) {
  Schedule defaults;
  schedule_defaults(knobs, schedule->rule, &defaults);
  *out_reference = *schedule;
  memcpy(out_reference->order, defaults.order, sizeof(defaults.order));
  memcpy(out_reference->kernel_order, defaults.kernel_order, sizeof(defaults.kernel_order));
  schedule_normalize(workload, out_reference);
  memcpy(out_reference->block, defaults.block, sizeof(defaults.block));
  memcpy(out_reference->tile, defaults.tile, sizeof(defaults.tile));
}

int schedule_print(const Workload *workload, const Schedule *schedule, char *text, size_t size) {
  Workload storage;
  const Workload *knobs = schedule_knob_workload(workload, schedule->rule, &storage);
  char list[2048];
  TextWriter inner = text_writer(list, sizeof(list));
  if (knobs != NULL) {
    Schedule reference;
    make_reference(workload, knobs, schedule, &reference);
    print_knobs(&inner, knobs, schedule, &reference);
  }
  TextWriter writer = text_writer(text, size);
  text_write(&writer, "%s(", schedule_rule_name(schedule->rule));
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

static Status read_produced(TextReader *reader, int access_count, Schedule *schedule) {
  int64_t operands[WORKLOAD_MAX_ACCESSES];
  int count = read_list(reader, 0, access_count - 1, WORKLOAD_MAX_ACCESSES, operands);
  if (count < 0)
    return status_fail(STATUS_USAGE, "schedule: knob 'produce' needs a list of operands below %d",
                       access_count);
  for (int n = 0; n < count; n++)
    schedule->produced |= 1u << operands[n];
  return STATUS_OK;
}

static Status read_depth(TextReader *reader, const char *knob, int32_t *out_depth) {
  int64_t depth;
  if (!text_read_integer(reader, 0, LOOP_NEST_MAX_LOOPS, &depth))
    return status_fail(STATUS_USAGE, "schedule: knob '%s' needs a number of loops from 0 to %d",
                       knob, LOOP_NEST_MAX_LOOPS);
  *out_depth = (int32_t)depth;
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
  KNOB_PRODUCE,
  KNOB_DEPTH,
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
    {"produce", KNOB_PRODUCE, 0, 0},
    {"remainder", KNOB_REMAINDER, offsetof(Schedule, remainder), 0},
    {"pad", KNOB_PAD, offsetof(Schedule, pad_mode), 0},
    {"fuse_init", KNOB_NUMBER, offsetof(Schedule, fuse_init), 1},
    {"fuse_producers", KNOB_NUMBER, offsetof(Schedule, fuse_producers), 1},
    {"epilogue", KNOB_NUMBER, offsetof(Schedule, fuse_epilogue), WORKLOAD_MAX_STATEMENTS},
    {"epilogue_depth", KNOB_DEPTH, offsetof(Schedule, epilogue_depth), 0},
};
enum { KNOB_COUNT = sizeof(knobs_known) / sizeof(knobs_known[0]) };

static const Knob *find_knob(const char *word, size_t length) {
  for (int k = 0; k < KNOB_COUNT; k++)
    if (text_equal(word, length, knobs_known[k].name))
      return &knobs_known[k];
  return NULL;
}

static Status fail_unknown_knob(const char *word, size_t length) {
  char known[320];
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
  int count = knobs != NULL ? knobs->iterator_count : 0;
  switch (knob->kind) {
  case KNOB_VECTOR:
    return read_vector(reader, count, schedule);
  case KNOB_SIZES:
    return read_sizes(reader, knob->name, count, (int32_t *)field);
  case KNOB_ORDER:
    return read_order(reader, knob->name, count, count, (uint8_t *)field);
  case KNOB_KERNEL:
    return read_order(reader, knob->name, count, workload_reductions(knobs, reductions),
                      (uint8_t *)field);
  case KNOB_PACK:
    return read_packs(reader, knobs->access_count, schedule);
  case KNOB_PRODUCE:
    return read_produced(reader, knobs->access_count, schedule);
  case KNOB_DEPTH:
    return read_depth(reader, knob->name, (int32_t *)field);
  case KNOB_REMAINDER:
    return read_name(reader, knob->name, remainder_names, REMAINDER_COUNT, (uint8_t *)field);
  case KNOB_PAD:
    return read_name(reader, knob->name, pad_mode_names, PAD_MODE_COUNT, (uint8_t *)field);
  case KNOB_NUMBER:
    break;
  }
  return read_number(reader, knob->name, knob->high, (uint8_t *)field);
}

// Leaves out "value" or "[value,...]".
static Status skip_value(TextReader *reader) {
  text_skip_spaces(reader);
  size_t length = *reader->at == '[' ? strcspn(reader->at, "]") : strcspn(reader->at, ",)");
  reader->at += length;
  return text_accept(reader, "]") || *reader->at != '\0'
             ? STATUS_OK
             : status_fail(STATUS_USAGE, "schedule: ')' expected at the end");
}

// Without a workload (`knobs` null) only what is fused is read.
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
    bool is_read = knobs != NULL || knob->kind == KNOB_PAD || knob->kind == KNOB_NUMBER;
    Status status = is_read ? read_knob_value(reader, knob, knobs, schedule) : skip_value(reader);
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
  const Workload *knobs = schedule_knob_workload(workload, rule, &storage);
  if (knobs == NULL)
    return status_fail(STATUS_USAGE, "schedule: rule '%s' does not apply to this op",
                       rule_names[rule]);
  Schedule schedule;
  schedule_defaults(knobs, rule, &schedule);
  schedule.fuse_epilogue = 0;
  memset(schedule.tile[1], 0, sizeof(schedule.tile[1]));
  status = read_knobs(&reader, knobs, &schedule);
  if (status != STATUS_OK)
    return status;
  schedule_normalize(workload, &schedule);
  *out_schedule = schedule;
  return STATUS_OK;
}

Status schedule_parse_fusion(const char *text, Schedule *out_schedule) {
  TextReader reader = {text};
  Schedule schedule;
  memset(&schedule, 0, sizeof(schedule));
  schedule.fuse_init = schedule.fuse_producers = 1;
  ScheduleRule rule = RULE_DIRECT;
  Status status = read_rule(&reader, &rule);
  if (status == STATUS_OK)
    status = read_knobs(&reader, NULL, &schedule);
  if (status != STATUS_OK)
    return status;
  schedule.rule = (uint8_t)rule;
  *out_schedule = schedule;
  return STATUS_OK;
}
