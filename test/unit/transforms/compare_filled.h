// Modules compiled for a test, and their functions compared on operands that are drawn for them.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_COMPARE_FILLED_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_COMPARE_FILLED_H

#include "runtime/executable.h"

// The caller owns it.
MlirModule module_clone(MlirModule module);

// Lowers the module, which changes, and compiles it. `is_tuned`: it has been tuned.
Status module_to_code(MlirModule module, bool is_tuned, Jit **out_code);

// Calls the function in `expected` and in `actual` on the same numbers, always the same ones, the
// first `data_count` operands as data; in `actual` twice, with a guard page right behind each
// operand and with one right before. `tolerances`: how many a result may be off; 0: every bit.
// STATUS_WORKER with what differs.
Status compare_filled(const Signature *signature, Jit *expected, Jit *actual, int data_count,
                      double tolerances);

#endif
