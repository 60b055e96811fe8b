// The public C API: readable as C, and registration may be asked for twice.
#include "include/autotune.h"

#include "mlir-c/Diagnostics.h"
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

static MlirLogicalResult swallow(MlirDiagnostic diagnostic, void *user) {
  (void)diagnostic;
  ++*(int *)user;
  return mlirLogicalResultSuccess();
}

static int runs(MlirContext context, const AutotuneOptions *options) {
  int diagnostics = 0;
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, swallow, &diagnostics, NULL);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, autotuneCreatePass(options));
  mlirPassManagerAddOwnedPass(manager, autotuneCreateKernelsPass(options));
  MlirLogicalResult result = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDetachDiagnosticHandler(context, handler);
  return mlirLogicalResultIsSuccess(result) && diagnostics == 0;
}

// Options are wrong when they are looked at, in passes too; what was set last counts.
static int mistakes(MlirContext context) {
  AutotuneOptions *options = autotuneOptionsCreate();
  int good = runs(context, options);
  good &= autotuneOptionsCheck(options) == AUTOTUNE_OK;
  good &= autotuneOptionsSet(options, "no-such-option", "1") == AUTOTUNE_MISTAKE;
  good &= strstr(autotuneErrorText(), "no-such-option") != NULL;
  static const char *const wrong[][2] = {
      {"seed", "x"}, {"seed", ""}, {"seed", "-1"}, {"target", "z80"}, {"search", "luck"}};
  static const char *const right[] = {"7", "7", "7", "zen4", "random"};
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    good &= autotuneOptionsSet(options, wrong[i][0], wrong[i][1]) == AUTOTUNE_OK;
    good &= autotuneOptionsCheck(options) == AUTOTUNE_MISTAKE;
    good &= strstr(autotuneErrorText(), wrong[i][0]) != NULL && !runs(context, options);
    good &= autotuneOptionsSet(options, wrong[i][0], right[i]) == AUTOTUNE_OK;
    good &= autotuneOptionsCheck(options) == AUTOTUNE_OK && runs(context, options);
  }
  autotuneOptionsDestroy(options);
  autotuneOptionsDestroy(NULL);
  autotuneModelDestroy(NULL);
  return good;
}

int main(void) {
  autotuneRegisterPasses();
  autotuneRegisterPasses();
  MlirContext context = mlirContextCreate();
  int good = parses(context, "builtin.module(autotune)");
  good &= parses(context, "builtin.module(func.func(autotune{seed=7}))");
  good &= parses(context, "builtin.module(autotune-kernels,autotune-to-llvm)");
  good &= strcmp(autotuneVersion(), AUTOTUNE_VERSION) == 0;
  char numbers[40];
  snprintf(numbers, sizeof numbers, "%d.%d.%d", AUTOTUNE_VERSION_MAJOR, AUTOTUNE_VERSION_MINOR,
           AUTOTUNE_VERSION_PATCH);
  good &= strcmp(autotuneVersion(), numbers) == 0;
  good &= mistakes(context);
  mlirContextDestroy(context);
  return good ? 0 : 1;
}
