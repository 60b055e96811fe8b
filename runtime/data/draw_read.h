// What a function does with its arguments, and so how their numbers are to be drawn.
#ifndef AUTOTUNE_RUNTIME_DRAW_READ_H
#define AUTOTUNE_RUNTIME_DRAW_READ_H

#include "runtime/data/draw.h"

#include "mlir-c/IR.h"

// Joins into draws[i] what the ops of the func.func, which is not lowered, ask of argument i.
void draw_read(MlirOperation function, Draw *draws);

#endif
