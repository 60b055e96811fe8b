// The search space: size, coverage, normal form, determinism.
#include "plan/schedule/schedule_check.h"
#include "search/space.h"
#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

#include <stdlib.h>

static SearchSpace *make_space(const char *text, const char *target_name) {
  Workload workload;
  Target target;
  SearchSpace *space = NULL;
  CHECK(workload_parse(text, &workload));
  CHECK_EQUAL(target_parse(target_name, &target), STATUS_OK);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  return space;
}

static int compare_keys(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static int count_distinct(uint64_t *keys, int count) {
  qsort(keys, (size_t)count, sizeof(*keys), compare_keys);
  int distinct = count > 0;
  for (int n = 1; n < count; n++)
    distinct += keys[n] != keys[n - 1];
  return distinct;
}

// Draws until `wanted` legal schedules came up; returns how many of them are distinct.
static int sample_distinct(const SearchSpace *space, int wanted, int *out_draws) {
  uint64_t *keys = malloc((size_t)wanted * sizeof(*keys));
  Rng rng = {7};
  int legal = 0, draws = 0;
  for (; keys && legal < wanted && draws < 20 * wanted; draws++) {
    Schedule schedule;
    double seconds;
    space_random(space, &rng, &schedule);
    if (space_score(space, &schedule, &seconds, NULL) == REJECT_NONE)
      keys[legal++] = schedule_key(&schedule);
  }
  int distinct = count_distinct(keys, legal);
  free(keys);
  *out_draws = draws;
  return distinct;
}

static void test_resnet_convolution_is_large(void) {
  static const char *const texts[] = {WORKLOAD_CONV, WORKLOAD_PADDED_CONV, WORKLOAD_STRIDED_CONV};
  static const char *const targets[] = {"x86-64-v3", "zen4"};
  for (int n = 0; n < 3; n++)
    for (int t = 0; t < 2; t++) {
      SearchSpace *space = make_space(texts[n], targets[t]);
      int draws;
      int distinct = sample_distinct(space, 12000, &draws);
      printf("workload %d on %s: %.3g points, %d distinct legal ones in %d draws\n", n, targets[t],
             space_size(space), distinct, draws);
      CHECK(space_size(space) >= 10000);
      CHECK(distinct >= 10000);
      CHECK(draws < 5 * 12000); // most draws are legal enough to be worth making
      space_destroy(space);
    }
}

static void check_normal(const SearchSpace *space, const Schedule *schedule) {
  Schedule again = *schedule;
  schedule_normalize(&space->workload, &again);
  CHECK(memcmp(&again, schedule, sizeof(again)) == 0);
}

// What is drawn, mutated and crossed is in normal form, and the quick check of im2col schedules
// agrees with schedule_check.
static void test_points_are_normal(void) {
  for (int n = 0; n < WORKLOAD_COUNT; n++) {
    SearchSpace *space = make_space(workloads[n].text, n % 2 ? "zen4" : "x86-64-v3");
    Rng rng = {(uint64_t)n};
    Schedule previous;
    space_random(space, &rng, &previous);
    int legal = 0;
    for (int turn = 0; turn < 300; turn++) {
      Schedule schedule, child;
      double seconds;
      space_random(space, &rng, &schedule);
      check_normal(space, &schedule);
      space_crossover(space, &rng, &schedule, &previous, &child);
      check_normal(space, &child);
      space_mutate(space, &rng, &child);
      check_normal(space, &child);
      RejectReason reason = space_score(space, &child, &seconds, NULL);
      CHECK_EQUAL(reason, schedule_check(&space->workload, &child, &space->target));
      legal += reason == REJECT_NONE;
      previous = schedule;
    }
    CHECK(legal > 30);
    space_destroy(space);
  }
}

static bool has_rule(const SearchSpace *space, ScheduleRule rule) {
  for (int r = 0; r < space->rule_count; r++)
    if (space->rules[r].rule->rule == rule)
      return true;
  return false;
}

static void check_rules(const char *text, bool reduce, bool im2col) {
  SearchSpace *space = make_space(text, "zen4");
  CHECK(has_rule(space, RULE_DIRECT));
  CHECK_EQUAL(has_rule(space, RULE_REDUCE), reduce);
  CHECK_EQUAL(has_rule(space, RULE_IM2COL), im2col);
  space_destroy(space);
}

static void test_rules_apply(void) {
  check_rules(WORKLOAD_MATMUL_8, true, false);
  check_rules(WORKLOAD_PADDED_CONV, false, true);
  check_rules(WORKLOAD_NHWC_CONV, true, true);
  check_rules("p35 p17 | f32[17,35](i1,i0)@0 f32[35,17](i0,i1)@0!out | body*:f32() | none f32 x1",
              false, false);
  check_rules("p33 r65 | f32[33,65](i0,i1)@0 f32[33](i0)@0!out i64[33](i0)@0!out | "
              "body*:f32(compare=1,integer=1) | other f32 x2",
              false, false);
}

static void test_seed_decides(void) {
  SearchSpace *space = make_space(WORKLOAD_CONV, "zen4");
  Rng a = {1}, b = {1}, c = {2};
  int different = 0;
  for (int n = 0; n < 50; n++) {
    Schedule x, y, z;
    space_random(space, &a, &x);
    space_random(space, &b, &y);
    space_random(space, &c, &z);
    CHECK(memcmp(&x, &y, sizeof(x)) == 0);
    different += memcmp(&x, &z, sizeof(x)) != 0;
  }
  CHECK(different > 40);
  space_destroy(space);
}

// Whether operand 1 of one row by a matrix can be a panel.
static bool streams_by_panel(const char *types, const char *constant, int size,
                             InstructionChoice instruction) {
  char text[256];
  bool is_panel = false;
  snprintf(text, sizeof text,
           "p%d r%d | %s[1,%d](0,i1)@0 %s[%d,%d](i1,i0)@0%s f32[1,%d](0,i0)@0!out | "
           "body*:f32(fma=1%s) | add f32 x1 split%s",
           size, size, types, size, types, size, size, constant, size,
           strcmp(types, "f32") ? ",cast=2" : "", strcmp(types, "f32") ? " of 0f*1f" : "");
  SearchSpace *space = make_space(text, "zen5");
  for (int r = 0; r < space->rule_count; r++)
    if (space->rules[r].rule->rule == RULE_DIRECT && space->rules[r].instruction == instruction)
      is_panel = space->rules[r].panels >> 1 & 1;
  space_destroy(space);
  return is_panel;
}

// Where it is made before all calls, and is read faster.
static void test_streamed_panels(void) {
  CHECK(streams_by_panel("bf16", "!const", 96, INSTRUCTION_vdpbf16ps));
  CHECK(!streams_by_panel("bf16", "", 96, INSTRUCTION_vdpbf16ps));
  CHECK(!streams_by_panel("f16", "!const", 96, INSTRUCTION_BY_TYPES));
  CHECK(streams_by_panel("f16", "!const", 8192, INSTRUCTION_BY_TYPES));
  CHECK(!streams_by_panel("f32", "!const", 8192, INSTRUCTION_BY_TYPES));
}

typedef struct SeedCount {
  const SearchSpace *space;
  int offered, legal;
} SeedCount;

static double count_seed(void *context, Schedule *schedule) {
  SeedCount *count = context;
  double seconds;
  check_normal(count->space, schedule);
  count->offered++;
  if (space_score(count->space, schedule, &seconds, NULL) != REJECT_NONE)
    return -1;
  count->legal++;
  return seconds;
}

static void test_every_workload_has_seeds(void) {
  for (int n = 0; n < WORKLOAD_COUNT; n++) {
    SearchSpace *space = make_space(workloads[n].text, "x86-64-v3");
    SeedCount count = {space, 0, 0};
    for (int r = 0; r < space->rule_count; r++)
      space_seeds(space, r, count_seed, &count);
    printf("%s: %d seeds, %d legal\n", workloads[n].name, count.offered, count.legal);
    CHECK(count.legal > 0);
    space_destroy(space);
  }
}

int main(void) {
  test_resnet_convolution_is_large();
  test_points_are_normal();
  test_rules_apply();
  test_seed_decides();
  test_streamed_panels();
  test_every_workload_has_seeds();
  return check_result();
}
