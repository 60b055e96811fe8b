// Advice that the kernel may not follow, so its failure is none.
#include "runtime/large_memory.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE_BYTES = 2 << 20, LEAST_BYTES = 4 << 20 }; // less is not worth the alignment

void *large_memory_allocate(size_t alignment, size_t bytes) {
  void *memory = NULL;
  if (bytes >= LEAST_BYTES && alignment < HUGE_PAGE_BYTES)
    alignment = HUGE_PAGE_BYTES;
  if (posix_memalign(&memory, alignment, bytes) != 0)
    return NULL;
#ifdef MADV_HUGEPAGE
  if (bytes >= LEAST_BYTES)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}
