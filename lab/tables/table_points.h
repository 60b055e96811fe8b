// What is measured of a table: the points of a grid, and the best of them once more.
#ifndef AUTOTUNE_LAB_TABLES_TABLE_POINTS_H
#define AUTOTUNE_LAB_TABLES_TABLE_POINTS_H

#include "tools/collect/collect.h"

// The context of the ways (CollectWay) that these are.
typedef struct TableOptions {
  bool is_hard;  // grids have next to nothing that is fast (hard_grid.h)
  int64_t again; // so many of the best points, and of the others
} TableOptions;

Status table_measure_points(CollectRun *run);
// The best points of a grid once more, because the fastest of thousands of noisy figures is a lucky
// one, and others evenly from the rest, which show how fast the machine is now.
Status table_measure_again(CollectRun *run);

#endif
