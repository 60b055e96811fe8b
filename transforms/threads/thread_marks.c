// Thread marks: the attribute "autotune.threads" of a loop whose iterations several threads work
// on.
#include "transforms/threads/thread_marks.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"

static const char *const name = "autotune.threads", *const uneven = "autotune.uneven";

void thread_mark_write(MlirOperation loop, int threads, bool is_uneven) {
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(loop), 64);
  mlirOperationSetDiscardableAttributeByName(loop, ir_string(name),
                                             mlirIntegerAttrGet(i64, threads));
  if (is_uneven)
    mlirOperationSetDiscardableAttributeByName(loop, ir_string(uneven),
                                               mlirUnitAttrGet(mlirOperationGetContext(loop)));
}

bool thread_mark_is_uneven(MlirOperation loop) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(loop, ir_string(uneven)));
}

int thread_mark_read(MlirOperation loop) {
  MlirAttribute mark = mlirOperationGetDiscardableAttributeByName(loop, ir_string(name));
  if (mlirAttributeIsNull(mark) || !mlirAttributeIsAInteger(mark))
    return 0;
  int64_t threads = mlirIntegerAttrGetValueInt(mark);
  return threads > 1 && threads <= INT32_MAX ? (int)threads : 0;
}

bool thread_mark_is_inside(MlirOperation op) {
  static const char *const loops[] = {"scf.parallel", "scf.forall", "affine.parallel",
                                      "omp.parallel"};
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op))
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
      if (ir_op_is(op, loops[i]))
        return true;
  return false;
}
