// The public C API: readable as C, and registration may be asked for twice.
#include "include/autotune.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "test/unit/costmodel/synthetic_model.h"
#include <stdio.h>
#include <stdlib.h>
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
      {"seed", "x"},  {"seed", ""},   {"seed", "-1"},    {"seed", "99999999999999999999"},
      {"seed", " 7"}, {"seed", "7 "}, {"target", "z80"}, {"search", "luck"}};
  static const char *const right[] = {"7", "7", "7",    "9223372036854775807",
                                      "7", "7", "zen4", "random"};
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

// --- questions about ops

static const char payload[] =
    "func.func @sums(%a: tensor<96x128xf32>, %b: tensor<128x64xf32>) -> tensor<96xf32> {"
    "  %zero = arith.constant 0.0 : f32"
    "  %c0 = tensor.empty() : tensor<96x64xf32>"
    "  %c = linalg.fill ins(%zero : f32) outs(%c0 : tensor<96x64xf32>) -> tensor<96x64xf32>"
    "  %m = linalg.matmul ins(%a, %b : tensor<96x128xf32>, tensor<128x64xf32>)"
    "      outs(%c : tensor<96x64xf32>) -> tensor<96x64xf32>"
    "  %p = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%m : tensor<96x64xf32>) "
    "outs(%c0 : tensor<96x64xf32>)"
    "      -> tensor<96x64xf32>"
    "  %s0 = tensor.empty() : tensor<96xf32>"
    "  %s1 = linalg.fill ins(%zero : f32) outs(%s0 : tensor<96xf32>) -> tensor<96xf32>"
    "  %s = linalg.reduce { arith.addf } ins(%p : tensor<96x64xf32>)"
    "      outs(%s1 : tensor<96xf32>) dimensions = [1]"
    "  return %s : tensor<96xf32>"
    "}";

typedef struct Wanted {
  const char *name;
  MlirOperation op;
} Wanted;

static MlirWalkResult find_named(MlirOperation op, void *user) {
  Wanted *wanted = user;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (!mlirStringRefEqual(name, mlirStringRefCreateFromCString(wanted->name)))
    return MlirWalkResultAdvance;
  wanted->op = op;
  return MlirWalkResultInterrupt;
}

static MlirOperation op_named(MlirModule module, const char *name) {
  Wanted wanted = {.name = name};
  mlirOperationWalk(mlirModuleGetOperation(module), find_named, &wanted, MlirWalkPreOrder);
  return wanted.op;
}

static MlirModule parse(MlirContext context) {
  return mlirModuleCreateParse(context, mlirStringRefCreateFromCString(payload));
}

static void set_text(MlirOperation op, const char *name, const char *text) {
  MlirAttribute value =
      mlirStringAttrGet(mlirOperationGetContext(op), mlirStringRefCreateFromCString(text));
  mlirOperationSetDiscardableAttributeByName(op, mlirStringRefCreateFromCString(name), value);
}

static int same(const AutotunePrediction *a, const AutotunePrediction *b) {
  return a->seconds == b->seconds && !strcmp(a->schedule, b->schedule);
}

// The option fp counts as the attribute does, and leaves none.
static int obeys_fp(MlirContext context) {
  MlirModule module = parse(context);
  MlirOperation op = op_named(module, "linalg.reduce");
  AutotuneOptions *options = autotuneOptionsCreate();
  AutotunePrediction plain, strict, again, marked;
  int good = autotunePredictChosen(op, options, &plain) == AUTOTUNE_OK;
  autotuneOptionsSet(options, "fp", "strict");
  good &= autotunePredictChosen(op, options, &strict) == AUTOTUNE_OK;
  good &= autotunePredictSchedule(op, options, strict.schedule, &again) == AUTOTUNE_OK;
  good &= same(&strict, &again) && !same(&strict, &plain);
  good &= autotunePredictSchedule(op, options, plain.schedule, &again) == AUTOTUNE_UNSUPPORTED;
  autotuneOptionsSet(options, "fp", "auto");
  good &= autotunePredictChosen(op, options, &again) == AUTOTUNE_OK && same(&again, &plain);
  set_text(op, "autotune.fp", "strict");
  good &= autotunePredictChosen(op, options, &marked) == AUTOTUNE_OK && same(&marked, &strict);
  autotuneOptionsDestroy(options);
  mlirModuleDestroy(module);
  return good;
}

// A schedule that fuses less has the rest beside it, whether or not that is one of the usual ways.
static int adds_what_is_left(MlirContext context) {
  static const char part[] = "direct(fuse_init=0, epilogue=1)";
  MlirModule module = parse(context);
  MlirOperation op = op_named(module, "linalg.matmul"), left = op_named(module, "linalg.fill");
  AutotuneOptions *options = autotuneOptionsCreate();
  AutotunePrediction beside, alone, fill;
  autotuneOptionsSet(options, "model", "analytical");
  int good = autotunePredictSchedule(op, options, part, &beside) == AUTOTUNE_OK;
  autotuneOptionsSet(options, "fusion", "epilogue"); // then nothing is left
  good &= autotunePredictSchedule(op, options, part, &alone) == AUTOTUNE_OK;
  autotuneOptionsSet(options, "fusion", "none");
  good &= autotunePredictDefault(left, options, &fill) == AUTOTUNE_OK;
  double difference = beside.seconds - alone.seconds;
  good &= fill.seconds > 0 && difference > 0.99 * fill.seconds && difference < 1.01 * fill.seconds;
  autotuneOptionsDestroy(options);
  mlirModuleDestroy(module);
  return good;
}

// With a model there is one, whatever the option `model` says; the kernels pass needs none.
static int counts_set_model(MlirContext context) {
  AutotuneOptions *options = autotuneOptionsCreate();
  AutotuneModel *model = NULL;
  void *bytes = NULL;
  size_t size = 0;
  int good = synthetic_model_pack(1, &bytes, &size) == STATUS_OK &&
             autotuneModelLoad(bytes, size, &model) == AUTOTUNE_OK;
  autotuneOptionsSet(options, "model", "none");
  autotuneOptionsSet(options, "require", "model");
  good &= autotuneOptionsCheck(options) == AUTOTUNE_MISTAKE && !runs(context, options);
  autotuneOptionsSetModel(options, model);
  good &= autotuneOptionsCheck(options) == AUTOTUNE_OK && runs(context, options);
  autotuneOptionsDestroy(options);
  autotuneModelDestroy(model);
  free(bytes);
  return good;
}

// What would measure, or refuse, does not when only asked.
static int asks_only(MlirContext context) {
  MlirModule module = parse(context);
  MlirOperation root = mlirModuleGetOperation(module);
  AutotuneOptions *options = autotuneOptionsCreate();
  double plain = 0, again = 0;
  int good = autotunePredictPartition(root, options, NULL, NULL, &plain) == AUTOTUNE_OK;
  autotuneOptionsSet(options, "top-k", "4");
  autotuneOptionsSet(options, "require", "tuned");
  set_text(op_named(module, "func.func"), "target_cpu", "znver4");
  autotuneOptionsSet(options, "target", "x86-64-v3");
  good &= autotunePredictPartition(root, options, NULL, NULL, &again) == AUTOTUNE_OK;
  good &= plain > 0 && plain == again;
  autotuneOptionsDestroy(options);
  mlirModuleDestroy(module);
  return good;
}

// An op for another machine stays, and the reason is told.
static int says_why_foreign(MlirContext context) {
  MlirModule module = parse(context);
  AutotuneOptions *options = autotuneOptionsCreate();
  set_text(mlirModuleGetOperation(module), "llvm.target_triple", "riscv64-linux-gnu");
  autotuneOptionsSet(options, "no-such-option", "1"); // an older text
  int good = autotuneTuneOp(op_named(module, "linalg.matmul"), options) == AUTOTUNE_UNSUPPORTED;
  good &= strstr(autotuneErrorText(), "riscv64") != NULL;
  autotuneOptionsDestroy(options);
  mlirModuleDestroy(module);
  return good;
}

static const char rows[] =
    "func.func @rows(%a: tensor<?x32xf32> {autotune.dims = [\"rows\", \"\"]}, %b: "
    "tensor<32x64xf32>,"
    "    %c: tensor<?x64xf32> {autotune.dims = [\"rows\", \"\"]}) -> tensor<?x64xf32> {"
    "  %m = linalg.matmul ins(%a, %b : tensor<?x32xf32>, tensor<32x64xf32>)"
    "      outs(%c : tensor<?x64xf32>) -> tensor<?x64xf32>"
    "  return %m : tensor<?x64xf32>"
    "}";

static void count_kernel(MlirOperation op, const AutotunePrediction *prediction, void *user) {
  (void)op;
  *(int *)user += prediction->seconds > 0;
}

// An op of unknown size has pieces, which are asked about as a partition, and can be tuned.
static int has_pieces(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(context, mlirStringRefCreateFromCString(rows));
  MlirOperation root = mlirModuleGetOperation(module);
  AutotuneOptions *options = autotuneOptionsCreate();
  AutotunePrediction prediction;
  double seconds = 0;
  int all = 0, few = 0;
  bool changed = false;
  int good = autotunePredictChosen(op_named(module, "linalg.matmul"), options, &prediction) ==
             AUTOTUNE_UNSUPPORTED;
  good &= autotuneTuneOp(op_named(module, "linalg.matmul"), options) == AUTOTUNE_UNSUPPORTED;
  good &= autotunePredictPartition(root, options, count_kernel, &all, &seconds) == AUTOTUNE_OK;
  autotuneOptionsSet(options, "sizes", "rows:1..4");
  good &= autotunePredictPartition(root, options, count_kernel, &few, &seconds) == AUTOTUNE_OK;
  good &= few > 0 && few < all;
  autotuneOptionsSet(options, "sizes", "columns:1..4");
  good &= autotuneTune(root, options, &changed) == AUTOTUNE_MISTAKE;
  good &= strstr(autotuneErrorText(), "columns; there are rows") != NULL;
  autotuneOptionsSet(options, "sizes", "rows:1..4");
  good &= autotuneTune(root, options, &changed) == AUTOTUNE_OK;
  good &= changed && mlirOperationIsNull(op_named(module, "linalg.matmul"));
  autotuneOptionsDestroy(options);
  mlirModuleDestroy(module);
  return good;
}

static int answers(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  static int (*const tests[])(MlirContext) = {obeys_fp,         adds_what_is_left, asks_only,
                                              says_why_foreign, counts_set_model,  has_pieces};
  int good = 1;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (!tests[i](context)) {
      fprintf(stderr, "question %zu: %s\n", i, autotuneErrorText());
      good = 0;
    }
  mlirContextDestroy(context);
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
  good &= answers();
  return good ? 0 : 1;
}
