// Vectors: the statements of a fused innermost loop, one vector operation of each after the other.
// LLVM would have to check at run time which of so many arrays overlap, and gives up when they are
// too many.
#include "passes/affine_rest.h"

enum { WIDE = 2 };

// Every element lies beside that of the next iteration, or is the same for all.
static bool is_dense(const RestNest *nest, const AffineStatement *s) {
  int loop = nest->level;
  if (!affine_access_is_contiguous(&s->accesses[0], loop))
    return false;
  for (int a = 1; a < s->access_count; a++)
    if (affine_access_uses(&s->accesses[a], loop) &&
        !affine_access_is_contiguous(&s->accesses[a], loop))
      return false;
  for (int g = 0; g < s->guard_count; g++)
    if (s->guards[g].form.coefficients[loop])
      return false;
  return affine_can_be_vector(nest->program, s, loop);
}

bool affine_rest_vectors(RestNest *nest) {
  int level = nest->level;
  int64_t trip;
  if (!(nest->is_random || nest->program->is_fused) ||
      !affine_loop_constant_trip(&nest->statements[0]->loops[level], &trip))
    return false;
  for (int i = 0; i < nest->count; i++)
    if (nest->statements[i]->depth != level + 1 || level + 1 >= AFFINE_MAX_DEPTH - 1 ||
        !is_dense(nest, nest->statements[i]))
      return false;
  int width = trip >= 2 * WIDE * nest->lanes ? WIDE * nest->lanes : nest->lanes;
  return trip >= width && affine_rest_is_parallel(nest) &&
         affine_rest_append_lanes(nest, width, trip);
}
