// SharedLoop: a loop over pieces whose iterations threads share, a scf.forall on tensors that
// carries the mark of threads.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_SHARED_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_SHARED_H

#include "transforms/dynamic/sized_slice.h"

typedef struct SharedLoop {
  int64_t extent, step; // a multiple of the step
  int threads;          // more than 1
  int count;            // tensors that the iterations write
} SharedLoop;

// values[0..count) are the tensors before the loop, and inside of it on return. Returns the index.
MlirValue sized_open_shared(IrBuilder *ir, const SharedLoop *loop, MlirValue *values);
// `before`: what the values were before the loop. pieces[i]: where an iteration has written
// values[i]. The values become the results of the loop.
void sized_close_shared(IrBuilder *ir, const SharedLoop *loop, const MlirValue *before,
                        const Piece *pieces, MlirValue *values);

#endif
