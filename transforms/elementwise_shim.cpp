// C++ because traits of ops and rewrite patterns have no C API.
#include "transforms/elementwise_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;

// A layout that is not the plain one, as of sparse tensors, is for others to read.
static bool isPlainTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding();
}

// Whether one number for all elements pays in a kernel: one of the tensors is computed, and the
// kernel may be the same. Else upstream's choice between two buffers costs nothing.
static bool mayShareKernel(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value value) {
    Operation *producer = value.getDefiningOp();
    return isPlainTensor(value.getType()) && producer &&
           (isa<linalg::LinalgOp>(producer) || OpTrait::hasElementwiseMappableTraits(producer));
  });
}

bool op_is_elementwise(MlirOperation op) {
  Operation *operation = unwrap(op);
  if (!OpTrait::hasElementwiseMappableTraits(operation) || operation->getNumOperands() == 0 ||
      operation->getNumResults() != 1 || !isPlainTensor(operation->getResult(0).getType()))
    return false;
  auto fits = [](Type type) { return isPlainTensor(type) || type.isIntOrIndexOrFloat(); };
  return llvm::all_of(operation->getOperandTypes(), isPlainTensor) ||
         (llvm::all_of(operation->getOperandTypes(), fits) && mayShareKernel(operation));
}

namespace {
// The operands of an op that are one number for all elements, as the condition of a select may be.
// Upstream takes tensors only, so each is one while the op is converted.
class SharedNumbers {
public:
  explicit SharedNumbers(Operation *op)
      : op(op), like(*llvm::find_if(op->getOperands(),
                                    [](Value value) { return isPlainTensor(value.getType()); })) {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (!isa<RankedTensorType>(operand.get().getType()))
        repeat(operand, builder);
  }

  // The op as it was.
  void restore() {
    for (tensor::SplatOp splat : splats)
      splat.getResult().replaceAllUsesWith(splat.getInput());
    eraseSplats();
  }

  // The linalg op reads the numbers themselves.
  void pass(linalg::GenericOp generic) {
    SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
    for (OpOperand *operand : generic.getDpsInputOperands())
      if (auto splat = operand->get().getDefiningOp<tensor::SplatOp>();
          splat && llvm::is_contained(splats, splat)) {
        AffineMap &map = maps[operand->getOperandNumber()];
        map = AffineMap::get(map.getNumDims(), 0, generic.getContext());
        operand->set(splat.getInput());
      }
    generic.setIndexingMapsAttr(Builder(generic).getAffineMapArrayAttr(maps));
    eraseSplats();
  }

private:
  Operation *op;
  Value like; // an operand that has the shape
  SmallVector<tensor::SplatOp> splats;

  void repeat(OpOperand &operand, OpBuilder &builder) {
    auto shape = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < shape.getRank(); i++)
      if (shape.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(builder, op->getLoc(), like, i));
    splats.push_back(tensor::SplatOp::create(
        builder, op->getLoc(), shape.clone(operand.get().getType()), operand.get(), sizes));
    operand.set(splats.back());
  }

  void eraseSplats() {
    for (tensor::SplatOp splat : splats) {
      SmallVector<Value> sizes = splat.getDynamicSizes();
      splat.getResult().replaceAllUsesWith(like); // its sizes may be asked for
      splat.erase();
      for (Value size : sizes)
        size.getDefiningOp()->erase();
    }
    splats.clear();
  }
};
} // namespace

// What was made behind `before`, or first in the block.
static linalg::GenericOp genericBehind(Operation *before, Block *block) {
  Operation *made = before ? before->getNextNode() : &block->front();
  while (!isa<linalg::GenericOp>(made))
    made = made->getNextNode();
  return cast<linalg::GenericOp>(made);
}

static LogicalResult apply(Operation *op, RewritePatternSet &&patterns) {
  FrozenRewritePatternSet frozen(std::move(patterns));
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  PatternRewriter rewriter(op->getContext());
  rewriter.setInsertionPoint(op);
  return applicator.matchAndRewrite(op, rewriter);
}

// Upstream lets it write over an operand, which may be read afterwards.
static void useOwnDestination(linalg::GenericOp generic) {
  OpBuilder builder(generic);
  for (OpOperand &out : generic.getDpsInitsMutable())
    if (!out.get().getDefiningOp<tensor::EmptyOp>())
      out.set(tensor::EmptyOp::create(
          builder, generic.getLoc(), tensor::getMixedSizes(builder, generic.getLoc(), out.get()),
          cast<RankedTensorType>(out.get().getType()).getElementType()));
}

static TypedAttr repeatedNumber(OpOperand *operand) {
  auto constant = operand->get().getDefiningOp<arith::ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue()) : SplatElementsAttr();
  return splat ? dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>()) : TypedAttr();
}

// Whether the body reads no operand any more that repeats a number. All of them are left to those
// who compute constants.
static bool useNumbers(linalg::GenericOp generic) {
  bool found = false;
  if (llvm::all_of(generic.getDpsInputOperands(), repeatedNumber))
    return false;
  for (OpOperand *operand : generic.getDpsInputOperands())
    if (TypedAttr number = repeatedNumber(operand)) {
      OpBuilder builder = OpBuilder::atBlockBegin(generic.getBody());
      Value value = arith::ConstantOp::create(builder, generic.getLoc(), number);
      generic.getMatchingBlockArgument(operand).replaceAllUsesWith(value);
      found = true;
    }
  return found;
}

MlirOperation elementwise_to_linalg(MlirOperation op) {
  Operation *operation = unwrap(op), *before = operation->getPrevNode();
  Block *block = operation->getBlock();
  SharedNumbers shared(operation);
  RewritePatternSet conversion(operation->getContext()), removal(operation->getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(conversion);
  linalg::populateEraseUnusedOperandsAndResultsPatterns(removal);
  // What is said of the op is said of the linalg op, not of the number's op in its body.
  DictionaryAttr attributes = operation->getDiscardableAttrDictionary();
  operation->setDiscardableAttrs(DictionaryAttr::get(operation->getContext()));
  if (failed(apply(operation, std::move(conversion)))) {
    operation->setDiscardableAttrs(attributes);
    shared.restore();
    return {nullptr};
  }
  linalg::GenericOp generic = genericBehind(before, block);
  useOwnDestination(generic);
  shared.pass(generic);
  if (useNumbers(generic) && succeeded(apply(generic, std::move(removal))))
    generic = genericBehind(before, block);
  generic->setDiscardableAttrs(attributes);
  return wrap(generic.getOperation());
}
