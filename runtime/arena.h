// Arena: the allocator that compiled code calls instead of malloc.
//
// Everything allocated during a call is known, so it is released after the
// call whether the code frees it or not, and released blocks are reused, so
// that repeated calls do not pay for fresh pages. With poison on, new blocks
// are filled with ones (NaN in every float type) and a write past the end of
// a block is noticed. One arena per process, safe for threads.
#ifndef AUTOTUNE_RUNTIME_ARENA_H
#define AUTOTUNE_RUNTIME_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The C library's contract. Blocks are aligned to 64 bytes at least. NULL when memory is exhausted,
// after calling the handler below.
void *arena_malloc(size_t size);
// What LLVM makes of malloc and a loop that writes zeros.
void *arena_calloc(size_t count, size_t size);
void *arena_aligned_alloc(size_t alignment, size_t size);
void arena_free(void *block);

// Called with the size that could not be had; may not return. NULL: none.
void arena_set_exhausted_handler(void (*handler)(size_t size));
void arena_set_poison(bool poison);
// Ends the life of every block still in use (kept for reuse).
void arena_release(void);
// Gives everything not in use back to the system.
void arena_trim(void);
// Blocks whose end was overwritten, since the last call.
int64_t arena_take_violations(void);
// Number of allocations since the last call.
int64_t arena_take_allocations(void);

#endif
