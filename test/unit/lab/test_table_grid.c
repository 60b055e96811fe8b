// Grids: legal points, each once; what is known to be good is one of them; a grid of fewer points
// is a part of one of more. In hard ones nothing else is fast, and every rule has points.
#include "lab/tables/hard_grid.h"
#include "lab/tables/table_grid.h"

#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"
#include <math.h>
#include <stdlib.h>

static SearchSpace *create_space(const char *text) {
  Workload workload;
  Target target;
  SearchSpace *space = NULL;
  CHECK(workload_parse(text, &workload));
  CHECK_EQUAL(target_parse("zen4", &target), STATUS_OK);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  return space;
}

static bool has(const Schedule *points, int64_t count, const Schedule *point) {
  for (int64_t n = 0; n < count; n++)
    if (schedule_key(&points[n]) == schedule_key(point))
      return true;
  return false;
}

static void check_points(const SearchSpace *space, const Schedule *points, int64_t count) {
  for (int64_t n = 0; n < count; n++) {
    double seconds;
    CHECK_EQUAL(space_score(space, &points[n], &seconds, NULL), REJECT_NONE);
    CHECK(!has(points, n, &points[n]));
  }
}

static void test_grid(const char *text) {
  SearchSpace *space = create_space(text);
  Schedule known, *few, *many, *again;
  int64_t few_count, many_count, again_count;
  double seconds;
  Rng rng = {3};
  do
    space_random(space, &rng, &known);
  while (space_score(space, &known, &seconds, NULL) != REJECT_NONE);
  CHECK_EQUAL(table_grid(space, 1, 50, &known, 1, &few, &few_count), STATUS_OK);
  CHECK_EQUAL(table_grid(space, 1, 400, &known, 1, &many, &many_count), STATUS_OK);
  CHECK_EQUAL(table_grid(space, 1, 400, &known, 1, &again, &again_count), STATUS_OK);
  CHECK(few_count >= 50 && few_count < 200);
  CHECK(many_count >= 400 && many_count < 1600);
  CHECK_EQUAL(many_count, again_count);
  check_points(space, many, many_count);
  CHECK(has(few, few_count, &known));
  for (int64_t n = 0; n < few_count; n++) {
    CHECK(has(many, many_count, &few[n]));
    CHECK_EQUAL(few[n].rule, known.rule);
  }
  for (int64_t n = 0; n < many_count; n++)
    CHECK_EQUAL(schedule_key(&many[n]), schedule_key(&again[n]));
  free(few);
  free(many);
  free(again);
  CHECK_EQUAL(table_grid(space, 1, 50, NULL, 0, &few, &few_count), STATUS_OK);
  CHECK(few_count >= 50);
  free(few);
  space_destroy(space);
}

static double predict(const SearchSpace *space, const Schedule *schedule) {
  double seconds = 0;
  CHECK_EQUAL(scorer_predict(&space->workload, &space->target, NULL, schedule, &seconds),
              STATUS_OK);
  return seconds;
}

static void check_hard(const SearchSpace *space, const Schedule *points, int64_t count,
                       const Schedule *known) {
  int of_rule[RULE_COUNT] = {0};
  for (int64_t n = 0; n < count; n++) {
    of_rule[points[n].rule]++;
    CHECK(schedule_key(&points[n]) == schedule_key(known) ||
          predict(space, &points[n]) > 1.1 * predict(space, known));
  }
  for (int r = 0; r < space->rule_count; r++)
    CHECK(of_rule[space->rules[r].rule->rule] > count / 10);
}

static void test_hard_grid(const char *text) {
  SearchSpace *space = create_space(text);
  Schedule known, drawn, *few, *many;
  int64_t few_count, many_count;
  Rng rng = {3};
  double seconds, best = INFINITY;
  for (int n = 0; n < 20000; n++) {
    space_random(space, &rng, &drawn);
    if (space_score(space, &drawn, &seconds, NULL) == REJECT_NONE && seconds < best) {
      best = seconds;
      known = drawn;
    }
  }
  CHECK_EQUAL(hard_grid(space, NULL, 1, 50, &known, &few, &few_count), STATUS_OK);
  CHECK_EQUAL(hard_grid(space, NULL, 1, 3000, &known, &many, &many_count), STATUS_OK);
  CHECK(few_count >= 40 && few_count < 400);
  CHECK(many_count >= 1500 && many_count < 4500);
  check_points(space, many, many_count);
  check_hard(space, many, many_count, &known);
  CHECK(has(few, few_count, &known));
  for (int64_t n = 0; n < few_count; n++)
    CHECK(has(many, many_count, &few[n]));
  free(few);
  free(many);
  space_destroy(space);
}

int main(void) {
  test_grid(WORKLOAD_GELU);
  test_grid(WORKLOAD_CONV);
  test_hard_grid(WORKLOAD_GELU);
  test_hard_grid(WORKLOAD_CONV);
  return check_result();
}
