// What an index is computed of is found backwards, with whole bodies: too many ops rather than too
// few, as an index that is off by one may be beyond the end.
#include "runtime/agreement/nudge_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

static void addMaker(SetVector<Operation *> &ops, Value value) {
  Operation *maker = value.getDefiningOp();
  if (!maker)
    maker = cast<BlockArgument>(value).getOwner()->getParentOp();
  if (!isa<ModuleOp>(maker) && !maker->hasTrait<OpTrait::AutomaticAllocationScope>())
    ops.insert(maker);
}

static SetVector<Operation *> opsOfIndices(ModuleOp module) {
  SetVector<Operation *> ops;
  module->walk([&](Operation *op) {
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      ops.insert(op);
  });
  for (size_t i = 0; i < ops.size(); i++)
    ops[i]->walk([&](Operation *inner) {
      ops.insert(inner);
      for (Value operand : inner->getOperands())
        addMaker(ops, operand);
    });
  return ops;
}

static void nudge(Operation *op, double direction) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  Value number = op->getOperand(0);
  auto constant = [&](double value) -> Value {
    TypedAttr attribute = builder.getFloatAttr(getElementTypeOrSelf(number.getType()), value);
    if (auto shaped = dyn_cast<ShapedType>(number.getType()))
      attribute = DenseElementsAttr::get(shaped, Attribute(attribute));
    return arith::ConstantOp::create(builder, location, attribute);
  };
  Value size = arith::AddFOp::create(builder, location,
                                     math::AbsFOp::create(builder, location, number), constant(64));
  Value moved = arith::MulFOp::create(builder, location, size, constant(direction / 131072));
  op->setOperand(0, arith::AddFOp::create(builder, location, number, moved));
}

bool nudge_roundings(MlirModule wrapped, double direction) {
  ModuleOp module = unwrap(wrapped);
  SetVector<Operation *> indices = opsOfIndices(module);
  SmallVector<Operation *> roundings;
  module->walk([&](Operation *op) {
    auto shaped =
        dyn_cast_or_null<ShapedType>(op->getNumResults() ? op->getResult(0).getType() : Type());
    if (isa<math::RoundEvenOp, math::RoundOp>(op) && !indices.contains(op) &&
        (!shaped || shaped.hasStaticShape()))
      roundings.push_back(op);
  });
  for (Operation *op : roundings)
    nudge(op, direction);
  return !roundings.empty();
}
