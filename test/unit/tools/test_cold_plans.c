// What is timed with weights in the caches is chosen for that, however many weights its module has:
// plans of collect see no cold operand, those of a run that times cold weights do. What is timed
// cold counts the weights that the choice counts.
#include "passes/tune.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "tools/collect/collect.h"
#include "tools/ops/cold_weights.h"
#include "tools/ops/op_list.h"
#include "transforms/cold/cold_operands.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// More weights than the 32 MB of the last cache.
static const char text[] =
    "func.func @main(%x: tensor<1x650xf32>, %w: tensor<650x2600xf32>, %v: tensor<650x20000xf32>)\n"
    "    -> (tensor<1x2600xf32>, tensor<1x20000xf32>) {\n"
    "  %e = tensor.empty() : tensor<1x2600xf32>\n"
    "  %0 = linalg.matmul ins(%x, %w : tensor<1x650xf32>, tensor<650x2600xf32>)\n"
    "                     outs(%e : tensor<1x2600xf32>) -> tensor<1x2600xf32>\n"
    "  %g = tensor.empty() : tensor<1x20000xf32>\n"
    "  %1 = linalg.matmul ins(%x, %v : tensor<1x650xf32>, tensor<650x20000xf32>)\n"
    "                     outs(%g : tensor<1x20000xf32>) -> tensor<1x20000xf32>\n"
    "  return %0, %1 : tensor<1x2600xf32>, tensor<1x20000xf32>\n"
    "}\n";

enum { MATRIX = 2 }; // behind what the sum begins with and the vector

typedef struct Planned {
  Store *store;
  char schedule[SCHEDULE_TEXT_BYTES]; // of the first op
} Planned;

static TuneOptions tune_options(void) {
  TuneOptions options;
  OptionTexts texts;
  option_texts_init(&texts);
  texts.target = "zen5";
  texts.model = "analytical";
  CHECK_EQUAL(options_parse(&texts, &options), STATUS_OK);
  return options;
}

static void keep_first(int64_t number, void *user) {
  Planned *planned = user;
  StoreTask task = {0};
  if (planned->schedule[0])
    return;
  CHECK_EQUAL(store_read_task(planned->store, number, &task), STATUS_OK);
  snprintf(planned->schedule, sizeof planned->schedule, "%s", task.schedule);
  store_task_destroy(&task);
}

static void check_plan(MlirModule module, const ColdWeights *cold, const char *expected) {
  char path[] = "/tmp/test_cold_plans_XXXXXX";
  Planned planned = {.store = NULL};
  CollectPlan plan = {.path = path,
                      .store = &planned.store,
                      .tune = tune_options(),
                      .limit = "",
                      .trials = 1,
                      .cold = cold,
                      .found = keep_first,
                      .user = &planned};
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  CHECK_EQUAL(collect_plan_module(&plan, module, "test"), STATUS_OK);
  CHECK_EQUAL(plan.tasks, 2);
  CHECK_TEXT(planned.schedule, expected);
  store_close(planned.store);
  CHECK_EQUAL(unlink(path), 0);
}

// Weights of two functions; of a table one element is read, and an argument is not read at all. The
// first argument counts where it is constant.
#define TWO_FUNCTIONS(attribute)                                                                   \
  "func.func @f(%x: tensor<4x8xf32>" attribute ", %w: tensor<8x16xf32>,\n"                         \
  "    %table: tensor<1000x1000xf32>, %none: tensor<50x50xf32>, %i: index)\n"                      \
  "    -> (tensor<4x16xf32>, f32) {\n"                                                             \
  "  %e = tensor.empty() : tensor<4x16xf32>\n"                                                     \
  "  %0 = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>)\n"                         \
  "                     outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>\n"                         \
  "  %1 = tensor.extract %table[%i, %i] : tensor<1000x1000xf32>\n"                                 \
  "  return %0, %1 : tensor<4x16xf32>, f32\n}\n"                                                   \
  "func.func @g(%x: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {\n"                        \
  "  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%x, %b : tensor<4xf32>, "      \
  "tensor<4xf32>)\n"                                                                               \
  "                  outs(%x : tensor<4xf32>) -> tensor<4xf32>\n"                                  \
  "  return %0 : tensor<4xf32>\n}\n"

static void check_bytes(MlirContext context, const char *functions, int64_t most, int64_t first,
                        int64_t all) {
  Target target = tune_options().target;
  ColdWeights weights;
  MlirModule module;
  target.cache_bytes[target.cache_count - 1] = most / 2;
  CHECK_EQUAL(compile_parse(context, functions, &module), STATUS_OK);
  IrOps found = ir_collect(mlirModuleGetOperation(module), ir_is_defined_function);
  CHECK_EQUAL(found.count, 2);
  CHECK(function_weight_bytes(found.ops[0], 1) == (double)first);
  CHECK_EQUAL(cold_weights_read(module, "/tmp/no/such/module.mlir", &target, &weights), STATUS_OK);
  CHECK_EQUAL(weights.bytes, all);
  CHECK_EQUAL(weights.data_count, 1);
  free(found.ops);
  mlirModuleDestroy(module);
}

static void test_bytes(MlirContext context) {
  enum { FIRST = 4 * 8 * 4, SECOND = 8 * 16 * 4, OTHER = 4 * 4 };
  check_bytes(context, TWO_FUNCTIONS(""), 1 << 20, SECOND, SECOND + OTHER);
  check_bytes(context, TWO_FUNCTIONS(" {autotune.constant}"), 1 << 20, FIRST + SECOND,
              FIRST + SECOND + OTHER);
  check_bytes(context, TWO_FUNCTIONS(""), 256, SECOND, 256);
}

int main(void) {
  const ColdWeights weights = {.bytes = 64 << 20, .data_count = 1};
  TuneOptions options = tune_options();
  MlirContext context = compile_context_create();
  MlirModule module;
  OpList cold = {0}, warm = {0};
  CHECK_EQUAL(compile_parse(context, text, &module), STATUS_OK);
  CHECK_EQUAL(op_list_create(module, &options, &cold), STATUS_OK);
  options.has_warm_weights = true;
  CHECK_EQUAL(op_list_create(module, &options, &warm), STATUS_OK);
  CHECK_EQUAL(cold.count, 2);
  CHECK_EQUAL(warm.count, 2);
  for (int n = 0; n < 2; n++) {
    CHECK_EQUAL(workload_cold_accesses(&cold.items[n].workload), 1 << MATRIX);
    CHECK_EQUAL(workload_cold_accesses(&warm.items[n].workload), 0);
  }
  CHECK(strcmp(cold.items[0].schedule_text, warm.items[0].schedule_text) != 0);
  check_plan(module, NULL, warm.items[0].schedule_text);
  check_plan(module, &weights, cold.items[0].schedule_text);
  test_bytes(context);
  op_list_destroy(&cold);
  op_list_destroy(&warm);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return check_result();
}
