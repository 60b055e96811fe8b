// Windows of unknown size.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_WINDOWS_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_WINDOWS_H

#include "transforms/report/report.h"

// Of every op below `root` that could be tuned then, loops over windows of unknown size that other
// loops of unknown extent move become loops around the op.
void sizes_step_windows(MlirOperation root, PassReport *report);

#endif
