// A list of live blocks and one free list per size class. A block's header
// lies in the 64 bytes before it, its guard in the 64 bytes after it.
#include "runtime/arena.h"

#include "runtime/large_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64, CLASS_COUNT = 64 * 4 + 1, GUARD_BYTE = 0xA5, POISON_BYTE = 0xFF };

typedef struct Block {
  struct Block *next, *previous;
  void *raw;       // what the C library gave
  size_t size;     // asked for
  size_t capacity; // of the size class
  uint32_t size_class;
  uint32_t offset; // from raw to the first byte handed out
} Block;

_Static_assert(sizeof(Block) <= LINE_BYTES, "the header fits in front of a block");

static struct {
  pthread_mutex_t mutex;
  Block live; // sentinel
  Block *free_lists[CLASS_COUNT];
  bool poison;
  int64_t violations;
  int64_t allocations;
  void (*exhausted)(size_t size);
} arena = {.mutex = PTHREAD_MUTEX_INITIALIZER, .live = {&arena.live, &arena.live, 0, 0, 0, 0, 0}};

static Block *block_of(void *data) { return (Block *)((char *)data - LINE_BYTES); }
static char *data_of(Block *block) { return (char *)block + LINE_BYTES; }

// Four classes per power of two: at most a quarter is wasted.
static uint32_t class_of(size_t size, size_t *out_capacity) {
  size_t base = LINE_BYTES;
  uint32_t size_class = 0;
  for (; base * 2 < size; base *= 2)
    size_class += 4;
  *out_capacity = base;
  for (; *out_capacity < size; *out_capacity += base / 4)
    size_class++;
  return size_class;
}

static Block *block_create(size_t alignment, size_t capacity) {
  void *raw = large_memory_allocate(alignment, alignment + capacity + LINE_BYTES);
  if (!raw)
    return NULL;
  Block *block = block_of((char *)raw + alignment);
  block->raw = raw;
  block->offset = (uint32_t)alignment;
  return block;
}

static Block *take_free(uint32_t size_class, size_t alignment) {
  for (Block **link = &arena.free_lists[size_class]; *link; link = &(*link)->next) {
    Block *block = *link;
    if ((uintptr_t)data_of(block) % alignment == 0) {
      *link = block->next;
      return block;
    }
  }
  return NULL;
}

static void link_live(Block *block) {
  block->next = arena.live.next;
  block->previous = &arena.live;
  arena.live.next->previous = block;
  arena.live.next = block;
  arena.allocations++;
}

void *arena_aligned_alloc(size_t alignment, size_t size) {
  if (alignment < LINE_BYTES)
    alignment = LINE_BYTES;
  size_t capacity;
  if (size > SIZE_MAX / 4)
    goto exhausted;
  uint32_t size_class = class_of(size, &capacity);
  pthread_mutex_lock(&arena.mutex);
  Block *block = take_free(size_class, alignment);
  if (!block)
    block = block_create(alignment, capacity);
  if (block) {
    block->size = size;
    block->capacity = capacity;
    block->size_class = size_class;
    link_live(block);
  }
  bool poison = arena.poison;
  pthread_mutex_unlock(&arena.mutex);
  if (!block)
    goto exhausted;
  if (poison)
    memset(data_of(block), POISON_BYTE, size);
  memset(data_of(block) + size, GUARD_BYTE, LINE_BYTES);
  return data_of(block);

exhausted:
  if (arena.exhausted)
    arena.exhausted(size);
  return NULL;
}

void *arena_malloc(size_t size) { return arena_aligned_alloc(LINE_BYTES, size); }

void *arena_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    bytes = SIZE_MAX;
  void *data = arena_malloc(bytes);
  return data ? memset(data, 0, bytes) : NULL;
}

static bool guard_intact(Block *block) {
  const unsigned char *guard = (unsigned char *)data_of(block) + block->size;
  for (int i = 0; i < LINE_BYTES; i++)
    if (guard[i] != GUARD_BYTE)
      return false;
  return true;
}

static void retire(Block *block) {
  if (!guard_intact(block))
    arena.violations++;
  block->previous->next = block->next;
  block->next->previous = block->previous;
  block->next = arena.free_lists[block->size_class];
  arena.free_lists[block->size_class] = block;
}

void arena_free(void *data) {
  if (!data)
    return;
  pthread_mutex_lock(&arena.mutex);
  retire(block_of(data));
  pthread_mutex_unlock(&arena.mutex);
}

void arena_release(void) {
  pthread_mutex_lock(&arena.mutex);
  while (arena.live.next != &arena.live)
    retire(arena.live.next);
  pthread_mutex_unlock(&arena.mutex);
}

void arena_trim(void) {
  pthread_mutex_lock(&arena.mutex);
  for (int i = 0; i < CLASS_COUNT; i++)
    while (arena.free_lists[i]) {
      Block *block = arena.free_lists[i];
      arena.free_lists[i] = block->next;
      free(block->raw);
    }
  pthread_mutex_unlock(&arena.mutex);
}

static int64_t take_counter(int64_t *counter) {
  pthread_mutex_lock(&arena.mutex);
  int64_t value = *counter;
  *counter = 0;
  pthread_mutex_unlock(&arena.mutex);
  return value;
}

int64_t arena_take_violations(void) { return take_counter(&arena.violations); }
int64_t arena_take_allocations(void) { return take_counter(&arena.allocations); }

void arena_set_poison(bool poison) { arena.poison = poison; }
void arena_set_exhausted_handler(void (*handler)(size_t size)) { arena.exhausted = handler; }
