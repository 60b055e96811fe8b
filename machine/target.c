// Targets: rows of targets.def, their text form, and the probe of the host.
#define _POSIX_C_SOURCE 200809L
#include "machine/target.h"

#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define V(...) {__VA_ARGS__}
static const Target rows[] = {
#define TARGET(row_name, cpu, designer, bits, registers, fma, masks, clock, narrow, fmas, loads,   \
               stores, latency, caches, bandwidths, l2_write, memory, line, page, ways1, ways2,    \
               tlb, core_count)                                                                    \
  {.name = row_name,                                                                               \
   .vendor = designer,                                                                             \
   .vector_bits = bits,                                                                            \
   .vector_registers = registers,                                                                  \
   .has_fma = fma,                                                                                 \
   .has_masks = masks,                                                                             \
   .narrow_clock_ratio = narrow,                                                                   \
   .clock_ghz = clock,                                                                             \
   .fma_per_cycle = fmas,                                                                          \
   .loads_per_cycle = loads,                                                                       \
   .stores_per_cycle = stores,                                                                     \
   .fma_latency_cycles = latency,                                                                  \
   .cache_count = TARGET_MAX_CACHES,                                                               \
   .cache_bytes = caches,                                                                          \
   .cache_bytes_per_cycle = bandwidths,                                                            \
   .l2_write_bytes_per_cycle = l2_write,                                                           \
   .memory_bytes_per_cycle = memory,                                                               \
   .cache_line_bytes = line,                                                                       \
   .page_bytes = page,                                                                             \
   .l1_ways = ways1,                                                                               \
   .l2_ways = ways2,                                                                               \
   .tlb_entries = tlb,                                                                             \
   .cores = core_count,                                                                            \
   .llvm_cpu = cpu},
#include "machine/targets.def"
};
#undef V
enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

static const struct TargetAlias {
  const char *name, *row;
} aliases[] = {
#define TARGET_ALIAS(name, row) {name, row},
#include "machine/targets.def"
};
enum { ALIAS_COUNT = sizeof(aliases) / sizeof(aliases[0]) };

const Target *target_row(size_t index) { return index < ROW_COUNT ? &rows[index] : NULL; }

static const Target *find_row(const char *name, size_t length) {
  for (int r = 0; r < ROW_COUNT; r++)
    if (text_equal(name, length, rows[r].name))
      return &rows[r];
  return NULL;
}

const Target *target_default(void) { return find_row("x86-64-v3", strlen("x86-64-v3")); }

int target_width(const Target *target, int64_t bits) {
  (void)target;
  return bits <= 128 ? 0 : bits <= 256 ? 1 : 2;
}

double target_own_bytes(const Target *target) {
  int last = target->cache_count > 1 ? target->cache_count - 2 : 0;
  return (double)target->cache_bytes[last];
}

bool target_is_same_code(const Target *a, const Target *b) {
  return !strcmp(a->llvm_cpu, b->llvm_cpu) && a->vector_bits == b->vector_bits &&
         a->vector_registers == b->vector_registers && a->has_fma == b->has_fma &&
         a->has_masks == b->has_masks;
}

const char *target_lack(const Target *target, const Target *host) {
  if ((target->vector_bits == 512 && host->vector_bits < 512) ||
      (target->has_masks && !host->has_masks))
    return "AVX-512";
  if (target->vector_bits == 256 && host->vector_bits < 256)
    return "AVX2";
  return target->has_fma && !host->has_fma ? "FMA" : NULL;
}

// --- text form

typedef enum FieldKind { FIELD_INT32, FIELD_INT64, FIELD_DOUBLE, FIELD_BOOL, FIELD_WORD } FieldKind;

typedef struct Field {
  const char *key;
  FieldKind kind;
  size_t offset;
  int count; // entries of an array, its keys end in ".0", ".1" ...; 1 = a plain field
} Field;

#define FIELD(kind, field, count) {#field, FIELD_##kind, offsetof(Target, field), count}
static const Field fields[] = {
    FIELD(INT32, vendor, 1),
    FIELD(INT32, vector_bits, 1),
    FIELD(INT32, vector_registers, 1),
    FIELD(BOOL, has_fma, 1),
    FIELD(BOOL, has_masks, 1),
    FIELD(DOUBLE, clock_ghz, 1),
    FIELD(DOUBLE, narrow_clock_ratio, 1),
    FIELD(DOUBLE, fma_per_cycle, 3),
    FIELD(DOUBLE, loads_per_cycle, 3),
    FIELD(DOUBLE, stores_per_cycle, 3),
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
  const Target *row = find_row(target->name, strlen(target->name));
  char name[40];
  text_write(&writer, "%s", target->name);
  for (int f = 0; f < FIELD_COUNT; f++)
    for (int entry = 0; entry < fields[f].count; entry++) {
      size_t offset = fields[f].offset + (size_t)entry * field_entry_bytes(&fields[f]);
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
  char known[256];
  TextWriter writer = text_writer(known, sizeof(known));
  for (int r = 0; r < ROW_COUNT; r++)
    text_write(&writer, "%s, ", rows[r].name);
  return status_fail(STATUS_USAGE,
                     "target: '%.*s' is unknown; known: %shost, native, and LLVM's other names of "
                     "x86-64 processors, such as znver4 or cascadelake",
                     (int)word_length(name), name, known);
}

static Status fail_unknown_key(const char *key) {
  char known[400];
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
        *out_offset = fields[f].offset + (size_t)entry * field_entry_bytes(&fields[f]);
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

// The numbers that others divide by or use as a size.
static Status check_target(const Target *target) {
  const char *bad = NULL;
  if (target->vector_bits != 128 && target->vector_bits != 256 && target->vector_bits != 512)
    bad = "vector_bits must be 128, 256 or 512";
  else if (target->vendor >= TARGET_VENDOR_COUNT)
    bad = "vendor must be 0 (none), 1 (AMD) or 2 (Intel)";
  else if (target->vector_registers < 4)
    bad = "vector_registers must be at least 4";
  else if (!is_clock(target->clock_ghz) || !is_clock(target->narrow_clock_ratio))
    bad = "clock_ghz and narrow_clock_ratio must be between 0.001 and 1000";
  else if (!is_rate(target->fma_per_cycle[target_width(target, target->vector_bits)]) ||
           !is_rate(target->loads_per_cycle[target_width(target, target->vector_bits)]) ||
           !is_rate(target->stores_per_cycle[target_width(target, target->vector_bits)]))
    bad = "fma_per_cycle, loads_per_cycle and stores_per_cycle must be at least 0.001 at "
          "vector_bits";
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
  return bad == NULL ? STATUS_OK : status_fail(STATUS_USAGE, "target: %s", bad);
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

bool target_find(const char *name, size_t length, Target *out_target) {
  const Target *row = find_row(name, length);
  if (row != NULL) {
    *out_target = *row;
    return true;
  }
  for (int a = 0; a < ALIAS_COUNT; a++)
    if (text_equal(name, length, aliases[a].name)) {
      *out_target = *find_row(aliases[a].row, strlen(aliases[a].row));
      snprintf(out_target->llvm_cpu, sizeof(out_target->llvm_cpu), "%s", aliases[a].name);
      return true;
    }
  return false;
}

static Status read_name(const char *name, size_t length, Target *out_target) {
  if (length != word_length(name))
    return fail_unknown_row(name);
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

// --- features

static int add_feature(const char *out_features[TARGET_MAX_FEATURES], int count,
                       const char *feature) {
  out_features[count] = feature;
  return count + 1;
}

// Masks at any width and vectors of 512 bits are parts of AVX-512.
static int add_avx512(const char *out_features[TARGET_MAX_FEATURES], int count) {
  static const char *const parts[] = {"+avx512f", "+avx512bw", "+avx512dq", "+avx512vl"};
  for (int i = 0; i < 4; i++)
    count = add_feature(out_features, count, parts[i]);
  return count;
}

int target_llvm_features(const Target *target, const char *out_features[TARGET_MAX_FEATURES]) {
  int count = 0;
  if (target->vector_bits >= 256)
    count = add_feature(out_features, count, "+avx2");
  if (target->vector_bits >= 512 || target->has_masks)
    count = add_avx512(out_features, count);
  // LLVM prefers 256 bits on most processors with 512, for the loops that it vectorises itself.
  count = add_feature(out_features, count,
                      target->vector_bits == 512   ? "-prefer-256-bit"
                      : target->vector_bits == 256 ? "+prefer-256-bit"
                                                   : "+prefer-128-bit");
  return add_feature(out_features, count, target->has_fma ? "+fma" : "-fma");
}

// --- the host

// Family and models of one row, as cpuid reports them (extended fields added in).
typedef struct CpuModel {
  bool is_amd;
  int family, first_model, last_model;
  const char *row;
} CpuModel;

// Later cores of a line are taken for the nearest row. First match wins.
static const CpuModel cpu_models[] = {
    {true, 0x17, 0x30, 0xff, "zen2"},         {true, 0x19, 0x10, 0x1f, "zen4"},
    {true, 0x19, 0x60, 0xaf, "zen4"},         {true, 0x19, 0x00, 0xff, "zen3"},
    {true, 0x1a, 0x00, 0xff, "zen5"},         {false, 6, 0x3c, 0x3d, "haswell"},
    {false, 6, 0x3f, 0x3f, "haswell"},        {false, 6, 0x45, 0x47, "haswell"},
    {false, 6, 0x4f, 0x4f, "haswell"},        {false, 6, 0x55, 0x55, "skylake-avx512"},
    {false, 6, 0x56, 0x56, "haswell"},        {false, 6, 0x6a, 0x6c, "icelake-server"},
    {false, 6, 0x7d, 0x7e, "icelake-server"}, {false, 6, 0x8f, 0x8f, "sapphirerapids"},
    {false, 6, 0xad, 0xae, "sapphirerapids"}, {false, 6, 0xcf, 0xcf, "sapphirerapids"},
};

// Bits of leaf 7 that no earlier core of Intel has.
enum { LEAF7_ECX_VBMI2 = 1 << 6, LEAF7_EDX_FP16 = 1 << 23, LEAF7_EDX_AMX_TILE = 1 << 24 };

// A virtual machine may report another model than it has; what the instructions tell is sure.
static const char *row_of_instructions(const TargetCpuid *cpu) {
  if (!cpu->is_intel)
    return NULL;
  if (cpu->leaf7_edx & (LEAF7_EDX_FP16 | LEAF7_EDX_AMX_TILE))
    return "sapphirerapids";
  return cpu->leaf7_ecx & LEAF7_ECX_VBMI2 ? "icelake-server" : NULL;
}

static const char *row_of_model(const TargetCpuid *cpu) {
  if (!cpu->is_amd && !cpu->is_intel)
    return NULL;
  for (size_t m = 0; m < sizeof(cpu_models) / sizeof(cpu_models[0]); m++)
    if (cpu_models[m].is_amd == cpu->is_amd && cpu_models[m].family == cpu->family &&
        cpu->model >= cpu_models[m].first_model && cpu->model <= cpu_models[m].last_model)
      return cpu_models[m].row;
  return NULL;
}

static const char *level_of(int32_t vector_bits) {
  return vector_bits == 512 ? "x86-64-v4" : vector_bits == 256 ? "x86-64-v3" : "x86-64-v2";
}

int32_t target_usable_bits(unsigned features) {
  const unsigned level3 = TARGET_AVX2 | TARGET_FMA;
  const unsigned level4 =
      level3 | TARGET_AVX512F | TARGET_AVX512BW | TARGET_AVX512DQ | TARGET_AVX512VL;
  return (features & level4) == level4 ? 512 : (features & level3) == level3 ? 256 : 128;
}

const Target *target_of_cpuid(const TargetCpuid *cpu, int32_t vector_bits) {
  const char *names[] = {row_of_instructions(cpu), row_of_model(cpu)};
  for (int n = 0; n < 2; n++) {
    const Target *row = names[n] != NULL ? find_row(names[n], strlen(names[n])) : NULL;
    if (row != NULL && row->vector_bits <= vector_bits)
      return row;
  }
  return find_row(level_of(vector_bits), strlen(level_of(vector_bits)));
}

#if defined(__x86_64__)

static int32_t usable_vector_bits(void) {
  __builtin_cpu_init();
  return target_usable_bits((__builtin_cpu_supports("avx2") ? TARGET_AVX2 : 0) |
                            (__builtin_cpu_supports("fma") ? TARGET_FMA : 0) |
                            (__builtin_cpu_supports("avx512f") ? TARGET_AVX512F : 0) |
                            (__builtin_cpu_supports("avx512bw") ? TARGET_AVX512BW : 0) |
                            (__builtin_cpu_supports("avx512dq") ? TARGET_AVX512DQ : 0) |
                            (__builtin_cpu_supports("avx512vl") ? TARGET_AVX512VL : 0));
}

const char *target_host_level(void) { return level_of(usable_vector_bits()); }

static TargetCpuid read_cpuid(void) {
  TargetCpuid cpu = {0};
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx))
    return cpu;
  cpu.is_amd = ebx == signature_AMD_ebx;
  cpu.is_intel = ebx == signature_INTEL_ebx;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
    cpu.family = (int)(eax >> 8 & 0xf);
    cpu.model = (int)(eax >> 4 & 0xf);
    if (cpu.family == 0xf)
      cpu.family += (int)(eax >> 20 & 0xff);
    if (cpu.family >= 6)
      cpu.model += (int)(eax >> 16 & 0xf) << 4;
  }
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
    cpu.leaf7_ecx = ecx;
    cpu.leaf7_edx = edx;
  }
  return cpu;
}

// First line of a file of the first core's cache `index`.
static bool read_cache_file(int index, const char *file, char *line, int size) {
  char path[128];
  snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, file);
  FILE *stream = fopen(path, "r");
  if (stream == NULL)
    return false;
  bool is_read = fgets(line, size, stream) != NULL;
  fclose(stream);
  return is_read;
}

static int64_t read_cache_number(int index, const char *file) {
  char line[64], *end;
  if (!read_cache_file(index, file, line, sizeof(line)))
    return 0;
  int64_t value = strtoll(line, &end, 10);
  return *end == 'K' ? value << 10 : *end == 'M' ? value << 20 : value;
}

// Sizes as the system tells them; a level it does not tell keeps the row's.
static void probe_caches(Target *target) {
  char type[64];
  for (int index = 0; read_cache_file(index, "type", type, sizeof(type)); index++) {
    int64_t level = read_cache_number(index, "level"), bytes = read_cache_number(index, "size");
    if (strncmp(type, "Instruction", strlen("Instruction")) == 0 || level < 1 ||
        level > target->cache_count || bytes <= 0)
      continue;
    target->cache_bytes[level - 1] = bytes;
    int64_t ways = read_cache_number(index, "ways_of_associativity");
    int64_t line = read_cache_number(index, "coherency_line_size");
    if (level == 1 && ways > 0)
      target->l1_ways = (int32_t)ways;
    if (level == 2 && ways > 0)
      target->l2_ways = (int32_t)ways;
    if (level == 1 && line > 0)
      target->cache_line_bytes = (int32_t)line;
  }
}

Status target_probe_host(Target *out_target) {
  TargetCpuid cpu = read_cpuid();
  *out_target = *target_of_cpuid(&cpu, usable_vector_bits());
  probe_caches(out_target);
  long cores = sysconf(_SC_NPROCESSORS_ONLN), page = sysconf(_SC_PAGESIZE);
  if (cores > 0)
    out_target->cores = (int32_t)cores;
  if (page > 0)
    out_target->page_bytes = (int32_t)page;
  return STATUS_OK;
}

#else

const char *target_host_level(void) { return target_default()->name; }

Status target_probe_host(Target *out_target) {
  *out_target = *target_default();
  return status_fail(STATUS_USAGE, "target: the host is not x86-64; name a target instead of host");
}

#endif
