// Code as loops with accesses and operations: what a cost model needs to know of code that any
// transformation made.
#ifndef AUTOTUNE_PASSES_CODE_CODE_READ_H
#define AUTOTUNE_PASSES_CODE_CODE_READ_H

#include "core/code/code_nest.h"
#include "mlir-c/IR.h"

// Reads a func.func that lower_to_loops has lowered. STATUS_UNSUPPORTED names the op that has no
// place in a nest. The nest is of the pool.
Status code_read(Pool *pool, MlirOperation function, CodeNest *out_nest);

#endif
