// See linalg_shim.h.
#include "transforms/extract/linalg_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

bool linalg_op_is_structured(MlirOperation op) { return isa<linalg::LinalgOp>(unwrap(op)); }

int linalg_op_loop_count(MlirOperation op) {
  return static_cast<int>(cast<linalg::LinalgOp>(unwrap(op)).getNumLoops());
}

int linalg_op_input_count(MlirOperation op) {
  return static_cast<int>(cast<linalg::LinalgOp>(unwrap(op)).getNumDpsInputs());
}

bool linalg_op_get_loops(MlirOperation op, int64_t *out_extents, bool *out_is_reduction) {
  auto structured = cast<linalg::LinalgOp>(unwrap(op));
  auto extents = structured.getStaticLoopRanges();
  auto kinds = structured.getIteratorTypesArray();
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] != utils::IteratorType::parallel && kinds[i] != utils::IteratorType::reduction)
      return false;
    out_extents[i] = ShapedType::isDynamic(extents[i]) ? -1 : extents[i];
    out_is_reduction[i] = kinds[i] == utils::IteratorType::reduction;
  }
  return true;
}

MlirOperation linalg_op_generalize(MlirOperation op) {
  Operation *named = unwrap(op);
  if (isa<linalg::GenericOp>(named))
    return op;
  IRRewriter rewriter(named->getContext());
  rewriter.setInsertionPoint(named);
  SmallVector<NamedAttribute> attributes(named->getDiscardableAttrs());
  auto generic = linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(named));
  if (failed(generic))
    return MlirOperation{nullptr};
  for (NamedAttribute attribute : attributes)
    generic->getOperation()->setDiscardableAttr(attribute.getName(), attribute.getValue());
  return wrap(generic->getOperation());
}

bool op_only_computes(MlirOperation op) { return wouldOpBeTriviallyDead(unwrap(op)); }

bool op_leaves_memory_alone(MlirOperation op) {
  Operation *operation = unwrap(op);
  if (operation->getNumRegions() > 0)
    return isMemoryEffectFree(operation);
  auto interface = dyn_cast<MemoryEffectOpInterface>(operation);
  if (!interface)
    return isMemoryEffectFree(operation);
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::all_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Allocate>(effect.getEffect());
  });
}
