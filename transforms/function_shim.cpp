#include "transforms/function_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/DenseMap.h"

#include <cstdio>

bool op_is_pure(MlirOperation op) { return mlir::isMemoryEffectFree(unwrap(op)); }

bool symbol_is_used(MlirOperation symbol) {
  mlir::Operation *table = mlir::SymbolTable::getNearestSymbolTable(unwrap(symbol)->getParentOp());
  return table && !mlir::SymbolTable::symbolKnownUseEmpty(unwrap(symbol), table);
}

void function_features(MlirOperation function, char *text, size_t size) {
  auto features =
      unwrap(function)->getAttrOfType<mlir::LLVM::TargetFeaturesAttr>("target_features");
  std::snprintf(text, size, "%s", features ? features.getFeaturesString().c_str() : "");
}

struct SymbolUses {
  llvm::DenseMap<mlir::Operation *, int> counts;
  bool is_known = true; // no op of an unknown dialect may name what it does not show
};

SymbolUses *symbol_uses_read(MlirOperation module) {
  auto *result = new SymbolUses;
  mlir::SymbolTableCollection tables;
  mlir::SymbolTable::walkSymbolTables(unwrap(module), true, [&](mlir::Operation *table, bool) {
    for (mlir::Region &region : table->getRegions()) {
      auto uses = mlir::SymbolTable::getSymbolUses(&region);
      result->is_known &= uses.has_value();
      if (!uses)
        continue;
      for (const mlir::SymbolTable::SymbolUse &use : *uses) {
        llvm::SmallVector<mlir::Operation *> symbols;
        if (mlir::succeeded(tables.lookupSymbolIn(table, use.getSymbolRef(), symbols)))
          for (mlir::Operation *symbol : symbols)
            ++result->counts[symbol];
      }
    }
  });
  return result;
}

void symbol_uses_destroy(SymbolUses *uses) { delete uses; }

int symbol_uses_count(const SymbolUses *uses, MlirOperation symbol) {
  return uses->is_known ? uses->counts.lookup(unwrap(symbol)) : -1;
}
