#include "transforms/constant_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/xxhash.h"

#include <cinttypes>
#include <cstdio>
#include <mutex>

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

MlirAttribute constant_make_resource(MlirType type, const char *prefix, size_t bytes,
                                     void (*fill)(void *data, void *user), void *user) {
  static std::mutex mutex; // between looking a name up and inserting it
  auto shaped = llvm::cast<mlir::ShapedType>(unwrap(type));
  auto *dialect = shaped.getContext()->getLoadedDialect<mlir::BuiltinDialect>();
  auto &resources =
      mlir::DenseResourceElementsHandle::getManagerInterface(shaped.getContext()).getBlobManager();
  mlir::AsmResourceBlob blob = mlir::HeapAsmResourceBlob::allocate(bytes, 64);
  fill(blob.getMutableData().data(), user);
  llvm::ArrayRef<uint8_t> data(reinterpret_cast<const uint8_t *>(blob.getData().data()), bytes);
  char name[128];
  snprintf(name, sizeof name, "%s_%016" PRIx64, prefix, llvm::xxh3_64bits(data));
  std::lock_guard<std::mutex> lock(mutex);
  auto *entry = resources.lookup(name);
  if (entry && entry->getBlob() && entry->getBlob()->getData() == blob.getData())
    return wrap(mlir::Attribute(mlir::DenseResourceElementsAttr::get(
        shaped, mlir::DenseResourceElementsHandle(entry, dialect))));
  return wrap(mlir::Attribute(
      mlir::DenseResourceElementsAttr::get(shaped, llvm::StringRef(name), std::move(blob))));
}
