// Lowered code called on three vectors of numbers.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_RUN_VIEWS_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_RUN_VIEWS_H

#include "mlir-c/IR.h"

#include <stdbool.h>

// Lowers the module, which is taken, and calls its @run(memref<?xT>, memref<?xU>, memref<?xV>) on
// `count` numbers each. Ends the process with a line that names `what` when that fails.
void run_views(MlirModule module, bool is_tuned, const char *what, int count, void *a, void *b,
               void *r);

#endif
