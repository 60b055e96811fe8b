// Scripts as search spaces: how many points there are, that numbering them is a bijection, that
// their text reads back, and that neighbours stay points.
#include "passes/script/script_search.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// 3 x (5 + 2 x 7 + (1 + 4)): a knob, and alternatives with knobs, none, and others in them.
static const char NESTED[] =
    "module attributes {transform.with_named_sequence} {\n"
    "  transform.named_sequence @__transform_main(%m: !transform.any_op) {\n"
    "    transform.tune.alternatives<\"outer\"> {\n"
    "      %a = transform.tune.knob<\"a\"> options = [1, 2, 3, 5, 7] -> !transform.any_param\n"
    "    }, {\n"
    "      %b = transform.tune.knob<\"b, c = 1\"> options = [true, false] -> !transform.any_param\n"
    "      %c = transform.tune.knob<\"c\"> options = array<i64: 1, 2, 3, 4, 5, 6, 11> -> "
    "!transform.any_param\n"
    "    }, {\n"
    "      transform.tune.alternatives<\"inner\"> {\n"
    "        transform.yield\n"
    "      }, {\n"
    "        %d = transform.tune.knob<\"d\"> options = [\"x\", \"x, y\", unit, 1.5 : f32] -> "
    "!transform.any_param\n"
    "      }\n"
    "    }\n"
    "    %e = transform.tune.knob<\"e\"> options = [1 : i64, 12 : i64, 123 : i64] -> "
    "!transform.param<i64>\n"
    "    %f = transform.tune.knob<\"f\"> = 2 from options = [1, 2] -> !transform.any_param\n"
    "    transform.tune.alternatives<\"done\"> selected_region = 1 {\n"
    "      %g = transform.tune.knob<\"g\"> options = [1, 2] -> !transform.any_param\n"
    "    }, {\n"
    "      transform.yield\n"
    "    }\n"
    "    transform.yield\n"
    "  }\n"
    "}\n";

enum { POINTS = 3 * (5 + 2 * 7 + 1 + 4) };

static Status read_text(MlirContext context, const char *text, bool opens, ScriptSpace *space) {
  char path[] = "/tmp/test_script_XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
  Status status = script_space_read(context, path, opens, space);
  unlink(path);
  return status;
}

static bool is_same(const ScriptPoint *a, const ScriptPoint *b) { return !memcmp(a, b, sizeof *a); }

static void test_points(const ScriptSpace *space) {
  char texts[POINTS][SCRIPT_POINT_BYTES];
  for (int n = 0; n < POINTS; n++) {
    ScriptPoint point, again;
    script_point_at(space, (uint64_t)n, &point);
    again = point;
    script_point_normalize(space, &again);
    CHECK(is_same(&point, &again));
    script_point_print(space, &point, texts[n]);
    CHECK(script_point_parse(space, texts[n], &again) && is_same(&point, &again));
    for (int m = 0; m < n; m++)
      CHECK(strcmp(texts[m], texts[n]));
  }
  ScriptPoint point;
  CHECK(!script_point_parse(space, "", &point));
  CHECK(!script_point_parse(space, "outer = region 3, e = 1 : i64", &point));
  CHECK(!script_point_parse(space, "outer = region 0, a = 1 : i64, e = 1 : i64, ", &point));
  CHECK(!script_point_parse(space, "untouched", &point));
}

static void test_neighbours(const ScriptSpace *space) {
  Rng rng = {7};
  ScriptPoint point, other, again;
  script_point_at(space, 0, &point);
  for (int n = 0; n < 2000; n++) {
    char text[SCRIPT_POINT_BYTES];
    script_point_at(space, rng_next(&rng) % POINTS, &other);
    script_point_cross(space, &rng, &other, &point);
    script_point_mutate(space, &rng, &point);
    script_point_print(space, &point, text);
    CHECK(script_point_parse(space, text, &again) && is_same(&point, &again));
  }
}

// Every point once, whatever the strategy, and then no more.
static void test_search(const ScriptSpace *space, const char *strategy) {
  ScriptSearch search;
  ScriptPoint point;
  CHECK(script_search_start(space, strategy, 1, &search) == STATUS_OK);
  for (int n = 0; n < POINTS; n++) {
    CHECK(script_search_propose(&search, &point));
    for (int64_t m = 0; m < search.count; m++)
      CHECK(!is_same(&search.trials[m].point, &point));
    CHECK(script_search_observe(&search, &point, n % 3 ? 1.0 / (n + 1) : INFINITY) == STATUS_OK);
  }
  CHECK(!script_search_propose(&search, &point));
  script_search_stop(&search);
}

// What was written is what is read: selected, and nothing is left to choose where all is.
static void test_select(MlirContext context, ScriptSpace *space) {
  ScriptPoint point;
  CHECK(script_point_parse(space, "outer = region 2, inner = region 0, e = 12 : i64", &point));
  script_point_select(space, &point);
  CHECK(mlirOperationVerify(mlirModuleGetOperation(space->script)));
  char text[] = "module attributes {transform.with_named_sequence} {\n"
                "  transform.named_sequence @__transform_main(%m: !transform.any_op) {\n"
                "    %a = transform.tune.knob<\"a\"> = 1 from options = [1] -> "
                "!transform.any_param\n"
                "    transform.yield\n"
                "  }\n"
                "}\n";
  ScriptSpace selected;
  CHECK(read_text(context, text, false, &selected) == STATUS_OK && selected.size == 1);
  CHECK(script_space_require_choice(&selected, "selected") == STATUS_USAGE);
  script_space_destroy(&selected);
  CHECK(read_text(context, text, true, &selected) == STATUS_OK && selected.size == 1);
  CHECK(script_space_require_choice(&selected, "selected") == STATUS_OK);
  script_space_destroy(&selected);
}

int main(void) {
  ScriptSpace space;
  MlirContext context = compile_context_create();
  CHECK(read_text(context, NESTED, false, &space) == STATUS_OK);
  CHECK(space.count == 7 && space.size == POINTS);
  test_points(&space);
  test_neighbours(&space);
  test_search(&space, "random");
  test_search(&space, "genetic");
  test_select(context, &space);
  script_space_destroy(&space);
  CHECK(read_text(context, NESTED, true, &space) == STATUS_OK);
  CHECK(space.count == 10 && space.size == (uint64_t)POINTS * 2 * (2 + 1));
  script_space_destroy(&space);
  mlirContextDestroy(context);
  return check_result();
}
