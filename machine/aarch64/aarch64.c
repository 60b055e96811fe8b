// AArch64: its rows, and its processors and features in LLVM's words.
#include "machine/aarch64/aarch64.h"

#include "base/text.h"
#include "machine/aarch64/aarch64_check.h"
#include "machine/aarch64/aarch64_code_features.h"
#include "machine/aarch64/aarch64_names_shim.h"
#include "machine/target.h"
#include "llvm-c/Target.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define V(...) {__VA_ARGS__}
#define ROW(row_name, cpu, designer, in_order, issue, fma_f16, dot_f16, dot_i8_alike, dot_i8,      \
            dot_bf16, clock, fmas, loads, stores, latency, levels, caches, bandwidths, l2_write,   \
            memory, line, page, ways1, ways2, tlb, core_count)                                     \
  {.name = row_name,                                                                               \
   .architecture = &architecture_aarch64,                                                          \
   .vendor = TARGET_VENDOR_##designer,                                                             \
   .vector_bits = 128,                                                                             \
   .vector_registers = 32,                                                                         \
   .has_fma = true,                                                                                \
   .has_fma_f16 = fma_f16,                                                                         \
   .has_dot_f16 = dot_f16,                                                                         \
   .has_dot_i8_alike = dot_i8_alike,                                                               \
   .has_dot_i8 = dot_i8,                                                                           \
   .has_dot_bf16 = dot_bf16,                                                                       \
   .in_order_issue = in_order,                                                                     \
   .issue_width = issue,                                                                           \
   .clock_ghz = clock,                                                                             \
   .narrow_clock_ratio = 1,                                                                        \
   .widths = {{128, fmas, loads, stores}},                                                         \
   .fma_latency_cycles = latency,                                                                  \
   .cache_count = levels,                                                                          \
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

static const Target rows[] = {
#include "machine/aarch64/aarch64_rows.def"
};

static const Target *const default_row = &rows[0];

// --- features

// By bit, as LLVM adds them.
static const char *const feature_words[] = {"+neon", "+dotprod",  "+i8mm",
                                            "+bf16", "+fullfp16", "+fp16fml"};

void aarch64_feature_collect(const char *name, size_t length, void *user) {
  for (size_t f = 0; f < COUNT(feature_words); f++)
    if (text_equal(name, length, feature_words[f] + 1))
      *(unsigned *)user |= 1u << f;
}

static unsigned features_added(const char *word, size_t length) {
  unsigned features = 0;
  aarch64_implied_features_each(word, length, true, aarch64_feature_collect, &features);
  return features;
}

static unsigned features_denied(const char *word, size_t length) {
  unsigned features = 0;
  aarch64_implied_features_each(word, length, false, aarch64_feature_collect, &features);
  return features;
}

// There is one width.
static int32_t width_limit(const char *word, size_t length) {
  (void)word, (void)length;
  return 0;
}

static const Target *row_of_features(unsigned features) {
  (void)features;
  return default_row;
}

static const Target *row_of_width(int64_t bits) {
  (void)bits;
  return default_row;
}

static unsigned features_of(const Target *target) {
  return AARCH64_NEON | (target->has_dot_i8_alike ? AARCH64_DOTPROD : 0u) |
         (target->has_dot_i8 ? AARCH64_I8MM : 0u) | (target->has_dot_bf16 ? AARCH64_BF16 : 0u) |
         (target->has_fma_f16 ? AARCH64_FULLFP16 : 0u) |
         (target->has_dot_f16 ? AARCH64_FP16FML : 0u);
}

static void set_features(unsigned features, Target *target) {
  target->has_dot_i8_alike = features & AARCH64_DOTPROD;
  target->has_dot_i8 = features & AARCH64_I8MM;
  target->has_dot_bf16 = features & AARCH64_BF16;
  target->has_fma_f16 = features & AARCH64_FULLFP16;
  target->has_dot_f16 = features & AARCH64_FP16FML;
}

static unsigned features_of_cpu(const char *cpu) {
  unsigned features = 0;
  aarch64_cpu_features_each(cpu, "", aarch64_feature_collect, &features);
  return features;
}

static void take_dot_products(Target *target) {
  set_features(features_of_cpu(target->llvm_cpu), target);
}

// NEON is named though every processor has it: it tells that "generic" is one of these.
static int llvm_features(const Target *target, const char **out_features) {
  int count = 0;
  unsigned lacks = features_of(target) & ~features_of_cpu(target->llvm_cpu);
  out_features[count++] = feature_words[0];
  for (size_t f = 1; f < COUNT(feature_words); f++)
    if (lacks & 1u << f)
      out_features[count++] = feature_words[f];
  return count;
}

static bool can_add_up(const Target *target, size_t key) {
  (void)target, (void)key;
  return true;
}

static const char *foreign_key(const Target *target) {
  return !target->has_fma      ? "has_fma=0"
         : target->has_masks   ? "has_masks=1"
         : target->has_dot_i16 ? "has_dot_i16=1"
         : target->has_tiles   ? "has_tiles=1"
                               : NULL;
}

static const char *lack(const Target *target, const Target *host) {
  return target->has_dot_i8_alike && !host->has_dot_i8_alike ? "the dot products of bytes"
         : target->has_dot_i8 && !host->has_dot_i8           ? "I8MM"
         : target->has_dot_bf16 && !host->has_dot_bf16       ? "BF16"
         : target->has_fma_f16 && !host->has_fma_f16         ? "FP16"
         : target->has_dot_f16 && !host->has_dot_f16         ? "FHM"
                                                             : NULL;
}

// --- processors by name

static void initialize_once(void) {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
  LLVMInitializeAArch64Disassembler();
}

static void initialize_llvm(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize_once);
}

// A processor is of Apple or not, and runs its instructions in order or not, as the row does.
static bool is_kin(const Target *row, const char *cpu) {
  static const char apple[] = "apple-";
  bool is_apple = strncmp(cpu, apple, strlen(apple)) == 0;
  return (row->vendor == TARGET_VENDOR_APPLE) == is_apple &&
         (is_apple || (row->in_order_issue > 0) == aarch64_is_in_order(cpu));
}

// Of those rows the one with the most like features.
static const Target *row_of_cpu(const char *cpu) {
  const Target *nearest = NULL;
  int least = INT_MAX;
  unsigned features = 0;
  for (size_t r = 0; r < COUNT(rows); r++)
    if (strcmp(rows[r].llvm_cpu, cpu) == 0)
      return &rows[r];
  if (!aarch64_cpu_features_each(cpu, "", aarch64_feature_collect, &features))
    return NULL;
  initialize_llvm();
  for (size_t r = 0; r < COUNT(rows); r++) {
    int distance =
        is_kin(&rows[r], cpu) ? aarch64_feature_distance(cpu, rows[r].llvm_cpu) : INT_MAX;
    if (distance < least)
      nearest = &rows[r], least = distance;
  }
  return nearest;
}

// --- the architecture

static const char *const foreign_features[] = {
    "sse", "sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "avx512f", "altivec",
    "vsx", "msa",  "lsx",  "lasx",  "hvx",    "m",      "v",   "d",    "simd128", NULL};
static const char *const forbidding_features[] = {"soft-float", NULL};

const Architecture architecture_aarch64 = {
    .name = "AArch64",
    .triple = "aarch64",
    .intrinsics = "llvm.aarch64.",
    .rows = rows,
    .row_count = COUNT(rows),
    .default_row = &rows[0],
    .row_of_cpu = row_of_cpu,
    .take_dot_products = take_dot_products,
    .row_of_features = row_of_features,
    .row_of_width = row_of_width,
    .least_features = AARCH64_NEON,
    .least_name = "NEON",
    .foreign_features = foreign_features,
    .forbidding_features = forbidding_features,
    .features_added = features_added,
    .features_denied = features_denied,
    .width_limit = width_limit,
    .features_of = features_of,
    .set_features = set_features,
    .initialize_llvm = initialize_llvm,
    .baseline_cpu = "generic",
    .code_features = aarch64_code_features_of,
    .half_instructions = aarch64_half_instructions,
    .make_check = aarch64_check_make,
    .lane_bits = 128,
    .can_add_up = can_add_up,
    .foreign_key = foreign_key,
    .llvm_features = llvm_features,
    .lack = lack,
#if defined(__aarch64__) && defined(__linux__)
    .host = &aarch64_host,
#endif
};
