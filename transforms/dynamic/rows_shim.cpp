// C++ because collapsing dimensions and fusing elementwise ops have no C API.
#include "transforms/dynamic/rows_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

static const char *const mark = "autotune.joined";

// --- what an op reads

// The generic that only repeats its input along other dimensions, behind an input; null.
static linalg::GenericOp broadcast_of(OpOperand *operand) {
  auto op = operand->get().getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumResults() != 1 || !op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return {};
  Block *body = op.getBody();
  auto yield = cast<linalg::YieldOp>(body->getTerminator());
  bool copies = body->getOperations().size() == 1 && yield.getOperand(0) == body->getArgument(0);
  auto maps = op.getIndexingMapsArray();
  return copies && maps[1].isIdentity() && maps[0].isProjectedPermutation() ? op
                                                                            : linalg::GenericOp();
}

// Where an operand is read, once a broadcast is none.
static AffineMap map_of(linalg::LinalgOp op, OpOperand *operand) {
  AffineMap map = op.getMatchingIndexingMap(operand);
  linalg::GenericOp broadcast = op.isDpsInput(operand) ? broadcast_of(operand) : nullptr;
  return broadcast ? broadcast.getIndexingMapsArray()[0].compose(map) : map;
}

static bool reads(AffineMap map, unsigned loop) { return map.isFunctionOfDim(loop); }

static bool can_join(linalg::LinalgOp op, unsigned first) {
  auto kinds = op.getIteratorTypesArray();
  if (!op.hasPureTensorSemantics() || op.hasIndexSemantics() || first + 1 >= op.getNumLoops() ||
      !linalg::isParallelIterator(kinds[first]) || !linalg::isParallelIterator(kinds[first + 1]))
    return false;
  auto sizes = op.getStaticLoopRanges();
  if (!ShapedType::isDynamic(sizes[first]) && !ShapedType::isDynamic(sizes[first + 1]))
    return false;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    maps.push_back(map_of(op, &operand));
    if (!maps.back().isProjectedPermutation())
      return false;
  }
  ReassociationIndices pair = {first, first + 1};
  return linalg::areDimSequencesPreserved(maps, {pair});
}

int rows_of_product(MlirOperation wrapped) {
  auto op = dyn_cast<linalg::LinalgOp>(unwrap(wrapped));
  if (!op || op.getNumDpsInputs() != 2 || op.getNumReductionLoops() == 0)
    return -1;
  AffineMap left = map_of(op, op.getDpsInputOperand(0)),
            right = map_of(op, op.getDpsInputOperand(1));
  for (unsigned loop = 0; loop + 1 < op.getNumLoops(); loop++) {
    bool is_left = reads(left, loop), is_right = reads(right, loop);
    if (is_left != is_right && reads(left, loop + 1) == is_left &&
        reads(right, loop + 1) == is_right && can_join(op, loop))
      return static_cast<int>(loop);
  }
  return -1;
}

// --- neighbours

// The first of the two dimensions that the reshape makes one.
static int64_t joined_dim(ArrayRef<ReassociationIndices> groups) {
  for (const ReassociationIndices &group : groups)
    if (group.size() == 2)
      return group.front();
  return -1;
}

// The loop by which dimension `dim` of the operand is read, where both can be joined.
static int loop_at(linalg::LinalgOp op, OpOperand *operand, int64_t dim) {
  AffineMap map = op.getMatchingIndexingMap(operand);
  if (dim < 0 || !map.isProjectedPermutation())
    return -1;
  unsigned loop = map.getDimPosition(static_cast<unsigned>(dim));
  return can_join(op, loop) ? static_cast<int>(loop) : -1;
}

int rows_beside_reshape(MlirOperation wrapped) {
  auto op = dyn_cast<linalg::LinalgOp>(unwrap(wrapped));
  if (!op || !op.hasPureTensorSemantics())
    return -1;
  int loop = -1;
  for (OpOperand &operand : op->getOpOperands()) {
    auto expand = operand.get().getDefiningOp<tensor::ExpandShapeOp>();
    if (loop < 0 && expand && expand->hasAttr(mark))
      loop = loop_at(op, &operand, joined_dim(expand.getReassociationIndices()));
  }
  for (OpResult result : op->getResults())
    for (Operation *user : result.getUsers()) {
      auto collapse = dyn_cast<tensor::CollapseShapeOp>(user);
      if (loop < 0 && collapse && collapse->hasAttr(mark))
        loop = loop_at(op, op.getDpsInitOperand(result.getResultNumber()),
                       joined_dim(collapse.getReassociationIndices()));
    }
  return loop;
}

// --- joining

// The op as a generic that reads what its broadcasts read.
static linalg::LinalgOp without_broadcasts(IRRewriter &rewriter, linalg::LinalgOp op) {
  for (int i = 0; i < op.getNumDpsInputs(); i++) {
    if (!broadcast_of(op.getDpsInputOperand(i)))
      continue;
    rewriter.setInsertionPoint(op);
    if (!isa<linalg::GenericOp>(op))
      if (auto generic = linalg::generalizeNamedOp(rewriter, op); succeeded(generic))
        op = *generic;
    rewriter.setInsertionPoint(op); // the one before may be gone with the named op
    auto fused = linalg::fuseElementwiseOps(rewriter, op.getDpsInputOperand(i));
    if (failed(fused))
      continue;
    Operation *broadcast = op.getDpsInputOperand(i)->get().getDefiningOp();
    for (OpResult result : op->getResults())
      rewriter.replaceAllUsesWith(result, fused->replacements.lookup(result));
    rewriter.eraseOp(op);
    if (broadcast->use_empty())
      rewriter.eraseOp(broadcast);
    op = cast<linalg::LinalgOp>(fused->fusedOp);
  }
  return op;
}

// The size of a tensor, by what was there before any op that computes: those move later.
static OpFoldResult size_of(OpBuilder &builder, Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(static_cast<unsigned>(dim)))
    return builder.getIndexAttr(type.getDimSize(static_cast<unsigned>(dim)));
  for (;;) {
    auto result = dyn_cast<OpResult>(tensor);
    auto op = result ? dyn_cast<DestinationStyleOpInterface>(result.getOwner()) : nullptr;
    if (!op)
      break;
    tensor = op.getDpsInitOperand(result.getResultNumber())->get();
  }
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[static_cast<size_t>(dim)];
  if (auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return expand.getMixedOutputShape()[static_cast<size_t>(dim)];
  return tensor::DimOp::create(builder, tensor.getLoc(), tensor, dim).getResult();
}

using Sizes = SmallVector<SmallVector<OpFoldResult>>;

// Of the results.
static Sizes sizes_of(OpBuilder &builder, linalg::LinalgOp op) {
  Sizes sizes;
  for (Value init : op.getDpsInits()) {
    sizes.emplace_back();
    for (int64_t d = 0; d < cast<RankedTensorType>(init.getType()).getRank(); d++)
      sizes.back().push_back(size_of(builder, init, d));
  }
  return sizes;
}

// The results as reshapes to these sizes.
static void resize(IRRewriter &rewriter, const Sizes &sizes, linalg::CollapseResult &made) {
  for (auto [result, size] : llvm::zip_equal(made.results, sizes)) {
    auto expand = result.getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand)
      continue;
    rewriter.setInsertionPoint(expand);
    result = rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        expand, expand.getResultType(), expand.getSrc(), expand.getReassociationIndices(), size);
  }
}

static void mark_reshapes(linalg::CollapseResult &made) {
  auto unit = UnitAttr::get(made.collapsedOp->getContext());
  for (Value operand : made.collapsedOp->getOperands())
    if (auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>())
      collapse->setAttr(mark, unit);
  for (Value result : made.results)
    if (auto expand = result.getDefiningOp<tensor::ExpandShapeOp>())
      expand->setAttr(mark, unit);
}

bool rows_join(MlirOperation wrapped, int first) {
  auto op = cast<linalg::LinalgOp>(unwrap(wrapped));
  IRRewriter rewriter(op->getContext());
  op = without_broadcasts(rewriter, op);
  if (!can_join(op, static_cast<unsigned>(first)))
    return false;
  rewriter.setInsertionPoint(op);
  if (!isa<linalg::GenericOp, linalg::FillOp>(op)) {
    auto generic = linalg::generalizeNamedOp(rewriter, op);
    if (failed(generic))
      return false;
    op = *generic;
  }
  ReassociationIndices pair = {first, first + 1};
  Sizes sizes = sizes_of(rewriter, op);
  auto made = linalg::collapseOpIterationDims(op, {pair}, rewriter);
  if (failed(made))
    return false;
  resize(rewriter, sizes, *made);
  mark_reshapes(*made);
  rewriter.replaceOp(op, made->results);
  return true;
}

// --- reshapes

static Value product(OpBuilder &builder, Location location, OpFoldResult a, OpFoldResult b) {
  return builder.createOrFold<arith::MulIOp>(location,
                                             getValueOrCreateConstantIndexOp(builder, location, a),
                                             getValueOrCreateConstantIndexOp(builder, location, b));
}

static Value empty_of(tensor::CollapseShapeOp collapse, tensor::EmptyOp empty) {
  OpBuilder builder(collapse);
  SmallVector<OpFoldResult> sizes = empty.getMixedSizes(), joined;
  for (const ReassociationIndices &group : collapse.getReassociationIndices()) {
    OpFoldResult size = sizes[group[0]];
    for (int64_t next : ArrayRef(group).drop_front())
      size = product(builder, collapse.getLoc(), size, sizes[next]);
    joined.push_back(size);
  }
  return tensor::EmptyOp::create(builder, collapse.getLoc(), joined,
                                 collapse.getType().getElementType());
}

static Value without_reshape(tensor::CollapseShapeOp collapse) {
  Value source = collapse.getSrc();
  if (auto empty = source.getDefiningOp<tensor::EmptyOp>())
    return empty_of(collapse, empty);
  auto expand = source.getDefiningOp<tensor::ExpandShapeOp>();
  bool undoes = expand && expand.getSrcType() == collapse.getType() &&
                expand.getReassociationIndices() == collapse.getReassociationIndices();
  return undoes ? expand.getSrc() : Value();
}

void rows_cancel(MlirOperation root) {
  SmallVector<tensor::CollapseShapeOp> collapses;
  unwrap(root)->walk([&](tensor::CollapseShapeOp op) {
    if (op->hasAttr(mark))
      collapses.push_back(op);
  });
  for (tensor::CollapseShapeOp collapse : collapses)
    if (Value plain = without_reshape(collapse); plain && plain.getType() == collapse.getType()) {
      collapse.getResult().replaceAllUsesWith(plain);
      collapse.erase();
    }
}

void rows_finish(MlirOperation root) {
  SmallVector<Operation *> unused;
  unwrap(root)->walk([](tensor::DimOp op) {
    auto expand = op.getSource().getDefiningOp<tensor::ExpandShapeOp>();
    auto dim = op.getConstantIndex();
    if (!expand || !expand->hasAttr(mark) || !dim)
      return;
    OpBuilder builder(op);
    op.replaceAllUsesWith(getValueOrCreateConstantIndexOp(
        builder, op.getLoc(), expand.getMixedOutputShape()[static_cast<size_t>(*dim)]));
    op.erase();
  });
  unwrap(root)->walk([&](Operation *op) {
    bool is_reshape = isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
    if (is_reshape && op->removeAttr(mark) && op->use_empty())
      unused.push_back(op);
  });
  for (Operation *op : unused)
    op->erase();
}
