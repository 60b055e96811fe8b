// The passes on several threads: MLIR runs nested passes on the functions of a module at once, a
// pass on a module chooses for several ops at once, and modules in contexts of their own are
// compiled at once. The result is that of one thread. Built for the thread sanitizer (preset
// `tsan`) this shows that nothing is shared unguarded. With
// `--race` a pass that does share something runs in the same way instead, which the sanitizer has
// to report.
#include "base/status.h"
#include "include/autotune.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIPELINES = 2 };

static const char *const pipelines[PIPELINES] = {
    "builtin.module(func.func(autotune{target=x86-64-v3 max-candidates=200}),autotune-to-llvm)",
    "builtin.module(autotune{target=x86-64-v3 max-candidates=200},autotune-to-llvm)",
};

// A compilation; `text` is what came of it, owned, NULL until then.
typedef struct Compilation {
  const char *path, *pipeline;
  bool is_threaded;
  char *text;
} Compilation;

static void print(MlirStringRef fragment, void *stream) {
  fwrite(fragment.data, 1, fragment.length, stream);
}

static Status compile_text(MlirContext context, const char *path, const char *pipeline,
                           char **out_text) {
  MlirModule module = {NULL};
  Status status = compile_parse_file(context, path, &module);
  if (status == STATUS_OK)
    status = compile_run_pipeline(module, pipeline);
  if (status == STATUS_OK) {
    size_t bytes;
    FILE *stream = open_memstream(out_text, &bytes);
    mlirOperationPrint(mlirModuleGetOperation(module), print, stream);
    fclose(stream);
  } else {
    fprintf(stderr, "%s: %s\n", path, status_text());
  }
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  return status;
}

static void *compile(void *user) {
  Compilation *compilation = user;
  MlirContext context = compile_context_create();
  mlirContextEnableMultithreading(context, compilation->is_threaded);
  compile_text(context, compilation->path, compilation->pipeline, &compilation->text);
  mlirContextDestroy(context);
  return NULL;
}

// Modules of linalg ops and of affine nests, two of each at once, each on several threads.
static void test_same_as_alone(const char *pipeline) {
  enum { COUNT = 4 };
  static const char *const paths[] = {"test/unit/runtime/agreement_cases.mlir",
                                      "test/lit/affine/fuse.mlir"};
  Compilation at_once[COUNT];
  pthread_t threads[COUNT];
  for (int n = 0; n < COUNT; n++) {
    at_once[n] = (Compilation){paths[n % 2], pipeline, true, NULL};
    CHECK_EQUAL(pthread_create(&threads[n], NULL, compile, &at_once[n]), 0);
  }
  for (int n = 0; n < COUNT; n++)
    pthread_join(threads[n], NULL);
  for (int n = 0; n < COUNT; n++) {
    Compilation alone = {paths[n % 2], pipeline, false, NULL};
    compile(&alone);
    CHECK(alone.text && at_once[n].text && strcmp(alone.text, at_once[n].text) == 0);
    CHECK(alone.text && strstr(alone.text, "llvm.func"));
    free(alone.text);
    free(at_once[n].text);
  }
}

static void count_function(MlirOperation function, MlirExternalPass pass, void *count) {
  (void)function;
  (void)pass;
  ++*(int *)count;
  usleep(1000); // for the other threads to take functions meanwhile
  ++*(int *)count;
}

static void *share(void *count) { return count; }

static void nothing(void *count) { (void)count; }

// Counts the functions of a module twice, in a number that all threads increment.
static int race(void) {
  static struct {
    _Alignas(8) char bytes[8];
  } identity;
  int count = 0;
  MlirContext context = compile_context_create();
  mlirContextEnableMultithreading(context, true);
  MlirModule module;
  if (compile_parse_file(context, "test/unit/runtime/agreement_cases.mlir", &module) != STATUS_OK)
    return 2;
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirStringRef name = mlirStringRefCreateFromCString("count");
  MlirStringRef anchor = mlirStringRefCreateFromCString("func.func");
  MlirExternalPassCallbacks callbacks = {
      .construct = nothing, .destruct = nothing, .clone = share, .run = count_function};
  mlirOpPassManagerAddOwnedPass(mlirPassManagerGetNestedUnder(manager, anchor),
                                mlirCreateExternalPass(mlirTypeIDCreate(&identity), name, name,
                                                       name, anchor, 0, NULL, callbacks, &count));
  bool good =
      mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  printf("%d\n", count);
  return good ? 0 : 2;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--race") == 0)
    return race();
  autotuneRegisterPasses();
  for (int i = 0; i < PIPELINES; i++)
    test_same_as_alone(pipelines[i]);
  return check_result();
}
