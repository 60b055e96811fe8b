// Kernels inside programs: the arithmetic by hand, and that the fit finds constants which times
// were made with.
#include "lab/fusion/fusion_fit.h"
#include "search/chooser.h"
#include "search/scorer.h"
#include "test/unit/base/check.h"
#include "test/unit/costmodel/synthetic_model.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3, DRAWN = 12 };
static const double MADE_WITH[PROGRAM_CONSTANT_COUNT] = {
    [PROGRAM_RATIO] = 1.25, [PROGRAM_START_CYCLES] = 900, [PROGRAM_WRITTEN_SHARE] = 0.4};

static LearnedModel *model;
static Target target;

static bool is_near(double a, double b, double share) { return fabs(a / b - 1) <= share; }

// 64 x 56 x 56 results of 4 bytes.
static void test_by_hand(void) {
  Workload workload;
  double start = 900 / (1e9 * target.clock_ghz);
  double written = 0.4 * 64 * 56 * 56 * 4 / target.l2_write_bytes_per_cycle;
  double inside = 1.25 * 2e-4 + start + written / (1e9 * target.clock_ghz);
  CHECK(workload_parse(WORKLOAD_CONV, &workload));
  CHECK(is_near(program_seconds(&workload, &target, 2e-4, 1, MADE_WITH), inside, 1e-12));
  CHECK(is_near(program_seconds(&workload, &target, 2e-4, 0.5, MADE_WITH), (2e-4 + inside) / 2,
                1e-12));
  // Nobody trusts the model here: nothing is known of programs either.
  CHECK(program_seconds(&workload, &target, 2e-4, 0, MADE_WITH) == 2e-4);
  CHECK_TEXT(program_constant_name(PROGRAM_START_CYCLES), "START_CYCLES");
}

// What partitions are priced by.
static void test_choice(void) {
  Workload workload;
  Choice choice;
  ChooseOptions options = {.max_candidates = 100, .model = model};
  double seconds, trust;
  CHECK(workload_parse(WORKLOAD_CONV, &workload));
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &choice), STATUS_OK);
  CHECK_EQUAL(scorer_predict_trusted(&workload, &target, model, &choice.schedule, &seconds, &trust),
              STATUS_OK);
  CHECK(trust > 0.1);
  double inside = program_seconds(&workload, &target, seconds, trust, program_constants);
  CHECK(inside > 1.005 * seconds && is_near(choice.program_seconds, inside, 1e-6));
  options.model = NULL;
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &choice), STATUS_OK);
  CHECK(choice.program_seconds == choice.predicted_seconds);
}

// Kernels of one workload, which take what the constants make of the model's word.
static void add_kernels(const char *text, FusionPartition *partition) {
  Workload workload;
  SearchSpace *space;
  Rng rng = {3};
  CHECK(workload_parse(text, &workload));
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  for (int n = 0; n < DRAWN; n++) {
    Schedule schedule;
    double seconds, trust;
    char schedule_text[1024];
    space_random(space, &rng, &schedule);
    if (scorer_predict_trusted(&workload, &target, model, &schedule, &seconds, &trust) != STATUS_OK)
      continue;
    schedule_print(&workload, &schedule, schedule_text, sizeof schedule_text);
    FusionKernel *kernel = fusion_partition_add(partition, text, schedule_text);
    for (int r = 0; r < RUNS; r++)
      kernel->seconds[r] =
          (1 + 0.01 * r) * program_seconds(&workload, &target, seconds, trust, MADE_WITH);
  }
  space_destroy(space);
}

static void test_fit(void) {
  char name[] = "one", cpu[] = "cpu", target_text[] = "x86-64-v3";
  FusionProgram program = {.name = name, .cpu = cpu, .target = target_text, .run_count = RUNS};
  FusionFile file = {.programs = &program, .count = 1};
  FusionFit fit;
  FusionPartition *partition = fusion_program_add(&program, "greedy", "0");
  add_kernels(WORKLOAD_CONV, partition);
  for (int r = 0; r < RUNS; r++) // too short to be timed
    partition->kernels[0].seconds[r] = 4e-7;
  add_kernels(WORKLOAD_NHWC_CONV, partition);
  add_kernels(WORKLOAD_GELU, partition);
  add_kernels(WORKLOAD_MATMUL_8, partition);
  add_kernels("p1024 p64 | f32[1024,64](i0,i1)@0 f32[1024,64](i0,i1)@0!out | body*:f32(add=1) | "
              "none f32 x1",
              partition);
  CHECK_EQUAL(fusion_fit(&file, NULL, model, &fit), STATUS_OK);
  CHECK(fit.kernels > 0 && fit.kernels < partition->kernel_count);
  for (int c = 0; c < PROGRAM_CONSTANT_COUNT; c++)
    CHECK(is_near(fit.constants[c], MADE_WITH[c], 0.02));
  CHECK(fit.before > 0.1 && fit.after < 0.002);
  CHECK_EQUAL(fusion_fit(&file, "one,on", model, &fit), STATUS_USAGE);
  CHECK(strstr(status_text(), "no kernel is left to fit to") != NULL);
  // The same kernel once more tells nothing new.
  int once = fit.kernels;
  FusionPartition *second = fusion_program_add(&program, "apart", "1");
  const FusionKernel *known = &program.partitions[0].kernels[DRAWN];
  FusionKernel *twin = fusion_partition_add(second, known->workload, known->schedule);
  for (int r = 0; r < RUNS; r++)
    twin->seconds[r] = 1;
  CHECK_EQUAL(fusion_fit(&file, NULL, model, &fit), STATUS_OK);
  CHECK_EQUAL(fit.kernels, once);
  for (int p = 0; p < program.partition_count; p++)
    fusion_partition_destroy(&program.partitions[p]);
  free(program.partitions);
}

int main(void) {
  void *bytes = NULL;
  size_t size = 0;
  CHECK_EQUAL(target_parse("x86-64-v3", &target), STATUS_OK);
  CHECK_EQUAL(synthetic_model_pack(1, &bytes, &size), STATUS_OK);
  CHECK_EQUAL(learned_model_load(bytes, size, &model), STATUS_OK);
  free(bytes);
  test_by_hand();
  test_choice();
  test_fit();
  learned_model_destroy(model);
  return check_result();
}
