// Constant operands in measurements: an op taken out of its function keeps them, and a worker packs
// them once, before the clock, in a function that is not the one it times.
#include "passes/tune.h"
#include "runtime/codegen/compile.h"
#include "test/unit/runtime/worker_case.h"
#include "transforms/extract/isolate.h"
#include "transforms/ir.h"
#include <stdlib.h>

// --- the worker

// What every candidate has to compute: %x + %w.
#define EMPTY "  %e = tensor.empty() : tensor<16xf32>\n"
#define SIGNATURE(second) "func.func @f(%x: tensor<16xf32>, " second ") -> tensor<16xf32> {\n"
#define COMBINE(op)                                                                                \
  EMPTY "  %r = linalg." op " ins(%x, %w : tensor<16xf32>, tensor<16xf32>) "                       \
        "outs(%e : tensor<16xf32>) -> tensor<16xf32>\n  return %r : tensor<16xf32>\n}\n"
#define CONSTANT "%w: tensor<16xf32> {autotune.constant}"
#define COLD "%w: tensor<16xf32> {autotune.cold = 4096 : i64, autotune.constant}"
#define PACKED "%w: tensor<16xf32> {autotune.packed}"
// Packing is negation here, which the candidates undo.
#define PACKING(body) "func.func @f_prepack(%w: tensor<16xf32>) -> tensor<16xf32> {\n" body "}\n"
#define NEGATE                                                                                     \
  EMPTY "  %n = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%w : tensor<16xf32>) "  \
        "outs(%e : tensor<16xf32>) -> tensor<16xf32>"                                              \
        "\n  return %n : tensor<16xf32>\n"

static const WorkerCase cases[] = {
    {"not packed", SIGNATURE(CONSTANT) COMBINE("add"), VERDICT_OK, ""},
    {"packed", SIGNATURE(PACKED) COMBINE("sub") PACKING(NEGATE), VERDICT_OK, ""},
    {"packed otherwise than it is read", SIGNATURE(PACKED) COMBINE("add") PACKING(NEGATE),
     VERDICT_WRONG_RESULT, "expected"},
    {"crash while packing",
     SIGNATURE(PACKED) COMBINE("sub")
         PACKING("  %p = llvm.mlir.zero : !llvm.ptr\n  %one = arith.constant 1.0 : f32\n"
                 "  llvm.store volatile %one, %p : f32, !llvm.ptr\n" NEGATE),
     VERDICT_CRASH, "step run"},
    {"packing takes nothing",
     SIGNATURE(PACKED) COMBINE("sub") "func.func @f_prepack() { return }\n", VERDICT_COMPILE_ERROR,
     "takes 0 arguments"},
    {"packed again", SIGNATURE(PACKED) COMBINE("sub") PACKING(NEGATE), VERDICT_OK, ""},
};

// Of cold constants every call takes another copy, of those that are packed too.
static void test_worker(const char *module) {
  WorkerOptions options = worker_default_options();
  Worker *worker = NULL;
  WorkerTask task = {.module = module,
                     .pipeline = lowering_reference_text(),
                     .function = "f",
                     .data_count = 1,
                     .seed = 3};
  CHECK_EQUAL(worker_create(&options, &worker), STATUS_OK);
  CHECK_EQUAL(worker_set_task(worker, &task), STATUS_OK);
  worker_cases_check(worker, cases, sizeof cases / sizeof *cases);
  worker_destroy(worker);
}

// --- an op by itself

#define MATMUL(attribute)                                                                          \
  "func.func @main(%a: tensor<24x16xf32>, %b: tensor<16x40xf32>" attribute                         \
  ") -> tensor<24x40xf32> {\n"                                                                     \
  "  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : tensor<24x40xf32>\n"                \
  "  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>\n"        \
  "  %c = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>) "                       \
  "outs(%i : tensor<24x40xf32>) -> tensor<24x40xf32>\n  return %c : tensor<24x40xf32>\n}\n"
#define SCHEDULE "direct(vector=i1x8, block=[2,8,1], pack=[1:0])"

typedef struct Taken {
  int count;
  Workload workload;
  MlirModule module;
} Taken;

static Status take(const Variants *variants, int chosen, const char *schedule, const Target *target,
                   void *user) {
  (void)schedule;
  (void)target;
  Taken *taken = user;
  taken->count++;
  taken->workload = variants->workloads[chosen];
  return isolate_scheduled(&variants->groups[chosen], SCHEDULE, &taken->module);
}

static Status read_key(const Variants *variants, int chosen, const char *schedule,
                       const Target *target, void *user) {
  (void)schedule;
  (void)target;
  *(uint64_t *)user = workload_key(&variants->workloads[chosen]);
  return STATUS_OK;
}

typedef struct ColdTaken {
  int data_count; // of the arguments
  int count;
  bool is_cold;
  uint64_t key;
  MlirModule module;
} ColdTaken;

static Status take_cold(const Variants *variants, int chosen, const char *schedule,
                        const Target *target, void *user) {
  (void)target;
  ColdTaken *taken = user;
  const ColdWeights weights = {.bytes = 4096, .data_count = taken->data_count};
  taken->count++;
  taken->is_cold = isolate_is_cold(&variants->groups[chosen], taken->data_count);
  taken->key = workload_key(&variants->workloads[chosen]);
  return isolate_cold(&variants->groups[chosen], schedule, &weights, &taken->module);
}

static MlirWalkResult count_loop(MlirOperation op, void *user) {
  *(int *)user += ir_op_is(op, "scf.for");
  return MlirWalkResultAdvance;
}

// Loops of a function of the module; -1: it is not there.
static int loops_of(MlirModule module, const char *name) {
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!mlirStringRefEqual(ir_symbol(op), ir_string(name)))
      continue;
    mlirOperationWalk(op, count_loop, &count, MlirWalkPreOrder);
    return count;
  }
  return -1;
}

static TuneOptions tune_options(void) {
  TuneOptions options;
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = "zen3";
  CHECK_EQUAL(options_parse(&texts, &options), STATUS_OK);
  return options;
}

// The op of `text` by itself, tuned by SCHEDULE.
static MlirModule tune_alone(MlirContext context, const char *text, bool is_constant) {
  TuneOptions options = tune_options();
  Taken taken = {0};
  TuneStatistics statistics = {0};
  MlirLocation location;
  MlirModule module;
  bool changed;
  uint64_t key = 0;
  CHECK_EQUAL(compile_parse(context, text, &module), STATUS_OK);
  CHECK_EQUAL(tune_observe(mlirModuleGetOperation(module), &options, take, &taken), STATUS_OK);
  mlirModuleDestroy(module);
  CHECK_EQUAL(taken.count, 1);
  CHECK_EQUAL(workload_has_constant(&taken.workload), is_constant);
  CHECK(!workload_is_constant(&taken.workload));
  MlirOperation root = mlirModuleGetOperation(taken.module);
  CHECK_EQUAL(tune_observe(root, &options, read_key, &key), STATUS_OK);
  CHECK(key == workload_key(&taken.workload));
  CHECK_EQUAL(tune_apply_annotations(root, &options, &statistics, NULL, NULL, &changed, &location),
              STATUS_OK);
  CHECK_EQUAL(statistics.ops_tuned, 1);
  return taken.module;
}

// The loops that pack are those of the other function, and no loop is lost.
static void test_alone(MlirContext context) {
  MlirModule plain = tune_alone(context, MATMUL(""), false);
  MlirModule packed = tune_alone(context, MATMUL(" {autotune.constant}"), true);
  int whole = loops_of(plain, "op"), packing = loops_of(packed, "op_prepack");
  CHECK_EQUAL(loops_of(plain, "op_prepack"), -1);
  CHECK(packing > 0);
  CHECK_EQUAL(loops_of(packed, "op") + packing, whole);
  mlirModuleDestroy(plain);
  mlirModuleDestroy(packed);
}

// --- weights that are cold

// As what an op of `text` is measured when its weights are cold: their number is found in the text.
static void check_cold(MlirContext context, const char *text, int data_count, int cold_count,
                       int constant_count) {
  TuneOptions options = tune_options();
  ColdTaken taken = {.data_count = data_count};
  MlirModule module;
  uint64_t key = 0;
  char *alone = NULL;
  int found = 0, constants = 0;
  CHECK_EQUAL(compile_parse(context, text, &module), STATUS_OK);
  CHECK_EQUAL(tune_observe(mlirModuleGetOperation(module), &options, take_cold, &taken), STATUS_OK);
  mlirModuleDestroy(module);
  CHECK_EQUAL(taken.count, 1);
  MlirOperation root = mlirModuleGetOperation(taken.module);
  CHECK_EQUAL(ir_print(root, &alone), STATUS_OK);
  for (const char *at = alone; (at = strstr(at, "autotune.cold = 4096 : i64")); at++)
    found++;
  for (const char *at = alone; (at = strstr(at, "autotune.constant")); at++)
    constants++;
  CHECK_EQUAL(found, cold_count);
  CHECK_EQUAL(taken.is_cold, cold_count > 0);
  CHECK_EQUAL(constants, constant_count);
  CHECK_EQUAL(tune_observe(root, &options, read_key, &key), STATUS_OK);
  CHECK(key == taken.key); // records of cold weights are of the same workload
  free(alone);
  mlirModuleDestroy(taken.module);
}

#define PRODUCT(arguments, right)                                                                  \
  "func.func @main(%a: tensor<24x2xf32>" arguments ") -> tensor<24x3xf32> {\n" right               \
  "  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : tensor<24x3xf32>\n"                 \
  "  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x3xf32>) -> tensor<24x3xf32>\n"          \
  "  %c = linalg.matmul ins(%a, %b : tensor<24x2xf32>, tensor<2x3xf32>) "                          \
  "outs(%i : tensor<24x3xf32>) -> tensor<24x3xf32>\n  return %c : tensor<24x3xf32>\n}\n"

static void test_cold(MlirContext context) {
  check_cold(context, MATMUL(""), 1, 1, 0);
  check_cold(context, MATMUL(""), 2, 0, 0); // both are data
  check_cold(context, MATMUL(""), 0, 2, 0);
  check_cold(context, MATMUL(" {autotune.constant}"), 1, 1, 1);
  check_cold(context,
             PRODUCT(", %d: tensor<6xf32>",
                     "  %b = tensor.expand_shape %d [[0, 1]] output_shape [2, 3] "
                     ": tensor<6xf32> into tensor<2x3xf32>\n"),
             1, 1, 0); // a view of weights
  check_cold(context,
             PRODUCT("", "  %b = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> "
                         ": tensor<2x3xf32>\n"),
             1, 1, 1); // weights of the module
  check_cold(context, PRODUCT("", "  %b = arith.constant dense<2.0> : tensor<2x3xf32>\n"), 1, 0,
             0); // one number
}

// The text of a workload, which is what datasets and stores hold, tells the two apart.
static void test_text(void) {
  const char *constant = "p24 p40 r16 | f32[24,16](i0,i2)@0 f32[16,40](i2,i1)@0!const "
                         "f32[24,40](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  Workload workload, again;
  CHECK(workload_parse(constant, &workload));
  CHECK(workload_has_constant(&workload));
  char *text = workload_text(&workload);
  CHECK_TEXT(text, constant);
  free(text);
  again = workload;
  again.accesses[1].is_constant = false;
  CHECK(!workload_has_constant(&again));
  CHECK(workload_key(&again) != workload_key(&workload));
  again = workload;
  again.accesses[0].is_constant = true;
  CHECK(workload_is_constant(&again));
}

int main(void) {
  lowering_register();
  MlirContext context = compile_context_create();
  test_worker(cases[0].module);
  test_worker(SIGNATURE(COLD) COMBINE("add"));
  test_cold(context);
  test_alone(context);
  test_text();
  mlirContextDestroy(context);
  return check_result();
}
