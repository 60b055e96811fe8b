// Calls the solver of jacobi.mlir, says how far it is from the same sweeps in C, and writes the grid: jacobi FILE.
#include "jacobi.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 66, SWEEPS = 200 };
static double tuned[SIDE][SIDE], plain[SIDE][SIDE], next[SIDE][SIDE];

static int write(const char *path) {
  FILE *file = fopen(path, "w");
  if (!file)
    return 1;
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      fprintf(file, "%.4f%c", tuned[i][j], j < SIDE - 1 ? ' ' : '\n');
  return fclose(file) != 0;
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  double worst = 0;
  for (int j = 0; j < SIDE; j++)
    tuned[0][j] = plain[0][j] = 1; // one warm side
  if (jacobi_sweeps(&tuned[0][0], &next[0][0], 0.25))
    return 1;
  for (int t = 0; t < SWEEPS; t++) {
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        next[i][j] = 0.25 * ((plain[i - 1][j] + plain[i + 1][j]) + (plain[i][j - 1] + plain[i][j + 1]));
    for (int i = 1; i < SIDE - 1; i++)
      for (int j = 1; j < SIDE - 1; j++)
        plain[i][j] = next[i][j];
  }
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      worst = fmax(worst, fabs(tuned[i][j] - plain[i][j]));
  printf("%d sweeps, %.1e from plain C\n", SWEEPS, worst);
  return worst > 1e-12 || write(arguments[1]);
}
