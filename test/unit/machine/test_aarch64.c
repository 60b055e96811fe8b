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

int main(void) {
  test_names();
  test_rows();
  test_features();
  test_other_architecture();
  return check_result();
}
