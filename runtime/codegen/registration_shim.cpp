#include "runtime/codegen/registration_shim.h"

#include "mlir-c/RegisterEverything.h"
#include "mlir/Pass/PassRegistry.h"

void registration_add_passes(void) {
  if (!mlir::PassPipelineInfo::lookup("buffer-deallocation-pipeline"))
    mlirRegisterAllPasses();
}
