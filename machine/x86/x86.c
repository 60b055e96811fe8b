// x86-64: its rows, and its processors and features in LLVM's words.
#include "machine/x86/x86.h"

#include "base/text.h"
#include "machine/target.h"
#include "machine/x86/x86_check.h"
#include "machine/x86/x86_code_features.h"
#include "machine/x86/x86_names_shim.h"
#include "versions/dot_products.h"
#include "llvm-c/Target.h"

#include <limits.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

#define TARGET_ARCHITECTURE architecture_x86
#include "machine/target_row.h"
static const Target rows[] = {
#include "machine/x86/x86_rows.def"
};

// Levels of the psABI, which are the first rows.
enum { LEVEL_2, LEVEL_3, LEVEL_4 };

const Target *x86_row(const char *name) {
  for (size_t r = 0; r < COUNT(rows); r++)
    if (strcmp(rows[r].name, name) == 0)
      return &rows[r];
  return NULL;
}

// --- features

// What masks and vectors of 512 bits need.
static const unsigned AVX512 = X86_AVX2 | X86_AVX512F | X86_AVX512BW | X86_AVX512DQ | X86_AVX512VL;

// What products of matrices need beside them.
static const unsigned AMX = X86_AMX_TILE | X86_AMX_INT8 | X86_AMX_BF16;

// By bit.
static const char *const feature_names[] = {
    "sse",      "sse2",     "sse4.2",   "avx",         "avx2",           "fma",       "f16c",
    "avx512f",  "avx512bw", "avx512dq", "avx512vl",    "avx512vnni",     "avxvnni",   "avx512bf16",
    "amx-tile", "amx-int8", "amx-bf16", "avxvnniint8", VERSIONS_AVX10_2, "avx512fp16"};

unsigned x86_feature_bit(const char *name, size_t length) {
  for (size_t f = 0; f < COUNT(feature_names); f++)
    if (text_equal(name, length, feature_names[f]))
      return 1u << f;
  return 0;
}

void x86_feature_collect(const char *name, size_t length, void *user) {
  *(unsigned *)user |= x86_feature_bit(name, length);
}

static unsigned with_implied(const char *word, size_t length, bool is_added) {
  unsigned features = x86_feature_bit(word, length);
  x86_implied_features_each(word, length, is_added, x86_feature_collect, &features);
  return features;
}

static unsigned features_added(const char *word, size_t length) {
  return with_implied(word, length, true);
}

static unsigned features_denied(const char *word, size_t length) {
  return with_implied(word, length, false);
}

static int32_t width_limit(const char *word, size_t length) {
  return text_equal(word, length, "prefer-256-bit")   ? 256
         : text_equal(word, length, "prefer-128-bit") ? 128
                                                      : 0;
}

static const Target *row_of_features(unsigned features) {
  return &rows[(features & AVX512) == AVX512 ? LEVEL_4 : features & X86_AVX2 ? LEVEL_3 : LEVEL_2];
}

static const Target *row_of_width(int64_t bits) {
  int level = LEVEL_4;
  while (level > LEVEL_2 && rows[level].vector_bits > bits)
    level--;
  return &rows[level];
}

const Target *x86_level(unsigned features) {
  return features & X86_FMA ? row_of_features(features) : &rows[LEVEL_2];
}

void x86_set_dot_products(unsigned features, Target *target) {
  bool is_avx512 = (features & AVX512) == AVX512;
  target->has_dot_i16 = true;
  target->has_dot_i8 = (is_avx512 && features & X86_AVX512VNNI) ||
                       (target->vector_bits <= 256 && features & X86_AVXVNNI);
  target->has_dot_bf16 = is_avx512 && features & X86_AVX512BF16;
  target->has_dot_i8_alike =
      target->vector_bits <= 256 ? features & X86_AVXVNNIINT8 : features & X86_AVX10_2;
  target->has_tiles = is_avx512 && (features & AMX) == AMX;
  target->has_fma_f16 = is_avx512 && features & X86_AVX512FP16;
}

static unsigned features_of_cpu(const char *cpu) {
  unsigned features = 0;
  return x86_cpu_features_each(cpu, "", x86_feature_collect, &features) ? features : 0;
}

static void take_dot_products(Target *target) {
  x86_set_dot_products(features_of_cpu(target->llvm_cpu), target);
}

static const char *foreign_key(const Target *target) {
  return target->has_dot_f16 ? "has_dot_f16=1" : NULL;
}

// LLVM takes AVX-512 away with FMA, and its dot products with it.
static bool can_add_up(const Target *target, size_t key) {
  return target->has_fma || (key == offsetof(Target, has_dot_i16) && target->vector_bits <= 256);
}

// Only words that the processor of that name does not imply.
static int add_dot_features(const Target *target, const char **out_features) {
  int count = 0;
  unsigned has = features_of_cpu(target->llvm_cpu);
  bool is_wide = target->vector_bits > 256;
  if (!target->has_fma)
    return 0;
  if (target->has_dot_i8 && !(has & X86_AVX512VNNI) && (is_wide || !(has & X86_AVXVNNI)))
    out_features[count++] = is_wide ? "+avx512vnni" : "+avxvnni";
  if (target->has_dot_bf16 && !(has & X86_AVX512BF16))
    out_features[count++] = "+avx512bf16";
  if (target->has_dot_bf16 && !is_wide && !(has & X86_AVX512VL))
    out_features[count++] = "+avx512vl";
  if (target->has_dot_i8_alike && !(has & (is_wide ? X86_AVX10_2 : X86_AVXVNNIINT8)))
    out_features[count++] = is_wide ? "+" VERSIONS_AVX10_2 : "+avxvnniint8";
  if (target->has_tiles && (has & AMX) != AMX) {
    out_features[count++] = "+amx-int8";
    out_features[count++] = "+amx-bf16";
  }
  if (target->has_fma_f16 && !(has & X86_AVX512FP16))
    out_features[count++] = "+avx512fp16";
  return count;
}

static const char *const avx512_words[] = {"+avx512f", "+avx512bw", "+avx512dq", "+avx512vl"};

// LLVM prefers 256 bits on most processors with 512, for the loops that it vectorises itself. It
// splits vectors of 512 bits where FMA is taken away, because AVX-512 includes it.
static int llvm_features(const Target *target, const char **out_features) {
  int count = 0;
  if (target->vector_bits >= 256)
    out_features[count++] = "+avx2";
  if (target->vector_bits >= 512 || target->has_masks)
    for (size_t f = 0; f < COUNT(avx512_words); f++)
      out_features[count++] = avx512_words[f];
  out_features[count++] = target->vector_bits == 512   ? "-prefer-256-bit"
                          : target->vector_bits == 256 ? "+prefer-256-bit"
                                                       : "+prefer-128-bit";
  out_features[count++] = target->has_fma ? "+fma" : "-fma";
  return count + add_dot_features(target, out_features + count);
}

static unsigned features_of(const Target *target) {
  const char *words[TARGET_MAX_FEATURES];
  unsigned features = features_added("sse4.2", strlen("sse4.2")) | X86_SSE42;
  for (int w = 0, count = llvm_features(target, words); w < count; w++)
    if (words[w][0] == '+')
      features |= features_added(words[w] + 1, strlen(words[w] + 1));
  if (target->has_dot_i8)
    features |= target->vector_bits > 256 ? X86_AVX512VNNI : X86_AVXVNNI;
  if (target->has_dot_i8_alike)
    features |= target->vector_bits > 256 ? X86_AVX10_2 : X86_AVXVNNIINT8;
  return features | (target->has_dot_bf16 ? X86_AVX512BF16 : 0u) | (target->has_tiles ? AMX : 0u) |
         (target->has_fma_f16 ? X86_AVX512FP16 : 0u);
}

// Rates of the wider vectors that features have added, from the level that has them.
static void fill_rates(const Target *level, Target *target) {
  for (int w = 0; w <= target_width(target, target->vector_bits); w++) {
    TargetWidth *width = &target->widths[w];
    if (!(width->fma_per_cycle > 0))
      width->fma_per_cycle = level->widths[w].fma_per_cycle;
    if (!(width->loads_per_cycle > 0))
      width->loads_per_cycle = level->widths[w].loads_per_cycle;
    if (!(width->stores_per_cycle > 0))
      width->stores_per_cycle = level->widths[w].stores_per_cycle;
  }
}

static void set_features(unsigned features, Target *target) {
  const Target *level = row_of_features(features);
  target->has_fma = features & X86_FMA;
  target->has_masks = level->has_masks;
  target->vector_registers = level->vector_registers;
  target->vector_bits = level->vector_bits;
  x86_set_dot_products(features, target);
  fill_rates(level, target);
}

static const char *lack(const Target *target, const Target *host) {
  if ((target->vector_bits == 512 && host->vector_bits < 512) ||
      (target->has_masks && !host->has_masks))
    return "AVX-512";
  if (target->vector_bits == 256 && host->vector_bits < 256)
    return "AVX2";
  if (target->has_dot_i8 && !host->has_dot_i8)
    return "VNNI";
  if (target->has_dot_bf16 && !host->has_dot_bf16)
    return "AVX512_BF16";
  if (target->has_dot_i8_alike && !host->has_dot_i8_alike)
    return "AVX-VNNI-INT8";
  if (target->has_tiles && !host->has_tiles)
    return "AMX";
  if (target->has_fma_f16 && !host->has_fma_f16)
    return "AVX512-FP16";
  return target->has_fma && !host->has_fma ? "FMA" : NULL;
}

// --- processors by name

typedef struct Processor {
  unsigned features;
  bool is_amd;
} Processor;

// No processor of Intel has had SSE4a, and of AMD each has that has wide vectors.
static void read_processor(const char *name, size_t length, void *user) {
  Processor *processor = user;
  processor->features |= x86_feature_bit(name, length);
  processor->is_amd |= text_equal(name, length, "sse4a");
}

static bool is_kin(const Target *row, const Processor *processor) {
  return row->vector_bits == x86_level(processor->features)->vector_bits &&
         (row->vendor == TARGET_VENDOR_NONE ||
          (row->vendor == TARGET_VENDOR_AMD) == processor->is_amd);
}

// Of the rows with the same vectors, by the same vendor or none, that with the most like features.
static const Target *row_of_cpu(const char *cpu) {
  const Target *nearest = NULL;
  int least = INT_MAX;
  Processor processor = {0};
  if (strcmp(cpu, "generic") == 0) // what LLVM calls a processor of which nothing is known
    cpu = "x86-64";
  if (!x86_cpu_features_each(cpu, "", read_processor, &processor))
    return NULL;
  for (size_t r = 0; r < COUNT(rows); r++) {
    int distance =
        is_kin(&rows[r], &processor) ? x86_feature_distance(cpu, rows[r].llvm_cpu) : INT_MAX;
    if (distance < least)
      nearest = &rows[r], least = distance;
  }
  return nearest;
}

// --- the architecture

static void initialize_llvm(void) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  LLVMInitializeX86Disassembler();
}

static const char *const foreign_features[] = {
    "neon",    "sve", "sve2", "sme",  "fp-armv8", "v8a", "v9a", "altivec", "vsx",
    "simd128", "msa", "lsx",  "lasx", "hvx",      "m",   "v",   "d",       NULL};
static const char *const forbidding_features[] = {"soft-float", "32bit-mode", "16bit-mode", NULL};

const Architecture architecture_x86 = {
    .name = "x86-64",
    .triple = "x86_64",
    .intrinsics = "llvm.x86.",
    .float_intrinsics = "llvm.x86.avx512.mask.",
    .table_intrinsic = "llvm.x86.avx512.permvar.sf.512",
    .rows = rows,
    .row_count = COUNT(rows),
    .default_row = &rows[LEVEL_3],
    .row_of_cpu = row_of_cpu,
    .take_dot_products = take_dot_products,
    .row_of_features = row_of_features,
    .row_of_width = row_of_width,
    .least_features = X86_SSE2,
    .least_name = "SSE2",
    .foreign_features = foreign_features,
    .forbidding_features = forbidding_features,
    .features_added = features_added,
    .features_denied = features_denied,
    .width_limit = width_limit,
    .features_of = features_of,
    .set_features = set_features,
    .initialize_llvm = initialize_llvm,
    .baseline_cpu = "x86-64",
    .code_features = x86_code_features_of,
    .half_instructions = x86_half_instructions,
    .make_check = x86_check_make,
    .maximum_skips_first_nan = true,
    .can_add_up = can_add_up,
    .foreign_key = foreign_key,
    .llvm_features = llvm_features,
    .lack = lack,
#if defined(__x86_64__)
    .host = &x86_host,
#endif
};
