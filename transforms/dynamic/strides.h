// Strides that only the run knows: ops on memrefs are tuned behind a guard that asks for them
// (docs/reference/dynamic.md).
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_STRIDES_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_STRIDES_H

#include "transforms/report/report.h"

// Every op below `root` that could be tuned then. Comes before sizes_split.
void strides_guard(MlirOperation root, PassReport *report);

#endif
