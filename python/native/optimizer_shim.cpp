// MLIR's command line with the passes of this library, within this process: mlir-opt has no C API.
#include "include/autotune_compile.h"

#include "mlir-c/RegisterEverything.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int autotuneRunOptimizer(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlirRegisterAllDialects(wrap(&registry));
  mlirRegisterAllPasses();
  autotuneRegisterPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "MLIR with autotune\n", registry));
}
