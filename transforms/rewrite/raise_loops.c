// Loops of scf, affine.parallel and affine.for whose bounds only the run knows become linalg ops:
//
//   affine.for %i = 0 to %n, ...:  c[i, j] += a[i, k] * b[k, j]   ->   linalg.generic on views
//
// See transforms/dynamic.
#include "transforms/dynamic/loops.h"
#include "transforms/rewrite/rewrites.h"

Status raise_loops_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  (void)options;
  loops_raise(root, report);
  return STATUS_OK;
}
