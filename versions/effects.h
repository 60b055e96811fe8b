// Effects on memory that ops declare by themselves since MLIR 22.
#pragma once

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR < 22
// That of MLIR 22. Without one, no buffer could be freed beside it.
struct VersionsPrefetchEffects
    : mlir::MemoryEffectOpInterface::ExternalModel<VersionsPrefetchEffects,
                                                   mlir::memref::PrefetchOp> {
  using Effects = mlir::SmallVectorImpl<mlir::MemoryEffects::EffectInstance>;
  void getEffects(mlir::Operation *op, Effects &effects) const {
    effects.emplace_back(mlir::MemoryEffects::Write::get(), &op->getOpOperand(0));
  }
};
#endif

inline void versions_attach_effects([[maybe_unused]] mlir::MLIRContext *context) {
#if LLVM_VERSION_MAJOR < 22
  mlir::memref::PrefetchOp::attachInterface<VersionsPrefetchEffects>(*context);
#endif
}
