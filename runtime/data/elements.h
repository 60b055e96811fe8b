// Elements of a buffer as numbers, per element type.
#ifndef AUTOTUNE_RUNTIME_ELEMENTS_H
#define AUTOTUNE_RUNTIME_ELEMENTS_H

#include "plan/workload.h"

#include <stdint.h>

// Integers above 2^53 lose their last bits; of an i1 only the lowest bit has a meaning.
double element_get(ElementType type, const void *values, int64_t i);
// Rounds to nearest; an integer takes the part before the point.
void element_set(ElementType type, void *values, int64_t i, double value);

#endif
