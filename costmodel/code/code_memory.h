// What the caches have to deliver for a CodeNest.
#ifndef AUTOTUNE_COSTMODEL_CODE_CODE_MEMORY_H
#define AUTOTUNE_COSTMODEL_CODE_CODE_MEMORY_H

#include "costmodel/analytical/analytical_internal.h"
#include "plan/code/code_nest.h"

// Fills the levels and the TLB of one run; there is no packing.
void code_memory(const CodeNest *nest, const Target *target, MemoryCycles *out_cycles);
// Bytes of whole cache lines that one run of the loop touches.
double code_touched_bytes(const CodeNest *nest, const Target *target, int loop);

#endif
