// Numbers: what is in the middle of some.
#ifndef AUTOTUNE_BASE_NUMBERS_H
#define AUTOTUNE_BASE_NUMBERS_H

#include <stddef.h>

// Puts them into ascending order; none is NaN.
void numbers_sort(double *numbers, size_t count);

// Their median, the mean of the two in the middle where the count is even; NaN when there is none.
// Sorts them.
double numbers_median(double *numbers, size_t count);

#endif
