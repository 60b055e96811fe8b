// Parsing and pass pipelines, with MLIR's diagnostics turned into Status.
#include "codegen/compile.h"

#include "codegen/parse_shim.h"
#include "core/file/path_kind.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

MlirContext compile_context_create(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, mlirRegisterAllPasses);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirContextLoadAllAvailableDialects(context);
  mlirRegisterAllLLVMTranslations(context);
  mlirDialectRegistryDestroy(registry);
  return context;
}

// The first error reported while attached. Every diagnostic is swallowed.
typedef struct Listener {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  char text[400];
  size_t used;
} Listener;

static void collect(MlirStringRef fragment, void *user) {
  Listener *listener = user;
  size_t room = sizeof(listener->text) - 1 - listener->used;
  size_t bytes = fragment.length < room ? fragment.length : room;
  memcpy(listener->text + listener->used, fragment.data, bytes);
  listener->used += bytes;
  listener->text[listener->used] = 0;
}

static MlirLogicalResult hear(MlirDiagnostic diagnostic, void *user) {
  Listener *listener = user;
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError && listener->used == 0) {
    mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), collect, listener);
    collect(mlirStringRefCreateFromCString(": "), listener);
    mlirDiagnosticPrint(diagnostic, collect, listener);
  }
  return mlirLogicalResultSuccess();
}

static void listener_attach(Listener *listener, MlirContext context) {
  *listener = (Listener){.context = context};
  listener->handler = mlirContextAttachDiagnosticHandler(context, hear, listener, NULL);
}

static void listener_detach(Listener *listener) {
  mlirContextDetachDiagnosticHandler(listener->context, listener->handler);
}

static const char *listener_text(const Listener *listener) {
  return listener->used ? listener->text : "no reason was given";
}

Status compile_parse(MlirContext context, const char *text, MlirModule *out_module) {
  Listener listener;
  listener_attach(&listener, context);
  *out_module = mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  listener_detach(&listener);
  return mlirModuleIsNull(*out_module)
             ? status_fail(STATUS_USAGE, "cannot parse: %s", listener_text(&listener))
             : STATUS_OK;
}

// MLIR's own message about a file that cannot be read has no reason in it. Nothing is read here:
// what is taken out of a pipe is lost.
static Status check_readable(const char *path) {
  struct stat state;
  Status status = path_check(path, PATH_READ);
  if (status != STATUS_OK)
    return status;
  int error = stat(path, &state) ? errno : S_ISDIR(state.st_mode) ? EISDIR : 0;
  if (error == 0 && access(path, R_OK))
    error = errno;
  return error ? status_fail(STATUS_USAGE, "cannot read %s: %s", path, strerror(error)) : STATUS_OK;
}

Status compile_parse_file(MlirContext context, const char *path, MlirModule *out_module) {
  bool is_input = !strcmp(path, "-");
  Status status = is_input ? STATUS_OK : check_readable(path);
  if (status != STATUS_OK)
    return status;
  Listener listener;
  listener_attach(&listener, context);
  *out_module = parse_file(context, path);
  listener_detach(&listener);
  return mlirModuleIsNull(*out_module)
             ? status_fail(STATUS_USAGE, "cannot parse %s: %s",
                           is_input ? "the standard input" : path, listener_text(&listener))
             : STATUS_OK;
}

Status compile_run_pipeline(MlirModule module, const char *text) {
  Status status = STATUS_OK;
  Listener listener;
  MlirContext context = mlirModuleGetContext(module);
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerEnableVerifier(manager, false); // the result is verified, once
  listener_attach(&listener, context);
  if (mlirLogicalResultIsFailure(mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                                       mlirStringRefCreateFromCString(text),
                                                       collect, &listener)))
    TRY(status_fail(STATUS_USAGE, "pipeline: %s", listener_text(&listener)));
  if (mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))))
    TRY(status_fail(STATUS_LOWERING, "%s", listener_text(&listener)));
  if (!mlirOperationVerify(mlirModuleGetOperation(module)))
    TRY(status_fail(STATUS_LOWERING, "%s", listener_text(&listener)));
cleanup:
  listener_detach(&listener);
  mlirPassManagerDestroy(manager);
  return status;
}

static MlirWalkResult request_wrapper(MlirOperation op, void *user) {
  (void)user;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (!mlirStringRefEqual(name, mlirStringRefCreateFromCString("func.func")))
    return MlirWalkResultAdvance;
  if (!mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
    mlirOperationSetAttributeByName(op, mlirStringRefCreateFromCString("llvm.emit_c_interface"),
                                    mlirUnitAttrGet(mlirOperationGetContext(op)));
  return MlirWalkResultSkip;
}

void compile_request_wrappers(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), request_wrapper, NULL, MlirWalkPreOrder);
}
