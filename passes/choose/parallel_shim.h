// Work on the thread pool of an MLIR context: its C API hands the pool out and has no use for it.
#ifndef AUTOTUNE_PASSES_CHOOSE_PARALLEL_SHIM_H
#define AUTOTUNE_PASSES_CHOOSE_PARALLEL_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// How many threads parallel_for may use: 1 where the context is for one.
int parallel_threads(MlirContext context);

// Calls work(0, user) to work(count - 1, user), in any order and several at once, and returns when
// all have returned. A thread of the pool may call it, too.
void parallel_for(MlirContext context, int count, void (*work)(int index, void *user), void *user);

#ifdef __cplusplus
}
#endif

#endif
