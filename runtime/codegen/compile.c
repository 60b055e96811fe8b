// Parsing and pass pipelines, with MLIR's diagnostics turned into Status.
#include "runtime/codegen/compile.h"

#include "base/file/path_kind.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "runtime/codegen/foreign_dialect.h"
#include "runtime/codegen/parse_shim.h"
#include "runtime/codegen/registration_shim.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

MlirContext compile_context_create(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, registration_add_passes);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirContextLoadAllAvailableDialects(context);
  mlirRegisterAllLLVMTranslations(context);
  mlirDialectRegistryDestroy(registry);
  return context;
}

// Text that MLIR hands out in fragments, cut where it is full.
typedef struct Text {
  char bytes[400];
  size_t used;
} Text;

// The first error reported while attached. Every diagnostic is swallowed.
typedef struct Listener {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  Text text;
  bool is_foreign; // the error is a dialect of another project
} Listener;

static void collect(MlirStringRef fragment, void *user) {
  Text *text = user;
  size_t room = sizeof(text->bytes) - 1 - text->used;
  size_t bytes = fragment.length < room ? fragment.length : room;
  memcpy(text->bytes + text->used, fragment.data, bytes);
  text->used += bytes;
  text->bytes[text->used] = 0;
}

// What to do about a dialect of another project takes the place of the parser's advice.
static void collect_message(MlirDiagnostic diagnostic, Listener *listener) {
  Text message = {.used = 0}, line = {.used = 0};
  mlirDiagnosticPrint(diagnostic, collect, &message);
  if (mlirDiagnosticGetNumNotes(diagnostic) > 0)
    mlirDiagnosticPrint(mlirDiagnosticGetNote(diagnostic, 0), collect, &line);
  const ForeignDialect *foreign = foreign_dialect_find(message.bytes, line.bytes);
  if (foreign)
    snprintf(message.bytes, sizeof message.bytes, "dialect %s is not read: %s", foreign->name,
             foreign->remedy);
  collect(mlirStringRefCreateFromCString(message.bytes), &listener->text);
  listener->is_foreign = foreign;
}

static MlirLogicalResult hear(MlirDiagnostic diagnostic, void *user) {
  Listener *listener = user;
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError && listener->text.used == 0) {
    mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), collect, &listener->text);
    collect(mlirStringRefCreateFromCString(": "), &listener->text);
    collect_message(diagnostic, listener);
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
  return listener->text.used ? listener->text.bytes : "no reason was given";
}

static Status fail_parse(const char *path, const Listener *listener) {
  const char *space = *path ? " " : "", *reason = listener_text(listener);
  return listener->is_foreign
             ? status_fail(STATUS_USAGE, "cannot parse%s%s: %s; see docs/importing.md", space, path,
                           reason)
             : status_fail(STATUS_USAGE, "cannot parse%s%s: %s", space, path, reason);
}

Status compile_parse_bytes(MlirContext context, const void *bytes, size_t size,
                           MlirModule *out_module) {
  Listener listener;
  listener_attach(&listener, context);
  *out_module = mlirModuleCreateParse(context, mlirStringRefCreate(bytes, size));
  listener_detach(&listener);
  return mlirModuleIsNull(*out_module) ? fail_parse("", &listener) : STATUS_OK;
}

Status compile_parse(MlirContext context, const char *text, MlirModule *out_module) {
  return compile_parse_bytes(context, text, strlen(text), out_module);
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
             ? fail_parse(is_input ? "the standard input" : path, &listener)
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
                                                       collect, &listener.text)))
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
