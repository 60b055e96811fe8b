// Packs the weights of sizes_packed.mlir once, and calls the layer with several numbers of rows.
#include "packed.h"

#include <stdio.h>

enum { MOST_ROWS = 70, DEPTH = 70, COLUMNS = 56 };

int main(void) {
  static float weights[DEPTH][COLUMNS], packed[65536], x[MOST_ROWS][DEPTH];
  static const int64_t rows[] = {0, 1, 5, 70};
  int errors = 0;
  for (int i = 0; i < DEPTH * COLUMNS; i++)
    weights[0][i] = (float)(i / COLUMNS % 5 - i % COLUMNS % 3);
  for (int i = 0; i < MOST_ROWS * DEPTH; i++)
    x[0][i] = (float)(i % 7 - 3);
  errors += packed_layer_prepack(weights[0], packed) != PACKED_OK;
  for (int n = 0; n < 4; n++) {
    static float y[MOST_ROWS + 1][COLUMNS];
    y[rows[n]][0] = 1234;
    errors += packed_layer(rows[n], x[0], packed, y[0]) != PACKED_OK;
    errors += y[rows[n]][0] != 1234;
    for (int r = 0; r < rows[n]; r++)
      for (int c = 0; c < COLUMNS; c++) {
        float sum = 0;
        for (int k = 0; k < DEPTH; k++)
          sum += x[r][k] * weights[k][c];
        errors += y[r][c] != sum;
      }
  }
  printf("%d errors\n", errors);
  return errors > 0;
}
