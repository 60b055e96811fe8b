// Buffer homes: whether code around a kernel on memrefs uses its operands on one thread.
#ifndef AUTOTUNE_TRANSFORMS_THREADS_BUFFER_HOMES_H
#define AUTOTUNE_TRANSFORMS_THREADS_BUFFER_HOMES_H

#include "mlir-c/IR.h"
#include "plan/thread_homes.h"

// Of the memref `value`, an operand of `op`. HOME_ONE when the loops around the op write the buffer
// in each turn, and code of one thread in them uses it: split over threads, the op would take it
// from there and give it back each time. HOME_ALONG when they write it, kernels alone use it, and
// what `op` uses of it is a part, but all of one dimension. HOME_ANY else.
OperandHome buffer_home(MlirOperation op, MlirValue value);

#endif
