// OpenSizes: the sizes that a call gives to the unknown dimensions of a function's arguments.
#ifndef AUTOTUNE_RUNTIME_OPEN_SIZES_H
#define AUTOTUNE_RUNTIME_OPEN_SIZES_H

#include "base/status.h"
#include <stdint.h>

enum { OPEN_SIZES_MAX = 64 };
#define OPEN_SIZE INT64_C(-1) // of a result: the call tells

// One size is for all of them; else one each, argument after argument.
typedef struct OpenSizes {
  int count; // 0: none is given
  int64_t values[OPEN_SIZES_MAX];
} OpenSizes;

// Reads "128" or "128,768"; NULL is none. STATUS_USAGE.
Status open_sizes_read(const char *text, OpenSizes *out_sizes);

#endif
