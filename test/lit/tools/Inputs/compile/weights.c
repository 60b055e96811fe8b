// Calls the layer that make_weights.py writes.
#include "weights.h"

#include <stdio.h>

enum { BATCH = 7, ROWS = 61, COLUMNS = 37 };

int main(void) {
  float x[BATCH][ROWS], y[BATCH][COLUMNS];
  int errors = 0;
  for (int i = 0; i < BATCH * ROWS; i++)
    x[0][i] = (float)(i % 4 - 1);
  errors += weights_layer(x[0], y[0]) != WEIGHTS_OK;
  for (int b = 0; b < BATCH; b++)
    for (int j = 0; j < COLUMNS; j++) {
      float sum = (float)(j + 2 * b - j);
      for (int i = 0; i < ROWS; i++)
        sum += x[b][i] * (float)(i - 2 * j);
      errors += y[b][j] != sum;
    }
  printf("%d errors\n", errors);
  return errors > 0;
}
