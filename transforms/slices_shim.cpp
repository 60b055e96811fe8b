// C++ because the accessors of slices and of tensor.pad have no C API.
#include "transforms/slices_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

// A dimension of a padding as a slice of the source and a padding that is nowhere negative.
struct Crop {
  int64_t offset, size, low, high;
};

static Crop cropped(int64_t source, int64_t result, int64_t low, int64_t high) {
  int64_t first = std::max<int64_t>(0, -low), end = std::min(source, source + high);
  if (first >= end) // nothing of the source is left
    return {0, 0, 0, result};
  return {first, end - first, std::max<int64_t>(0, low), std::max<int64_t>(0, high)};
}

static bool is_negative(int64_t amount) { return !ShapedType::isDynamic(amount) && amount < 0; }

static void crop(tensor::PadOp pad) {
  auto source = pad.getSourceType(), result = pad.getResultType();
  if (!source.hasStaticShape() || !pad.getLow().empty() || !pad.getHigh().empty())
    return;
  SmallVector<int64_t> low, high;
  SmallVector<OpFoldResult> offsets, sizes;
  OpBuilder builder(pad);
  for (int64_t d = 0; d < source.getRank(); d++) {
    Crop part = cropped(source.getDimSize(d), result.getDimSize(d), pad.getStaticLow()[d],
                        pad.getStaticHigh()[d]);
    offsets.push_back(builder.getIndexAttr(part.offset));
    sizes.push_back(builder.getIndexAttr(part.size));
    low.push_back(part.low);
    high.push_back(part.high);
  }
  SmallVector<OpFoldResult> strides(source.getRank(), builder.getIndexAttr(1));
  pad.getSourceMutable().assign(tensor::ExtractSliceOp::create(
      builder, pad.getLoc(), pad.getSource(), offsets, sizes, strides));
  pad.setStaticLow(low);
  pad.setStaticHigh(high);
}

static bool pads_negatively(tensor::PadOp pad) {
  return llvm::any_of(pad.getStaticLow(), is_negative) ||
         llvm::any_of(pad.getStaticHigh(), is_negative);
}

// Whether a slice has steps, and more dimensions of size 1 than it drops: memref.subview then looks
// for the dropped ones by strides that the steps have changed.
template <typename SliceOp> static bool is_misread(SliceOp slice, int64_t rank) {
  auto full = static_cast<int64_t>(slice.getStaticSizes().size());
  bool steps = llvm::any_of(slice.getStaticStrides(), [](int64_t step) { return step != 1; });
  return steps && rank < full && llvm::count(slice.getStaticSizes(), 1) > full - rank &&
         llvm::none_of(slice.getStaticSizes(), ShapedType::isDynamic);
}

// The slice with all its dimensions; those that it drops go in a reshape.
static void keep_rank(tensor::ExtractSliceOp slice) {
  OpBuilder builder(slice);
  auto full = RankedTensorType::get(slice.getStaticSizes(), slice.getType().getElementType());
  auto groups = getReassociationIndicesForReshape(full, slice.getType());
  if (!groups)
    return;
  Value whole = tensor::ExtractSliceOp::create(builder, slice.getLoc(), full, slice.getSource(),
                                               slice.getMixedOffsets(), slice.getMixedSizes(),
                                               slice.getMixedStrides());
  Value reshaped =
      tensor::CollapseShapeOp::create(builder, slice.getLoc(), slice.getType(), whole, *groups);
  slice.getResult().replaceAllUsesWith(reshaped);
  slice.erase();
}

static void keep_rank(tensor::InsertSliceOp slice) {
  OpBuilder builder(slice);
  RankedTensorType type = slice.getSourceType();
  auto full = RankedTensorType::get(slice.getStaticSizes(), type.getElementType());
  auto groups = getReassociationIndicesForReshape(type, full);
  if (!groups)
    return;
  slice.getSourceMutable().assign(
      tensor::ExpandShapeOp::create(builder, slice.getLoc(), full, slice.getSource(), *groups));
}

void slices_legalize(MlirOperation root) {
  unwrap(root)->walk([](Operation *op) {
    if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      if (pads_negatively(pad))
        crop(pad);
    } else if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op)) {
      if (is_misread(extract, extract.getType().getRank()))
        keep_rank(extract);
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      if (is_misread(insert, insert.getSourceType().getRank()))
        keep_rank(insert);
    }
  });
}
