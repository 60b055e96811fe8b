#include "passes/choose/parallel_shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Threading.h"

int parallel_threads(MlirContext context) {
  return unwrap(context)->isMultithreadingEnabled()
             ? static_cast<int>(unwrap(context)->getNumThreads())
             : 1;
}

void parallel_for(MlirContext context, int count, void (*work)(int index, void *user), void *user) {
  mlir::parallelFor(unwrap(context), 0, static_cast<size_t>(count),
                    [&](size_t index) { work(static_cast<int>(index), user); });
}
