// Nests of affine loops become linalg ops on views, where they are some, and else better loops:
//
//   affine.for %i, %j, %k              linalg.generic on views of %A, %B, %C:
//     C[i, j] += A[i, k] * B[k, j]  ->   a contraction, which is tuned like any other
//
// The compiler of affine loops is affine.
#include "affine/raise/affine_raise.h"
#include "transforms/dynamic/loops.h"
#include "transforms/rewrite/rewrites.h"

Status raise_affine_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  int threads = rewrite_thread_count(options);
  bool is_open;
  Status status = STATUS_OK;
  TRY(affine_raise(root, options->target, options->parallel, threads, report, &is_open));
  bool is_rest = loops_raise_rest(root, report);
  if (!is_open && !is_rest)
    return STATUS_OK;
  if (is_rest)
    TRY(unknown_strides_rewrite(root, options, report));
  TRY(unknown_sizes_rewrite(root, options, report));
cleanup:
  return status;
}
