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

bool op_is_elementwise(MlirOperation op) {
  Operation *operation = unwrap(op);
  return OpTrait::hasElementwiseMappableTraits(operation) && operation->getNumOperands() > 0 &&
         operation->getNumResults() == 1 &&
         llvm::all_of(operation->getOperandTypes(), isPlainTensor) &&
         llvm::all_of(operation->getResultTypes(), isPlainTensor);
}

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
  RewritePatternSet conversion(operation->getContext()), removal(operation->getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(conversion);
  linalg::populateEraseUnusedOperandsAndResultsPatterns(removal);
  // What is said of the op is said of the linalg op, not of the number's op in its body.
  DictionaryAttr attributes = operation->getDiscardableAttrDictionary();
  operation->setDiscardableAttrs(DictionaryAttr::get(operation->getContext()));
  if (failed(apply(operation, std::move(conversion)))) {
    operation->setDiscardableAttrs(attributes);
    return {nullptr};
  }
  linalg::GenericOp generic = genericBehind(before, block);
  useOwnDestination(generic);
  if (useNumbers(generic) && succeeded(apply(generic, std::move(removal))))
    generic = genericBehind(before, block);
  generic->setDiscardableAttrs(attributes);
  return wrap(generic.getOperation());
}
