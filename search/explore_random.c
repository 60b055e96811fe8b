// Random points of the space: what every other way to explore has to beat.
#include "search/explore.h"

void explore_random(Explorer *explorer, bool is_first, int64_t count) {
  (void)is_first;
  explorer_sample(explorer, count);
}
