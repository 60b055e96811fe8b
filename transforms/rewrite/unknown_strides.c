// Ops on memrefs whose innermost stride is not known get a guard that asks for it:
//
//   linalg.matmul ... outs(%c : strided<[?, ?]>)   ->   scf.if (innermost strides are 1) {
//                                                         linalg.matmul on strided<[?, 1]>
//                                                       } else { the op as it is }
//
// See transforms/dynamic.
#include "transforms/dynamic/strides.h"
#include "transforms/rewrite/rewrites.h"

Status unknown_strides_rewrite(MlirOperation root, const RewriteOptions *options,
                               PassReport *report) {
  (void)options;
  strides_guard(root, report);
  return STATUS_OK;
}
