// mlir-c/RegisterEverything.h of MLIR 21, which ends a process that registers all passes twice; MLIR 22 does not.
#pragma once

#include_next "mlir-c/RegisterEverything.h"

#ifdef __cplusplus
extern "C" {
#endif

// Does nothing where they are registered, as mlir-opt has them.
void versions_register_all_passes(void);

#ifdef __cplusplus
}
#endif

#define mlirRegisterAllPasses versions_register_all_passes
