// Trust: whole where a model was trained, less the further away machine and workload are, next to
// nothing on a machine that cannot be.
#include "costmodel/learned_model.h"
#include "costmodel/support.h"
#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char zen4[] = "zen4,cores=2";
static const char xeon[] = "x86-64-v4,cache_bytes.0=49152,cache_bytes.1=2097152,"
                           "cache_bytes.2=528482304,l1_ways=12,cores=2";
static const char avx2[] = "zen4,vector_bits=256,vector_registers=16,has_masks=0,"
                           "fma_per_cycle.2=0,loads_per_cycle.2=0,cores=2";

// What a workload and a target say, in the row of a context.
static void fill_row(const char *workload_text, const char *target_text, FeatureContext *out) {
  Workload workload;
  Target target;
  CHECK(workload_parse(workload_text, &workload));
  CHECK_EQUAL(target_parse(target_text, &target), STATUS_OK);
  CHECK(features_prepare(&workload, RULE_DIRECT, &target, out));
}

static Support *trained_on(const char *target_text) {
  static FeatureContext context;
  Support *support;
  CHECK_EQUAL(support_create(&support), STATUS_OK);
  fill_row(WORKLOAD_CONV, target_text, &context);
  CHECK_EQUAL(support_add(support, context.row), STATUS_OK);
  CHECK_EQUAL(support_add(support, context.row), STATUS_OK);
  CHECK_EQUAL(support_count(support), 1); // equal rows are one point
  return support;
}

static Trust ask(const Support *support, const char *workload, const char *target) {
  static FeatureContext context;
  fill_row(workload, target, &context);
  return support_trust(support, context.row);
}

// Element types that no row has are not trusted at all.
static void test_types(void) {
  static const char *const others[][2] = {
      {"f16", "f32"}, {"f64", "f64"}, {"i32", "i32"}, {"i8", "i32"}, {"i8", "f32"}};
  Support *support = trained_on(zen4);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char text[400] = "";
    for (const char *at = WORKLOAD_CONV; *at;) { // operands of the first type, sums of the second
      bool is_sum = !strncmp(at, "| add f32", 9), is_type = !strncmp(at, "f32", 3);
      const char *copied = is_sum ? "| add " : is_type ? others[i][0] : (char[]){*at, 0};
      strcat(text, copied);
      if (is_sum)
        strcat(text, others[i][1]);
      at += is_sum ? 9 : is_type ? 3 : 1;
    }
    Trust trust = ask(support, text, zen4);
    CHECK(trust.total == 0);
  }
  support_destroy(support);
}

static void test_machines(void) {
  Support *support = trained_on(zen4);
  CHECK(ask(support, WORKLOAD_CONV, zen4).total == 1);
  CHECK(ask(support, WORKLOAD_PADDED_CONV, zen4).total > 0.9);
  Trust other = ask(support, WORKLOAD_CONV, xeon);
  CHECK(other.total > 0.05 && other.total < 0.5 && other.workload == 1);
  CHECK(other.total == ask(support, WORKLOAD_CONV, xeon).total);
  // The next generation of the same vendor is nearer than a processor of another one.
  CHECK(ask(support, WORKLOAD_CONV, "zen5,cores=2").total > 0.75);
  CHECK(ask(support, WORKLOAD_CONV, "sapphirerapids").total < 0.2);
  CHECK(
      ask(support, WORKLOAD_CONV, "zen4,cache_bytes.0=64,cache_bytes.1=64,cache_bytes.2=64").total <
      0.06);
  // Further in one direction is never trusted more.
  double last = 1;
  for (int bits = 15; bits < 30; bits++) {
    char target[64];
    snprintf(target, sizeof target, "zen4,cache_bytes.0=%d,cache_bytes.2=1073741824", 1 << bits);
    double trust = ask(support, WORKLOAD_CONV, target).total;
    CHECK(trust <= last);
    last = trust;
  }
  CHECK(last < 0.2);
  support_destroy(support);
}

// A processor of the next design may be so near that it is trusted like home. It is not home: the
// ranker has the share that it has away.
static void test_near_is_not_home(void) {
  Support *support = trained_on(avx2);
  Trust near = ask(support, WORKLOAD_CONV, "zen3,cores=2");
  Trust home = ask(support, WORKLOAD_CONV, avx2);
  CHECK(near.total > 0.9 && near.machine_distance > 0.15);
  CHECK(home.total == 1 && home.machine_distance == 0);
  CHECK(learned_model_score(&home, 1, 1) > 0);
  CHECK(learned_model_score(&near, 1, 1) > 2 * learned_model_score(&home, 1, 1));
  CHECK(learned_model_head_start(&home) == 0);
  CHECK(learned_model_head_start(&near) > 0);
  CHECK(learned_model_head_start(&(Trust){.machine_distance = INFINITY}) == 0);
  // Between the two the share changes smoothly, and the head start of the analytical choice.
  double last = learned_model_score(&home, 1, 1), last_start = 0;
  for (Trust at = home; at.machine_distance < 0.3; at.machine_distance += 0.002) {
    double score = learned_model_score(&at, 1, 1);
    double start = learned_model_head_start(&at);
    CHECK(score >= last && score < last + 0.1);
    CHECK(start >= last_start && start < last_start + 0.1);
    last = score;
    last_start = start;
  }
  support_destroy(support);
}

// A home stays home where another machine has a workload that is a little nearer, until its own are
// so far that they say less than half as much.
static void test_home_with_other_workloads(void) {
  static const struct {
    float points_apart; // log2
    bool is_home;
  } rows[] = {{0, true}, {20, true}, {23, true}, {25, true}, {30, true}, {45, false}, {90, false}};
  static FeatureContext context;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    Support *support = trained_on("zen5,cores=2");
    fill_row(WORKLOAD_CONV, zen4, &context);
    context.row[FEATURE_WORK_POINTS] += rows[i].points_apart;
    CHECK_EQUAL(support_add(support, context.row), STATUS_OK);
    Trust trust = ask(support, WORKLOAD_CONV, zen4);
    CHECK(trust.total > 0.8);
    CHECK_EQUAL(trust.machine_distance == 0, rows[i].is_home);
    CHECK_EQUAL(learned_model_head_start(&trust) == 0, rows[i].is_home);
    support_destroy(support);
  }
}

static void test_workloads(void) {
  static FeatureContext context;
  Support *support = trained_on(zen4);
  fill_row(WORKLOAD_CONV, zen4, &context);
  double last = 1;
  for (int far = 0; far < 100; far++, context.row[FEATURE_WORK_POINTS] += 2) {
    double trust = support_trust(support, context.row).total;
    CHECK(trust <= last && trust >= 0);
    last = trust;
  }
  CHECK(last < 0.01);
  support_destroy(support);
}

static void test_nothing_known(void) {
  Support *support;
  CHECK_EQUAL(support_create(&support), STATUS_OK);
  CHECK(ask(support, WORKLOAD_CONV, zen4).total == 0);
  support_destroy(support);
  support_destroy(NULL);
}

// Numbers that are none, or beyond all others, are like nothing that was trained on.
static void test_no_numbers(void) {
  static const Feature features[] = {FEATURE_TARGET_VECTOR_BITS, FEATURE_TARGET_CLOCK,
                                     FEATURE_TARGET_L2_BYTES, FEATURE_WORK_POINTS,
                                     FEATURE_BODY_FMA};
  static const float numbers[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f};
  static FeatureContext context;
  Support *support = trained_on(zen4);
  for (size_t f = 0; f < sizeof features / sizeof *features; f++)
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
      fill_row(WORKLOAD_CONV, zen4, &context);
      context.row[features[f]] = numbers[n];
      Trust trust = support_trust(support, context.row);
      CHECK(trust.total >= 0 && trust.total < 0.7);
      CHECK(trust.machine >= 0 && trust.machine <= 1);
      CHECK(trust.workload >= 0 && trust.workload <= 1);
    }
  support_destroy(support);
}

// What was learned elsewhere counts on the machine it was carried over to.
static void test_carried_over(void) {
  static FeatureContext context;
  Support *base = trained_on(zen4), *support;
  fill_row(WORKLOAD_GELU, xeon, &context);
  CHECK_EQUAL(support_create(&support), STATUS_OK);
  CHECK_EQUAL(support_add_all(support, base, context.row), STATUS_OK);
  CHECK_EQUAL(support_count(support), 1);
  CHECK(ask(support, WORKLOAD_CONV, xeon).total == 1);
  CHECK(ask(support, WORKLOAD_CONV, zen4).total < 0.6);
  CHECK_EQUAL(support_add_all(support, base, NULL), STATUS_OK);
  CHECK(ask(support, WORKLOAD_CONV, zen4).total == 1);
  support_destroy(support);
  support_destroy(base);
}

static void test_bytes(void) {
  Support *support = trained_on(zen4), *again = NULL;
  unsigned char *bytes;
  size_t size;
  CHECK_EQUAL(support_write(support, &bytes, &size), STATUS_OK);
  CHECK_EQUAL(support_read(bytes, size, true, &again), STATUS_OK);
  CHECK(ask(again, WORKLOAD_GELU, xeon).total == ask(support, WORKLOAD_GELU, xeon).total);
  support_destroy(again);
  again = NULL;
  for (size_t part = 0; part < size; part++)
    CHECK_EQUAL(support_read(bytes, part, true, &again), STATUS_MODEL);
  // A file from before operands had widths of their own.
  CHECK_EQUAL(support_read(bytes, size - 8, false, &again), STATUS_OK);
  CHECK(ask(again, WORKLOAD_CONV, zen4).total == 1);
  support_destroy(again);
  again = NULL;
  bytes[0] = 9; // machines
  CHECK_EQUAL(support_read(bytes, size, true, &again), STATUS_MODEL);
  CHECK(again == NULL);
  free(bytes);
  support_destroy(support);
}

int main(void) {
  test_machines();
  test_types();
  test_near_is_not_home();
  test_home_with_other_workloads();
  test_workloads();
  test_nothing_known();
  test_no_numbers();
  test_carried_over();
  test_bytes();
  return check_result();
}
