// Homes: which threads wrote a tensor, read off the IR.
#ifndef AUTOTUNE_TRANSFORMS_THREADS_HOMES_H
#define AUTOTUNE_TRANSFORMS_THREADS_HOMES_H

#include "core/thread_homes.h"
#include "mlir-c/IR.h"

// Of what a kernel left, seen through reshapes. An op that is no kernel yet is taken to be cut as
// its first operand is, which is what it will be.
OperandHome homes_read(MlirValue value);

#endif
