// LargeMemory: the memory of operands and of what compiled code allocates. Large blocks lie in huge
// pages where the system has them, as NumPy's arrays do: a walk through weights in pages of 4 KB
// waits for the page table too.
#ifndef AUTOTUNE_RUNTIME_LARGE_MEMORY_H
#define AUTOTUNE_RUNTIME_LARGE_MEMORY_H

#include <stddef.h>

// `alignment` is a power of two and a multiple of a pointer's size. The caller calls free. NULL
// where there is no memory.
void *large_memory_allocate(size_t alignment, size_t bytes);

#endif
