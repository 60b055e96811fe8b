// See equal_dims_shim.h.
#include "transforms/equal_dims_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include "llvm/ADT/EquivalenceClasses.h"

#include <optional>

using namespace mlir;

// A dimension of a value, an index (-1), a loop of an op, or a number (of null).
using Extent = std::pair<void *, int64_t>;

struct EqualDims {
  llvm::EquivalenceClasses<Extent> classes;
  llvm::SmallVector<int64_t> numbers;
};

static constexpr int64_t INDEX = -1;

static Extent numberExtent(EqualDims &dims, int64_t number) {
  if (!llvm::is_contained(dims.numbers, number))
    dims.numbers.push_back(number);
  return {nullptr, number};
}

static Extent extentOf(EqualDims &dims, Value value, int64_t dim) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return dim == INDEX || type.isDynamicDim(dim) ? Extent(value.getAsOpaquePointer(), dim)
                                                : numberExtent(dims, type.getDimSize(dim));
}

static int64_t rankOf(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasRank() ? type.getRank() : 0;
}

// One step back: what the op says of the extent in terms of its operands.
static void joinResult(EqualDims &dims, Value value, int64_t dim) {
  using Bounds = ValueBoundsConstraintSet;
  AffineMap map;
  ValueDimList operands;
  auto isOther = [&](Value other, std::optional<int64_t> otherDim, Bounds &) {
    return other != value || otherDim.value_or(INDEX) != dim;
  };
  Bounds::Variable variable = dim == INDEX ? Bounds::Variable(value) : Bounds::Variable(value, dim);
  if (failed(Bounds::computeBound(map, operands, presburger::BoundType::EQ, variable, isOther)) ||
      map.getNumResults() != 1)
    return;
  AffineExpr bound = map.getResult(0);
  Extent extent(value.getAsOpaquePointer(), dim);
  if (auto number = dyn_cast<AffineConstantExpr>(bound))
    dims.classes.unionSets(extent, numberExtent(dims, number.getValue()));
  else if (isa<AffineDimExpr, AffineSymbolExpr>(bound) && operands.size() == 1)
    dims.classes.unionSets(extent,
                           extentOf(dims, operands[0].first, operands[0].second.value_or(INDEX)));
}

static void joinResults(EqualDims &dims, Operation &op) {
  // What is known of loops and branches would be proved at length.
  if (isa<LoopLikeOpInterface, RegionBranchOpInterface>(op))
    return;
  for (Value result : op.getResults()) {
    if (result.getType().isIndex())
      joinResult(dims, result, INDEX);
    for (int64_t d = 0; d < rankOf(result); d++)
      if (cast<ShapedType>(result.getType()).isDynamicDim(d))
        joinResult(dims, result, d);
  }
}

// A loop has the extent of each dimension whose index it is.
static void joinLoops(EqualDims &dims, linalg::LinalgOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [d, index] : llvm::enumerate(map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(index))
        dims.classes.unionSets(Extent(op.getOperation(), loop.getPosition()),
                               extentOf(dims, operand.get(), static_cast<int64_t>(d)));
  }
}

// Traits have other numbers in code of another compiler than MLIR's, so that MLIR asks for them.
static bool isOfOneShape(Operation &op) {
  return OpTrait::hasElementwiseMappableTraits(&op) ||
         isa<linalg::SoftmaxOp, tensor::CastOp, memref::CastOp, memref::CopyOp,
             bufferization::ToTensorOp, bufferization::ToBufferOp,
             bufferization::MaterializeInDestinationOp>(op);
}

// `except`: a dimension that may differ, or -1.
static void joinShapes(EqualDims &dims, llvm::ArrayRef<Value> values, int64_t except) {
  Value first;
  for (Value value : values) {
    if (!rankOf(value))
      continue;
    if (!first)
      first = value;
    for (int64_t d = 0; rankOf(value) == rankOf(first) && d < rankOf(first); d++)
      if (d != except)
        dims.classes.unionSets(extentOf(dims, first, d), extentOf(dims, value, d));
  }
}

static llvm::SmallVector<Value> valuesOf(Operation &op) {
  llvm::SmallVector<Value> values(op.getOperands());
  llvm::append_range(values, op.getResults());
  return values;
}

// By name, as not every compiler that loads this has the dialect.
static bool isNamed(Operation *op, llvm::StringRef name) {
  return op && op->getName().getStringRef() == name;
}

static void joinAsserted(EqualDims &dims, Value condition) {
  llvm::SmallVector<Value> left = {condition};
  while (!left.empty()) {
    Operation *op = left.pop_back_val().getDefiningOp();
    if (auto both = dyn_cast_or_null<arith::AndIOp>(op))
      llvm::append_range(left, both.getOperands());
    if (auto compared = dyn_cast_or_null<arith::CmpIOp>(op);
        compared && compared.getPredicate() == arith::CmpIPredicate::eq &&
        compared.getLhs().getType().isIndex())
      dims.classes.unionSets(extentOf(dims, compared.getLhs(), INDEX),
                             extentOf(dims, compared.getRhs(), INDEX));
    llvm::SmallVector<Value> sources;
    if (isNamed(op, "shape.shape_eq"))
      for (Value shape : op->getOperands())
        if (isNamed(shape.getDefiningOp(), "shape.shape_of"))
          sources.push_back(shape.getDefiningOp()->getOperand(0));
    joinShapes(dims, sources, -1);
  }
}

EqualDims *equal_dims_read(MlirOperation function) {
  auto *dims = new EqualDims;
  for (Operation &op : cast<func::FuncOp>(unwrap(function)).getBody().front()) {
    joinResults(*dims, op);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      joinLoops(*dims, structured);
    else if (auto joined = dyn_cast<tensor::ConcatOp>(op))
      joinShapes(*dims, valuesOf(op), static_cast<int64_t>(joined.getDim()));
    else if (isOfOneShape(op))
      joinShapes(*dims, valuesOf(op), -1);
    else if (auto assertion = dyn_cast<cf::AssertOp>(op))
      joinAsserted(*dims, assertion.getArg());
  }
  return dims;
}

void equal_dims_destroy(EqualDims *dims) { delete dims; }

void equal_dims_join(EqualDims *dims, ValueDim one, ValueDim other) {
  dims->classes.unionSets(extentOf(*dims, unwrap(one.value), one.dim),
                          extentOf(*dims, unwrap(other.value), other.dim));
}

static Extent open(ValueDim dim) { return {unwrap(dim.value).getAsOpaquePointer(), dim.dim}; }

bool equal_dims_are(const EqualDims *dims, ValueDim one, ValueDim other) {
  return dims->classes.isEquivalent(open(one), open(other));
}

int64_t equal_dims_size(const EqualDims *dims, ValueDim dim) {
  for (int64_t number : dims->numbers)
    if (dims->classes.isEquivalent(open(dim), Extent(nullptr, number)))
      return number;
  return -1;
}
