// Loops that become linalg ops whatever their extents are: those of scf, affine.parallel, and
// affine.for with bounds that only the run knows (docs/reference/dynamic.md).
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_LOOPS_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_LOOPS_H

#include "transforms/report/report.h"

// Everything below `root`. Nests of affine.for with known bounds, and those that are no ops as a
// whole, are left to affine/raise.
void loops_raise(MlirOperation root, PassReport *report);
// Of nests of affine.for that affine/raise has left, the nests inside; whether there were some.
bool loops_raise_rest(MlirOperation root, PassReport *report);

#endif
