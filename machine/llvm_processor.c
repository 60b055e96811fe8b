// Features are bits, and each implies others as in LLVM: adding one adds those, and denying one
// denies all that imply it.
#include "machine/llvm_processor.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum {
  SSE2 = 1 << 0,
  SSE42 = 1 << 1,
  AVX = 1 << 2,
  AVX2 = 1 << 3,
  FMA = 1 << 4,
  F16C = 1 << 5,
  AVX512F = 1 << 6,
  AVX512BW = 1 << 7,
  AVX512DQ = 1 << 8,
  AVX512VL = 1 << 9,
  WITH_SSE42 = SSE2 | SSE42,
  WITH_AVX = WITH_SSE42 | AVX,
  WITH_AVX2 = WITH_AVX | AVX2,
  WITH_AVX512F = WITH_AVX2 | FMA | F16C | AVX512F,
  AVX512 = AVX512F | AVX512BW | AVX512DQ | AVX512VL, // what wide vectors and masks need
};

typedef struct FeatureWord {
  const char *text;
  unsigned bit;  // denied with all that imply it; 0: it has no dependents here
  unsigned adds; // itself and what it implies
} FeatureWord;

static const FeatureWord feature_words[] = {
    {"sse", SSE2, SSE2},
    {"sse2", SSE2, SSE2},
    {"sse3", SSE42, SSE2},
    {"ssse3", SSE42, SSE2},
    {"sse4.1", SSE42, SSE2},
    {"sse4.2", SSE42, WITH_SSE42},
    {"avx", AVX, WITH_AVX},
    {"f16c", F16C, WITH_AVX | F16C},
    {"fma", FMA, WITH_AVX | FMA},
    {"avx2", AVX2, WITH_AVX2},
    {"avxvnni", 0, WITH_AVX2},
    {"avx512f", AVX512F, WITH_AVX512F},
    {"avx512bw", AVX512BW, WITH_AVX512F | AVX512BW},
    {"avx512dq", AVX512DQ, WITH_AVX512F | AVX512DQ},
    {"avx512vl", AVX512VL, WITH_AVX512F | AVX512VL},
    {"avx512vnni", 0, WITH_AVX512F},
    {"avx512bf16", 0, WITH_AVX512F | AVX512BW},
    {"avx512fp16", 0, WITH_AVX512F | AVX512},
    {"avx10.1", 0, WITH_AVX512F | AVX512},
    {"avx10.1-512", 0, WITH_AVX512F | AVX512},
    {"avx10.2", 0, WITH_AVX512F | AVX512},
    {"avx10.2-512", 0, WITH_AVX512F | AVX512},
};

// Names of processors of other architectures begin so, and these are features of theirs.
static const char *const foreign_cpus[] = {
    "cortex-", "neoverse-",  "apple-",  "ampere",  "a64fx",     "thunderx",   "exynos-", "kryo",
    "oryon-",  "generic-rv", "sifive-", "rocket",  "spacemit-", "veyron-",    "pwr",     "ppc",
    "gfx",     "sm_",        "mips",    "hexagon", "la464",     "generic-la", "arch",    "carmel"};
static const char *const foreign_features[] = {
    "neon",    "sve", "sve2", "sme",  "fp-armv8", "v8a", "v9a", "altivec", "vsx",
    "simd128", "msa", "lsx",  "lasx", "hvx",      "m",   "v",   "d"};
static const char *const known_archs[] = {"x86_64", "amd64", "x86_64h"};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool is_one_of(const char *word, size_t length, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (text_equal(word, length, words[i]))
      return true;
  return false;
}

static bool starts_with(const char *word, size_t length, const char *prefix) {
  size_t size = strlen(prefix);
  return length >= size && memcmp(word, prefix, size) == 0;
}

// The first reason stays.
static void keep_foreign(LlvmProcessor *processor, const char *what, const char *word,
                         size_t length, const char *why) {
  if (!processor->foreign[0])
    snprintf(processor->foreign, sizeof processor->foreign, "%s '%.*s' %s", what,
             (int)(length < 64 ? length : 64), word, why);
}

static void keep_ignored(LlvmProcessor *processor, const char *what, const char *word,
                         size_t length) {
  size_t used = strlen(processor->ignored);
  snprintf(processor->ignored + used, sizeof processor->ignored - used, "%s%s '%.*s'",
           used ? ", " : "", what, (int)(length < 32 ? length : 32), word);
}

// --- reading

void llvm_processor_read_cpu(LlvmProcessor *processor, const char *name, size_t length) {
  Target row;
  processor->added = processor->denied = 0;
  processor->prefers_128 = processor->prefers_256 = false;
  processor->cpu[0] = '\0';
  for (size_t i = 0; i < COUNT(foreign_cpus); i++)
    if (starts_with(name, length, foreign_cpus[i])) {
      keep_foreign(processor, "processor", name, length, "is no x86-64");
      return;
    }
  if (length < sizeof processor->cpu && target_find(name, length, &row))
    snprintf(processor->cpu, sizeof processor->cpu, "%.*s", (int)length, name);
  else if (length > 0)
    keep_ignored(processor, "unknown processor", name, length);
}

static void add_features(LlvmProcessor *processor, unsigned bits) {
  processor->added |= bits;
  processor->denied &= ~bits;
}

static void deny_feature(LlvmProcessor *processor, unsigned bit) {
  unsigned bits = 0;
  for (size_t i = 0; bit && i < COUNT(feature_words); i++)
    if (feature_words[i].bit && (feature_words[i].adds & bit || feature_words[i].bit == bit))
      bits |= feature_words[i].bit;
  processor->denied |= bits;
  processor->added &= ~bits;
}

static bool read_preference(LlvmProcessor *processor, bool is_added, const char *word,
                            size_t length) {
  bool *preference = text_equal(word, length, "prefer-256-bit")   ? &processor->prefers_256
                     : text_equal(word, length, "prefer-128-bit") ? &processor->prefers_128
                                                                  : NULL;
  if (preference)
    *preference = is_added;
  return preference;
}

static void read_feature(LlvmProcessor *processor, bool is_added, const char *word, size_t length) {
  if (read_preference(processor, is_added, word, length))
    return;
  for (size_t i = 0; i < COUNT(feature_words); i++)
    if (text_equal(word, length, feature_words[i].text)) {
      if (is_added)
        add_features(processor, feature_words[i].adds);
      else
        deny_feature(processor, feature_words[i].bit);
      return;
    }
  if (is_added && is_one_of(word, length, foreign_features, COUNT(foreign_features)))
    keep_foreign(processor, "feature", word, length, "is none of x86-64");
  else if (is_added &&
           (text_equal(word, length, "soft-float") || text_equal(word, length, "32bit-mode") ||
            text_equal(word, length, "16bit-mode")))
    keep_foreign(processor, "feature", word, length, "leaves no vectors of x86-64");
}

void llvm_processor_read_features(LlvmProcessor *processor, const char *text, size_t length) {
  const char *end = text + length;
  while (text < end) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    size_t size = (size_t)((comma ? comma : end) - text);
    if (size > 1 && (text[0] == '+' || text[0] == '-'))
      read_feature(processor, text[0] == '+', text + 1, size - 1);
    else if (size > 0)
      keep_ignored(processor, "feature without + or -", text, size);
    text = comma ? comma + 1 : end;
  }
}

void llvm_processor_read_triple(LlvmProcessor *processor, const char *text, size_t length) {
  if (length == 0) // then there may be no text either
    return;
  const char *dash = memchr(text, '-', length);
  size_t arch = dash ? (size_t)(dash - text) : length;
  bool is_narrow = length > 3 && memcmp(text + length - 3, "x32", 3) == 0;
  if (!is_one_of(text, arch, known_archs, COUNT(known_archs)))
    keep_foreign(processor, "triple", text, length, "is not that of an x86-64");
  else if (is_narrow)
    keep_foreign(processor, "triple", text, length, "has pointers of 32 bits");
}

// "E" is big-endian; "p:SIZE:..." and "p0:SIZE:..." are pointers.
static void read_layout_part(LlvmProcessor *processor, const char *part, size_t length) {
  if (text_equal(part, length, "E"))
    keep_foreign(processor, "data layout", part, length, "is big-endian, which no x86-64 is");
  else if ((starts_with(part, length, "p:") && !starts_with(part, length, "p:64")) ||
           (starts_with(part, length, "p0:") && !starts_with(part, length, "p0:64")))
    keep_foreign(processor, "data layout", part, length, "has pointers of other than 64 bits");
}

void llvm_processor_read_layout(LlvmProcessor *processor, const char *text, size_t length) {
  const char *end = text + length;
  while (text < end) {
    const char *dash = memchr(text, '-', (size_t)(end - text));
    size_t size = (size_t)((dash ? dash : end) - text);
    read_layout_part(processor, text, size);
    text = dash ? dash + 1 : end;
  }
}

// --- the target

bool llvm_processor_is_named(const LlvmProcessor *processor) {
  return processor->cpu[0] || processor->added;
}

static const Target *level(const char *name, Target *storage) {
  target_find(name, strlen(name), storage);
  return storage;
}

static unsigned bits_of(const Target *target) {
  unsigned bits = WITH_SSE42 | (target->has_fma ? WITH_AVX | FMA : 0);
  if (target->vector_bits >= 256)
    bits |= WITH_AVX2 | F16C;
  if (target->vector_bits >= 512 || target->has_masks)
    bits |= WITH_AVX512F | AVX512;
  return bits;
}

// Rates at the wider vectors that features have added, from the level that has them.
static void fill_rates(Target *target) {
  Target wide;
  level(target->vector_bits == 512 ? "x86-64-v4" : "x86-64-v3", &wide);
  for (int width = 0; width < 3; width++) {
    if (wide.vector_bits < 128 << width || target->vector_bits < 128 << width)
      continue;
    if (!(target->fma_per_cycle[width] > 0))
      target->fma_per_cycle[width] = wide.fma_per_cycle[width];
    if (!(target->loads_per_cycle[width] > 0))
      target->loads_per_cycle[width] = wide.loads_per_cycle[width];
    if (!(target->stores_per_cycle[width] > 0))
      target->stores_per_cycle[width] = wide.stores_per_cycle[width];
  }
}

static void apply(const LlvmProcessor *processor, unsigned bits, Target *target) {
  bool is_avx512 = (bits & AVX512) == AVX512;
  target->has_fma = bits & FMA;
  target->has_masks = is_avx512;
  target->vector_registers = is_avx512 ? 32 : 16;
  target->vector_bits = is_avx512 ? 512 : bits & AVX2 ? 256 : 128;
  fill_rates(target);
  if (processor->prefers_256 && target->vector_bits > 256)
    target->vector_bits = 256;
  if (processor->prefers_128)
    target->vector_bits = 128;
}

static const char *level_of(unsigned bits) {
  return (bits & AVX512) == AVX512 ? "x86-64-v4" : bits & AVX2 ? "x86-64-v3" : "x86-64-v2";
}

Status llvm_processor_target(const LlvmProcessor *processor, const Target *otherwise,
                             Target *out_target) {
  Target target;
  unsigned bits;
  if (processor->foreign[0])
    return status_fail(STATUS_UNSUPPORTED, "%s", processor->foreign);
  if (processor->denied & SSE2)
    return status_fail(STATUS_UNSUPPORTED, "the features take SSE2 away, so there are no vectors");
  if (processor->cpu[0]) {
    target_find(processor->cpu, strlen(processor->cpu), &target);
    bits = bits_of(&target);
  } else if (processor->added) { // every x86-64 has SSE2
    level(level_of(processor->added), &target);
    bits = SSE2;
  } else {
    target = *otherwise;
    bits = bits_of(&target);
  }
  unsigned all = (bits & ~processor->denied) | processor->added;
  if (all != bits || processor->prefers_256 || processor->prefers_128)
    apply(processor, all, &target);
  *out_target = target;
  return STATUS_OK;
}
