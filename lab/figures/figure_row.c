// FigureRow: tables for people whose columns are the numbers of one structure.
#include "lab/figures/figure_row.h"

#include <math.h>
#include <stdio.h>

double figure_of(const void *values, const Figure *figure) {
  return *(const double *)(const void *)((const char *)values + figure->offset);
}

void figure_row_names(const Figure *figures, int count) {
  for (int f = 0; f < count; f++)
    printf(" %s |", figures[f].name);
}

void figure_row_print(const Figure *figures, int count, const void *values) {
  for (int f = 0; f < count; f++) {
    double value = figure_of(values, &figures[f]);
    if (isfinite(value))
      printf(" %.*f%s |", figures[f].digits, value, figures[f].unit);
    else
      printf(" - |");
  }
}
