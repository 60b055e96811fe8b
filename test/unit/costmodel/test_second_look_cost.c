// The cost of spills: none where few are, more with each, less where the kernel is a part of the
// time alone; always a number.
#include "costmodel/code/second_look_cost.h"

#include "test/unit/base/check.h"

#include <math.h>

static double cost(int arithmetic, int spills, int reloads, int moves, double share) {
  const CodeReading reading = {.arithmetic = arithmetic,
                               .spills = spills,
                               .reloads = reloads,
                               .moves = moves,
                               .instructions = arithmetic + spills + reloads + moves,
                               .loops = 1};
  return second_look_cost(&reading, share);
}

int main(void) {
  CHECK(cost(24, 0, 0, 0, 1) == 0);
  CHECK(cost(24, 0, 0, 100, 1) == 0); // shuffles told nothing about the time
  CHECK(cost(100, 5, 10, 0, 1) == 0); // as many as are free
  CHECK(cost(100, 5, 11, 0, 1) > 0);
  CHECK(cost(48, 23, 23, 0, 1) > cost(48, 10, 10, 0, 1));
  CHECK(cost(48, 23, 23, 0, 0.5) < cost(48, 23, 23, 0, 1));
  CHECK(cost(48, 23, 23, 0, 0) == 0);
  CHECK(fabs(cost(100, 65, 50, 0, 1) - log(1.6)) < 1e-12);
  CHECK(cost(0, 0, 0, 0, 1) == 0 && cost(0, 7, 7, 7, 1) == 0); // a loop that only copies
  CHECK(isfinite(cost(1, 1 << 30, 1 << 29, 0, 1)));
  return check_result();
}
