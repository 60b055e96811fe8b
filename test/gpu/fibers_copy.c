// Asynchronous copies, which the wait for them carries out.
#include "fibers_run.h"

#include <string.h>

enum { MEMORIES = 16 };

typedef struct Memory {
  const char *base;
  int64_t bytes;
} Memory;

static Memory memories[MEMORIES];
static int memory_count;

void fibers_memory(const void *base, int64_t bytes) {
  memories[memory_count++ % MEMORIES] = (Memory){base, bytes};
}

bool fiber_is_memory(const char *from, int64_t bytes) {
  for (int m = 0; m < MEMORIES && m < memory_count; m++)
    if (from >= memories[m].base && from + bytes <= memories[m].base + memories[m].bytes)
      return true;
  return false;
}

static int64_t count_of(const FiberCopy *copy) {
  return copy->bytes / fiber_buffers[copy->buffer].element_bytes;
}

void fiber_copy(int64_t to, int64_t from, int64_t bytes) {
  Fiber *fiber = &fibers[fiber_current];
  FiberCopy copy = {.bytes = bytes, .group = fiber->group, .from = (const char *)(intptr_t)from};
  copy.buffer = fiber_locate(to, bytes, &copy.offset);
  fiber_index(fiber->copy_count, 1, FIBER_COPIES);
  if (!fiber_is_memory(copy.from, bytes))
    fiber_fail("%lld bytes are copied from outside of every buffer to %lld", bytes, to);
  if (to % bytes != 0 || from % bytes != 0)
    fiber_fail("a copy of %lld bytes to %lld is not aligned", bytes, to);
  int64_t first = copy.offset / fiber_buffers[copy.buffer].element_bytes;
  fiber_shared(copy.buffer, first, count_of(&copy), true);
  for (int64_t e = 0; e < count_of(&copy); e++)
    fiber_element(copy.buffer, copy.offset)[e].is_copied = true;
  fiber->copies[fiber->copy_count++] = copy;
}

void fiber_commit(void) { fibers[fiber_current].group++; }

static void carry_out(const FiberCopy *copy) {
  FiberElement *first = fiber_element(copy->buffer, copy->offset);
  memcpy(fiber_buffers[copy->buffer].base + copy->offset, copy->from, (size_t)copy->bytes);
  for (int64_t e = 0; e < count_of(copy); e++) {
    first[e].is_copied = false;
    first[e].writing = fiber_interval;
    first[e].writer = fiber_current;
    first[e].published = fibers[fiber_current].published;
  }
}

void fiber_wait(int64_t left) {
  Fiber *fiber = &fibers[fiber_current];
  int kept = 0;
  for (int c = 0; c < fiber->copy_count; c++)
    if (fiber->copies[c].group < fiber->group - left)
      carry_out(&fiber->copies[c]);
    else
      fiber->copies[kept++] = fiber->copies[c];
  fiber->copy_count = kept;
}
