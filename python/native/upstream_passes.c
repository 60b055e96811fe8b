// The passes of this library in another MLIR of the process: a module goes over as bytecode,
// through a pipeline in a context of our own, and back. The two share no object.
#include "base/text.h"
#include "include/autotune_compile.h"
#include "passes/api/api_options.h"
#include "python/native/upstream.h"
#include "runtime/codegen/compile.h"
#include "transforms/ir.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- bytes that MLIR hands out in pieces

enum { BYTECODE_ALIGNMENT = 64 }; // of the numbers in it, at most

typedef struct Bytes {
  FILE *stream;
  char *data; // owned, once ended
  size_t size;
} Bytes;

static void bytes_add(MlirStringRef piece, void *user) {
  fwrite(piece.data, 1, piece.length, ((Bytes *)user)->stream);
}

static Status bytes_begin(Bytes *bytes) {
  *bytes = (Bytes){.stream = NULL};
  bytes->stream = open_memstream(&bytes->data, &bytes->size);
  return bytes->stream ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for a module");
}

static Status bytes_end(Bytes *bytes) {
  bool failed = ferror(bytes->stream);
  failed |= fclose(bytes->stream) != 0;
  void *aligned = NULL;
  if (!failed && !posix_memalign(&aligned, BYTECODE_ALIGNMENT, bytes->size + 1))
    memcpy(aligned, bytes->data, bytes->size);
  free(bytes->data);
  bytes->data = aligned;
  return aligned ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory for a module");
}

// --- one run

// A pass in a pass manager of upstream.
typedef struct PassRun {
  const UpstreamPass *pass; // lent
  char *options;            // owned
} PassRun;

// Keeps the first error; what is none goes on to MLIR's own handler, which prints it.
static MlirLogicalResult hear(MlirDiagnostic diagnostic, void *user) {
  IrText *error = user;
  if (mlirDiagnosticGetSeverity(diagnostic) != MlirDiagnosticError)
    return mlirLogicalResultFailure();
  if (error->used == 0)
    mlirDiagnosticPrint(diagnostic, ir_text_add, error);
  return mlirLogicalResultSuccess();
}

static Status run_pipeline(MlirModule module, const char *name, const char *options) {
  Status status = STATUS_OK;
  MlirContext context = mlirModuleGetContext(module);
  MlirPassManager manager = mlirPassManagerCreate(context); // owned
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  IrText error = {.used = 0};
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(context, hear, &error, NULL);
  char *text = NULL;
  if (asprintf(&text, *options ? "%s{%s}" : "%s%s", name, options) < 0)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a pipeline"));
  if (mlirLogicalResultIsFailure(
          mlirOpPassManagerAddPipeline(passes, ir_string(text), ir_text_add, &error)))
    status = status_fail(STATUS_USAGE, "%s", error.bytes);
  else if (mlirLogicalResultIsFailure(
               mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module))))
    status = status_fail(STATUS_LOWERING, "%s",
                         error.used ? error.bytes : "a pass failed without a reason");
cleanup:
  free(text);
  mlirContextDetachDiagnosticHandler(context, handler);
  mlirPassManagerDestroy(manager);
  return status;
}

// What became of an op: the module, or the one op in it, which the parser has put there.
static Status find_result(const PassRun *run, MlirModule module, bool is_module,
                          MlirOperation *out_op) {
  *out_op = mlirModuleGetOperation(module);
  if (is_module)
    return STATUS_OK;
  *out_op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  return !mlirOperationIsNull(*out_op) && mlirOperationIsNull(mlirOperationGetNextInBlock(*out_op))
             ? STATUS_OK
             : status_fail(STATUS_USAGE,
                           "it makes more than one op of it: write builtin.module(%s)",
                           run->pass->name);
}

// The bytecode of an op through the pipeline. The caller frees out->data.
static Status run_here(const PassRun *run, bool is_module, const Bytes *in, Bytes *out) {
  Status status = STATUS_OK;
  MlirOperation op;
  MlirModule module = {NULL};
  MlirContext context = compile_context_create(); // owned
  TRY(compile_parse_bytes(context, in->data, in->size, &module));
  TRY(run_pipeline(module, run->pass->name, run->options));
  TRY(find_result(run, module, is_module, &op));
  TRY(bytes_begin(out));
  mlirOperationWriteBytecode(op, bytes_add, out);
  TRY(bytes_end(out));
cleanup:
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return status;
}

// Gives `op` what the bytecode says of one of its kind: body and attributes.
static Status take_back(const Upstream *upstream, MlirOperation op, const Bytes *bytes) {
  MlirOperation made = upstream->OperationCreateParse(upstream->OperationGetContext(op),
                                                      mlirStringRefCreate(bytes->data, bytes->size),
                                                      ir_string("autotune"));
  if (mlirOperationIsNull(made))
    return status_fail(STATUS_LOWERING, "this MLIR does not read what autotune %s wrote",
                       autotuneVersion());
  Status status = STATUS_OK;
  MlirStringRef name = upstream->IdentifierStr(upstream->OperationGetName(op));
  MlirStringRef made_name = upstream->IdentifierStr(upstream->OperationGetName(made));
  if (!mlirStringRefEqual(name, made_name))
    TRY(status_fail(STATUS_USAGE, "it makes a %.*s of a %.*s: run it on builtin.module",
                    (int)made_name.length, made_name.data, (int)name.length, name.data));
  for (intptr_t i = 0; i < upstream->OperationGetNumRegions(made); i++)
    upstream->RegionTakeBody(upstream->OperationGetRegion(op, i),
                             upstream->OperationGetRegion(made, i));
  for (intptr_t i = 0; i < upstream->OperationGetNumAttributes(made); i++) {
    MlirNamedAttribute attribute = upstream->OperationGetAttribute(made, i);
    upstream->OperationSetAttributeByName(op, upstream->IdentifierStr(attribute.name),
                                          attribute.attribute);
  }
cleanup:
  upstream->OperationDestroy(made);
  return status;
}

static Status pass_over(const PassRun *run, MlirOperation op) {
  const Upstream *upstream = run->pass->upstream;
  Status status = STATUS_OK;
  Bytes in = {.data = NULL}, out = {.data = NULL};
  bool is_module = mlirStringRefEqual(upstream->IdentifierStr(upstream->OperationGetName(op)),
                                      ir_string("builtin.module"));
  TRY(bytes_begin(&in));
  upstream->OperationWriteBytecode(op, bytes_add, &in);
  TRY(bytes_end(&in));
  TRY(run_here(run, is_module, &in, &out));
  TRY(take_back(upstream, op, &out));
cleanup:
  free(in.data);
  free(out.data);
  return status;
}

// --- what MLIR calls

static void pass_construct(void *run) { (void)run; }

static void pass_destruct(void *user) {
  PassRun *run = user;
  free(run->options);
  free(run);
}

static PassRun *pass_make(const UpstreamPass *pass, const char *options, size_t length) {
  PassRun *run = malloc(sizeof *run);
  char *kept = strndup(options, length);
  if (!run || !kept)
    abort(); // MLIR has no way to be told, and ends the same way
  *run = (PassRun){.pass = pass, .options = kept};
  return run;
}

static void *pass_clone(void *user) {
  const PassRun *run = user;
  return pass_make(run->pass, run->options, strlen(run->options));
}

static void pass_run(MlirOperation op, MlirExternalPass pass, void *user) {
  const PassRun *run = user;
  const Upstream *upstream = run->pass->upstream;
  if (pass_over(run, op) == STATUS_OK)
    return;
  const char *name = run->pass->name, *text = status_text();
  bool is_named = !strncmp(text, name, strlen(name)) && text[strlen(name)] == ':';
  char line[TEXT_LINE_BYTES];
  snprintf(line, sizeof line, "%s%s%s", is_named ? "" : name, is_named ? "" : ": ", text);
  upstream->EmitError(upstream->OperationGetLocation(op), line);
  upstream->ExternalPassSignalFailure(pass);
}

static void pass_add(const UpstreamPass *pass, MlirOpPassManager manager, MlirStringRef options) {
  const Upstream *upstream = pass->upstream;
  MlirExternalPassCallbacks callbacks = {
      .construct = pass_construct, .destruct = pass_destruct, .clone = pass_clone, .run = pass_run};
  MlirStringRef name = ir_string(pass->name);
  PassRun *run = pass_make(pass, options.data ? options.data : "", options.length);
  MlirPass made = upstream->CreateExternalPass(upstream->TypeIDCreate(pass), name, name, name,
                                               ir_string(""), 0, NULL, callbacks, run);
  upstream->OpPassManagerAddOwnedPass(manager, made);
}

// --- registration

static Status find_functions(void *library, Upstream *out_upstream) {
  const char *missing = NULL;
  if (!(out_upstream->registry = dlsym(library, upstream_registry_name)))
    missing = "mlir::registerPassPipeline";
#define X(name)                                                                                    \
  if (!(*(void **)&out_upstream->name = dlsym(library, "mlir" #name)))                             \
    missing = "mlir" #name;
  UPSTREAM_FUNCTIONS(X)
#undef X
  return missing ? status_fail(STATUS_UNSUPPORTED, "this MLIR does not export %s", missing)
                 : STATUS_OK;
}

static const char *const names[] = {"autotune", "autotune-kernels", "autotune-gpu",
                                    "autotune-to-llvm"};
enum { NAME_COUNT = sizeof names / sizeof *names };

// All that were met: registries keep what is theirs until the process ends.
typedef struct Known {
  Upstream upstream;
  UpstreamPass passes[NAME_COUNT];
  struct Known *next;
} Known;

static Status register_once(void *library) {
  static Known *all;
  Upstream upstream;
  Status status = find_functions(library, &upstream);
  if (status != STATUS_OK)
    return status;
  for (const Known *known = all; known; known = known->next)
    if (known->upstream.registry == upstream.registry)
      return STATUS_OK;
  Known *added = malloc(sizeof *added);
  if (!added)
    return status_fail(STATUS_SYSTEM, "no memory for passes");
  *added = (Known){.upstream = upstream, .next = all};
  all = added;
  autotuneRegisterPasses();
  for (int i = 0; i < NAME_COUNT; i++) {
    added->passes[i] = (UpstreamPass){.upstream = &added->upstream, .name = names[i]};
    upstream_register(&added->passes[i], pass_add);
  }
  return STATUS_OK;
}

AutotuneResult autotuneRegisterPassesIn(void *library) {
  static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&registering);
  Status status = register_once(library);
  pthread_mutex_unlock(&registering);
  return api_result(NULL, status);
}
