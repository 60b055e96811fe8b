// Nests of affine loops become linalg ops on views, where they are some, and else better loops:
//
//   affine.for %i, %j, %k              linalg.generic on views of %A, %B, %C:
//     C[i, j] += A[i, k] * B[k, j]  ->   a contraction, which is tuned like any other
//
// The compiler of affine loops is affine.
#include "affine/raise/affine_raise.h"
#include "transforms/rewrite/rewrites.h"

Status raise_affine_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  int threads = options->threads ? options->threads : options->target->cores;
  return affine_raise(root, options->target, options->parallel, threads, report);
}
