// Packs the weights of prepack.mlir once, throws them away, and calls the layer with what was
// packed.
#include "prepack.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 13, DEPTH = 70, COLUMNS = 53, ROOM = 65536 };

static float packed[2][ROOM]; // larger than any packing of the weights

static int count_wrong(const float x[ROWS][DEPTH], float y[ROWS][COLUMNS]) {
  int wrong = 0;
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLUMNS; c++) {
      float sum = (float)c;
      for (int k = 0; k < DEPTH; k++)
        sum += x[r][k] * (float)(k % 5 - c % 3);
      wrong += y[r][c] != sum;
    }
  return wrong;
}

int main(void) {
  static float weights[DEPTH][COLUMNS], bias[COLUMNS], x[ROWS][DEPTH], y[ROWS][COLUMNS];
  int errors = 0;
  for (int i = 0; i < DEPTH * COLUMNS; i++)
    weights[0][i] = (float)(i / COLUMNS % 5 - i % COLUMNS % 3);
  for (int c = 0; c < COLUMNS; c++)
    bias[c] = (float)c;
  errors += prepack_layer_prepack(weights[0], bias, packed[0], packed[1]) != PREPACK_OK;
  memset(weights, 0, sizeof weights);
  memset(bias, 0, sizeof bias);
  for (int call = 0; call < 3; call++) {
    for (int i = 0; i < ROWS * DEPTH; i++)
      x[0][i] = (float)((i + call) % 7 - 3);
    memset(y, 0xFF, sizeof y);
    errors += prepack_layer(x[0], packed[0], packed[1], y[0]) != PREPACK_OK;
    errors += count_wrong(x, y);
  }
  printf("%d errors\n", errors);
  return errors > 0;
}
