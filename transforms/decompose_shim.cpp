// C++ because AggregatedOpInterface has no C API.
#include "transforms/decompose_shim.h"

#include "transforms/fp_mode.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

static constexpr size_t maxResults = std::extent<decltype(Decomposition::results)>::value;

// linalg.pack and linalg.unpack on tensors, which have no interface to ask. Upstream's parts have a
// zero of the type, whether anything is padded or not.
static bool isRelayout(Operation *op) {
  return op->getNumResults() == 1 && isa<linalg::PackOp, linalg::UnPackOp>(op) &&
         getElementTypeOrSelf(op->getResult(0)).isIntOrIndexOrFloat();
}

bool op_is_aggregate(MlirOperation op) {
  Operation *operation = unwrap(op);
  if (isRelayout(operation))
    return true;
  if (!isa<linalg::AggregatedOpInterface>(operation))
    return false;
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  auto isMemref = [](Type type) { return isa<MemRefType>(type); };
  return operation->getNumResults() == 0 ? llvm::all_of(operation->getOperandTypes(), isMemref)
                                         : operation->getNumResults() <= maxResults &&
                                               llvm::all_of(operation->getOperandTypes(), isTensor);
}

// The parts on memrefs are those on tensors, each writing to the buffer of its destination.
namespace {
class BufferParts {
public:
  explicit BufferParts(Operation *aggregate) : aggregate(aggregate), builder(aggregate) {}

  LogicalResult build() {
    Block tensors;
    OpBuilder onTensors(aggregate->getContext());
    onTensors.setInsertionPointToEnd(&tensors);
    auto parts = cast<linalg::AggregatedOpInterface>(decomposedCopy(onTensors, tensors))
                     .decomposeOperation(onTensors);
    LogicalResult result = failure(failed(parts));
    for (Operation &part : tensors)
      if (succeeded(result) && &part != copy)
        result = rebuild(&part);
    for (Value buffer : buffers)
      memref::DeallocOp::create(builder, aggregate->getLoc(), buffer);
    while (!tensors.empty())
      tensors.back().erase();
    return result;
  }

private:
  Operation *aggregate, *copy = nullptr;
  OpBuilder builder;
  IRMapping memrefs; // of the tensors in the block of the copy
  SmallVector<Value> buffers;

  // The aggregate on tensors, which are the arguments of the block.
  Operation *decomposedCopy(OpBuilder &onTensors, Block &block) {
    SmallVector<Value> operands;
    for (Value memref : aggregate->getOperands()) {
      auto type = cast<MemRefType>(memref.getType());
      operands.push_back(block.addArgument(
          RankedTensorType::get(type.getShape(), type.getElementType()), aggregate->getLoc()));
      memrefs.map(operands.back(), memref);
    }
    auto outs = cast<DestinationStyleOpInterface>(aggregate).getNumDpsInits();
    Type result = operands[operands.size() - outs].getType();
    copy = clone(onTensors, aggregate, result, operands);
    onTensors.setInsertionPoint(copy);
    return copy;
  }

  // Every use of a tensor.empty is a buffer of its own, because its contents are undefined.
  Value destination(Value tensor) {
    auto empty = tensor.getDefiningOp<tensor::EmptyOp>();
    if (!empty)
      return memrefs.lookupOrNull(tensor);
    auto type = MemRefType::get(empty.getType().getShape(), empty.getType().getElementType());
    SmallVector<Value> sizes;
    for (Value size : empty.getDynamicSizes())
      sizes.push_back(memrefs.lookup(size));
    auto alignment = builder.getI64IntegerAttr(64);
    buffers.push_back(
        memref::AllocOp::create(builder, aggregate->getLoc(), type, sizes, alignment));
    return buffers.back();
  }

  LogicalResult rebuild(Operation *part) {
    if (isa<tensor::EmptyOp>(part))
      return success();
    if (auto dim = dyn_cast<tensor::DimOp>(part)) {
      memrefs.map(dim.getResult(),
                  memref::DimOp::create(builder, dim.getLoc(), memrefs.lookup(dim.getSource()),
                                        memrefs.lookup(dim.getIndex()))
                      .getResult());
      return success();
    }
    auto structured = dyn_cast<linalg::LinalgOp>(part);
    if (!structured) {
      builder.clone(*part, memrefs);
      return success(part->getNumRegions() == 0 && isMemoryEffectFree(part));
    }
    SmallVector<Value> operands;
    for (OpOperand &operand : part->getOpOperands()) {
      bool isOut = structured.isDpsInit(&operand);
      Value value = isOut ? destination(operand.get()) : memrefs.lookupOrNull(operand.get());
      if (!value)
        return failure();
      operands.push_back(value);
    }
    clone(builder, part, TypeRange(), operands);
    for (OpResult result : part->getResults())
      memrefs.map(result, operands[structured.getNumDpsInputs() + result.getResultNumber()]);
    return success();
  }
};
} // namespace

// Upstream pads what needs no padding, and takes all of a tensor as a slice.
static LogicalResult lowerPack(IRRewriter &rewriter, linalg::PackOp pack) {
  bool isWhole = !pack.getPaddingValue();
  auto parts = linalg::lowerPack(rewriter, pack);
  if (succeeded(parts) && isWhole && parts->padOp &&
      parts->padOp.getSource().getType() == parts->padOp.getType())
    rewriter.replaceOp(parts->padOp, parts->padOp.getSource());
  return success(succeeded(parts));
}

static LogicalResult lowerUnPack(IRRewriter &rewriter, linalg::UnPackOp unpack) {
  auto parts = linalg::lowerUnPack(rewriter, unpack);
  if (failed(parts))
    return failure();
  tensor::ExtractSliceOp slice = parts->extractSliceOp;
  if (slice && slice.getType().hasStaticShape() && slice.getType() == slice.getSourceType())
    rewriter.replaceOp(slice, slice.getSource());
  return success();
}

// Upstream replaces the op, so a copy is lowered, of which a cast holds the result. What is
// unpacked is not copied to its destination: whoever needs it there copies.
static FailureOr<SmallVector<Value>> lowerRelayout(Operation *operation) {
  IRRewriter rewriter(operation);
  Operation *copy = rewriter.clone(*operation);
  auto holder = UnrealizedConversionCastOp::create(
      rewriter, copy->getLoc(), copy->getResult(0).getType(), copy->getResult(0));
  auto pack = dyn_cast<linalg::PackOp>(copy);
  rewriter.setInsertionPoint(copy);
  bool isLowered = succeeded(pack ? lowerPack(rewriter, pack)
                                  : lowerUnPack(rewriter, cast<linalg::UnPackOp>(copy)));
  Value result = holder.getInputs()[0];
  rewriter.eraseOp(holder);
  if (!isLowered) {
    rewriter.eraseOp(copy);
    return failure();
  }
  auto last = result.getDefiningOp<linalg::CopyOp>();
  if (last && !pack && last.getInputs()[0].getType() == result.getType()) {
    result = last.getInputs()[0];
    rewriter.eraseOp(last);
  }
  return SmallVector<Value>({result});
}

// The parts in front of the aggregate; what its results become.
static FailureOr<SmallVector<Value>> buildParts(Operation *operation) {
  if (isRelayout(operation))
    return lowerRelayout(operation);
  if (operation->getNumResults() == 0) {
    if (failed(BufferParts(operation).build()))
      return failure();
    return SmallVector<Value>();
  }
  OpBuilder builder(operation);
  return cast<linalg::AggregatedOpInterface>(operation).decomposeOperation(builder);
}

bool op_decompose(MlirOperation op, Decomposition *out_decomposition) {
  Operation *operation = unwrap(op);
  Operation *before = operation->getPrevNode();
  auto parts = buildParts(operation);

  Decomposition decomposition = {};
  decomposition.aggregate = op;
  Operation *part = before ? before->getNextNode() : &operation->getBlock()->front();
  bool fits = true;
  for (; part != operation; part = part->getNextNode()) {
    fits = fits && decomposition.op_count < DECOMPOSE_MAX_OPS;
    if (fits)
      decomposition.ops[decomposition.op_count++] = wrap(part);
    if (isa<linalg::LinalgOp>(part))
      fp_mode_copy(op, wrap(part));
  }
  if (failed(parts) || !fits || parts->size() != operation->getNumResults()) {
    while (operation->getPrevNode() != before)
      operation->getPrevNode()->erase();
    return false;
  }
  for (auto [old, result] : llvm::zip(operation->getResults(), *parts)) {
    old.replaceAllUsesWith(result);
    decomposition.results[decomposition.result_count++] = wrap(result);
  }
  *out_decomposition = decomposition;
  return true;
}

void decomposition_commit(Decomposition *decomposition) {
  unwrap(decomposition->aggregate)->erase();
}

void decomposition_revert(Decomposition *decomposition) {
  Operation *operation = unwrap(decomposition->aggregate);
  for (int i = 0; i < decomposition->result_count; i++)
    unwrap(decomposition->results[i]).replaceAllUsesWith(operation->getResult(i));
  for (int i = decomposition->op_count; i-- > 0;)
    unwrap(decomposition->ops[i])->erase();
}

// Whether the body of a linalg.map reads its result. Upstream says of every map that it does not,
// so bufferization would give it a new buffer with nothing in it.
static bool readsResult(Operation *op) {
  auto map = dyn_cast<linalg::MapOp>(op);
  ArrayRef<BlockArgument> read;
  if (map) // MLIR 21's has no argument for it
    read = map.getMapper().getArguments().drop_front(map.getNumDpsInputs());
  return !read.empty() && !read.front().use_empty();
}

static bool isDecomposedByName(Operation *op) {
  return op->getNumResults() == 1 &&
         isa<linalg::WinogradFilterTransformOp, linalg::WinogradInputTransformOp,
             linalg::WinogradOutputTransformOp>(op);
}

// Ops that are not aggregated. What cannot be decomposed stays.
static void decomposeByName(Operation *op) {
  IRRewriter rewriter(op);
  if (auto map = dyn_cast<linalg::MapOp>(op))
    (void)linalg::generalizeNamedOp(rewriter, map);
  else if (auto filter = dyn_cast<linalg::WinogradFilterTransformOp>(op))
    (void)linalg::decomposeWinogradFilterTransformOp(rewriter, filter);
  else if (auto input = dyn_cast<linalg::WinogradInputTransformOp>(op))
    (void)linalg::decomposeWinogradInputTransformOp(rewriter, input);
  else if (auto output = dyn_cast<linalg::WinogradOutputTransformOp>(op))
    (void)linalg::decomposeWinogradOutputTransformOp(rewriter, output);
}

void aggregates_decompose(MlirOperation root) {
  SmallVector<Operation *> aggregates, others;
  unwrap(root)->walk([&](Operation *op) {
    if (op_is_aggregate(wrap(op)))
      aggregates.push_back(op);
    else if (readsResult(op) || isDecomposedByName(op))
      others.push_back(op);
  });
  Decomposition decomposition;
  for (Operation *op : aggregates)
    if (op_decompose(wrap(op), &decomposition))
      decomposition_commit(&decomposition);
  llvm::for_each(others, decomposeByName);
}
