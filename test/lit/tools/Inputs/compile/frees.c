// Calls functions that mix updates of memrefs with temporaries of unknown size, and counts the
// bytes that they leave behind.
#include "frees.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 2000, COLUMNS = 43, CALLS = 50, SLACK = 4096 };

static float a[MOST * COLUMNS], m[MOST * COLUMNS], w[40 * 24], r[MOST * 24];

static size_t taken(void) {
  struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

static int call(int which, int64_t n) {
  switch (which) {
  case 0:
    return frees_to_buffer(n, a, m);
  case 1:
    return frees_to_tensor(n, m, w, r);
  case 2:
    return frees_own(n, a, m);
  case 3:
    return frees_loop(n, n, a, m, 4);
  default:
    return frees_pieces(n, COLUMNS, a, m);
  }
}

int main(void) {
  static const char *const names[] = {"to_buffer", "to_tensor", "own", "loop", "pieces"};
  static const int64_t sizes[] = {0, 1, 7, 37, 128, MOST};
  int errors = 0;
  for (int which = 0; which < 5; which++)
    for (int s = 0; s < 6; s++) {
      for (int n = 0; n < CALLS; n++) // until the allocator keeps no more pieces for later
        errors += call(which, sizes[s]) != 0;
      size_t before = taken();
      for (int n = 0; n < CALLS; n++)
        errors += call(which, sizes[s]) != 0;
      size_t after = taken();
      if (after > before + SLACK) {
        printf("@%s of %lld: %zu bytes a call are left\n", names[which], (long long)sizes[s],
               (after - before) / CALLS);
        errors++;
      }
    }
  printf("%d errors\n", errors);
  return errors > 0;
}
