// RecordChoice: of a store that has both kinds, each fusion of an op gets what was timed as its own
// weights are in a network, and fusions of both kinds are not compared by seconds. Where every call
// is timed on the same weights (TuneOptions.has_warm_weights), no weights are cold.
#include "machine/cpu_identity.h"
#include "passes/records/record_choice.h"
#include "passes/tune.h"
#include "runtime/codegen/compile.h"
#include "search/default_schedule.h"
#include "test/unit/base/check.h"
#include "transforms/lowering/lowering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A product and what may be fused with it: two fusions.
static const char layer[] =
    "func.func @main(%a: tensor<24x16xf32>, %b: tensor<16x40xf32>) -> tensor<24x40xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n  %e = tensor.empty() : tensor<24x40xf32>\n"
    "  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>\n"
    "  %c = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x40xf32>) "
    "outs(%i : tensor<24x40xf32>) -> tensor<24x40xf32>\n"
    "  %n = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%c : tensor<24x40xf32>) "
    "outs(%e : tensor<24x40xf32>) "
    "-> tensor<24x40xf32>\n  return %n : tensor<24x40xf32>\n}\n";

enum { FUSED, ALONE, FUSIONS }; // in the order of the variants

// One task of the store: a fusion timed with cold weights or with warm ones; 0 seconds: none.
typedef struct Case {
  const char *what;
  double seconds[FUSIONS][2]; // warm, cold
  bool is_cold[FUSIONS];      // whether the fusion has weights
  int fusion;                 // that is chosen
  double chosen_seconds;
} Case;

static const Case cases[] = {
    {"own kind: warm", {{5, 4}}, {false, false}, FUSED, 5},
    {"own kind: cold", {{4, 5}}, {true, true}, FUSED, 5},
    {"only the other kind: cold", {{0, 4}}, {false, false}, FUSED, 4},
    {"only the other kind: warm", {{4, 0}}, {true, true}, FUSED, 4},
    {"one kind: by seconds", {{5, 0}, {4, 0}}, {true, true}, ALONE, 4},
    {"one kind: by seconds, cold", {{0, 4}, {0, 5}}, {true, true}, FUSED, 4},
    // Two fusions, one of them cold: it goes first, however many seconds it took.
    {"cold before warm", {{0, 5}, {4, 0}}, {true, true}, FUSED, 5},
    {"cold before warm, of the second", {{4, 0}, {0, 5}}, {true, true}, ALONE, 5},
    {"cold before warm, each of its kind", {{0, 5}, {4, 0}}, {true, false}, FUSED, 5},
    // A fusion without weights that was only timed with some.
    {"warm before cold of another op", {{5, 0}, {0, 4}}, {false, false}, FUSED, 5},
    {"warm before cold of another op, the second", {{0, 4}, {5, 0}}, {false, false}, ALONE, 5},
};

// On which machine the tasks are measured.
static char *task_cpu = "Some CPU", *task_target = "zen3";

static void add_schedule(Store *store, const Workload *workload, char *text, bool is_cold,
                         double seconds) {
  int64_t number = 0;
  StoreTask task = {.workload = workload_text(workload),
                    .family = "matmul",
                    .source = "",
                    .cpu = task_cpu,
                    .target = task_target,
                    .limit = "",
                    .module = "module {}",
                    .schedule = text,
                    .grid = is_cold ? STORE_COLD : 0};
  StoreRow row = {.origin = ORIGIN_EXPLORE,
                  .verdict = VERDICT_OK,
                  .schedule = text,
                  .repeats = 1,
                  .seconds = {seconds}};
  CHECK_EQUAL(store_add_task(store, &task, &number), STATUS_OK);
  CHECK_EQUAL(store_add_row(store, number, &row, NULL), STATUS_OK);
  free(task.workload);
}

static void add_record(Store *store, const Variants *variants, const Target *target, int fusion,
                       bool is_cold, double seconds) {
  const Workload *workload = &variants->workloads[fusion];
  Schedule schedule;
  char text[SCHEDULE_TEXT_BYTES];
  CHECK_EQUAL(default_schedule(workload, target, &schedule), STATUS_OK);
  variants_name(variants, fusion, &schedule);
  schedule_print(workload, &schedule, text, sizeof text);
  add_schedule(store, workload, text, is_cold, seconds);
}

static Store *new_store(char *path) {
  Store *store = NULL;
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  CHECK_EQUAL(store_open(path, &store), STATUS_OK);
  return store;
}

static void check_case(const Case *test, const Variants *variants, const Target *target) {
  static const double extra_seconds[VARIANTS_MAX] = {0};
  bool is_cold[VARIANTS_MAX] = {0};
  char path[] = "/tmp/test_record_choice_XXXXXX";
  Choice choice;
  Store *store = new_store(path);
  for (int f = 0; f < FUSIONS; f++) {
    is_cold[f] = test->is_cold[f];
    for (int kind = 0; kind < 2; kind++)
      if (test->seconds[f][kind] > 0)
        add_record(store, variants, target, f, kind == 1, test->seconds[f][kind]);
  }
  RecordChoiceQuery query = {.store = store,
                             .variants = variants,
                             .extra_seconds = extra_seconds,
                             .is_cold = is_cold,
                             .target = target};
  CHECK_EQUAL(record_choose(&query, &choice), STATUS_OK);
  if (choice.variant != test->fusion || choice.measured_seconds != test->chosen_seconds)
    printf("%s:\n", test->what);
  CHECK_EQUAL(choice.variant, test->fusion);
  CHECK(choice.measured_seconds == test->chosen_seconds);
  store_close(store);
  CHECK_EQUAL(unlink(path), 0);
}

static Status check_all(const Variants *variants, int chosen, const char *schedule,
                        const Target *target, void *user) {
  (void)chosen;
  (void)schedule;
  CHECK(variants->count >= FUSIONS);
  CHECK(workload_key(&variants->workloads[FUSED]) != workload_key(&variants->workloads[ALONE]));
  for (size_t n = 0; variants->count >= FUSIONS && n < sizeof cases / sizeof *cases; n++)
    check_case(&cases[n], variants, target);
  ++*(int *)user;
  return STATUS_OK;
}

// --- the same op, with weights, in a run whose calls are all on the same weights or not

static Status add_both(const Variants *variants, int chosen, const char *schedule,
                       const Target *target, void *user) {
  char warm[] = "direct(vector=i1x4, block=[2,8,1])", cold[] = "direct(vector=i1x4, block=[4,8,1])";
  (void)schedule;
  (void)target;
  add_schedule(user, &variants->workloads[chosen], warm, false, 1);
  add_schedule(user, &variants->workloads[chosen], cold, true, 9);
  return STATUS_OK;
}

static Status copy_schedule(const Variants *variants, int chosen, const char *schedule,
                            const Target *target, void *user) {
  (void)variants;
  (void)chosen;
  (void)target;
  snprintf(user, SCHEDULE_TEXT_BYTES, "%s", schedule);
  return STATUS_OK;
}

static void check_followed(MlirModule module, const TuneOptions *options, const char *expected) {
  char schedule[SCHEDULE_TEXT_BYTES] = "";
  CHECK_EQUAL(tune_observe(mlirModuleGetOperation(module), options, copy_schedule, schedule),
              STATUS_OK);
  if (!strstr(schedule, expected))
    printf("%s, not %s\n", schedule, expected);
  CHECK(strstr(schedule, expected) != NULL);
}

static void check_warm_weights(MlirModule module, TuneOptions options) {
  char path[] = "/tmp/test_record_choice_XXXXXX";
  Store *store = new_store(path);
  CHECK_EQUAL(tune_observe(mlirModuleGetOperation(module), &options, add_both, store), STATUS_OK);
  snprintf(options.records, sizeof options.records, "%s", path);
  options.record_store = store;
  options.requires_record = true;
  check_followed(module, &options, "block=[4,8,1]"); // the second operand is of weights
  options.has_warm_weights = true;
  check_followed(module, &options, "block=[2,8,1]");
  options.has_warm_weights = false;
  options.data_arguments = 2; // no weights
  check_followed(module, &options, "block=[2,8,1]");
  store_close(store);
  CHECK_EQUAL(unlink(path), 0);
}

// --- target=host

static Status add_one(const Variants *variants, int chosen, const char *schedule,
                      const Target *target, void *user) {
  (void)schedule;
  (void)target;
  add_schedule(user, &variants->workloads[chosen], "direct(vector=i1x4, block=[3,4,1])", false, 1);
  return STATUS_OK;
}

// What another processor has measured is not followed where the target is the host, though the code
// would be the same.
static void check_host(MlirModule module, char *cpu, bool is_followed) {
  char path[] = "/tmp/test_record_choice_XXXXXX", target[TARGET_TEXT_BYTES];
  char schedule[SCHEDULE_TEXT_BYTES] = "";
  TuneOptions options;
  OptionTexts texts;
  Store *store = new_store(path);
  option_texts_init(&texts);
  texts.target = "host";
  texts.model = "analytical";
  CHECK_EQUAL(options_parse(&texts, &options), STATUS_OK);
  target_print(&options.target, target, sizeof target);
  task_cpu = cpu;
  task_target = target;
  CHECK_EQUAL(tune_observe(mlirModuleGetOperation(module), &options, add_one, store), STATUS_OK);
  snprintf(options.records, sizeof options.records, "%s", path);
  options.record_store = store;
  CHECK_EQUAL(tune_observe(mlirModuleGetOperation(module), &options, copy_schedule, schedule),
              STATUS_OK);
  CHECK_EQUAL(strstr(schedule, "vector=i1x4, block=[3,4,1]") != NULL, is_followed);
  store_close(store);
  CHECK_EQUAL(unlink(path), 0);
}

static void test_host(MlirModule module) {
  char host[CPU_IDENTITY_BYTES];
  cpu_identity_host(host, sizeof host);
  check_host(module, host, true);
  check_host(module, "Another CPU (family 1 model 2)", false);
}

int main(void) {
  TuneOptions options;
  OptionTexts texts;
  MlirModule module;
  int ops = 0;
  lowering_register();
  MlirContext context = compile_context_create();
  option_texts_init(&texts);
  texts.target = "zen3";
  CHECK_EQUAL(options_parse(&texts, &options), STATUS_OK);
  CHECK_EQUAL(compile_parse(context, layer, &module), STATUS_OK);
  CHECK_EQUAL(tune_observe(mlirModuleGetOperation(module), &options, check_all, &ops), STATUS_OK);
  CHECK_EQUAL(ops, 1);
  check_warm_weights(module, options);
  test_host(module);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return check_result();
}
