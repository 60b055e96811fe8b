// FigureRow: tables for people whose columns are the numbers of one structure.
#ifndef AUTOTUNE_LAB_FIGURES_FIGURE_ROW_H
#define AUTOTUNE_LAB_FIGURES_FIGURE_ROW_H

#include <stddef.h>

typedef struct Figure {
  const char *name, *key, *unit; // the key is for JSON
  size_t offset;                 // of a double
  int digits;                    // after the point
} Figure;

double figure_of(const void *values, const Figure *figure);
// " name | name |"
void figure_row_names(const Figure *figures, int count);
// " 1.5 % | - |": what is not finite is a dash.
void figure_row_print(const Figure *figures, int count, const void *values);

#endif
