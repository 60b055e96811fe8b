// LlvmProcessor: names, features, triples and layouts read as targets.
#include "machine/llvm_processor.h"

#include "machine/architecture.h"
#include "test/unit/base/check.h"

static LlvmProcessor read(const char *cpu, const char *features) {
  LlvmProcessor processor = {0};
  if (*cpu)
    llvm_processor_read_cpu(&processor, cpu, strlen(cpu));
  llvm_processor_read_features(&processor, features, strlen(features));
  return processor;
}

static void test_narrowed_and_widened(void) {
  static const struct {
    const char *cpu, *features, *target;
  } cases[] = {
      {"", "", "x86-64-v3"},
      {"znver4", "", "zen4"},
      {"haswell", "", "haswell"},
      {"generic", "", "x86-64-v2,llvm_cpu=generic"},
      {"generic", "+neon", "armv8-a"},
      {"neoverse-n1", "", "neoverse-n1"},
      {"neoverse-n1", "+i8mm,-dotprod", "neoverse-n1,has_dot_i8=1,has_dot_i8_alike=0"},
      {"", "+neon,+dotprod", "armv8-a,has_dot_i8_alike=1"},
      // features take away what implies them
      {"znver4", "-avx512f",
       "zen4,vector_bits=256,vector_registers=16,has_masks=0,has_dot_i8=0,has_dot_bf16=0"},
      {"znver4", "-avx512vl",
       "zen4,vector_bits=256,vector_registers=16,has_masks=0,has_dot_i8=0,has_dot_bf16=0"},
      {"znver4", "-fma",
       "zen4,vector_bits=256,vector_registers=16,has_fma=0,has_masks=0,has_dot_i8=0,has_dot_bf16="
       "0"},
      {"znver4", "-avx",
       "zen4,vector_bits=128,vector_registers=16,has_fma=0,has_masks=0,has_dot_i8=0,has_dot_bf16="
       "0"},
      {"znver4", "-sse4.2",
       "zen4,vector_bits=128,vector_registers=16,has_fma=0,has_masks=0,has_dot_i8=0,has_dot_bf16="
       "0"},
      {"znver4", "-avx512vnni", "zen4,has_dot_i8=0"},
      {"", "-avx2", "x86-64-v3,vector_bits=128"},
      // and add what they imply; the last word counts
      {"x86-64", "+avx2,+fma",
       "x86-64-v2,vector_bits=256,has_fma=1,fma_per_cycle.1=2,loads_per_cycle.1=2,"
       "stores_per_cycle.1=1,llvm_cpu=x86-64"},
      {"znver4", "-avx512f,+avx512f,+avx512bw,+avx512dq,+avx512vl",
       "zen4,has_dot_i8=0,has_dot_bf16=0"},
      {"haswell", "+avx512f", "haswell"},
      {"x86-64-v3", "+avx512f,+avx512bw,+avx512dq,+avx512vl",
       "x86-64-v3,vector_bits=512,vector_registers=32,has_masks=1,fma_per_cycle.2=2,"
       "loads_per_cycle.2=2,stores_per_cycle.2=1"},
      // without a processor that is known they tell the level
      {"", "+avx512f,+avx512bw,+avx512dq,+avx512vl", "x86-64-v4"},
      {"", "+avx10.1", "x86-64-v4,has_dot_i8=1,has_dot_bf16=1,has_fma_f16=1"},
      {"", "+avx512f", "x86-64-v3"},
      {"", "+avx512f,+avx512bw,+avx512dq", "x86-64-v3"},
      {"", "+avx2,+fma", "x86-64-v3"},
      {"", "+avx2", "x86-64-v3,has_fma=0"},
      {"", "+fma", "x86-64-v2,has_fma=1"},
      {"", "+sse4.2", "x86-64-v2"},
      {"znver99", "+avx2,+fma,+bmi", "x86-64-v3"},
      {"znver99", "", "x86-64-v3"},
      // LLVM's preferences are limits, and may be taken back
      {"znver4", "+prefer-256-bit", "zen4,vector_bits=256"},
      {"znver4", "+prefer-256-bit,+prefer-128-bit", "zen4,vector_bits=128"},
      {"znver4", "+prefer-256-bit,-prefer-256-bit", "zen4"},
      {"znver4", "+prefer-128-bit,+prefer-256-bit,-prefer-128-bit", "zen4,vector_bits=256"},
      {"x86-64-v2", "+prefer-256-bit", "x86-64-v2"},
      // what is none of all this has no effect
      {"znver4", "+bmi2,-amx-tile,+popcnt", "zen4"},
      {"znver4", "avx512f,,+,-,-x,,", "zen4"},
  };
  for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
    Target target, again;
    char text[TARGET_TEXT_BYTES];
    LlvmProcessor processor = read(cases[c].cpu, cases[c].features);
    CHECK_EQUAL(llvm_processor_target(&processor, target_default(), &target), STATUS_OK);
    target_print(&target, text, sizeof(text));
    CHECK_TEXT(text, cases[c].target);
    CHECK_EQUAL(target_parse(text, &again), STATUS_OK); // it is one that the option takes
  }
}

// The features that a target is compiled with give the target.
static void test_round_trip(void) {
  static const char *const texts[] = {"zen4",
                                      "x86-64-v2",
                                      "x86-64-v3",
                                      "x86-64-v4",
                                      "zen4,vector_bits=256",
                                      "x86-64-v3,has_fma=0",
                                      "cascadelake,vector_bits=128",
                                      "armv8-a",
                                      "armv8-a,has_dot_i8_alike=1",
                                      "cortex-a53",
                                      "neoverse-v1"};
  for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
    Target target, again;
    char text[TARGET_TEXT_BYTES], other[TARGET_TEXT_BYTES];
    const char *features[TARGET_MAX_FEATURES];
    LlvmProcessor processor = {0};
    CHECK_EQUAL(target_parse(texts[t], &target), STATUS_OK);
    llvm_processor_read_cpu(&processor, target.llvm_cpu, strlen(target.llvm_cpu));
    for (int f = 0, count = target_llvm_features(&target, features); f < count; f++)
      llvm_processor_read_features(&processor, features[f], strlen(features[f]));
    CHECK_EQUAL(llvm_processor_target(&processor, target_default(), &again), STATUS_OK);
    target_print(&target, text, sizeof(text));
    target_print(&again, other, sizeof(other));
    CHECK_TEXT(other, text);
  }
}

// Every name of the table is read as by the option, and no name probes the host.
static void test_names(void) {
  static const char *const hosts[] = {"host", "native"};
  for (const Target *row = target_row(0); row != NULL;
       row = target_row((size_t)(row - target_row(0)) + 1)) {
    Target target;
    LlvmProcessor processor = {.architecture = row->architecture};
    llvm_processor_read_cpu(&processor, row->llvm_cpu, strlen(row->llvm_cpu));
    CHECK_EQUAL(llvm_processor_target(&processor, target_default(), &target), STATUS_OK);
    CHECK_TEXT(target.name, row->name);
    CHECK(llvm_processor_is_named(&processor));
  }
  for (int h = 0; h < 2; h++) {
    LlvmProcessor processor = read(hosts[h], "");
    CHECK(!llvm_processor_is_named(&processor));
    CHECK(strstr(processor.ignored, hosts[h]) != NULL);
  }
}

static void test_foreign(void) {
  static const struct {
    const char *cpu, *features, *triple, *layout;
    bool is_foreign;
  } cases[] = {
      {"", "", "x86_64-unknown-linux-gnu", "e-m:e-p270:32:32-i64:64-n8:16:32:64-S128", false},
      {"", "", "amd64-freebsd", "e-p:64:64", false},
      {"", "", "x86_64h-apple-macosx", "", false},
      {"", "", "", "", false},
      {"", "", "x86_64", "", false},
      {"", "", "aarch64-linux-gnu", "", false},
      {"", "", "arm64-apple-macosx", "", false},
      {"", "", "riscv64-linux-gnu", "", true},
      {"", "", "aarch64_be-linux-gnu", "", true},
      {"", "", "i686-linux-gnu", "", true},
      {"", "", "x86_64-linux-gnux32", "", true},
      {"", "", "-", "", true},
      {"", "", "", "E-m:e", true},
      {"", "", "", "e-p:32:32", true},
      {"", "", "", "e-p0:32:32", true},
      {"cortex-a72", "", "", "", false},
      {"cortex-a72", "", "x86_64-linux-gnu", "", true},
      {"sifive-u74", "", "", "", true},
      {"", "+neon", "", "", false},
      {"", "+neon,+avx2", "", "", true},
      {"", "+avx2,+neon", "", "", true},
      {"cortex-a72", "-neon", "", "", true},
      {"", "+altivec", "", "", true},
      {"", "-neon", "", "", false},
      {"", "+soft-float", "", "", true},
      {"znver4", "-sse2", "", "", true},
  };
  for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
    Target target;
    LlvmProcessor processor = read(cases[c].cpu, cases[c].features);
    llvm_processor_read_triple(&processor, cases[c].triple, strlen(cases[c].triple));
    llvm_processor_read_layout(&processor, cases[c].layout, strlen(cases[c].layout));
    CHECK_EQUAL(llvm_processor_target(&processor, target_default(), &target),
                cases[c].is_foreign ? STATUS_UNSUPPORTED : STATUS_OK);
    CHECK(!cases[c].is_foreign || status_text()[0]);
  }
}

static Architecture other;
static Target other_row;

static const Target *other_row_of_cpu(const char *cpu) {
  return strcmp(cpu, "generic") == 0 ? &other_row : NULL;
}

static bool other_features_are_asked;

static unsigned other_features_added(const char *word, size_t length) {
  (void)word, (void)length;
  other_features_are_asked = true;
  return 0;
}

// Names and features that several architectures have are those of the triple's.
static void test_words_of_triple(void) {
  LlvmProcessor processor = {.architecture = &other};
  Target target;
  CHECK_EQUAL(target_parse("zen4", &other_row), STATUS_OK);
  other = *other_row.architecture;
  other_row.architecture = &other;
  other.row_of_cpu = other_row_of_cpu;
  other.features_added = other_features_added;
  llvm_processor_read_cpu(&processor, "generic", 7);
  llvm_processor_read_features(&processor, "+avx2", 5);
  CHECK_EQUAL(llvm_processor_target(&processor, target_default(), &target), STATUS_OK);
  CHECK(target.architecture == &other && other_features_are_asked);
  llvm_processor_read_cpu(&processor, "znver3", 6);
  CHECK(strstr(processor.foreign, "znver3") != NULL);
}

// No text, and a zero among the bytes, are no name.
static void test_odd_names(void) {
  LlvmProcessor processor = {0};
  Target target;
  llvm_processor_read_cpu(&processor, "", 0);
  CHECK(!llvm_processor_is_named(&processor) && !processor.foreign[0] && !processor.ignored[0]);
  llvm_processor_read_cpu(&processor, "znver4\0x", 8);
  CHECK(!llvm_processor_is_named(&processor) && processor.ignored[0]);
  CHECK(!target_find("znver4\0x", 8, &target));
}

// Texts longer than what is kept of them.
static void test_long(void) {
  char text[4096];
  LlvmProcessor processor = {0};
  Target target;
  memset(text, 'x', sizeof(text));
  llvm_processor_read_cpu(&processor, text, sizeof(text));
  llvm_processor_read_features(&processor, text, sizeof(text));
  for (size_t i = 0; i < sizeof(text); i += 2)
    text[i] = ',';
  llvm_processor_read_features(&processor, text, sizeof(text));
  CHECK_EQUAL(llvm_processor_target(&processor, target_default(), &target), STATUS_OK);
  CHECK(strlen(processor.ignored) < sizeof(processor.ignored));
  llvm_processor_read_triple(&processor, text, sizeof(text));
  CHECK_EQUAL(llvm_processor_target(&processor, target_default(), &target), STATUS_UNSUPPORTED);
}

int main(void) {
  test_narrowed_and_widened();
  test_round_trip();
  test_names();
  test_foreign();
  test_words_of_triple();
  test_odd_names();
  test_long();
  return check_result();
}
