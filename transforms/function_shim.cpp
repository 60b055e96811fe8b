#include "transforms/function_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

bool op_is_pure(MlirOperation op) { return mlir::isMemoryEffectFree(unwrap(op)); }

bool symbol_is_used(MlirOperation symbol) {
  mlir::Operation *table = mlir::SymbolTable::getNearestSymbolTable(unwrap(symbol)->getParentOp());
  return table && !mlir::SymbolTable::symbolKnownUseEmpty(unwrap(symbol), table);
}
