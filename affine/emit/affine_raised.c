// Raised statements: those that become a linalg.generic over their innermost loops.
#include "affine/emit/affine_raised.h"

RaisedStatement affine_raised_start(const AffineStatement *statement) {
  RaisedStatement raised = {.statement = statement, .factor_node = -1};
  while (!(statement->raised >> raised.first & 1))
    raised.first++;
  for (int d = raised.first; d < statement->depth; d++)
    (void)affine_loop_trip(&statement->loops[d], &raised.trips[d]);
  return raised;
}

AffineForm affine_raised_span(const RaisedStatement *raised, const AffineForm *index) {
  AffineForm span = affine_form_constant(1);
  for (int d = raised->first; d < raised->statement->depth; d++) {
    span = affine_form_add(&span, &raised->trips[d], index->coefficients[d]);
    span.constant -= index->coefficients[d];
  }
  return span;
}

bool affine_raised_is_scalar(const RaisedStatement *raised, const AffineAccess *access) {
  for (int loop = raised->first; loop < raised->statement->depth; loop++)
    if (affine_access_uses(access, loop))
      return false;
  return true;
}

bool affine_raised_has_reduction(const RaisedStatement *raised) {
  for (int loop = raised->first; loop < raised->statement->depth; loop++)
    if (!affine_access_uses(&raised->statement->accesses[0], loop))
      return true;
  return false;
}
