// #llvm.target, which MLIR has since release 22: what stands for it in MLIR 21 is no attribute.
#pragma once

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR < 22
namespace mlir::LLVM {
struct TargetAttr : Attribute {
  using Attribute::Attribute;
  static bool classof(Attribute) { return false; }
  Attribute getTriple() const { return {}; }
  Attribute getChip() const { return {}; }
  Attribute getFeatures() const { return {}; }
};
} // namespace mlir::LLVM
#endif
