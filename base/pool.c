// Pool: memory of one lifetime. A pool is a list of blocks; what does not fit into the last one
// starts another.
#include "base/pool.h"

#include "base/integer.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL_BLOCK_BYTES = 64 << 10, POOL_ALIGNMENT = 16 };

typedef struct Block {
  struct Block *next;
  size_t size, used;
  _Alignas(POOL_ALIGNMENT) char bytes[];
} Block;

struct Pool {
  Pool *parent, *children, *next, **link; // link: where the parent's list points to this one
  Block *blocks;                          // the last one first
  jmp_buf *exit;                          // of the pool_run around it; null: there is none
};

static void end_memory(const Pool *pool) {
  if (pool && pool->exit)
    longjmp(*pool->exit, 1);
  fputs("autotune: no memory left\n", stderr);
  abort();
}

Pool *pool_create(Pool *parent) {
  Pool *pool = calloc(1, sizeof *pool);
  if (!pool)
    end_memory(parent);
  if (parent) {
    *pool = (Pool){.parent = parent,
                   .next = parent->children,
                   .link = &parent->children,
                   .exit = parent->exit};
    if (pool->next)
      pool->next->link = &pool->next;
    parent->children = pool;
  }
  return pool;
}

void pool_destroy(Pool *pool) {
  if (!pool)
    return;
  while (pool->children)
    pool_destroy(pool->children);
  if (pool->parent) {
    *pool->link = pool->next;
    if (pool->next)
      pool->next->link = pool->link;
  }
  for (Block *block = pool->blocks, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  free(pool);
}

Pool *pool_parent(const Pool *pool) { return pool->parent; }

static void add_block(Pool *pool, size_t bytes) {
  size_t size = bytes > POOL_BLOCK_BYTES ? bytes : POOL_BLOCK_BYTES;
  Block *block = malloc(sizeof *block + size);
  if (!block)
    end_memory(pool);
  *block = (Block){.next = pool->blocks, .size = size};
  pool->blocks = block;
}

void *pool_allocate(Pool *pool, size_t bytes) {
  bytes = (size_t)integer_round_up((int64_t)bytes, POOL_ALIGNMENT);
  if (!pool->blocks || pool->blocks->size - pool->blocks->used < bytes)
    add_block(pool, bytes);
  void *memory = pool->blocks->bytes + pool->blocks->used;
  pool->blocks->used += bytes;
  return memset(memory, 0, bytes);
}

void *pool_copy(Pool *pool, const void *source, size_t bytes) {
  void *copy = pool_allocate(pool, bytes);
  return bytes ? memcpy(copy, source, bytes) : copy;
}

void *pool_grow(Pool *pool, void *items, int count, size_t item_bytes) {
  if (count & (count - 1))
    return items;
  void *grown = pool_allocate(pool, item_bytes * (count ? 2 * (size_t)count : 1));
  return count ? memcpy(grown, items, item_bytes * (size_t)count) : grown;
}

Status pool_run(const char *what, Status (*work)(Pool *pool, void *user), void *user) {
  jmp_buf exit;
  Pool *const pool = calloc(1, sizeof *pool);
  if (!pool)
    return status_fail(STATUS_SYSTEM, "no memory left for %s", what);
  pool->exit = &exit;
  Status status;
  if (setjmp(exit) == 0)
    status = work(pool, user);
  else
    status = status_fail(STATUS_SYSTEM, "no memory left for %s", what);
  pool_destroy(pool);
  return status;
}
