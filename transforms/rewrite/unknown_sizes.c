// Ops with dimensions of unknown size become loops over pieces of known sizes:
//
//   %r = linalg.matmul (? rows)   ->   loops over 64, 16, 8, 4 rows and 1 row
//
// See transforms/dynamic.
#include "transforms/dynamic/sizes.h"
#include "transforms/rewrite/panels.h"
#include "transforms/rewrite/rewrites.h"

Status unknown_sizes_rewrite(MlirOperation root, const RewriteOptions *options,
                             PassReport *report) {
  bool changed_before = report->changed;
  report->changed = false;
  // Threads share the loops of a kernel, which a panel makes small.
  int threads = rewrite_thread_count(options);
  SizesOptions sizes = {options->target, threads != 1 ? NULL : panels_pack, threads};
  sizes_split(root, &sizes, report);
  bool is_cut = report->changed;
  report->changed |= changed_before;
  // The pieces have numbers of loops that are known now.
  return is_cut ? split_loops_rewrite(root, options, report) : STATUS_OK;
}
