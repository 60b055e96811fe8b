// Target: the rows, their text form, the probe.
#include "machine/target.h"

#include "machine/architecture.h"
#include "test/unit/base/check.h"

static void test_rows(void) {
  int count = 0;
  for (const Target *row; (row = target_row((size_t)count)) != NULL; count++) {
    Target parsed;
    char text[128];
    CHECK_EQUAL(target_parse(row->name, &parsed), STATUS_OK);
    target_print(&parsed, text, sizeof(text));
    CHECK_TEXT(text, row->name);
    bool is_wide = row->vector_bits == 512 || row->architecture == &architecture_aarch64;
    CHECK(row->vector_bits == 128 || row->vector_bits == 256 || row->vector_bits == 512);
    CHECK_EQUAL(row->vector_registers, is_wide ? 32 : 16);
    CHECK_EQUAL(row->has_masks, row->vector_bits == 512);
    int last = row->cache_count - 1;
    for (int c = 0; c < last; c++)
      CHECK(row->cache_bytes[c] < row->cache_bytes[c + 1] &&
            row->cache_bytes_per_cycle[c] > row->cache_bytes_per_cycle[c + 1]);
    CHECK(row->cache_bytes_per_cycle[last] > row->memory_bytes_per_cycle);
    for (int other = 0; other < count; other++)
      CHECK(strcmp(row->name, target_row((size_t)other)->name) != 0);
  }
  CHECK(count >= 11);
  CHECK_TEXT(target_default()->name, "x86-64-v3");
}

static void test_facts(void) {
  Target zen4;
  CHECK_EQUAL(target_parse("zen4", &zen4), STATUS_OK);
  CHECK_EQUAL(zen4.cache_bytes[1], 1 << 20);
}

static void test_same_row(void) {
  Target zen4, znver4;
  CHECK_EQUAL(target_parse("zen4", &zen4), STATUS_OK);
  CHECK_EQUAL(target_parse("znver4", &znver4), STATUS_OK);
  CHECK(memcmp(&zen4, &znver4, sizeof(zen4)) == 0);
}

// A row stands for processors that have less.
static void test_dot_products_of_cpu(void) {
  Target granite, nova, cannon, cascade, sierra;
  CHECK_EQUAL(target_parse("graniterapids", &granite), STATUS_OK);
  CHECK(granite.has_tiles && granite.has_dot_i8 && granite.has_dot_bf16 && granite.has_fma_f16);
  CHECK_EQUAL(target_parse("novalake", &nova), STATUS_OK);
  CHECK(!nova.has_tiles && nova.has_dot_i8);
  CHECK_EQUAL(target_parse("cannonlake", &cannon), STATUS_OK);
  CHECK(!cannon.has_dot_i8 && cannon.has_dot_i16);
  CHECK_EQUAL(target_parse("cascadelake", &cascade), STATUS_OK);
  CHECK(cascade.has_dot_i8 && !cascade.has_dot_bf16);
  CHECK_EQUAL(target_parse("sierraforest", &sierra), STATUS_OK);
  CHECK(sierra.has_dot_i8 && sierra.has_dot_i8_alike);
}

// One decision of which row of the widths counts.
static void test_widths(void) {
  Target zen4;
  CHECK_EQUAL(target_parse("zen4", &zen4), STATUS_OK);
  static const int64_t bits[][3] = {{1, 0, 128},   {128, 0, 128}, {129, 1, 128}, {256, 1, 256},
                                    {384, 2, 256}, {512, 2, 512}, {4096, 2, 512}};
  for (size_t b = 0; b < sizeof(bits) / sizeof(bits[0]); b++) {
    CHECK_EQUAL(target_width(&zen4, bits[b][0]), bits[b][1]);
    CHECK_EQUAL(target_bits_within(&zen4, bits[b][0]), bits[b][2]);
  }
  zen4.vector_bits = 256;
  CHECK_EQUAL(target_bits_within(&zen4, 4096), 256);
  for (int w = 1; w < TARGET_MAX_WIDTHS; w++) // an architecture of one width
    zen4.widths[w] = (TargetWidth){0};
  CHECK_EQUAL(target_width(&zen4, 512), 0);
}

static void test_settings(void) {
  static const char *const texts[] = {
      "zen4,clock_ghz=3.1,cache_bytes.1=524288,cores=4",
      "x86-64-v3,has_fma=0,fma_per_cycle.1=0.25,llvm_cpu=znver3",
      "haswell,memory_bytes_per_cycle=2.5,tlb_entries=64",
  };
  for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
    Target target, again;
    char text[TARGET_TEXT_BYTES], printed[TARGET_TEXT_BYTES];
    CHECK_EQUAL(target_parse(texts[t], &target), STATUS_OK);
    int length = target_print(&target, text, sizeof(text));
    CHECK_EQUAL(length, strlen(text));
    CHECK_EQUAL(target_parse(text, &again), STATUS_OK);
    target_print(&again, printed, sizeof(printed));
    CHECK_TEXT(printed, text);
    CHECK(strlen(text) == strlen(texts[t])); // keys may be in another order
  }
  Target target;
  CHECK_EQUAL(target_parse(" zen4 , cores = 3 ", &target), STATUS_OK);
  CHECK_EQUAL(target.cores, 3);
}

// A target that differs from its row in every number, each as long as a number can be, is printed
// in full: what is cut off would be another target, or none.
static void test_longest(void) {
  static const char longest[] =
      "x86-64-v3,vector_bits=512,vector_registers=2147483647,has_fma=0,has_masks=1,"
      "has_dot_i8=1,in_order_issue=2147483647,issue_width=2147483647,clock_ghz=0."
      "0012345678901234567,narrow_clock_"
      "ratio=0.0012345678901234567,"
      "fma_per_cycle.0=1.2345678901234568e-10,fma_per_cycle.1=1.2345678901234568e-10,"
      "fma_per_cycle.2=0.0012345678901234567,loads_per_cycle.0=1.2345678901234568e-10,"
      "loads_per_cycle.1=1.2345678901234568e-10,loads_per_cycle.2=0.0012345678901234567,"
      "stores_per_cycle.0=1.2345678901234568e-10,stores_per_cycle.1=1.2345678901234568e-10,"
      "stores_per_cycle.2=0.0012345678901234567,dot_i16_per_cycle.0=0.0012345678901234567,"
      "dot_i16_per_cycle.1=0.0012345678901234567,dot_i16_per_cycle.2=0.0012345678901234567,"
      "dot_i8_per_cycle.0=0.0012345678901234567,dot_i8_per_cycle.1=0.0012345678901234567,"
      "dot_i8_per_cycle.2=0.0012345678901234567,dot_bf16_per_cycle.0=0.0012345678901234567,"
      "dot_bf16_per_cycle.1=0.0012345678901234567,dot_bf16_per_cycle.2=0.0012345678901234567,"
      "fma_latency_cycles=2147483647,cache_count=1,"
      "cache_bytes.0=9223372036854775807,cache_bytes.1=9223372036854775807,"
      "cache_bytes.2=9223372036854775807,cache_bytes_per_cycle.0=0.0012345678901234567,"
      "cache_bytes_per_cycle.1=1.2345678901234568e-10,"
      "cache_bytes_per_cycle.2=1.2345678901234568e-10,"
      "l2_write_bytes_per_cycle=0.0012345678901234567,"
      "memory_bytes_per_cycle=0.0012345678901234567,cache_line_bytes=2147483647,"
      "page_bytes=2147483647,l1_ways=2147483647,l2_ways=2147483647,tlb_entries=2147483647,"
      "cores=2147483647,llvm_cpu=a-name-as-long-as-there-can-be";
  Target target, again;
  char text[TARGET_TEXT_BYTES];
  CHECK_EQUAL(target_parse(longest, &target), STATUS_OK);
  CHECK_EQUAL(target_print(&target, text, sizeof text), strlen(longest));
  CHECK_TEXT(text, longest);
  CHECK_EQUAL(target_parse(text, &again), STATUS_OK);
  CHECK(memcmp(&again, &target, sizeof target) == 0);
}

static void check_refused(const char *text, const char *names, const char *lists) {
  Target target = {.cores = 12345};
  CHECK_EQUAL(target_parse(text, &target), STATUS_USAGE);
  CHECK_EQUAL(target.cores, 12345); // untouched
  CHECK(strstr(status_text(), names) != NULL);
  CHECK(strstr(status_text(), lists) != NULL);
}

static void test_mistakes(void) {
  check_refused("zen9", "'zen9'", "x86-64-v3, x86-64-v4, zen2");
  check_refused("generic", "'generic'", "x86-64-v2 for x86-64 or armv8-a for AArch64");
  check_refused("neoverse-n1,vector_bits=256", "vector_bits", "must be 128");
  check_refused("neoverse-v1,has_tiles=1", "has_tiles=1", "no processor of AArch64");
  check_refused("cortex-a72,has_fma=0", "has_fma=0", "no processor of AArch64");
  check_refused("", "''", "host, native, and LLVM's");
  check_refused("zen4,speed=3", "'speed'", "clock_ghz");
  check_refused("zen4,cache_bytes=3", "'cache_bytes'", "cache_bytes.0-2");
  check_refused("zen4,cache_bytes.3=3", "'cache_bytes.3'", "cache_bytes.0-2");
  check_refused("zen4,cores", "'cores'", "number");
  check_refused("zen4,cores=two", "'cores'", "number");
  check_refused("zen4,cores=-1", "'cores'", "number");
  check_refused("zen4,cores=99999999999", "'cores'", "number");
  check_refused("zen4,vendor=5", "vendor", "2 (Intel), 3 (Arm) or 4 (Apple)");
  check_refused("zen4,vendor=intel", "vendor", "needs a number");
  check_refused("zen4,clock_ghz=1e-300", "clock_ghz", "must be between 0.001 and 1000");
  check_refused("zen4,narrow_clock_ratio=1001", "narrow_clock_ratio", "between 0.001 and 1000");
  check_refused("zen4,memory_bytes_per_cycle=1e-9", "memory_bytes_per_cycle", "at least 0.001");
  check_refused("zen4,cache_bytes_per_cycle.1=0", "cache_bytes_per_cycle", "at least 0.001");
  check_refused("zen4,has_fma=yes", "'has_fma'", "0 or 1");
  check_refused("zen4,vector_bits=100", "vector_bits", "must be 128, 256 or 512");
  check_refused("zen4,clock_ghz=0", "clock_ghz", "between 0.001 and 1000");
  check_refused("zen4,cache_count=4", "cache_count", "3");
  check_refused("zen4,llvm_cpu=a-name-that-is-much-too-long-for-it", "'llvm_cpu'", "name");
  check_refused("zen4 zen3", "zen3", "','");
}

static void test_probe(void) {
  Target first, second;
  char text[512], again[512];
  Status status = target_probe_host(&first);
  if (status != STATUS_OK)
    return; // not an x86-64
  CHECK_EQUAL(target_parse("native", &second), STATUS_OK);
  target_print(&first, text, sizeof(text));
  target_print(&second, again, sizeof(again));
  CHECK_TEXT(again, text);
  CHECK_EQUAL(target_parse(text, &second), STATUS_OK);
  CHECK(first.cores >= 1 && first.page_bytes >= 4096 && first.cache_bytes[0] >= 8 << 10);
  printf("host: %s\n", text);
}

static void test_lack(void) {
  Target zen4, haswell, sse, masked;
  CHECK(target_find("zen4", 4, &zen4) && target_find("haswell", 7, &haswell));
  CHECK(target_find("x86-64-v2", 9, &sse) && !target_find("host", 4, &masked));
  CHECK(target_lack(&zen4, &zen4) == NULL && target_lack(&sse, &haswell) == NULL);
  CHECK_TEXT(target_lack(&zen4, &haswell), "AVX-512");
  CHECK_TEXT(target_lack(&haswell, &sse), "AVX2");
  CHECK_EQUAL(target_parse("zen4,vector_bits=256", &masked), STATUS_OK);
  CHECK_TEXT(target_lack(&masked, &haswell), "AVX-512");
  CHECK_EQUAL(target_parse("x86-64-v2,has_fma=1", &masked), STATUS_OK);
  CHECK_TEXT(target_lack(&masked, &sse), "FMA");
}

int main(void) {
  test_rows();
  test_facts();
  test_same_row();
  test_dot_products_of_cpu();
  test_widths();
  test_settings();
  test_longest();
  test_mistakes();
  test_lack();
  test_probe();
  return check_result();
}
