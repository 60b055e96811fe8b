// Ops linalg.index of a body and their users.
#include "transforms/dynamic/sized_counter.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

static bool is_counter(MlirOperation op) { return ir_op_is(op, "linalg.index"); }

void sized_counters_shift(MlirOperation op, int loop, MlirValue offset) {
  IrOps counters = ir_collect(op, is_counter);
  for (int i = 0; i < counters.count; i++) {
    MlirOperation counter = counters.ops[i];
    MlirAttribute dim = mlirOperationGetAttributeByName(counter, ir_string("dim"));
    if (mlirIntegerAttrGetValueInt(dim) != loop)
      continue;
    IrBuilder ir;
    MlirValue number = mlirOperationGetResult(counter, 0);
    ir_start(&ir, counter, mlirOperationGetLocation(counter));
    MlirValue shifted = ir_binary(&ir, "arith.addi", offset, offset);
    ir_finish(&ir);
    mlirOperationMoveAfter(mlirOpResultGetOwner(shifted), counter);
    mlirValueReplaceAllUsesOfWith(number, shifted);
    mlirOperationSetOperand(mlirOpResultGetOwner(shifted), 0, number);
  }
  free(counters.ops);
}

void sized_counters_replace(MlirOperation op, MlirValue value) {
  IrOps counters = ir_collect(op, is_counter);
  for (int i = 0; i < counters.count; i++) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(counters.ops[i], 0), value);
    mlirOperationDestroy(counters.ops[i]);
  }
  free(counters.ops);
}
