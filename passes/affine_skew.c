// Skewing: shifts between the statements of a time loop, found as longest paths in the graph of
// what the dependences ask for.
#include "passes/affine_program.h"

enum { MAX_SLOPE = 3, REACH = 4 }; // distances looked at: -REACH .. REACH

// The least distance of a dependence, or REACH + 1 for none that matters; false: below -REACH.
static bool least_distance(const AffineStatement *from, const AffineStatement *to, int level,
                           int slope, int *out_distance) {
  if (affine_depends_within(from, to, level, slope, -REACH - 1))
    return false;
  int low = -REACH, high = REACH + 1;
  while (low < high) {
    int middle = (low + high - 1) / 2 - ((low + high - 1) % 2 < 0);
    if (affine_depends_within(from, to, level, slope, middle))
      high = middle;
    else
      low = middle + 1;
  }
  *out_distance = low;
  return true;
}

static bool find_shifts(AffineStatement *const *statements, int count, int level, int slope,
                        int *shifts) {
  int distance[AFFINE_SKEW_STATEMENTS][AFFINE_SKEW_STATEMENTS];
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      if (!least_distance(statements[a], statements[b], level, slope, &distance[a][b]))
        return false;
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) // one space loop has one shift
      if (a != b && distance[a][b] > 0 &&
          affine_shared_loops(statements[a], statements[b]) > level + 1)
        distance[a][b] = 0;
  for (int i = 0; i < count; i++)
    shifts[i] = 0;
  for (int round = 0; round <= count; round++) {
    bool has_changed = false;
    for (int a = 0; a < count; a++)
      for (int b = 0; b < count; b++)
        if (distance[a][b] <= REACH && shifts[b] < shifts[a] - distance[a][b]) {
          shifts[b] = shifts[a] - distance[a][b];
          has_changed = true;
        }
    if (!has_changed)
      return true;
  }
  return false; // a cycle asks for more and more: the slope is too small
}

bool affine_find_skew(AffineStatement *const *statements, int count, int level, int *out_slope,
                      int *out_shifts) {
  for (int slope = 1; slope <= MAX_SLOPE; slope++)
    if (find_shifts(statements, count, level, slope, out_shifts)) {
      *out_slope = slope;
      return true;
    }
  return false;
}
