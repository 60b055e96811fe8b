// The text form of targets: a name, and what differs from the row of that name.
#include "base/text.h"
#include "machine/architecture.h"
#include "machine/device.h"
#include "machine/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum FieldKind { FIELD_INT32, FIELD_INT64, FIELD_DOUBLE, FIELD_BOOL, FIELD_WORD } FieldKind;

typedef struct Field {
  const char *key;
  FieldKind kind;
  size_t offset;
  int count; // entries of an array, its keys end in ".0", ".1" ...; 1 = a plain field
  size_t stride;
} Field;

#define FIELD(kind, field, count)                                                                  \
  {#field, FIELD_##kind, offsetof(Target, field), count, sizeof(((Target *)0)->field) / (count)}
#define WIDTH_FIELD(field)                                                                         \
  {#field, FIELD_DOUBLE, offsetof(Target, widths[0].field), TARGET_MAX_WIDTHS, sizeof(TargetWidth)}
static const Field fields[] = {
    FIELD(INT32, vendor, 1),
    FIELD(INT32, vector_bits, 1),
    FIELD(INT32, vector_registers, 1),
    FIELD(BOOL, has_fma, 1),
    FIELD(BOOL, has_masks, 1),
    FIELD(BOOL, has_dot_i16, 1),
    FIELD(BOOL, has_dot_i8, 1),
    FIELD(BOOL, has_dot_bf16, 1),
    FIELD(BOOL, has_dot_f16, 1),
    FIELD(BOOL, has_dot_i8_alike, 1),
    FIELD(BOOL, has_tiles, 1),
    FIELD(BOOL, has_fma_f16, 1),
    FIELD(INT32, in_order_issue, 1),
    FIELD(INT32, issue_width, 1),
    FIELD(DOUBLE, clock_ghz, 1),
    FIELD(DOUBLE, narrow_clock_ratio, 1),
    WIDTH_FIELD(fma_per_cycle),
    WIDTH_FIELD(loads_per_cycle),
    WIDTH_FIELD(stores_per_cycle),
    FIELD(DOUBLE, dot_i16_per_cycle, TARGET_MAX_WIDTHS),
    FIELD(DOUBLE, dot_i8_per_cycle, TARGET_MAX_WIDTHS),
    FIELD(DOUBLE, dot_bf16_per_cycle, TARGET_MAX_WIDTHS),
    FIELD(INT32, fma_latency_cycles, 1),
    FIELD(INT32, cache_count, 1),
    FIELD(INT64, cache_bytes, TARGET_MAX_CACHES),
    FIELD(DOUBLE, cache_bytes_per_cycle, TARGET_MAX_CACHES),
    FIELD(DOUBLE, l2_write_bytes_per_cycle, 1),
    FIELD(DOUBLE, memory_bytes_per_cycle, 1),
    FIELD(INT32, cache_line_bytes, 1),
    FIELD(INT32, page_bytes, 1),
    FIELD(INT32, l1_ways, 1),
    FIELD(INT32, l2_ways, 1),
    FIELD(INT32, tlb_entries, 1),
    FIELD(INT32, cores, 1),
    FIELD(WORD, llvm_cpu, 1),
};
#undef FIELD
#undef WIDTH_FIELD
enum { FIELD_COUNT = sizeof(fields) / sizeof(fields[0]) };

static size_t field_entry_bytes(const Field *field) {
  static const size_t bytes[] = {[FIELD_INT32] = sizeof(int32_t),
                                 [FIELD_INT64] = sizeof(int64_t),
                                 [FIELD_DOUBLE] = sizeof(double),
                                 [FIELD_BOOL] = sizeof(bool),
                                 [FIELD_WORD] = sizeof(((Target *)0)->llvm_cpu)};
  return bytes[field->kind];
}

// The shortest of two forms that reads back as the same number. An exponent has no '+', which is no
// part of a word.
static void write_double(TextWriter *writer, double value) {
  char text[32];
  snprintf(text, sizeof(text), "%.6g", value);
  if (strtod(text, NULL) != value)
    snprintf(text, sizeof(text), "%.17g", value);
  char *plus = strchr(text, '+');
  if (plus)
    memmove(plus, plus + 1, strlen(plus));
  text_write(writer, "%s", text);
}

static void write_value(TextWriter *writer, const Field *field, const char *at) {
  switch (field->kind) {
  case FIELD_INT32:
    text_write(writer, "%d", *(const int32_t *)at);
    break;
  case FIELD_INT64:
    text_write(writer, "%lld", (long long)*(const int64_t *)at);
    break;
  case FIELD_DOUBLE:
    write_double(writer, *(const double *)at);
    break;
  case FIELD_BOOL:
    text_write(writer, "%d", *(const bool *)at);
    break;
  case FIELD_WORD:
    text_write(writer, "%s", at);
    break;
  }
}

// "key", or "key.entry" of an array.
static const char *field_name(const Field *field, int entry, char *storage, size_t size) {
  if (field->count == 1)
    return field->key;
  snprintf(storage, size, "%s.%d", field->key, entry);
  return storage;
}

// Only what differs from the row of that name is written.
int target_print(const Target *target, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  const Target *row = target_row_named(target->name, strlen(target->name));
  char name[40];
  text_write(&writer, "%s", target->name);
  for (int f = 0; f < FIELD_COUNT; f++)
    for (int entry = 0; entry < fields[f].count; entry++) {
      size_t offset = fields[f].offset + (size_t)entry * fields[f].stride;
      const char *at = (const char *)target + offset;
      if (row != NULL && memcmp(at, (const char *)row + offset, field_entry_bytes(&fields[f])) == 0)
        continue;
      text_write(&writer, ",%s=", field_name(&fields[f], entry, name, sizeof(name)));
      write_value(&writer, &fields[f], at);
    }
  return (int)writer.length;
}

// The word that begins here, also of letters that no name has.
static size_t word_length(const char *word) { return strcspn(word, "=, \t\r\n"); }

static Status fail_unknown_row(const char *name) {
  char known[400];
  int count = 0;
  const Device *device = device_find(name, word_length(name));
  if (device != NULL)
    return status_fail(STATUS_USAGE,
                       "target: '%s' is a GPU (%s), a target of autotune-gpu alone; here it is a "
                       "processor of %s",
                       device->name, device->part, architecture_names().text);
  TextWriter writer = text_writer(known, sizeof(known));
  for (const Target *row; (row = target_row((size_t)count)) != NULL; count++)
    text_write(&writer, "%s, ", row->name);
  return status_fail(STATUS_USAGE,
                     "target: '%.*s' is unknown; known: %shost, native, and LLVM's other names of "
                     "%s processors, such as znver4 or cascadelake",
                     (int)word_length(name), name, known, architecture_names().text);
}

static Status fail_unknown_key(const char *key) {
  char known[600];
  TextWriter writer = text_writer(known, sizeof(known));
  for (int f = 0; f < FIELD_COUNT; f++) {
    text_write(&writer, "%s%s", f ? ", " : "", fields[f].key);
    if (fields[f].count > 1)
      text_write(&writer, ".0-%d", fields[f].count - 1);
  }
  return status_fail(STATUS_USAGE, "target: key '%.*s' is unknown; known: %s",
                     (int)word_length(key), key, known);
}

static const Field *find_field(const char *key, size_t length, size_t *out_offset) {
  for (int f = 0; f < FIELD_COUNT; f++)
    for (int entry = 0; entry < fields[f].count; entry++) {
      char name[40];
      if (text_equal(key, length, field_name(&fields[f], entry, name, sizeof(name)))) {
        *out_offset = fields[f].offset + (size_t)entry * fields[f].stride;
        return &fields[f];
      }
    }
  return NULL;
}

double target_number(const Target *target, const char *key) {
  size_t offset;
  const Field *field = find_field(key, strlen(key), &offset);
  const char *at = (const char *)target + (field != NULL ? offset : 0);
  if (field == NULL || field->kind == FIELD_WORD)
    return 0;
  return field->kind == FIELD_INT32   ? *(const int32_t *)at
         : field->kind == FIELD_INT64 ? (double)*(const int64_t *)at
         : field->kind == FIELD_BOOL  ? *(const bool *)at
                                      : *(const double *)at;
}

static bool store_value(const Field *field, const char *word, size_t length, char *at) {
  char copy[sizeof(((Target *)0)->llvm_cpu)];
  if (length >= sizeof(copy))
    return false;
  memcpy(copy, word, length);
  copy[length] = '\0';
  if (field->kind == FIELD_WORD) {
    memset(at, 0, field_entry_bytes(field)); // words are compared as bytes
    memcpy(at, copy, length);
    return true;
  }
  if (field->kind == FIELD_DOUBLE) {
    char *end;
    double value = strtod(copy, &end);
    if (*end != '\0' || !(value >= 0 && value < 1e9))
      return false;
    *(double *)at = value;
    return true;
  }
  TextReader reader = {copy};
  int64_t value;
  int64_t high = field->kind == FIELD_BOOL ? 1 : field->kind == FIELD_INT32 ? INT32_MAX : INT64_MAX;
  if (!text_read_integer(&reader, 0, high, &value) || !text_at_end(&reader))
    return false;
  if (field->kind == FIELD_BOOL)
    *(bool *)at = value != 0;
  else if (field->kind == FIELD_INT32)
    *(int32_t *)at = (int32_t)value;
  else
    *(int64_t *)at = value;
  return true;
}

// Bounds of numbers that others divide by: beyond them, times would be no numbers.
static const double LEAST_RATE = 1e-3, LEAST_CLOCK = 1e-3, MOST_CLOCK = 1e3;

static bool is_rate(double value) { return value >= LEAST_RATE; }

static bool is_clock(double value) { return value >= LEAST_CLOCK && value <= MOST_CLOCK; }

// "128, 256 or 512"
static void print_widths(const Target *target, char *text, size_t size) {
  TextWriter writer = text_writer(text, size);
  int count = 0;
  while (count < TARGET_MAX_WIDTHS && target->widths[count].bits > 0)
    count++;
  for (int w = 0; w < count; w++)
    text_write(&writer, "%s%d",
               w == 0          ? ""
               : w + 1 < count ? ", "
                               : " or ",
               target->widths[w].bits);
}

static bool is_rate_if_known(double rate) { return rate == 0 || is_rate(rate); }

static Status check_width(const Target *target) {
  char widths[64];
  const TargetWidth *width = &target->widths[target_width(target, target->vector_bits)];
  if (width->bits != target->vector_bits) {
    print_widths(target, widths, sizeof(widths));
    return status_fail(STATUS_USAGE, "target: vector_bits must be %s", widths);
  }
  if (!is_rate(width->fma_per_cycle) || !is_rate(width->loads_per_cycle) ||
      !is_rate(width->stores_per_cycle))
    return status_fail(STATUS_USAGE, "target: fma_per_cycle, loads_per_cycle and stores_per_cycle "
                                     "must be at least 0.001 at vector_bits");
  for (int w = 0; w < TARGET_MAX_WIDTHS; w++)
    if (!is_rate_if_known(target->dot_i16_per_cycle[w]) ||
        !is_rate_if_known(target->dot_i8_per_cycle[w]) ||
        !is_rate_if_known(target->dot_bf16_per_cycle[w]))
      return status_fail(STATUS_USAGE, "target: dot_i16_per_cycle, dot_i8_per_cycle and "
                                       "dot_bf16_per_cycle must be 0 (not measured) or at least "
                                       "0.001");
  return STATUS_OK;
}

// The numbers that others divide by or use as a size.
static Status check_target(const Target *target) {
  const char *bad = NULL;
  if (target->vendor >= TARGET_VENDOR_COUNT)
    bad = "vendor must be 0 (none), 1 (AMD), 2 (Intel), 3 (Arm) or 4 (Apple)";
  else if (target->vector_registers < 4)
    bad = "vector_registers must be at least 4";
  else if (!is_clock(target->clock_ghz) || !is_clock(target->narrow_clock_ratio))
    bad = "clock_ghz and narrow_clock_ratio must be between 0.001 and 1000";
  else if (target->cache_count < 1 || target->cache_count > TARGET_MAX_CACHES)
    bad = "cache_count must be 1, 2 or 3";
  else if (!is_rate(target->l2_write_bytes_per_cycle) || !is_rate(target->memory_bytes_per_cycle))
    bad = "l2_write_bytes_per_cycle and memory_bytes_per_cycle must be at least 0.001";
  else if (target->cache_line_bytes < 1 || target->page_bytes < 1 || target->l1_ways < 1 ||
           target->l2_ways < 1 || target->tlb_entries < 1 || target->cores < 1 ||
           target->fma_latency_cycles < 1)
    bad = "cache_line_bytes, page_bytes, l1_ways, l2_ways, tlb_entries, cores and "
          "fma_latency_cycles must be positive";
  for (int c = 0; bad == NULL && c < target->cache_count; c++)
    if (target->cache_bytes[c] < 1)
      bad = "cache_bytes must be positive";
    else if (!is_rate(target->cache_bytes_per_cycle[c]))
      bad = "cache_bytes_per_cycle must be at least 0.001";
  if (bad != NULL)
    return status_fail(STATUS_USAGE, "target: %s", bad);
  const char *key = target->architecture->foreign_key(target);
  return key == NULL ? check_width(target)
                     : status_fail(STATUS_USAGE, "target: %s fits no processor of %s; leave it out",
                                   key, target->architecture->name);
}

static Status parse_settings(TextReader *reader, Target *target) {
  while (text_accept(reader, ",")) {
    text_skip_spaces(reader);
    const char *key = reader->at, *word = "";
    size_t key_length = 0, length = 0, offset;
    text_read_word(reader, &key, &key_length);
    const Field *field = find_field(key, key_length, &offset);
    if (field == NULL)
      return fail_unknown_key(key);
    if (!text_accept(reader, "=") || !text_read_word(reader, &word, &length) ||
        !store_value(field, word, length, (char *)target + offset))
      return status_fail(STATUS_USAGE, "target: key '%.*s' needs a %s", (int)key_length, key,
                         field->kind == FIELD_WORD   ? "name"
                         : field->kind == FIELD_BOOL ? "0 or 1"
                                                     : "number");
  }
  if (!text_at_end(reader))
    return status_fail(STATUS_USAGE, "target: ',' expected at '%.20s'", reader->at);
  return check_target(target);
}

// A name that several architectures have, as "generic", and the row of each.
static Status fail_shared_name(const char *name, size_t length) {
  char rows[160];
  const Architecture *architecture;
  Target row;
  TextWriter writer = text_writer(rows, sizeof(rows));
  for (int a = 0; (architecture = architecture_at(a)) != NULL; a++)
    if (target_find_of(architecture, name, length, &row))
      text_write(&writer, "%s%s for %s", writer.length > 0 ? " or " : "", row.name,
                 architecture->name);
  return status_fail(STATUS_USAGE, "target: '%.*s' is a processor of several kinds; use %s",
                     (int)length, name, rows);
}

static Status read_name(const char *name, size_t length, Target *out_target) {
  if (length != word_length(name))
    return fail_unknown_row(name);
  if (target_name_is_shared(name, length))
    return fail_shared_name(name, length);
  if (target_find(name, length, out_target))
    return STATUS_OK;
  if (text_equal(name, length, "host") || text_equal(name, length, "native"))
    return target_probe_host(out_target);
  return fail_unknown_row(name);
}

Status target_parse(const char *text, Target *out_target) {
  TextReader reader = {text};
  text_skip_spaces(&reader);
  const char *name = reader.at;
  size_t length = 0;
  Target target;
  text_read_word(&reader, &name, &length);
  Status status = read_name(name, length, &target);
  if (status == STATUS_OK)
    status = parse_settings(&reader, &target);
  if (status == STATUS_OK)
    *out_target = target;
  return status;
}

Status target_set(const char *settings, Target *target) {
  TextReader reader = {settings};
  Target changed = *target;
  Status status = parse_settings(&reader, &changed);
  if (status == STATUS_OK)
    *target = changed;
  return status;
}
