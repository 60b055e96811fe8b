// Sums: an innermost loop that adds to an element which stays the same. Kept in a register, with
// its terms in any order, the sum is one that LLVM does in several vectors; the statements stay as
// they are, see affine_emit_kept.c.
#include "passes/affine_rest.h"

#include "mlir-c/BuiltinTypes.h"

enum { MIN_TRIP = 16 };

static bool is_sum(const RestNest *nest, const AffineStatement *s) {
  MlirType element = nest->program->arrays[s->accesses[0].array].element;
  return s->update == AFFINE_UPDATE_ADD && mlirTypeIsAFloat(element) &&
         !affine_access_uses(&s->accesses[0], nest->level);
}

bool affine_rest_sums(RestNest *nest) {
  bool has_sum = false;
  const AffineStatement *first = nest->statements[0];
  if (!affine_rest_is_perfect(nest) || first->depth != nest->level + 1 ||
      (!nest->is_random && affine_loop_trip_estimate(first, nest->level) < MIN_TRIP))
    return false;
  for (int a = 0; a < nest->count; a++) {
    has_sum |= nest->is_random || is_sum(nest, nest->statements[a]);
    if (nest->statements[a]->guard_count)
      return false;
    for (int b = 0; !nest->is_random && b < nest->count; b++)
      if (affine_waits(nest->statements[a], nest->statements[b], nest->level))
        return false;
  }
  for (int i = 0; has_sum && i < nest->count; i++)
    if (!affine_rest_append(nest, nest->statements[i]))
      return false;
  return has_sum;
}
