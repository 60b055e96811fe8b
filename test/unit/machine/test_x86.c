// x86-64: names and features in LLVM's words, and the row of a processor that tells of itself.
#include "machine/target.h"
#include "machine/x86/x86.h"
#include "machine/x86/x86_names_shim.h"
#include "test/unit/base/check.h"

#include <stdio.h>
#include <string.h>

static void check_name(const char *name, const char *row) {
  Target target, again;
  char text[128];
  CHECK_EQUAL(target_parse(name, &target), STATUS_OK);
  CHECK_TEXT(target.name, row);
  CHECK_TEXT(target.llvm_cpu, name);
  target_print(&target, text, sizeof text);
  CHECK_EQUAL(target_parse(text, &again), STATUS_OK);
  CHECK_TEXT(again.llvm_cpu, target.llvm_cpu);
}

// LLVM's names of processors, each after the row that is most like it.
static void test_names(void) {
  static const char *const names[] = {
      "zen2 znver1 znver2",
      "zen3 znver3",
      "zen4 znver4",
      "zen5 znver5",
      "haswell core-avx2 broadwell skylake alderlake raptorlake meteorlake arrowlake arrowlake-s "
      "lunarlake pantherlake gracemont sierraforest grandridge clearwaterforest knl knm",
      "skylake-avx512 skx cannonlake cascadelake cooperlake",
      "icelake-server icelake-client tigerlake rocketlake",
      "sapphirerapids emeraldrapids graniterapids graniterapids-d diamondrapids",
      "x86-64-v3 bdver4",
      "x86-64-v2 x86-64 nocona core2 penryn bonnell atom k8 k8-sse3 opteron opteron-sse3 "
      "athlon64 athlon64-sse3 amdfam10 barcelona btver1 btver2 bdver1 bdver2 bdver3 nehalem corei7 "
      "westmere sandybridge corei7-avx ivybridge core-avx-i silvermont slm goldmont goldmont-plus "
      "tremont",
  };
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    char list[400], *place = NULL;
    snprintf(list, sizeof list, "%s", names[n]);
    const char *row = strtok_r(list, " ", &place), *name;
    while ((name = strtok_r(NULL, " ", &place)) != NULL)
      check_name(name, row);
  }
  Target target;
  CHECK(!target_find("i686", 4, &target) && !target_find("sifive-u74", 10, &target));
  CHECK(!target_find_of(&architecture_x86, "cortex-a72", 10, &target));
}

// The level of every row is what LLVM says of its processor.
static void test_rows(void) {
  for (int r = 0; r < architecture_x86.row_count; r++) {
    const Target *row = &architecture_x86.rows[r];
    unsigned features = 0;
    CHECK(x86_cpu_features_each(row->llvm_cpu, "", x86_feature_collect, &features));
    CHECK_EQUAL(x86_level(features)->vector_bits, row->vector_bits);
    CHECK_EQUAL((features & X86_FMA) != 0, row->has_fma);
    CHECK(architecture_x86.row_of_cpu(row->llvm_cpu) == row);
    CHECK_EQUAL(features & architecture_x86.features_of(row), architecture_x86.features_of(row));
  }
}

// Half of a level is not that level.
static void test_level(void) {
  const unsigned level3 = X86_AVX2 | X86_FMA;
  const unsigned parts[] = {X86_AVX512F, X86_AVX512BW, X86_AVX512DQ, X86_AVX512VL};
  const unsigned avx512 = parts[0] | parts[1] | parts[2] | parts[3];
  CHECK_EQUAL(x86_level(0)->vector_bits, 128);
  CHECK_EQUAL(x86_level(X86_AVX2)->vector_bits, 128);
  CHECK_EQUAL(x86_level(X86_FMA)->vector_bits, 128);
  CHECK_EQUAL(x86_level(level3)->vector_bits, 256);
  CHECK_EQUAL(x86_level(level3 | avx512)->vector_bits, 512);
  CHECK_EQUAL(x86_level(X86_AVX2 | avx512)->vector_bits, 128);
  CHECK_EQUAL(x86_level(level3 | X86_AVX512F)->vector_bits, 256);
  for (int p = 0; p < 4; p++)
    CHECK_EQUAL(x86_level(level3 | (avx512 & ~parts[p]))->vector_bits, 256);
}

// What LLVM's own table of a processor leaves to be implied is there too.
static void test_features(void) {
  unsigned features = 0;
  CHECK(x86_cpu_features_each("alderlake", "", x86_feature_collect, &features));
  CHECK_EQUAL(features, X86_SSE | X86_SSE2 | X86_SSE42 | X86_AVX | X86_AVX2 | X86_FMA | X86_F16C |
                            X86_AVXVNNI);
  features = 0;
  CHECK(x86_cpu_features_each("znver4", "-avx512f,+avx512vl,-avx512bw", x86_feature_collect,
                              &features));
  CHECK(features & X86_AVX512VL && features & X86_AVX512F && !(features & X86_AVX512BW));
  CHECK(!x86_cpu_features_each("z80", "", x86_feature_collect, &features));
  CHECK_EQUAL(architecture_x86.features_added("avx512fp16", 10) & X86_AVX512BW, X86_AVX512BW);
  CHECK_EQUAL(architecture_x86.features_denied("avx512f", 7) & X86_AVX2, 0);
  CHECK_EQUAL(architecture_x86.features_denied("fma", 3) & X86_AVX512F, X86_AVX512F);
  CHECK_EQUAL(architecture_x86.features_added("no-such-feature", 15), 0);
}

static void check_cpuid(X86Cpuid cpu, const char *level, const char *row) {
  CHECK_TEXT(x86_row_of_cpuid(&cpu, x86_row(level))->name, row);
}

// By instructions where they tell the core, else by model, never wider than what may be used.
static void test_cpuid(void) {
  enum { VBMI2 = 1 << 6, FP16 = 1 << 23, AMX = 1 << 24 };
  static const char v4[] = "x86-64-v4";
  check_cpuid((X86Cpuid){.is_intel = true, .family = 6, .model = 0x8f}, v4, "sapphirerapids");
  check_cpuid((X86Cpuid){.is_intel = true, .family = 6, .model = 0xa7, .leaf7_edx = AMX}, v4,
              "sapphirerapids");
  check_cpuid((X86Cpuid){.is_intel = true, .family = 6, .model = 0x55, .leaf7_edx = FP16}, v4,
              "sapphirerapids");
  check_cpuid((X86Cpuid){.is_intel = true, .family = 6, .model = 0xa7, .leaf7_ecx = VBMI2}, v4,
              "icelake-server");
  check_cpuid((X86Cpuid){.is_intel = true, .family = 6, .model = 0xa7}, v4, v4);
  check_cpuid((X86Cpuid){.is_intel = true, .family = 6, .model = 0x8f, .leaf7_edx = AMX},
              "x86-64-v3", "x86-64-v3");
  check_cpuid((X86Cpuid){.is_amd = true, .family = 0x19, .model = 0x11, .leaf7_edx = FP16}, v4,
              "zen4");
  check_cpuid((X86Cpuid){.is_amd = true, .family = 0x1a, .model = 2}, v4, "zen5");
  check_cpuid((X86Cpuid){.family = 7}, "x86-64-v2", "x86-64-v2");
}

int main(void) {
  test_names();
  test_rows();
  test_level();
  test_features();
  test_cpuid();
  return check_result();
}
