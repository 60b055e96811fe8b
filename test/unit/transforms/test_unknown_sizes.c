// Dimensions of unknown size: code that was tuned once computes what the untouched code computes at
// every size, those of no element included. Under fp=strict every bit is the same.
#include "passes/autotune_shim.h"
#include "passes/tune.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "test/unit/base/check.h"
#include "test/unit/transforms/compare_filled.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

static const char tensors[] = "test/unit/transforms/unknown_sizes.mlir";
static const char loops[] = "test/unit/transforms/unknown_loops.mlir";
static const char memrefs[] = "test/unit/transforms/unknown_memrefs.mlir";
static const int64_t sizes[] = {0, 1, 2, 7, 37, 81, 128};

typedef struct Pair {
  MlirModule module; // as it was read
  Jit *untouched, *tuned;
  double tolerance_scale; // 0: every bit
} Pair;

static Status tune(MlirModule module, const char *fp, TuneStatistics *statistics) {
  TuneOptions options;
  OptionTexts texts;
  bool changed;
  MlirLocation location;
  option_texts_init(&texts);
  texts.target = "x86-64-v3";
  texts.model = "analytical";
  texts.max_candidates = 100;
  texts.fp = fp;
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
                     pair->tolerance_scale));
cleanup:
  signature_destroy(&signature);
  return status;
}

static void compare_function(const char *name, void *user) {
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    Status status = compare(user, name, sizes[i]);
    CHECK_EQUAL(status, STATUS_OK);
    if (status != STATUS_OK)
      printf("@%s at %lld: %s\n", name, (long long)sizes[i], status_text());
  }
}

// `left`: ops that keep an unknown dimension.
static void test_mode(MlirContext context, const char *path, const char *fp, double tolerance_scale,
                      int left) {
  Status status = STATUS_OK;
  TuneStatistics statistics = {0};
  Pair pair = {.tolerance_scale = tolerance_scale};
  MlirModule untouched = {NULL}, tuned = {NULL};
  TRY(compile_parse_file(context, path, &pair.module));
  untouched = module_clone(pair.module);
  tuned = module_clone(pair.module);
  TRY(module_to_code(untouched, false, &pair.untouched));
  TRY(tune(tuned, fp, &statistics));
  CHECK(mlirOperationVerify(mlirModuleGetOperation(tuned)));
  CHECK_EQUAL(statistics.skipped_dynamic, left);
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

int main(void) {
  MlirContext context = compile_context_create();
  arena_set_poison(true);
  // Paddings along an unknown dimension.
  test_mode(context, tensors, "auto", 1, 2);
  test_mode(context, tensors, "strict", 0, 2);
  // What overlaps.
  test_mode(context, memrefs, "auto", 1, 1);
  test_mode(context, memrefs, "strict", 0, 1);
  // Columns, of which only the run knows the stride.
  test_mode(context, loops, "strict", 0, 0);
  mlirContextDestroy(context);
  return check_result();
}
