// Dimensions of unknown size: code that was tuned once computes what the untouched code computes at
// every size, those of no element included. Under fp=strict every bit is the same.
#include "runtime/arena.h"
#include "test/unit/base/check.h"
#include "test/unit/transforms/sized_pair.h"

static const char tensors[] = "test/unit/transforms/unknown_sizes.mlir";
static const char loops[] = "test/unit/transforms/unknown_loops.mlir";
static const char memrefs[] = "test/unit/transforms/unknown_memrefs.mlir";
static const int64_t sizes[] = {0, 1, 2, 7, 37, 81, 128, 1000};

static void compare_function(const char *name, void *user) {
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (sizes[i] > 128 && !sized_pair_fits(user, name, sizes[i]))
      continue;
    Status status = sized_pair_compare(user, name, sizes[i]);
    CHECK_EQUAL(status, STATUS_OK);
    if (status != STATUS_OK)
      printf("@%s at %lld: %s\n", name, (long long)sizes[i], status_text());
  }
}

// `left`: ops that keep an unknown dimension.
static void test_mode(MlirContext context, const char *path, const char *fp, double tolerance_scale,
                      int left) {
  Status status = STATUS_OK;
  TuneStatistics statistics;
  SizedPair pair;
  OptionTexts texts;
  sized_pair_options(&texts);
  texts.max_candidates = 100;
  texts.fp = fp;
  TRY(sized_pair_create(context, path, &texts, tolerance_scale, &statistics, &pair));
  CHECK(pair.verifies);
  CHECK_EQUAL(statistics.skipped_dynamic, left);
  signature_each_function(pair.module, compare_function, &pair);
cleanup:
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("%s\n", status_text());
  sized_pair_destroy(&pair);
}

int main(void) {
  MlirContext context = compile_context_create();
  arena_set_poison(true);
  // Paddings along an unknown dimension: those of convolutions, and two of what windows of unknown
  // size read.
  test_mode(context, tensors, "auto", 1, 4);
  test_mode(context, tensors, "strict", 0, 4);
  // What overlaps.
  test_mode(context, memrefs, "auto", 1, 1);
  test_mode(context, memrefs, "strict", 0, 1);
  // Columns, of which only the run knows the stride.
  test_mode(context, loops, "strict", 0, 0);
  mlirContextDestroy(context);
  return check_result();
}
