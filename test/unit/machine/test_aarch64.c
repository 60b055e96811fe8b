// AArch64: names and features in LLVM's words, and the rows.
#include "machine/aarch64/aarch64.h"
#include "machine/aarch64/aarch64_code_features.h"
#include "machine/aarch64/aarch64_names_shim.h"
#include "machine/target.h"
#include "test/unit/base/check.h"

#include <string.h>

static void check_name(const char *name, const char *row) {
  Target target, again;
  char text[128];
  CHECK_EQUAL(target_parse(name, &target), STATUS_OK);
  CHECK_TEXT(target.name, row);
  CHECK_TEXT(target.llvm_cpu, name);
  unsigned features = 0;
  CHECK(aarch64_cpu_features_each(name, "", aarch64_feature_collect, &features));
  CHECK_EQUAL(architecture_aarch64.features_of(&target) & ~features, 0);
  target_print(&target, text, sizeof text);
  CHECK_EQUAL(target_parse(text, &again), STATUS_OK);
  CHECK_TEXT(again.llvm_cpu, target.llvm_cpu);
}

// LLVM's names of processors and the row that is most like each.
static void test_names(void) {
  static const char *const names[][2] = {
      {"cortex-a35", "cortex-a53"},       {"cortex-a55", "cortex-a53"},
      {"cortex-a510", "cortex-a53"},      {"cortex-a73", "cortex-a72"},
      {"cortex-a78", "neoverse-n1"},      {"cortex-x3", "neoverse-n2"},
      {"neoverse-512tvb", "neoverse-v1"}, {"apple-m2", "apple-m1"},
      {"apple-a14", "apple-m1"},          {"neoverse-v3", "neoverse-v2"},
      {"cortex-a53", "cortex-a53"}};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    check_name(names[n][0], names[n][1]);
  CHECK(architecture_aarch64.row_of_cpu("znver4") == NULL);
  CHECK_TEXT(architecture_aarch64.row_of_cpu("generic")->name, "armv8-a");
}

// What a row says of its processor, LLVM says too.
static void test_rows(void) {
  for (int r = 0; r < architecture_aarch64.row_count; r++) {
    const Target *row = &architecture_aarch64.rows[r];
    unsigned features = 0;
    CHECK(aarch64_cpu_features_each(row->llvm_cpu, "", aarch64_feature_collect, &features));
    CHECK_EQUAL(architecture_aarch64.features_of(row), features);
    CHECK(architecture_aarch64.row_of_cpu(row->llvm_cpu) == row);
    architecture_aarch64.initialize_llvm();
    if (row != architecture_aarch64.default_row)
      CHECK_EQUAL(aarch64_is_in_order(row->llvm_cpu), row->in_order_issue > 0);
  }
}

static void test_features(void) {
  const unsigned neon = AARCH64_NEON, dotprod = AARCH64_DOTPROD;
  CHECK_EQUAL(architecture_aarch64.features_added("dotprod", 7), neon | dotprod);
  CHECK_EQUAL(architecture_aarch64.features_denied("neon", 4) & (neon | dotprod), neon | dotprod);
  CHECK_EQUAL(architecture_aarch64.features_denied("dotprod", 7) & neon, 0);
  CHECK_EQUAL(architecture_aarch64.features_added("no-such-feature", 15), 0);
  uint64_t n1, n1_without, a72;
  CHECK_EQUAL(aarch64_code_features_of("neoverse-n1", "", &n1), STATUS_OK);
  CHECK_EQUAL(aarch64_code_features_of("neoverse-n1", "-dotprod", &n1_without), STATUS_OK);
  CHECK_EQUAL(aarch64_code_features_of("cortex-a72", "", &a72), STATUS_OK);
  CHECK_EQUAL(a72, 0);
  CHECK_EQUAL(n1 & n1_without, n1_without);
  CHECK(n1 != n1_without);
  CHECK_EQUAL(aarch64_code_features_of("znver4", "", &n1), STATUS_USAGE);
  CHECK(aarch64_half_instructions("neoverse-n1", "").has_arithmetic);
  CHECK(!aarch64_half_instructions("cortex-a72", "").has_arithmetic);
  CHECK(aarch64_half_instructions("cortex-a72", "").has_casts);
}

// A target is only code here: nothing of it has what the other architecture has.
static void test_other_architecture(void) {
  Target n1, zen4;
  CHECK(target_find("neoverse-n1", 11, &n1) && target_find("zen4", 4, &zen4));
  CHECK_TEXT(target_lack(&n1, &zen4), "AArch64");
  CHECK_TEXT(target_lack(&zen4, &n1), "x86-64");
  CHECK(!target_is_same_code(&n1, &zen4));
}

// One core as Linux describes it in /proc/cpuinfo.
#define CORE(features, implementer, variant, part)                                                 \
  "processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd evtstrm crc32 cpuid " features          \
  "\nCPU implementer\t: " implementer "\nCPU architecture: 8\nCPU variant\t: " variant             \
  "\nCPU part\t: " part "\nCPU revision\t: 1\n\n"

typedef struct HostCase {
  const char *text, *row, *identity;
} HostCase;

// A Raspberry Pi 4, Graviton2 and 3, an M1 with its two kinds of cores, a core that nobody knows,
// and the system of another architecture.
static void test_host(void) {
  static const HostCase cases[] = {
      {CORE("", "0x41", "0x0", "0xd08"), "cortex-a72", "cortex-a72 (family 65 model 3336)"},
      {CORE("atomics fphp asimdhp asimdrdm lrcpc dcpop asimddp ssbs", "0x41", "0x3", "0xd0c"),
       "neoverse-n1", "neoverse-n1 (family 65 model 3340)"},
      {CORE("atomics fphp asimdhp asimddp sve i8mm bf16", "0x41", "0x1", "0xd40"), "neoverse-v1",
       "neoverse-v1 (family 65 model 3392)"},
      {CORE("atomics asimddp", "0x61", "0x1", "0x022")
           CORE("atomics asimddp", "0x61", "0x1", "0x023"),
       "apple-m1", "apple-m1 (family 97 model 34)"},
      {CORE("", "0x41", "0x0", "0xfff"), "armv8-a", "generic (family 65 model 4095)"},
      {"model name\t: Some Processor\n", "armv8-a", "generic (family 0 model 0)"},
      {"", "armv8-a", "generic (family 0 model 0)"},
  };
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    char identity[128];
    CHECK_TEXT(aarch64_row_of_cpuinfo(cases[n].text)->name, cases[n].row);
    aarch64_identity_of_cpuinfo(cases[n].text, identity, sizeof identity);
    CHECK_TEXT(identity, cases[n].identity);
  }
  CHECK_EQUAL(aarch64_features_of_words(0, 0), AARCH64_NEON);
  CHECK_EQUAL(aarch64_features_of_words(1 << 20, 0), AARCH64_NEON | AARCH64_DOTPROD);
  CHECK_EQUAL(aarch64_features_of_words(1 << 20, 3 << 13),
              AARCH64_NEON | AARCH64_DOTPROD | AARCH64_I8MM | AARCH64_BF16);
}

int main(void) {
  test_host();
  test_names();
  test_rows();
  test_features();
  test_other_architecture();
  return check_result();
}
