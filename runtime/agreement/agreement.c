// Output by output: each has its own size and tolerance.
#include "runtime/agreement/agreement.h"

#include <math.h>

static Comparison compare(const Output *expected, const Output *actual, double tolerance_scale) {
  return outputs_compare(&(Outputs){1, (Output *)expected}, &(Outputs){1, (Output *)actual},
                         tolerance_scale);
}

// How far output `k` of the nudged codes is off: the larger maximum, and both means together, as
// rounding goes both ways.
static Comparison compare_nudged(const PreciseOutputs *precise, int k, double tolerance_scale) {
  const Outputs *nudged[] = {precise->raised, precise->lowered};
  Comparison both = {.agrees = true};
  for (int i = 0; i < 2; i++)
    if (nudged[i]) {
      Comparison one = compare(&precise->plain->items[k], &nudged[i]->items[k], tolerance_scale);
      both.max_error = fmax(both.max_error, one.max_error);
      both.mean_error += one.mean_error;
    }
  return both;
}

static bool is_within(const Comparison *comparison, const Comparison *nudged) {
  return isfinite(nudged->max_error) &&
         comparison->max_error <= AGREEMENT_NUDGED_FACTOR * nudged->max_error &&
         comparison->mean_error <= AGREEMENT_NUDGED_FACTOR * nudged->mean_error;
}

// Output `k` agrees only by what the untouched code is in double precision.
static Comparison judge_by_double(const Output *untouched, const PreciseOutputs *precise, int k,
                                  const Output *tuned, double tolerance_scale,
                                  Agreement *agreement) {
  const Output *plain = &precise->plain->items[k];
  Comparison comparison = compare(plain, tuned, tolerance_scale);
  double error = compare(plain, untouched, tolerance_scale).max_error;
  Comparison nudged = compare_nudged(precise, k, tolerance_scale);
  agreement->untouched_error = fmax(agreement->untouched_error, error);
  if (comparison.agrees || !isfinite(error))
    return comparison;
  if (element_type_is_float(tuned->type))
    comparison.agrees = comparison.max_error <= AGREEMENT_ROUNDING_FACTOR * error;
  if (!comparison.agrees) {
    comparison.agrees = is_within(&comparison, &nudged);
    agreement->nudged_error = fmax(agreement->nudged_error, nudged.max_error);
  }
  agreement->is_by_rounding |= comparison.agrees;
  return comparison;
}

static void add(Agreement *agreement, const Comparison *comparison) {
  Comparison *sum = &agreement->tuned;
  sum->nan_count += comparison->nan_count;
  sum->max_error = fmax(sum->max_error, comparison->max_error);
}

Agreement agreement_judge(const Outputs *untouched, const PreciseOutputs *precise,
                          const Outputs *tuned, double tolerance_scale) {
  Agreement plain = {.tuned = outputs_compare(untouched, tuned, tolerance_scale)};
  if (plain.tuned.agrees || !precise || tolerance_scale == 0 || untouched->count != tuned->count ||
      untouched->count != precise->plain->count)
    return plain;
  Agreement agreement = {.tuned = {.agrees = true}, .is_by_double = true};
  for (int k = 0; k < tuned->count; k++) {
    const Output *output = &tuned->items[k];
    Comparison comparison = compare(&untouched->items[k], output, tolerance_scale);
    if (!comparison.agrees)
      comparison =
          judge_by_double(&untouched->items[k], precise, k, output, tolerance_scale, &agreement);
    if (!comparison.agrees)
      return plain;
    add(&agreement, &comparison);
  }
  return agreement;
}
