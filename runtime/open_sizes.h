// OpenSizes: the sizes that a call gives to the unknown dimensions of a function's arguments.
#ifndef AUTOTUNE_RUNTIME_OPEN_SIZES_H
#define AUTOTUNE_RUNTIME_OPEN_SIZES_H

#include "base/status.h"
#include "plan/expected_sizes.h"
#include <stdbool.h>
#include <stdint.h>

enum { OPEN_SIZES_MAX = 64 };
#define OPEN_SIZE INT64_C(-1) // of a result: the call tells

// By names, or one for all, or one for each name that the dimensions have (transforms/dim_names.h),
// in the order of the arguments.
typedef struct OpenSizes {
  int count; // 0: none is given
  bool has_names;
  int64_t values[OPEN_SIZES_MAX];
  char names[OPEN_SIZES_MAX][DIM_NAME_BYTES]; // with has_names
} OpenSizes;

// Reads "128", "128,768" or "batch=4,seq=77"; NULL is none. STATUS_USAGE.
Status open_sizes_read(const char *text, OpenSizes *out_sizes);

// Place of the name; -1: there is none.
int open_sizes_find(const OpenSizes *sizes, const char *name);

#endif
