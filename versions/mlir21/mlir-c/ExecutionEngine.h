// mlir-c/ExecutionEngine.h of MLIR 21, whose engine makes no position-independent code.
#pragma once

#include_next "mlir-c/ExecutionEngine.h"

#define mlirExecutionEngineCreate(op, level, count, paths, dump, pic)                              \
  mlirExecutionEngineCreate(op, level, count, paths, dump)
