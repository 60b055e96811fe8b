// GpuRows: kernels that were measured on GPUs, as scripts/gpu/measure writes them
// (docs/reference/dataset.md), read into tasks: the kernels of one workload on one card.
#ifndef AUTOTUNE_LAB_GPU_GPU_ROWS_H
#define AUTOTUNE_LAB_GPU_GPU_ROWS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GPU_MAX_RUNS = 32, GPU_MAX_FEATURES = 64, GPU_NAME_BYTES = 128 };

typedef struct GpuRow {
  int task;
  bool is_choice;            // of the model, when the pack was made
  double runs[GPU_MAX_RUNS]; // seconds
  int run_count;
  double seconds;   // the median
  double predicted; // by the model
  float features[GPU_MAX_FEATURES];
} GpuRow;

typedef struct GpuTask {
  char workload[GPU_NAME_BYTES], card[GPU_NAME_BYTES];
  double vendor_seconds;                // of the vendor's library; 0: not known
  double anchor_seconds, again_seconds; // of one kernel, before and after all others; 0: not known
} GpuTask;

// Columns of the features are numbers of the rows by name, and what follows from them.
typedef struct GpuRows {
  GpuRow *rows;                 // owned: those that were right, by task
  GpuTask *tasks;               // owned
  int count, task_count, wrong; // wrong: kernels that failed or were not right
  char names[GPU_MAX_FEATURES][GPU_NAME_BYTES];
  int feature_count;
} GpuRows;

// STATUS_USAGE names file and line of what is no row. The caller owns the contents:
// gpu_rows_destroy.
Status gpu_rows_read(const char *path, GpuRows *out_rows);
void gpu_rows_destroy(GpuRows *rows);

#endif
