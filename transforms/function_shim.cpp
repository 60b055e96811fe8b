#include "transforms/function_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <iterator>

bool op_is_pure(MlirOperation op) { return mlir::isMemoryEffectFree(unwrap(op)); }

bool symbol_is_used(MlirOperation symbol) {
  mlir::Operation *table = mlir::SymbolTable::getNearestSymbolTable(unwrap(symbol)->getParentOp());
  return table && !mlir::SymbolTable::symbolKnownUseEmpty(unwrap(symbol), table);
}

int symbol_use_count(MlirOperation symbol) {
  mlir::Operation *table = mlir::SymbolTable::getNearestSymbolTable(unwrap(symbol)->getParentOp());
  auto uses = mlir::SymbolTable::getSymbolUses(unwrap(symbol), table);
  return uses ? static_cast<int>(std::distance(uses->begin(), uses->end())) : -1;
}
