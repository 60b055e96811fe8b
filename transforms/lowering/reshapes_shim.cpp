// C++ because sizes and strides that are partly known have no C API.
#include "transforms/lowering/reshapes_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

static bool has_several_dynamic(memref::ExpandShapeOp op) {
  for (ReassociationIndices group : op.getReassociationIndices()) {
    int64_t count = llvm::count_if(
        group, [&](int64_t d) { return op.getResultType().isDynamicDim((unsigned)d); });
    if (count > 1)
      return true;
  }
  return false;
}

static OpFoldResult known_or(OpBuilder &builder, int64_t known, OpFoldResult value) {
  return ShapedType::isDynamic(known) ? value : builder.getIndexAttr(known);
}

static OpFoldResult product(OpBuilder &builder, Location location, OpFoldResult left,
                            OpFoldResult right) {
  AffineExpr a, b;
  bindSymbols(builder.getContext(), a, b);
  return affine::makeComposedFoldedAffineApply(builder, location, a * b, {left, right});
}

static void rewrite(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  MemRefType result = op.getResultType();
  auto [known_strides, known_offset] = result.getStridesAndOffset();
  auto source = memref::ExtractStridedMetadataOp::create(builder, location, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(), strides(result.getRank());
  SmallVector<OpFoldResult> outer = source.getConstifiedMixedStrides();
  for (auto [d, group] : llvm::enumerate(op.getReassociationIndices())) {
    OpFoldResult stride = outer[d];
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = known_or(builder, known_strides[dim], stride);
      stride = product(builder, location, stride, sizes[dim]);
    }
  }
  OpFoldResult offset = known_or(builder, known_offset, source.getConstifiedMixedOffset());
  Value cast = memref::ReinterpretCastOp::create(builder, location, result, source.getBaseBuffer(),
                                                 offset, sizes, strides);
  op.replaceAllUsesWith(cast);
  op.erase();
}

void reshapes_legalize(MlirOperation root) {
  SmallVector<memref::ExpandShapeOp> found;
  unwrap(root)->walk([&](memref::ExpandShapeOp op) {
    if (has_several_dynamic(op))
      found.push_back(op);
  });
  for (memref::ExpandShapeOp op : found)
    rewrite(op);
}
