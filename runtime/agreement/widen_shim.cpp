// A cast between two widths has nothing left to do and goes. What relies on the width of a float
// does not verify afterwards, but for views of bytes, which are looked for.
#include "runtime/agreement/widen_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

static bool isNarrow(Type type) {
  auto floating = dyn_cast<FloatType>(type);
  return floating && floating.getWidth() < 64;
}

static APFloat inDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

static DenseElementsAttr widenElements(DenseElementsAttr elements) {
  return elements.mapValues(Float64Type::get(elements.getContext()),
                            [](const APFloat &value) { return inDouble(value).bitcastToAPInt(); });
}

// Null: the blob is not there.
static DenseElementsAttr readResource(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  return blob ? DenseElementsAttr::getFromRawBuffer(resource.getType(), blob->getData())
              : DenseElementsAttr();
}

using Replaced = std::optional<std::pair<Attribute, WalkResult>>;

static Replaced done(Attribute attribute) { return std::pair(attribute, WalkResult::skip()); }

static void addReplacements(AttrTypeReplacer &replacer) {
  replacer.addReplacement([](FloatType type) -> std::optional<Type> {
    return isNarrow(type) ? Float64Type::get(type.getContext()) : Type(type);
  });
  replacer.addReplacement([](FloatAttr number) -> Replaced {
    if (!isNarrow(number.getType()))
      return std::nullopt;
    return done(FloatAttr::get(Float64Type::get(number.getContext()), inDouble(number.getValue())));
  });
  replacer.addReplacement([](DenseElementsAttr elements) -> Replaced {
    return isNarrow(elements.getElementType()) ? done(widenElements(elements))
                                               : Replaced(std::nullopt);
  });
  replacer.addReplacement([](DenseResourceElementsAttr resource) -> Replaced {
    if (!isNarrow(resource.getElementType()))
      return std::nullopt;
    DenseElementsAttr elements = readResource(resource);
    return done(elements ? widenElements(elements) : elements);
  });
}

static bool dependsOnWidth(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return isa<memref::ViewOp>(op) || (function && function.isExternal());
}

static void dropCasts(ModuleOp module) {
  module->walk([](Operation *op) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
        op->getOperand(0).getType() == op->getResult(0).getType()) {
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    }
  });
}

bool widen_floats(MlirModule wrapped) {
  ModuleOp module = unwrap(wrapped);
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  if (module
          ->walk([](Operation *op) {
            return dependsOnWidth(op) ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted())
    return false;
  AttrTypeReplacer replacer;
  addReplacements(replacer);
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  dropCasts(module);
  return succeeded(verify(module));
}
