// Constant weights: the arguments of a module that are no data, marked as constant
// (plan/workload.h).
#include "tools/ops/constant_weights.h"

#include "mlir-c/BuiltinTypes.h"
#include "records/args_file.h"
#include "transforms/constant_argument.h"
#include "transforms/ir.h"

#include <stdlib.h>

void constant_weights_mark(MlirModule module, int data_count) {
  IrOps functions = ir_collect(mlirModuleGetOperation(module), ir_is_defined_function);
  for (int f = 0; f < functions.count; f++) {
    MlirBlock block = ir_function_body(functions.ops[f]);
    for (intptr_t i = data_count; i < mlirBlockGetNumArguments(block); i++)
      if (mlirTypeIsARankedTensor(mlirValueGetType(mlirBlockGetArgument(block, i))))
        argument_mark(functions.ops[f], i, CONSTANT_ARGUMENT_ATTRIBUTE);
  }
  free(functions.ops);
}

Status constant_weights_mark_file(MlirModule module, const char *path) {
  int data_count;
  Status status = args_file_read(path, &data_count);
  if (status == STATUS_OK)
    constant_weights_mark(module, data_count);
  return status;
}
