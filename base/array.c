// Growing.
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

bool array_grow(void *items, int64_t count, size_t item_bytes) {
  void *old, *grown;
  if (count & (count - 1))
    return true;
  memcpy(&old, items, sizeof old);
  grown = realloc(old, item_bytes * (count ? 2 * (size_t)count : 1));
  if (grown)
    memcpy(items, &grown, sizeof grown);
  return grown != NULL;
}
