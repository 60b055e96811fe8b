// Functions that MLIR's C API has, or has as they are, since MLIR 22; built for MLIR 21 alone.
#include "mlir/CAPI/IR.h"

bool mlirOperationIsBeforeInBlock(MlirOperation op, MlirOperation other) {
  return unwrap(op)->isBeforeInBlock(unwrap(other));
}

void mlirOperationSetLocation(MlirOperation op, MlirLocation location) {
  unwrap(op)->setLoc(unwrap(location));
}
