// Reductions of unknown extent: whatever the schedule, kernels compute what the untouched code
// computes at every size, that of no term included, and read nothing beyond it. Under fp=strict
// every bit is the same.
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "test/unit/transforms/compare_filled.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

static const char path[] = "test/unit/transforms/open_sums.mlir";
static const int64_t sizes[] = {0, 1, 2, 7, 37, 128, 299, 1000};
enum { FEW = 5 }; // of them, for most schedules

typedef struct Case {
  const char *fp, *search, *schedule;
  int64_t seed;
  double tolerance_scale; // 0: every bit
  size_t size_count;
} Case;

typedef struct Pair {
  MlirModule module; // as it was read
  Jit *untouched, *tuned;
  const Case *test;
} Pair;

static Status tune(MlirModule module, const Case *test, TuneStatistics *statistics) {
  TuneOptions options;
  OptionTexts texts;
  bool changed;
  MlirLocation location;
  option_texts_init(&texts);
  texts.target = "x86-64-v3";
  texts.model = "analytical";
  texts.fp = test->fp;
  texts.search = test->search;
  texts.schedule = test->schedule;
  texts.max_candidates = test->seed > 0 ? 4 : 100;
  texts.seed = test->seed;
  Status status = options_parse(&texts, &options);
  return status != STATUS_OK ? status
                             : tune_payload(mlirModuleGetOperation(module), &options, statistics,
                                            NULL, NULL, &changed, &location);
}

static Status compare(const Pair *pair, const char *name, int64_t size) {
  Status status = STATUS_OK;
  OpenSizes open = {.count = 1, .values = {size}};
  Signature signature = {0};
  TRY(signature_read_sized(pair->module, name, &open, &signature));
  TRY(compare_filled(&signature, pair->untouched, pair->tuned, signature.argument_count,
                     pair->test->tolerance_scale));
cleanup:
  signature_destroy(&signature);
  return status;
}

static void compare_function(const char *name, void *user) {
  const Pair *pair = user;
  for (size_t i = 0; i < pair->test->size_count; i++) {
    Status status = compare(pair, name, sizes[i]);
    CHECK_EQUAL(status, STATUS_OK);
    if (status != STATUS_OK)
      printf("@%s at %lld, seed %lld, schedule '%s': %s\n", name, (long long)sizes[i],
             (long long)pair->test->seed, pair->test->schedule, status_text());
  }
}

static void test_case(MlirContext context, const Case *test) {
  Status status = STATUS_OK;
  TuneStatistics statistics = {0};
  Pair pair = {.test = test};
  MlirModule untouched = {NULL}, tuned = {NULL};
  TRY(compile_parse_file(context, path, &pair.module));
  untouched = module_clone(pair.module);
  tuned = module_clone(pair.module);
  TRY(module_to_code(untouched, false, &pair.untouched));
  TRY(tune(tuned, test, &statistics));
  CHECK(mlirOperationVerify(mlirModuleGetOperation(tuned)));
  CHECK_EQUAL(statistics.skipped_dynamic, 0);
  CHECK(test->schedule[0] == '\0' || statistics.by_force > 0);
  TRY(module_to_code(tuned, true, &pair.tuned));
  signature_each_function(pair.module, compare_function, &pair);
cleanup:
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("%s\n", status_text());
  jit_destroy(pair.untouched);
  jit_destroy(pair.tuned);
  mlirModuleDestroy(untouched);
  mlirModuleDestroy(tuned);
  mlirModuleDestroy(pair.module);
}

// Tiles of the terms, so that results rest between them, and panels of a tile.
static const char *const schedules[] = {
    "direct(vector=i1x8, block=[4,16,3], tile0=[8,16,24], pack=[0:3,1:3])",
    "direct(vector=i1x8, block=[4,16,4], tile0=[8,16,64], pack=[1:3,2:3])",
    "direct(vector=i1x8, block=[2,8,2], tile0=[4,32,64], tile1=[4,16,16], epilogue=1)",
    "reduce(vector=i1x8, block=[1,32])",
    "reduce(vector=i1x8, block=[2,8], tile0=[2,64])",
};

int main(void) {
  MlirContext context = compile_context_create();
  arena_set_poison(true);
  size_t all = sizeof sizes / sizeof *sizes;
  test_case(context, &(Case){"auto", "evolution", "", 0, 1, all});
  test_case(context, &(Case){"strict", "evolution", "", 0, 0, all});
  for (size_t s = 0; s < sizeof schedules / sizeof *schedules; s++)
    test_case(context, &(Case){"auto", "evolution", schedules[s], 0, 1, all});
  for (int64_t seed = 1; seed <= 6; seed++)
    test_case(context,
              &(Case){seed % 2 ? "auto" : "strict", "random", "", seed, seed % 2 ? 1 : 0, FEW});
  mlirContextDestroy(context);
  return check_result();
}
