// Agreement: what is let pass because the untouched code rounds as much, and what is not.
#include "runtime/agreement/agreement.h"
#include "test/unit/base/check.h"

#include <math.h>

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
  return agreement_judge(&(Outputs){2, untouched}, &(Outputs){2, precise}, &(Outputs){2, tuned}, 1);
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
  CHECK(!agreement_judge(&expected, &exact, &exact, 0).tuned.agrees);
  CHECK(agreement_judge(&expected, &exact, &exact, 1).tuned.agrees);
  CHECK(!agreement_judge(&expected, NULL, &exact, 1).tuned.agrees);
}

int main(void) {
  test_cases();
  test_integers();
  test_bits();
  return check_result();
}
