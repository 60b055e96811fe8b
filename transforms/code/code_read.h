// Code as loops with accesses and operations: what a cost model needs to know of code that any
// transformation made.
#ifndef AUTOTUNE_TRANSFORMS_CODE_CODE_READ_H
#define AUTOTUNE_TRANSFORMS_CODE_CODE_READ_H

#include "mlir-c/IR.h"
#include "plan/code/code_nest.h"

// Reads a func.func that lower_to_loops has lowered. STATUS_UNSUPPORTED names the op that has no
// place in a nest. The nest is of the pool.
Status code_read(Pool *pool, MlirOperation function, CodeNest *out_nest);

#endif
