// WeightsObject: the constant tensors of a module as an object file: one read-only section with the
// bytes as they lie in memory, and a hidden symbol for each tensor. They pass through no IR and no
// text.
#ifndef AUTOTUNE_TOOLS_COMPILE_WEIGHTS_OBJECT_H
#define AUTOTUNE_TOOLS_COMPILE_WEIGHTS_OBJECT_H

#include "base/status.h"
#include "machine/architecture.h"

#include <stddef.h>

enum { WEIGHTS_ALIGNMENT = 64 }; // bytes: a cache line, and the widest vector

typedef struct Weight {
  const char *symbol;
  const void *bytes; // lent
  size_t size;
} Weight;

// Writes the object file to the empty open file `file`, the tensors straight from where they are.
// STATUS_SYSTEM with the reason of the system.
Status weights_object_write(const Weight *weights, int count, const Architecture *architecture,
                            int file, size_t *out_size);

#endif
