#include "costmodel/code/second_look_cost.h"

#include <math.h>

// Of the time of an arithmetic instruction, for a vector that is stored to the stack or loaded.
static const double SPILL_COST = 0.6;
// So many for each arithmetic instruction find room beside it.
static const double SPILLED_FREELY = 0.15;

double second_look_cost(const CodeReading *reading, double kernel_share) {
  if (reading->arithmetic == 0)
    return 0;
  double spilled = (double)(reading->spills + reading->reloads) / reading->arithmetic;
  return log1p(kernel_share * SPILL_COST * fmax(0, spilled - SPILLED_FREELY));
}
