// C++ because the patterns are upstream's. The pass arith-expand is not taken: it also turns minima
// and maxima, for which there are instructions, into comparisons. Nor is
// arith-emulate-unsupported-floats: its casts may be contracted, and then roundings are lost.
#include "transforms/lowering/floats/small_floats_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

static bool is_small(Type type) {
  return isa<Float8E8M0FNUType, Float4E2M1FNType>(getElementTypeOrSelf(type));
}

// vcvtneps2bf16 is no substitute: it takes denormals for zeros.
static bool is_bf16_cast(Operation *op) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  return (from.isF32() && to.isBF16()) || (from.isBF16() && to.isF32());
}

static bool is_expandable(Operation *op) {
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return true;
  return isa<arith::ExtFOp, arith::TruncFOp>(op) &&
         (is_small(op->getOperand(0).getType()) || is_small(op->getResult(0).getType()) ||
          is_bf16_cast(op));
}

// The casts that scaling makes are in their turn expanded: the driver goes on with what it made.
void small_floats_expand(MlirOperation root) {
  SmallVector<Operation *> found;
  unwrap(root)->walk([&](Operation *op) {
    if (is_expandable(op))
      found.push_back(op);
  });
  if (found.empty())
    return;
  RewritePatternSet patterns(unwrap(root)->getContext());
  arith::populateExpandScalingExtTruncPatterns(patterns);
  arith::populateExpandF8E8M0Patterns(patterns);
  arith::populateExpandF4E2M1Patterns(patterns);
  arith::populateExpandBFloat16Patterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(found, std::move(patterns), config);
}

HalfInstructions half_instructions_of(MlirOperation function, const Architecture *architecture) {
  if (mlirOperationIsNull(function))
    return {false, false};
  auto cpu = unwrap(function)->getAttrOfType<StringAttr>("target_cpu");
  auto features = unwrap(function)->getAttrOfType<LLVM::TargetFeaturesAttr>("target_features");
  std::string name = cpu ? cpu.str() : architecture->baseline_cpu;
  std::string changes = features ? features.getFeaturesString() : "";
  return architecture->half_instructions(name.c_str(), changes.c_str());
}
