// Agreement: what is let pass because the untouched code rounds as much, and what is not.
#include "runtime/agreement/agreement.h"
#include "test/unit/base/check.h"

#include <math.h>
#include <string.h>

typedef struct Case {
  float untouched[2], precise[2], tuned[2];
  bool agrees, is_by_double, is_by_rounding;
} Case;

static const Case cases[] = {
    {{1, 2}, {1, 2}, {1, 2.0001f}, true, false, false},
    // The tuned code is the exact one, and the only one that is.
    {{1, 1.5f}, {1, 2}, {1, 2.0001f}, true, true, false},
    {{1, INFINITY}, {1, 2}, {1, 2}, true, true, false},
    // Both are off.
    {{1, 2.1f}, {1, 2}, {1, 1.95f}, true, true, true},
    {{1, 2.001f}, {1, 2}, {1, 2.1f}, false, false, false},
    {{1, 2}, {1, 2}, {1, 2.01f}, false, false, false},
    {{1, 2.1f}, {1, 2}, {1, NAN}, false, false, false},
    {{1, NAN}, {1, 2}, {1, 2.01f}, false, false, false},
    {{1, 2.1f}, {1, NAN}, {1, 2}, false, false, false},
};

static Agreement judge(const Case *it, int64_t more_untouched, int64_t more_tuned) {
  Case copy = *it;
  Output untouched[] = {{.type = ELEMENT_F32, .count = 2, .values = copy.untouched},
                        {.type = ELEMENT_I64, .count = 1, .values = &more_untouched}};
  Output precise[] = {{.type = ELEMENT_F32, .count = 2, .values = copy.precise},
                      {.type = ELEMENT_I64, .count = 1, .values = &more_untouched}};
  Output tuned[] = {{.type = ELEMENT_F32, .count = 2, .values = copy.tuned},
                    {.type = ELEMENT_I64, .count = 1, .values = &more_tuned}};
  Outputs plain = {2, precise};
  return agreement_judge(&(Outputs){2, untouched}, &(PreciseOutputs){.plain = &plain},
                         &(Outputs){2, tuned}, 1);
}

static void test_cases(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Agreement agreement = judge(&cases[i], 7, 7);
    CHECK_EQUAL(agreement.tuned.agrees, cases[i].agrees);
    CHECK_EQUAL(agreement.is_by_double, cases[i].is_by_double);
    CHECK_EQUAL(agreement.is_by_rounding, cases[i].is_by_rounding);
    CHECK(cases[i].agrees || agreement.tuned.text[0]);
  }
}

// An integer is not rounded, and what one output may be off is not let pass in another.
static void test_integers(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK(!judge(&cases[i], 7, 8).tuned.agrees);
}

static void test_bits(void) {
  Case it = cases[1];
  Output untouched = {.type = ELEMENT_F32, .count = 2, .values = it.untouched},
         precise = {.type = ELEMENT_F32, .count = 2, .values = it.precise};
  Outputs expected = {1, &untouched}, exact = {1, &precise};
  PreciseOutputs known = {.plain = &exact};
  CHECK(!agreement_judge(&expected, &known, &exact, 0).tuned.agrees);
  CHECK(agreement_judge(&expected, &known, &exact, 1).tuned.agrees);
  CHECK(!agreement_judge(&expected, NULL, &exact, 1).tuned.agrees);
}

// Integers that floats were rounded to: as far off as what nudging them moves, and as many.
static void test_nudged(void) {
  static const struct {
    int8_t raised[4], lowered[4], tuned[4];
    bool agrees;
  } nudges[] = {
      {{10, 10, 10, 10}, {10, 10, 10, 10}, {10, 10, 11, 10}, false},
      {{10, 10, 11, 10}, {10, 10, 10, 10}, {10, 10, 11, 10}, true},
      {{10, 10, 10, 10}, {10, 9, 10, 10}, {10, 10, 11, 10}, true},
      {{10, 10, 11, 10}, {10, 10, 10, 10}, {10, 10, 12, 10}, true},
      {{10, 10, 11, 10}, {10, 10, 10, 10}, {10, 10, 13, 10}, false},
      {{10, 10, 11, 10}, {10, 10, 10, 10}, {11, 11, 11, 10}, false},
      {{10, 10, 11, 10}, {10, 9, 10, 10}, {11, 11, 11, 10}, true},
  };
  for (size_t i = 0; i < sizeof nudges / sizeof *nudges; i++) {
    int8_t plain[4] = {10, 10, 10, 10}, of[3][4];
    memcpy(of[0], nudges[i].raised, 4);
    memcpy(of[1], nudges[i].lowered, 4);
    memcpy(of[2], nudges[i].tuned, 4);
    Output outputs[4] = {{.type = ELEMENT_I8, .count = 4, .values = plain}};
    for (int k = 0; k < 3; k++)
      outputs[k + 1] = (Output){.type = ELEMENT_I8, .count = 4, .values = of[k]};
    Outputs all[4] = {{1, &outputs[0]}, {1, &outputs[1]}, {1, &outputs[2]}, {1, &outputs[3]}};
    PreciseOutputs precise = {&all[0], &all[1], &all[2]};
    Agreement agreement = agreement_judge(&all[0], &precise, &all[3], 1);
    CHECK_EQUAL(agreement.tuned.agrees, nudges[i].agrees);
    CHECK_EQUAL(agreement.is_by_rounding, nudges[i].agrees);
  }
}

int main(void) {
  test_nudged();
  test_cases();
  test_integers();
  test_bits();
  return check_result();
}
