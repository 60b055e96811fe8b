// Raising: nests of affine loops become linalg ops, as far as they are some, before anchors are
// collected.
#ifndef AUTOTUNE_AFFINE_RAISE_AFFINE_RAISE_H
#define AUTOTUNE_AFFINE_RAISE_AFFINE_RAISE_H

#include "machine/target.h"
#include "transforms/report/report.h"

// Raises what can be raised below `root`, for the vectors of `target`; `is_parallel`: outermost
// loops that carry no dependence become scf.parallel. Each nest gets a remark and is counted.
// With several `threads` loops that stay loops become scf.parallel as well, and each scf.parallel
// says that so many threads share it.
// `out_is_open`: some of the ops that were made may have dimensions of unknown size.
Status affine_raise(MlirOperation root, const Target *target, bool is_parallel, int threads,
                    PassReport *report, bool *out_is_open);

#endif
