// Products of ones; says what the library says.
#include "dense.h"
#include <stdio.h>

static float a[19 * 37], b[37 * 53], c[19 * 53], result[19 * 53];

int main(void) {
  int wrong = 0;
  for (int i = 0; i < 19 * 37; i++)
    a[i] = 1;
  for (int i = 0; i < 37 * 53; i++)
    b[i] = 2;
  int status = dense_dense(a, b, c, result);
  for (int i = 0; i < 19 * 53; i++)
    wrong += result[i] != 74;
  printf("%s, %d wrong\n", dense_status_text(status), wrong);
  return 0;
}
