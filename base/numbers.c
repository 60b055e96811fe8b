// Numbers: what is in the middle of some.
#include "base/numbers.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void numbers_sort(double *numbers, size_t count) {
  qsort(numbers, count, sizeof *numbers, compare);
}

double numbers_median(double *numbers, size_t count) {
  if (count == 0)
    return NAN;
  numbers_sort(numbers, count);
  return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}
