// Constant weights: the arguments of a module that are no data, marked as constant
// (plan/workload.h).
#ifndef AUTOTUNE_TOOLS_OPS_CONSTANT_WEIGHTS_H
#define AUTOTUNE_TOOLS_OPS_CONSTANT_WEIGHTS_H

#include "base/status.h"
#include "mlir-c/IR.h"

// Marks every tensor behind the first `data_count` arguments of each function.
void constant_weights_mark(MlirModule module, int data_count);
// The same for the module of a file, which says how many are data (records/args_file.h).
Status constant_weights_mark_file(MlirModule module, const char *path);

#endif
