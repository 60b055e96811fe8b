// Text form of a Schedule, both ways: rule(knob=value, ...), each knob as its kind writes it.
#include "plan/rule.h"
#include "plan/schedule/knob.h"
#include "plan/schedule_knobs.h"
#include <string.h>

// --- printing

// What the text reads as when neither sizes nor orders are written: an order is only worth writing
// when the given sizes do not imply it. What is fused is said without reference to the workload: a
// group is extracted by these knobs.
static void make_reference(const Workload *workload, const Workload *knobs,
                           const Schedule *schedule, Schedule *out_reference) {
  Schedule defaults;
  schedule_defaults(knobs, schedule->rule, &defaults);
  *out_reference = *schedule;
  memcpy(out_reference->order, defaults.order, sizeof(defaults.order));
  memcpy(out_reference->kernel_order, defaults.kernel_order, sizeof(defaults.kernel_order));
  schedule_normalize(workload, out_reference);
  defaults = *out_reference;
  for (int k = 0; k < KNOB_COUNT; k++)
    knob_get(k)->kind->reset(knob_get(k), knobs, out_reference);
  memcpy(out_reference->order, defaults.order, sizeof(defaults.order));
  memcpy(out_reference->kernel_order, defaults.kernel_order, sizeof(defaults.kernel_order));
  memcpy(out_reference->tile[1], schedule->tile[0], sizeof(schedule->tile[0]));
}

int schedule_print(const Workload *workload, const Schedule *schedule, char *text, size_t size) {
  Workload storage;
  const Workload *knobs = rule_workload(schedule->rule, workload, &storage);
  TextWriter writer = text_writer(text, size);
  text_write(&writer, "%s(", rule_get(schedule->rule)->name);
  Schedule reference;
  if (knobs != NULL)
    make_reference(workload, knobs, schedule, &reference);
  const char *separator = "";
  for (int k = 0; knobs != NULL && k < KNOB_COUNT; k++) {
    const Knob *knob = knob_get(k);
    if (knob_equal(knob, schedule, &reference))
      continue;
    text_write(&writer, "%s%s=", separator, knob->name);
    knob->kind->print(&writer, knob, knobs, schedule);
    separator = ", ";
  }
  text_write(&writer, ")");
  return (int)writer.length;
}

// --- parsing

static Status fail_unknown_knob(const char *word, size_t length) {
  char known[320];
  TextWriter writer = text_writer(known, sizeof(known));
  for (int k = 0; k < KNOB_COUNT; k++)
    text_write(&writer, "%s%s", k ? ", " : "", knob_get(k)->name);
  return status_fail(STATUS_USAGE, "schedule: knob '%.*s' is unknown; known: %s", (int)length, word,
                     known);
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

// "knob=" of a knob that is not among those seen.
static Status read_knob_name(TextReader *reader, uint32_t *seen, const Knob **out_knob) {
  const char *word;
  size_t length;
  if (*seen != 0 && !text_accept(reader, ","))
    return status_fail(STATUS_USAGE, "schedule: ',' or ')' expected at '%.20s'", reader->at);
  if (!text_read_word(reader, &word, &length))
    return status_fail(STATUS_USAGE, "schedule: a knob is expected at '%.20s'", reader->at);
  const Knob *knob = knob_find(word, length);
  if (knob == NULL)
    return fail_unknown_knob(word, length);
  uint32_t bit = 1u << (knob - knob_get(0));
  if (*seen & bit)
    return status_fail(STATUS_USAGE, "schedule: knob '%s' is given twice", knob->name);
  if (!text_accept(reader, "="))
    return status_fail(STATUS_USAGE, "schedule: '=' expected after knob '%s'", knob->name);
  *seen |= bit;
  *out_knob = knob;
  return STATUS_OK;
}

// Without a workload (`knobs` null) only scalars are read.
static Status read_knobs(TextReader *reader, const Workload *knobs, Schedule *schedule) {
  Status status = STATUS_OK;
  uint32_t seen = 0;
  while (!text_accept(reader, ")")) {
    const Knob *knob = NULL;
    TRY(read_knob_name(reader, &seen, &knob));
    if (knobs != NULL || knob_is_scalar(knob))
      TRY(knob->kind->read(reader, knob, knobs, schedule));
    else
      TRY(skip_value(reader));
  }
  if (!text_at_end(reader))
    TRY(status_fail(STATUS_USAGE, "schedule: text after ')': '%.20s'", reader->at));
  // The inner tile follows the outer one unless it is given.
  if (!(seen >> KNOB_TILE1 & 1u))
    memcpy(schedule->tile[1], schedule->tile[0], sizeof(schedule->tile[1]));
cleanup:
  return status;
}

static Status fail_unknown_rule(const char *word, size_t length) {
  char known[160];
  TextWriter writer = text_writer(known, sizeof(known));
  for (int rule = 0; rule < RULE_COUNT; rule++)
    text_write(&writer, "%s%s", rule ? ", " : "", rule_get(rule)->name);
  return status_fail(STATUS_USAGE, "schedule: rule '%.*s' is unknown; known: %s", (int)length, word,
                     known);
}

static Status read_rule(TextReader *reader, ScheduleRule *out_rule) {
  const char *word = "";
  size_t length = 0;
  text_read_word(reader, &word, &length);
  *out_rule = rule_find(word, length);
  if (*out_rule == RULE_COUNT)
    return fail_unknown_rule(word, length);
  return text_accept(reader, "(")
             ? STATUS_OK
             : status_fail(STATUS_USAGE, "schedule: '(' expected after the rule '%s'",
                           rule_get(*out_rule)->name);
}

Status schedule_parse(const Workload *workload, const char *text, Schedule *out_schedule) {
  Status status = STATUS_OK;
  TextReader reader = {text};
  ScheduleRule rule = RULE_DIRECT;
  TRY(read_rule(&reader, &rule));
  Workload storage;
  const Workload *knobs = rule_workload(rule, workload, &storage);
  if (knobs == NULL)
    TRY(status_fail(STATUS_USAGE, "schedule: rule '%s' does not apply to this op",
                    rule_get(rule)->name));
  Schedule schedule;
  schedule_defaults(knobs, rule, &schedule);
  schedule.fuse_epilogue = 0;
  TRY(read_knobs(&reader, knobs, &schedule));
  schedule_normalize(workload, &schedule);
  *out_schedule = schedule;
cleanup:
  return status;
}

Status schedule_parse_fusion(const char *text, Schedule *out_schedule) {
  Status status = STATUS_OK;
  TextReader reader = {text};
  ScheduleRule rule = RULE_DIRECT;
  Schedule schedule;
  memset(&schedule, 0, sizeof(schedule));
  for (int k = 0; k < KNOB_COUNT; k++)
    if (knob_is_scalar(knob_get(k)))
      knob_get(k)->kind->reset(knob_get(k), NULL, &schedule);
  TRY(read_rule(&reader, &rule));
  TRY(read_knobs(&reader, NULL, &schedule));
  schedule.rule = (uint8_t)rule;
  *out_schedule = schedule;
cleanup:
  return status;
}
