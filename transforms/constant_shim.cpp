#include "transforms/constant_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

bool constant_get_bytes(MlirAttribute attribute, const void **out_data, size_t *out_bytes,
                        bool *out_is_splat) {
  mlir::Attribute attr = unwrap(attribute);
  if (auto dense = llvm::dyn_cast_or_null<mlir::DenseIntOrFPElementsAttr>(attr)) {
    *out_data = dense.getRawData().data();
    *out_bytes = dense.getRawData().size();
    *out_is_splat = dense.isSplat();
    return true;
  }
  auto resource = llvm::dyn_cast_or_null<mlir::DenseResourceElementsAttr>(attr);
  mlir::AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return false;
  *out_data = blob->getData().data();
  *out_bytes = blob->getData().size();
  *out_is_splat = false;
  return true;
}
