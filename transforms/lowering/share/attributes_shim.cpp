#include "transforms/lowering/share/attributes_shim.h"

#include "mlir/CAPI/IR.h"

const void *attributes_key(MlirOperation op) {
  return unwrap(op)->getAttrDictionary().getAsOpaquePointer();
}
