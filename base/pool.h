// Pool: memory of one lifetime. What is allocated from a pool is freed with it and never singly.
//
// Pools form trees: a child ends with its parent at the latest. There is one policy when memory
// ends: the work that pool_run has started is left at once, everything of its pools is freed, and
// pool_run returns STATUS_SYSTEM. So allocating needs no check. Nothing else must be open then: an
// allocation must not happen inside a callback of a library.
#ifndef AUTOTUNE_BASE_POOL_H
#define AUTOTUNE_BASE_POOL_H

#include "base/status.h"
#include <stddef.h>

typedef struct Pool Pool;

// Calls work(pool, user) with a pool that lives as long as the call, and returns its status.
// Where memory ends, `what` is named: "no memory left for WHAT".
Status pool_run(const char *what, Status (*work)(Pool *pool, void *user), void *user);

// A child of `parent`; null: a pool of its own, with which the process ends where memory does.
Pool *pool_create(Pool *parent);
// Frees the pool and its children; null is nothing.
void pool_destroy(Pool *pool);
Pool *pool_parent(const Pool *pool);

// Zeroed, aligned for any type, never null.
void *pool_allocate(Pool *pool, size_t bytes);
// A copy of `bytes` bytes.
void *pool_copy(Pool *pool, const void *source, size_t bytes);
// Room for item number `count` of a row of which all items were added by this; `items` is null
// before the first. Returns the row, which may have moved.
void *pool_grow(Pool *pool, void *items, int count, size_t item_bytes);

#endif
