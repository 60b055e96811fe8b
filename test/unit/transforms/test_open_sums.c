// Reductions of unknown extent: whatever the schedule, kernels compute what the untouched code
// computes at every size, that of no term included, and read nothing beyond it. Under fp=strict
// every bit is the same.
#include "runtime/arena.h"
#include "test/unit/base/check.h"
#include "test/unit/transforms/sized_pair.h"

static const char path[] = "test/unit/transforms/open_sums.mlir";
static const int64_t sizes[] = {0, 1, 2, 3, 7, 37, 128, 299, 1000};
static const char base[] = "x86-64-v3"; // as that of every pair
enum { FEW = 6 };                       // of them, for most schedules

typedef struct Case {
  const char *fp, *search, *schedule;
  int64_t seed;
  double tolerance_scale; // 0: every bit
  size_t size_count;
  const char *target;
} Case;

typedef struct OpenSums {
  SizedPair pair;
  const Case *test;
} OpenSums;

static void compare_function(const char *name, void *user) {
  const OpenSums *sums = user;
  const Case *test = sums->test;
  for (size_t i = 0; i < test->size_count; i++) {
    Status status = sized_pair_compare(&sums->pair, name, sizes[i]);
    CHECK_EQUAL(status, STATUS_OK);
    if (status != STATUS_OK)
      printf("@%s at %lld, seed %lld, schedule '%s': %s\n", name, (long long)sizes[i],
             (long long)test->seed, test->schedule, status_text());
  }
}

static void test_case(MlirContext context, const Case *test) {
  Status status = STATUS_OK;
  TuneStatistics statistics;
  OpenSums sums = {.test = test};
  OptionTexts texts;
  sized_pair_options(&texts);
  texts.fp = test->fp;
  texts.search = test->search;
  texts.schedule = test->schedule;
  texts.max_candidates = test->seed > 0 ? 4 : 100;
  texts.seed = test->seed;
  texts.target = test->target;
  TRY(sized_pair_create(context, path, &texts, test->tolerance_scale, &statistics, &sums.pair));
  CHECK(sums.pair.verifies);
  CHECK_EQUAL(statistics.skipped_dynamic, 0);
  CHECK(test->schedule[0] == '\0' || statistics.by_force > 0);
  signature_each_function(sums.pair.module, compare_function, &sums);
cleanup:
  CHECK_EQUAL(status, STATUS_OK);
  if (status != STATUS_OK)
    printf("%s\n", status_text());
  sized_pair_destroy(&sums.pair);
}

// Tiles of the terms, so that results rest between them, and panels of a tile.
static const char *const schedules[] = {
    "direct(vector=i1x8, block=[4,16,3], tile0=[8,16,24], pack=[0:3,1:3])",
    "direct(vector=i1x8, block=[4,16,4], tile0=[8,16,64], pack=[1:3,2:3])",
    "direct(vector=i1x8, block=[2,8,2], tile0=[4,32,64], tile1=[4,16,16], epilogue=1)",
    "reduce(vector=i1x8, block=[1,32])",
    "reduce(vector=i1x8, block=[2,8], tile0=[2,64])",
    // Panels of all terms become those of a tile.
    "direct(vector=i1x8, block=[4,16,2], pack=[1:0,2:0])",
    "reduce(vector=i2x8, block=[1,1,16], tile0=[4,4,64])",
};

int main(void) {
  MlirContext context = compile_context_create();
  arena_set_poison(true);
  size_t all = sizeof sizes / sizeof *sizes;
  test_case(context, &(Case){"auto", "evolution", "", 0, 1, all, base});
  test_case(context, &(Case){"strict", "evolution", "", 0, 0, all, base});
  for (size_t s = 0; s < sizeof schedules / sizeof *schedules; s++)
    test_case(context, &(Case){"auto", "evolution", schedules[s], 0, 1, all, base});
  // The host may have dot products that the target of the others lacks.
  test_case(context, &(Case){"auto", "evolution", "", 0, 1, all, "host"});
  for (int64_t seed = 1; seed <= 12; seed++)
    test_case(context, &(Case){seed % 2 ? "auto" : "strict", "random", "", seed, seed % 2 ? 1 : 0,
                               FEW, seed > 6 ? "host" : base});
  mlirContextDestroy(context);
  return check_result();
}
