// What is timed with weights in the caches is chosen for that, however many weights its module has:
// plans of collect see no cold operand, those of a run that times cold weights do.
#include "check.h"
#include "codegen/compile.h"
#include "passes/tune.h"
#include "tools/collect/collect.h"
#include "tools/ops/op_list.h"

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
  op_list_destroy(&cold);
  op_list_destroy(&warm);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return check_result();
}
