// mlir-c/IR.h of MLIR 21, with the functions that came with MLIR 22 (functions_shim.cpp).
#pragma once

#include_next "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

bool mlirOperationIsBeforeInBlock(MlirOperation op, MlirOperation other);
void mlirOperationSetLocation(MlirOperation op, MlirLocation location);

#ifdef __cplusplus
}
#endif
