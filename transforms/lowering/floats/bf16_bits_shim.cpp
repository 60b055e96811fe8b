// C++ for the classes of ops and for numbers as bits. First whatever has to see bf16
// gets casts around it, then the type of everything else changes.
#include "transforms/lowering/floats/bf16_bits_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace {

// The integers that hold the type; null for any other.
Type bits_of(Type type) {
  Type bits = IntegerType::get(type.getContext(), 16);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getElementType().isBF16() ? vector.clone(bits) : Type();
  return type.isBF16() ? bits : Type();
}

bool moves_bits(Operation *op) {
  return isa<LLVM::BitcastOp, LLVM::BrOp, LLVM::CondBrOp, LLVM::ConstantOp, LLVM::ExtractElementOp,
             LLVM::FreezeOp, LLVM::InsertElementOp, LLVM::LoadOp, LLVM::MaskedLoadOp,
             LLVM::MaskedStoreOp, LLVM::PoisonOp, LLVM::SelectOp, LLVM::ShuffleVectorOp,
             LLVM::StoreOp, LLVM::SwitchOp, LLVM::UndefOp, LLVM::ZeroOp, LLVM::masked_compressstore,
             LLVM::masked_expandload, LLVM::masked_gather, LLVM::masked_scatter,
             LLVM::vector_extract, LLVM::vector_insert>(op);
}

// What was made by others reads the bits instead.
void read_as_bits(OpBuilder &builder, Value value) {
  Type bits = bits_of(value.getType());
  if (!bits || value.use_empty())
    return;
  auto cast = LLVM::BitcastOp::create(builder, value.getLoc(), bits, value);
  value.replaceAllUsesExcept(cast, cast);
}

void cast_operands(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); bits_of(type))
      operand.set(LLVM::BitcastOp::create(builder, op->getLoc(), type, operand.get()));
}

void cast_results(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults())
    read_as_bits(builder, result);
}

void change_type(Value value) {
  if (Type bits = bits_of(value.getType()))
    value.setType(bits);
}

void change_constant(LLVM::ConstantOp op) {
  Type bits = IntegerType::get(op.getContext(), 16);
  if (!bits_of(op.getType()))
    return;
  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    op.setValueAttr(IntegerAttr::get(bits, number.getValue().bitcastToAPInt()));
  else if (auto numbers = dyn_cast<DenseElementsAttr>(op.getValue()))
    op.setValueAttr(numbers.bitcast(bits));
}

// Whoever enters a region passes what its first block takes, and branches in it what the others do.
void change_arguments(Region &region) {
  if (region.empty())
    return;
  OpBuilder builder(region.getContext());
  builder.setInsertionPointToStart(&region.front());
  for (Value argument : region.getArguments())
    read_as_bits(builder, argument);
  for (Block &block : llvm::drop_begin(region))
    for (Value argument : block.getArguments())
      change_type(argument);
}

void lower_function(LLVM::LLVMFuncOp function) {
  SmallVector<Operation *> movers, others;
  function.getBody().walk([&](Operation *op) { (moves_bits(op) ? movers : others).push_back(op); });
  for (Operation *op : others)
    cast_operands(op);
  for (Operation *op : others)
    cast_results(op);
  for (Operation *op : movers) {
    if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
      change_constant(constant);
    for (Value result : op->getResults())
      change_type(result);
  }
  change_arguments(function.getBody());
  for (Operation *op : others)
    for (Region &region : op->getRegions())
      change_arguments(region);
}

} // namespace

void bf16_bits_lower(MlirOperation module) {
  for (auto function : cast<ModuleOp>(unwrap(module)).getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      lower_function(function);
}
