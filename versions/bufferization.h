// Buffers that functions return as arguments, by release: MLIR 21 changes public functions always.
#pragma once

#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "llvm/Config/llvm-config.h"

inline void
versions_modify_public_functions(mlir::bufferization::BufferResultsToOutParamsOpts &options) {
#if LLVM_VERSION_MAJOR >= 22
  options.modifyPublicFunctions = true;
#else
  (void)options;
#endif
}
