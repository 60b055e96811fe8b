// Arena: the temporary buffers of a function share one allocation.
//
// An allocation of each temporary costs page faults on every call, more than the kernels of a small
// network. Here every temporary whose life is known gets an offset in one buffer, and two that
// never live at the same time may have the same bytes. Of buffers with a part for each thread, the
// parts of a thread share their bytes with no others.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_ARENA_BUFFER_ARENA_H
#define AUTOTUNE_TRANSFORMS_LOWERING_ARENA_BUFFER_ARENA_H

#include "mlir-c/IR.h"
#include "transforms/ir.h"
#include <stdbool.h>

enum { BUFFER_ALIGNMENT = 64 }; // bytes; a cache line, and the widest vector

#ifdef __cplusplus
extern "C" {
#endif

// In a func.func of one block: places each memref.alloc of static shape in the function's own block
// that is freed there, or never freed although it cannot outlive the call. Buffers that are
// returned, yielded or whose address escapes stay as they are. The function allocates the arena, or
// `is_argument`: it becomes its last argument (share/c_functions.h).
void arena_place(MlirOperation function, bool is_argument);

// The bytes of a memref.alloc that can be placed, or of what a memref.view shows, in whole cache
// lines; 0 when they are not known or the alloc cannot be placed.
int64_t arena_bytes(MlirOperation op);

// Bytes from one element in memory to the next; 0 when unknown: other widths are padded by rules of
// the machine.
int64_t arena_element_bytes(MlirType type);

// A memref.alloc of so many bytes, or of a memref type, aligned as those of bufferization are.
MlirValue arena_allocate(IrBuilder *ir, int64_t bytes);
MlirValue arena_allocate_type(IrBuilder *ir, MlirType type);

// Whether arena_place alone leaves nothing to free in `module`: every allocation is either placed
// by it or returned once, and no call returns a buffer. The common case, and much cheaper to see
// than the general deallocation is to run.
bool arena_suffices(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
