// Nests side by side: tried as one, and as one with the next, until that does not pay any more.
#include "affine/raise/affine_raising.h"
#include "affine/read/affine_read.h"
#include "affine/schedule/affine_transformations.h"

// Nests [0, count) as one program, with scalars forwarded.
static bool read_together(const AffineRaising *raising, const AffineNest *nests, int count,
                          AffineProgram *out_source) {
  MlirOperation *roots = pool_allocate(raising->pool, (size_t)count * sizeof *roots);
  for (int i = 0; i < count; i++)
    roots[i] = nests[i].root;
  if (affine_read_neighbours(raising->pool, roots, count, raising->target, out_source) != STATUS_OK)
    return false;
  affine_forward_scalars(out_source);
  return true;
}

static bool can_join(const AffineNest *nest) {
  return !nest->source.parameter_count && (nest->is_loops || nest->is_elementwise);
}

static bool fuse(const AffineRaising *raising, const AffineProgram *source, const AffineNest *nests,
                 int count, AffineFused *out_fused) {
  return affine_neighbours_fuse(source, nests, count, raising->is_parallel, out_fused);
}

// Nests [0, count) as one, which may replace what the first of them have become.
static bool fuse_longer(const AffineRaising *raising, const AffineNest *nests, int count,
                        AffineFused *out_fused) {
  AffineProgram source;
  if (!read_together(raising, nests, count, &source))
    return false;
  bool is_fused = fuse(raising, &source, nests, count, out_fused);
  for (int i = 0; !is_fused && i < out_fused->fusions.refusal_count; i++)
    if (out_fused->fusions.refusals[i].dependence.loop == 0)
      affine_raise_tell_refused(raising, nests, &source, &out_fused->fusions.refusals[i]);
  affine_program_destroy(&source);
  return is_fused;
}

int affine_raise_neighbours(const AffineRaising *raising, AffineNest *nests, int count,
                            Status *out_status) {
  AffineFused fused, longer;
  const AffineProgram *source = &nests[0].source;
  int done = 1;
  bool can_fuse = can_join(&nests[0]),
       is_fused = can_fuse && fuse(raising, source, nests, 1, &fused);
  for (int i = 0; can_fuse && i < fused.fusions.refusal_count; i++)
    affine_raise_tell_refused(raising, nests, source, &fused.fusions.refusals[i]);
  while (can_fuse && done < count && can_join(&nests[done]) &&
         affine_neighbours_adjoin(nests[done - 1].root, nests[done].root) &&
         fuse_longer(raising, nests, done + 1, &longer)) {
    if (is_fused)
      affine_program_destroy(&fused.program);
    fused = longer;
    is_fused = true;
    done++;
  }
  if (!is_fused) {
    if (source->parameter_count)
      nests[0].parallel[0] = 0;
    else if (affine_raise_wants_parallel(raising, &nests[0]))
      affine_raise_parallel(raising, &nests[0]);
    else
      affine_raise_parallel_outermost(raising, &nests[0]);
    *out_status = affine_raise_nest_emit(raising, &nests[0]);
    return 1;
  }
  if (raising->is_parallel && !fused.parallel[0])
    affine_raise_tell_carried(raising, &nests[0]);
  affine_raise_tell_fused(raising, nests, done, &fused);
  *out_status = affine_raise_emit(raising, &nests[0], &fused.program);
  affine_program_destroy(&fused.program);
  return done;
}
