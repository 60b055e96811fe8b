// What machine code says against a schedule that the models cannot see: that the compiler found no
// registers for much of what the innermost loop computes with.
//
//   spilled = (spills + reloads) / arithmetic
//   cost    = log(1 + share * SPILL_COST * max(0, spilled - SPILLED_FREELY))
//
// share: part of the predicted time that the kernel takes. Both constants were chosen on measured
// schedules (lab/results/second-look.md), where fewer spills than that, and shuffles, told nothing
// about the time.
#ifndef AUTOTUNE_COSTMODEL_CODE_SECOND_LOOK_COST_H
#define AUTOTUNE_COSTMODEL_CODE_SECOND_LOOK_COST_H

#include "plan/code/code_reading.h"

// In the unit of the logarithm of seconds, to be added to what models say; 0: nothing is wrong, or
// nothing computes in any loop.
double second_look_cost(const CodeReading *reading, double kernel_share);

#endif
