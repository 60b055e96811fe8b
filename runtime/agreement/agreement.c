// Output by output: each has its own size and tolerance.
#include "runtime/agreement/agreement.h"

#include <math.h>

static Comparison compare(const Output *expected, const Output *actual, double tolerance_scale) {
  return outputs_compare(&(Outputs){1, (Output *)expected}, &(Outputs){1, (Output *)actual},
                         tolerance_scale);
}

// The output agrees only by what the untouched code is in double precision.
static Comparison judge_by_double(const Output *untouched, const Output *precise,
                                  const Output *tuned, double tolerance_scale,
                                  Agreement *agreement) {
  Comparison comparison = compare(precise, tuned, tolerance_scale);
  double error = compare(precise, untouched, tolerance_scale).max_error;
  agreement->untouched_error = fmax(agreement->untouched_error, error);
  if (comparison.agrees || !element_type_is_float(tuned->type) || !isfinite(error))
    return comparison;
  comparison.agrees = comparison.max_error <= AGREEMENT_ROUNDING_FACTOR * error;
  agreement->is_by_rounding |= comparison.agrees;
  return comparison;
}

static void add(Agreement *agreement, const Comparison *comparison) {
  Comparison *sum = &agreement->tuned;
  sum->nan_count += comparison->nan_count;
  sum->max_error = fmax(sum->max_error, comparison->max_error);
}

Agreement agreement_judge(const Outputs *untouched, const Outputs *precise, const Outputs *tuned,
                          double tolerance_scale) {
  Agreement plain = {.tuned = outputs_compare(untouched, tuned, tolerance_scale)};
  if (plain.tuned.agrees || !precise || tolerance_scale == 0 || untouched->count != tuned->count ||
      untouched->count != precise->count)
    return plain;
  Agreement agreement = {.tuned = {.agrees = true}, .is_by_double = true};
  for (int k = 0; k < tuned->count; k++) {
    const Output *output = &tuned->items[k];
    Comparison comparison = compare(&untouched->items[k], output, tolerance_scale);
    if (!comparison.agrees)
      comparison = judge_by_double(&untouched->items[k], &precise->items[k], output,
                                   tolerance_scale, &agreement);
    if (!comparison.agrees)
      return plain;
    add(&agreement, &comparison);
  }
  return agreement;
}
