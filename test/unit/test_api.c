// The public C API: readable as C, and registration may be asked for twice.
#include "include/autotune.h"

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <stdio.h>
#include <string.h>

static void ignore(MlirStringRef text, void *payload) {
  (void)text;
  (void)payload;
}

static int parses(MlirContext context, const char *pipeline) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirLogicalResult result =
      mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                   mlirStringRefCreateFromCString(pipeline), ignore, NULL);
  mlirPassManagerDestroy(manager);
  if (mlirLogicalResultIsFailure(result))
    fprintf(stderr, "pipeline not known: %s\n", pipeline);
  return mlirLogicalResultIsSuccess(result);
}

int main(void) {
  autotuneRegisterPasses();
  autotuneRegisterPasses();
  MlirContext context = mlirContextCreate();
  int good = parses(context, "builtin.module(autotune)");
  good &= parses(context, "builtin.module(func.func(autotune{seed=7}))");
  good &= parses(context, "builtin.module(autotune-kernels,autotune-to-llvm)");
  good &= strcmp(autotuneVersion(), AUTOTUNE_VERSION) == 0;
  mlirContextDestroy(context);
  return good ? 0 : 1;
}
