// See cold_weights.h.
#include "tools/ops/cold_weights.h"

#include "passes/extract/structured_op.h"
#include "records/args_file.h"
#include "transforms/ir.h"

#include <stdlib.h>

static int64_t tensor_bytes(MlirValue value) {
  int64_t bytes = tensor_type_bytes(mlirValueGetType(value));
  return bytes > 0 ? bytes : 0;
}

static MlirWalkResult add_constant(MlirOperation op, void *user) {
  if (ir_op_is(op, "arith.constant"))
    *(int64_t *)user += tensor_bytes(mlirOperationGetResult(op, 0));
  return MlirWalkResultAdvance;
}

static int64_t weight_bytes(MlirModule module, int data_count) {
  int64_t bytes = 0;
  IrOps functions = ir_collect(mlirModuleGetOperation(module), ir_is_defined_function);
  for (int f = 0; f < functions.count; f++) {
    MlirBlock block = ir_function_body(functions.ops[f]);
    for (intptr_t i = data_count; i < mlirBlockGetNumArguments(block); i++)
      bytes += tensor_bytes(mlirBlockGetArgument(block, i));
  }
  free(functions.ops);
  mlirOperationWalk(mlirModuleGetOperation(module), add_constant, &bytes, MlirWalkPreOrder);
  return bytes;
}

Status cold_weights_read(MlirModule module, const char *path, const Target *target,
                         ColdWeights *out_weights) {
  int data_count;
  Status status = args_file_read(path, &data_count);
  if (status != STATUS_OK)
    return status;
  int64_t bytes = weight_bytes(module, data_count);
  int64_t most = target->cache_count > 0 ? 2 * target->cache_bytes[target->cache_count - 1] : bytes;
  *out_weights = (ColdWeights){.bytes = bytes < most ? bytes : most, .data_count = data_count};
  return STATUS_OK;
}
