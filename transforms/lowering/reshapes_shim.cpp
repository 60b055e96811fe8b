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

// What is read through a collapsed dimension gets its place from one stride. Folded into the
// accesses, it would be a quotient and a remainder for each of the dimensions before, which LLVM
// puts together again only where it knows that the index is not negative.
static void rewrite(memref::CollapseShapeOp op) {
  OpBuilder builder(op);
  MemRefType result = op.getResultType();
  auto [strides, known_offset] = result.getStridesAndOffset();
  auto source = memref::ExtractStridedMetadataOp::create(builder, op.getLoc(), op.getSrc());
  OpFoldResult offset = known_or(builder, known_offset, source.getConstifiedMixedOffset());
  Value cast = memref::ReinterpretCastOp::create(
      builder, op.getLoc(), result, source.getBaseBuffer(), offset,
      getAsIndexOpFoldResult(builder.getContext(), result.getShape()),
      getAsIndexOpFoldResult(builder.getContext(), strides));
  op.replaceAllUsesWith(cast);
  op.erase();
}

static bool has_known_strides(memref::CollapseShapeOp op) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return op.getResultType().hasStaticShape() &&
         succeeded(op.getResultType().getStridesAndOffset(strides, offset)) &&
         llvm::none_of(strides, ShapedType::isDynamic);
}

void reshapes_legalize(MlirOperation root) {
  SmallVector<memref::ExpandShapeOp> expanded;
  SmallVector<memref::CollapseShapeOp> collapsed;
  unwrap(root)->walk([&](memref::ExpandShapeOp op) {
    if (has_several_dynamic(op))
      expanded.push_back(op);
  });
  unwrap(root)->walk([&](memref::CollapseShapeOp op) {
    if (has_known_strides(op))
      collapsed.push_back(op);
  });
  for (memref::ExpandShapeOp op : expanded)
    rewrite(op);
  for (memref::CollapseShapeOp op : collapsed)
    rewrite(op);
}
