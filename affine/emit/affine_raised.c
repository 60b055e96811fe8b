// Raised statements: those that become a linalg.generic over their innermost loops.
#include "affine/emit/affine_raised.h"

RaisedStatement affine_raised_start(const AffineStatement *statement) {
  RaisedStatement raised = {.statement = statement, .factor_node = -1};
  while (!(statement->raised >> raised.first & 1))
    raised.first++;
  for (int d = raised.first; d < statement->depth; d++)
    (void)affine_loop_constant_trip(&statement->loops[d], &raised.trips[d]);
  return raised;
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
