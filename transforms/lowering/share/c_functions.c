// See c_functions.h. The results become arguments in a pass of lowering_shim.cpp.
#include "transforms/lowering/share/c_functions.h"

#include "transforms/ir.h"

MlirOperation c_function_mark(MlirModule module, const char *name) {
  MlirAttribute unit = mlirUnitAttrGet(mlirModuleGetContext(module));
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (;; op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(op, ir_string("sym_name"));
    if (ir_op_is(op, "func.func") &&
        mlirStringRefEqual(mlirStringAttrGetValue(symbol), ir_string(name)))
      break;
  }
  mlirOperationSetAttributeByName(op, ir_string(C_FUNCTION_ATTRIBUTE), unit);
  mlirOperationSetAttributeByName(op, ir_string("llvm.bareptr"), unit);
  return op;
}
