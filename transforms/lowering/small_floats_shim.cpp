// C++ because the patterns are upstream's. The pass arith-expand is not taken: it also turns minima
// and maxima, for which there are instructions, into comparisons.
#include "transforms/lowering/small_floats_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

static bool is_small(Type type) {
  return isa<Float8E8M0FNUType, Float4E2M1FNType>(getElementTypeOrSelf(type));
}

static bool is_expandable(Operation *op) {
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return true;
  return isa<arith::ExtFOp, arith::TruncFOp>(op) &&
         (is_small(op->getOperand(0).getType()) || is_small(op->getResult(0).getType()));
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
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(found, std::move(patterns), config);
}
