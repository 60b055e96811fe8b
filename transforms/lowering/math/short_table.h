// Casts of integers of a few bits to floats, on vectors, as places of a table.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_SHORT_TABLE_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_SHORT_TABLE_H

#include "mlir-c/IR.h"

#include <stdbool.h>

// Whether the op is a cast that a table of a register stands for: its operand is made, by adding,
// subtracting and multiplying constants, of i32 whose upper bits are masked off.
bool short_table_suits(MlirOperation op);
// Replaces such a cast by LLVM's intrinsic of that name, which picks one of 16 f32 by the lower
// four bits of i32. Numbers stay what they were.
void short_table_use(MlirOperation cast, const char *intrinsic);

#endif
