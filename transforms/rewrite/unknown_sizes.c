// Ops with dimensions of unknown size become loops over pieces of known sizes:
//
//   %r = linalg.matmul (? rows)   ->   loops over 64, 16, 4 rows and 1 row
//
// See transforms/dynamic.
#include "transforms/dynamic/sizes.h"
#include "transforms/rewrite/panels.h"
#include "transforms/rewrite/rewrites.h"

Status unknown_sizes_rewrite(MlirOperation root, const RewriteOptions *options,
                             PassReport *report) {
  // Threads share the loops of a kernel, which a panel makes small.
  sizes_split(root, options->threads == 1 ? panels_pack : NULL, report);
  return split_loops_rewrite(root, options, report); // the numbers of loops that pieces have now
}
