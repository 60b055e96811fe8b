// Arrays that grow by one item: their room is the next power of two, so none has to be kept.
#ifndef AUTOTUNE_BASE_ARRAY_H
#define AUTOTUNE_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes room for item number `count`. `items` is the address of the pointer to the items, which is
// NULL before the first; all items were added by this. False: no memory, nothing has changed.
bool array_grow(void *items, int64_t count, size_t item_bytes);

#endif
