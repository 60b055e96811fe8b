// Forms, accesses, bounds and loops: plain arithmetic on coefficients.
#include "affine/affine_program.h"

#include "affine/affine_costs.h"
#include "base/integer.h"
#include <string.h>

AffineForm affine_form_constant(int64_t constant) { return (AffineForm){.constant = constant}; }

AffineForm affine_form_loop(int depth) {
  AffineForm form = {0};
  form.coefficients[depth] = 1;
  return form;
}

AffineForm affine_form_add(const AffineForm *a, const AffineForm *b, int64_t factor) {
  AffineForm sum = *a;
  sum.constant += factor * b->constant;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    sum.coefficients[d] += (int32_t)(factor * b->coefficients[d]);
  return sum;
}

bool affine_form_equal(const AffineForm *a, const AffineForm *b) {
  return a->constant == b->constant &&
         !memcmp(a->coefficients, b->coefficients, sizeof a->coefficients);
}

bool affine_form_uses_from(const AffineForm *form, int depth) {
  for (int d = depth; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d])
      return true;
  return false;
}

bool affine_form_is_constant(const AffineForm *form) { return !affine_form_uses_from(form, 0); }

int affine_form_single_loop(const AffineForm *form) {
  int found = -1;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d]) {
      if (found >= 0 || form->coefficients[d] != 1)
        return -1;
      found = d;
    }
  return found;
}

bool affine_access_equal(const AffineAccess *a, const AffineAccess *b) {
  bool is_equal = a->array == b->array;
  for (int d = 0; is_equal && d < a->rank; d++)
    is_equal = affine_form_equal(&a->index[d], &b->index[d]);
  return is_equal;
}

bool affine_access_uses(const AffineAccess *access, int loop) {
  for (int d = 0; d < access->rank; d++)
    if (access->index[d].coefficients[loop])
      return true;
  return false;
}

bool affine_access_is_contiguous(const AffineAccess *access, int loop) {
  for (int d = 0; d + 1 < access->rank; d++)
    if (access->index[d].coefficients[loop])
      return false;
  return access->rank && access->index[access->rank - 1].coefficients[loop] == 1;
}

AffineForm affine_form_substitute(const AffineForm *form, int depth, const AffineForm *by) {
  AffineForm rest = *form;
  int64_t factor = rest.coefficients[depth];
  rest.coefficients[depth] = 0;
  return affine_form_add(&rest, by, factor);
}

int64_t affine_form_multiple(const AffineForm *form) {
  int64_t divisor = 0;
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    divisor = integer_gcd(divisor, form->coefficients[d]);
  return divisor;
}

AffineForm affine_form_divide(const AffineForm *form, int64_t divisor) {
  AffineForm quotient = {.constant = form->constant / divisor};
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    quotient.coefficients[d] = (int32_t)(form->coefficients[d] / divisor);
  return quotient;
}

AffineBound affine_bound(AffineForm form) { return (AffineBound){.form = form}; }

bool affine_bound_uses(const AffineBound *bound, int depth) {
  return bound->form.coefficients[depth] || (bound->divisor && bound->dividend.coefficients[depth]);
}

bool affine_loop_uses(const AffineLoop *loop, int depth) {
  for (int i = 0; i < loop->lower_count; i++)
    if (affine_bound_uses(&loop->lower[i], depth))
      return true;
  for (int i = 0; i < loop->upper_count; i++)
    if (affine_bound_uses(&loop->upper[i], depth))
      return true;
  return false;
}

bool affine_loop_is_plain(const AffineLoop *loop) {
  return loop->lower_count == 1 && loop->upper_count == 1 && !loop->lower[0].divisor &&
         !loop->upper[0].divisor;
}

bool affine_loop_trip(const AffineLoop *loop, AffineForm *out_trip) {
  if (!affine_loop_is_plain(loop))
    return false;
  *out_trip = affine_form_add(&loop->upper[0].form, &loop->lower[0].form, -1);
  return true;
}

AffineLoop affine_loop_of_parameter(void) {
  const int64_t most = (int64_t)1 << 40; // more than any memory has elements
  return (AffineLoop){.expected = (int32_t)PARAMETER_EXPECTED,
                      .lower_count = 1,
                      .upper_count = 1,
                      .lower = {affine_bound(affine_form_constant(-most))},
                      .upper = {affine_bound(affine_form_constant(most))}};
}

bool affine_loop_constant_trip(const AffineLoop *loop, int64_t *out_trip) {
  AffineForm trip;
  if (!affine_loop_trip(loop, &trip) || !affine_form_is_constant(&trip))
    return false;
  *out_trip = trip.constant;
  return true;
}
