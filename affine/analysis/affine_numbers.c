// Which numbers a program may have. Coefficients have 32 bits, everything else 64; what is done to
// a nest multiplies factors by sizes of tiles, which no loop is shorter than, and adds up products.
// So every number of the source, every value of a form, and how far one loop moves it, is kept
// within 32 bits.
#include "affine/analysis/affine_numbers.h"

#include <math.h>

bool affine_numbers_is_large(int64_t number) { return number > INT32_MAX || number < -INT32_MAX; }

bool affine_numbers_accumulate(AffineForm *form, const AffineForm *other, int64_t factor) {
  AffineForm sum = *form;
  if (affine_numbers_is_large(factor))
    return false;
  sum.constant += factor * other->constant;
  bool has_large = affine_numbers_is_large(sum.constant);
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++) {
    int64_t coefficient = sum.coefficients[d] + factor * other->coefficients[d];
    has_large |= affine_numbers_is_large(coefficient);
    sum.coefficients[d] = (int32_t)coefficient;
  }
  if (!has_large)
    *form = sum;
  return !has_large;
}

// The least and the greatest value that each loop may have.
typedef struct Ranges {
  double low[AFFINE_MAX_DEPTH], high[AFFINE_MAX_DEPTH];
} Ranges;

static bool form_range(const Ranges *ranges, const AffineForm *form, double *out_low,
                       double *out_high) {
  bool fits = true;
  *out_low = *out_high = (double)form->constant;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++) {
    double c = form->coefficients[d];
    fits &= fabs(c) * (ranges->high[d] - ranges->low[d] + 1) <= INT32_MAX;
    *out_low += c * (c > 0 ? ranges->low[d] : ranges->high[d]);
    *out_high += c * (c > 0 ? ranges->high[d] : ranges->low[d]);
  }
  return fits && *out_low >= -INT32_MAX && *out_high <= INT32_MAX;
}

static bool bound_range(const Ranges *ranges, const AffineBound *bound, double *out_low,
                        double *out_high) {
  double low, high;
  bool fits = form_range(ranges, &bound->form, out_low, out_high);
  if (!bound->divisor)
    return fits;
  fits &= form_range(ranges, &bound->dividend, &low, &high);
  *out_low += floor(low / bound->divisor);
  *out_high += ceil(high / bound->divisor);
  return fits;
}

// False when some bound does not fit. A loop that is never run counts as one iteration; a parameter
// is taken to be `parameter` at most.
static bool find_ranges(const AffineLoop *loops, int depth, double parameter, Ranges *out) {
  bool fits = true;
  *out = (Ranges){0};
  for (int d = 0; d < depth; d++) {
    double lowest, highest, low = -INT32_MAX, high = INT32_MAX;
    if (loops[d].expected) {
      out->low[d] = -parameter;
      out->high[d] = parameter;
      continue;
    }
    for (int i = 0; i < loops[d].lower_count; i++) {
      fits &= bound_range(out, &loops[d].lower[i], &lowest, &highest);
      low = fmax(low, lowest);
    }
    for (int i = 0; i < loops[d].upper_count; i++) {
      fits &= bound_range(out, &loops[d].upper[i], &lowest, &highest);
      high = fmin(high, highest - 1);
    }
    out->low[d] = low;
    out->high[d] = fmax(low, high);
  }
  return fits;
}

bool affine_numbers_fit_statement(const AffineStatement *statement) {
  double low, high;
  Ranges ranges;
  // Numbers of 64 bits hold a million times what a form of those of 32 bits may be.
  bool fits = find_ranges(statement->loops, statement->depth, ldexp(1, 20), &ranges);
  for (int g = 0; g < statement->guard_count; g++)
    fits &= form_range(&ranges, &statement->guards[g].form, &low, &high);
  for (int a = 0; a < statement->access_count; a++)
    for (int d = 0; d < statement->accesses[a].rank; d++)
      fits &= form_range(&ranges, &statement->accesses[a].index[d], &low, &high);
  for (int i = 0; i < statement->index_count; i++)
    fits &= form_range(&ranges, &statement->indices[i], &low, &high);
  return fits;
}

bool affine_numbers_fit_form(const AffineLoop *loops, int depth, const AffineForm *form, int bits) {
  double low, high, half = ldexp(1, bits - 1);
  Ranges ranges;
  find_ranges(loops, depth, ldexp(1, 40), &ranges);
  form_range(&ranges, form, &low, &high);
  return low >= -half && high <= half - 1;
}
