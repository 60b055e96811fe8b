// C++ because sizes and strides that are partly known have no C API.
#include "transforms/lowering/legalize/reshapes_shim.h"

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

static OpFoldResult sum(OpBuilder &builder, Location location, OpFoldResult left,
                        OpFoldResult right) {
  AffineExpr a, b;
  bindSymbols(builder.getContext(), a, b);
  return affine::makeComposedFoldedAffineApply(builder, location, a + b, {left, right});
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

// Whether a slice drops the innermost dimension, as that of a column of one does, and vectors can
// be read along the one that is left. An access to the slice that is folded into one to the source
// runs along the wrong dimension of it, and no step takes that.
static bool turns_lanes(memref::SubViewOp op) {
  MemRefType result = op.getType();
  SmallVector<int64_t> strides;
  int64_t offset;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  return result.getRank() > 0 && !dropped.empty() && dropped[dropped.size() - 1] &&
         succeeded(result.getStridesAndOffset(strides, offset)) && strides.back() == 1;
}

static void rewrite(memref::SubViewOp op) {
  OpBuilder builder(op);
  MemRefType result = op.getType();
  auto [known_strides, known_offset] = result.getStridesAndOffset();
  auto source = memref::ExtractStridedMetadataOp::create(builder, op.getLoc(), op.getSource());
  SmallVector<OpFoldResult> outer = source.getConstifiedMixedStrides(), sizes, strides;
  SmallVector<OpFoldResult> steps = op.getMixedStrides(), first = op.getMixedOffsets();
  OpFoldResult offset = source.getConstifiedMixedOffset();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [d, stride] : llvm::enumerate(outer)) {
    offset = sum(builder, op.getLoc(), offset, product(builder, op.getLoc(), first[d], stride));
    if (dropped[d])
      continue;
    OpFoldResult step = product(builder, op.getLoc(), steps[d], stride);
    strides.push_back(known_or(builder, known_strides[strides.size()], step));
    sizes.push_back(op.getMixedSizes()[d]);
  }
  Value cast =
      memref::ReinterpretCastOp::create(builder, op.getLoc(), result, source.getBaseBuffer(),
                                        known_or(builder, known_offset, offset), sizes, strides);
  op.replaceAllUsesWith(cast);
  op.erase();
}

// Collected first: the rewrites erase.
template <typename Op> static void rewrite_all(Operation *root, bool (*is_bad)(Op)) {
  SmallVector<Op> found;
  root->walk([&](Op op) {
    if (is_bad(op))
      found.push_back(op);
  });
  for (Op op : found)
    rewrite(op);
}

void reshapes_legalize(MlirOperation root) {
  rewrite_all(unwrap(root), has_several_dynamic);
  rewrite_all(unwrap(root), has_known_strides);
  rewrite_all(unwrap(root), turns_lanes);
}
