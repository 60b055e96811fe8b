// Functions that MLIR's C API has, or has as they are, since MLIR 22; built for MLIR 21 alone.
#include <mlir-c/RegisterEverything.h> // in quotes it would be found beside this file, with nothing next

#include "mlir/CAPI/IR.h"
#include "mlir/Pass/PassRegistry.h"

#undef mlirRegisterAllPasses

bool mlirOperationIsBeforeInBlock(MlirOperation op, MlirOperation other) {
  return unwrap(op)->isBeforeInBlock(unwrap(other));
}

void mlirOperationSetLocation(MlirOperation op, MlirLocation location) {
  unwrap(op)->setLoc(unwrap(location));
}

void versions_register_all_passes(void) {
  if (!mlir::PassPipelineInfo::lookup("buffer-deallocation-pipeline"))
    mlirRegisterAllPasses();
}
