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

// The object file in memory that the linker shares, and mapped.
typedef struct WeightsObject {
  const void *bytes; // NULL: there is none
  size_t size;
  int file; // -1: not open
} WeightsObject;

// Makes the object file, the tensors straight from where they are. STATUS_SYSTEM with the reason of
// the system. Destroy with weights_object_destroy, whatever the result.
Status weights_object_create(const Weight *weights, int count, const Architecture *architecture,
                             WeightsObject *out_object);
void weights_object_destroy(WeightsObject *object); // one without bytes and file -1 is a no-op

#endif
