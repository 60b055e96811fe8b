// Lowered code called on three vectors of numbers.
#include "test/unit/transforms/run_views.h"

#include "mlir-c/ExecutionEngine.h"
#include "transforms/lowering/lowering.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct View { // a descriptor of memref<?xT>
  void *allocated, *aligned;
  int64_t offset, size, stride;
} View;

void run_views(MlirModule module, bool is_tuned, const char *what, int count, void *a, void *b,
               void *r) {
  if (mlirModuleIsNull(module) || lower_to_llvm(module, is_tuned) != STATUS_OK) {
    printf("FAIL %s: %s\n", what, status_text());
    exit(1);
  }
  MlirExecutionEngine engine = mlirExecutionEngineCreate(module, 2, 0, NULL, false, false);
  View views[3] = {{a, a, 0, count, 1}, {b, b, 0, count, 1}, {r, r, 0, count, 1}};
  View *pointers[3] = {&views[0], &views[1], &views[2]};
  void *arguments[3] = {&pointers[0], &pointers[1], &pointers[2]};
  if (mlirLogicalResultIsFailure(mlirExecutionEngineInvokePacked(
          engine, mlirStringRefCreateFromCString("run"), arguments))) {
    printf("FAIL %s: no entry\n", what);
    exit(1);
  }
  mlirExecutionEngineDestroy(engine);
  mlirModuleDestroy(module);
}
