// The median of odd, even, one and no numbers.
#include "base/numbers.h"
#include "test/unit/base/check.h"

#include <math.h>

static double median(const double *numbers, size_t count) {
  double copy[8];
  memcpy(copy, numbers, count * sizeof *copy);
  return numbers_median(copy, count);
}

int main(void) {
  const double numbers[] = {5, -1, 3, 100, 3, 0};
  CHECK(isnan(median(numbers, 0)));
  CHECK(median(numbers, 1) == 5);
  CHECK(median(numbers, 2) == 2);
  CHECK(median(numbers, 3) == 3);
  CHECK(median(numbers, 4) == 4);
  CHECK(median(numbers, 5) == 3);
  CHECK(median(numbers, 6) == 3);
  double sorted[] = {INFINITY, 2, -INFINITY, 2};
  numbers_sort(sorted, 4);
  CHECK(sorted[0] == -INFINITY && sorted[1] == 2 && sorted[2] == 2 && sorted[3] == INFINITY);
  return check_result();
}
