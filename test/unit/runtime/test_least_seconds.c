// No prediction is faster than the arithmetic at the peak of the target, whoever asks.
#include "lab/figures/prediction.h"
#include "plan/workload_instruction.h"
#include "search/chooser.h"
#include "search/scorer.h"
#include "test/unit/base/check.h"
#include "test/unit/costmodel/synthetic_model.h"
#include "test/unit/plan/workloads.h"
#include "tools/report/explanation.h"

#include <math.h>
#include <stdlib.h>

static LearnedModel *model; // promises a thousandth of the time
static Target target;

static double least_of(const Workload *workload, const Schedule *schedule, double analytical) {
  FeatureContext context;
  CHECK(features_prepare(workload, (ScheduleRule)schedule->rule, &target, &context));
  return features_least_seconds(&context, schedule, analytical);
}

static void parse(const char *workload_text, const char *schedule_text, Workload *workload,
                  Schedule *schedule) {
  CHECK(workload_parse(workload_text, workload));
  CHECK_EQUAL(schedule_parse(workload, schedule_text, schedule), STATUS_OK);
}

// Border kernels leave out a third of the taps at two of 56 rows, and of 56 columns.
static void test_by_hand(void) {
  Workload workload;
  Schedule schedule;
  parse(WORKLOAD_PADDED_CONV, "direct(vector=i0x8, block=[8,1,1,1,3,3], pad=pack)", &workload,
        &schedule);
  double peak = workload_peak_flops(&workload, &target);
  double all = 2.0 * 64 * 56 * 56 * 64 * 9 / peak, inside = 1 - 2.0 / 3 / 56;
  CHECK(fabs(least_of(&workload, &schedule, 1) / all - 1) < 1e-12);
  parse(WORKLOAD_PADDED_CONV, "direct(vector=i0x8, block=[8,1,1,1,3,3], pad=border)", &workload,
        &schedule);
  CHECK(fabs(least_of(&workload, &schedule, 1) / (all * inside * inside) - 1) < 1e-12);
  // Where the analytical model says less, the target's numbers are too low.
  CHECK(least_of(&workload, &schedule, all / 9) == all / 9);
}

// Promises beyond the least keep their order; those above it stay, but for rounding.
static void test_order(void) {
  SecondsBasis basis = {.analytical = 1, .least = 1, .trust = 1}, free = basis;
  double last = 1;
  free.least = 0;
  for (double logarithm = -1; logarithm < 1; logarithm += 0.01) {
    double seconds = trusted_seconds(&basis, logarithm);
    double promised = trusted_seconds(&free, logarithm);
    CHECK(seconds > last && seconds > promised && seconds < 1.00001 * fmax(promised, 1));
    last = seconds;
  }
}

// The search, explain and evaluate say the same seconds. Whether they are the least possible.
static bool is_at_least(const SearchSpace *space, const Schedule *schedule) {
  ScoredNest scored;
  Explanation explanation;
  TrainingSet set = {0};
  TrainingOptions options = training_options_default(0);
  RowModels models = {.learned = model, .options = &options};
  RowPrediction prediction;
  double seconds;
  bool is_kept;
  if (space_score_nest(space, schedule, &scored) != REJECT_NONE)
    return false;
  double least = least_of(&space->workload, schedule, scored.parts.total_seconds);
  CHECK_EQUAL(scorer_predict(&space->workload, &target, model, schedule, &seconds), STATUS_OK);
  CHECK(seconds >= least);
  CHECK_EQUAL(explanation_make(space, model, schedule, &explanation), STATUS_OK);
  CHECK(explanation.seconds == seconds);
  CHECK_EQUAL(training_set_begin(&set, &space->workload), STATUS_OK);
  CHECK_EQUAL(training_set_add(&set, &space->workload, schedule, &target, 1, &is_kept), STATUS_OK);
  CHECK_EQUAL(predict_rows(&set, &models, 0, set.row_count, &prediction), STATUS_OK);
  CHECK(is_kept && fabs(prediction.seconds / seconds - 1) < 1e-5);
  training_set_destroy(&set);
  return seconds < 1.00001 * least;
}

static void test_all_say_the_same(const char *text) {
  enum { DRAWN = 40 };
  Workload workload;
  SearchSpace *space;
  Rng rng = {5};
  int at_least = 0;
  CHECK(workload_parse(text, &workload));
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  for (int n = 0; n < DRAWN; n++) {
    Schedule schedule;
    space_random(space, &rng, &schedule);
    at_least += is_at_least(space, &schedule);
  }
  CHECK(at_least > DRAWN / 4);
  space_destroy(space);
}

// Of many schedules that are all predicted at the peak, those that compute less are chosen.
static void test_choice(void) {
  Workload workload;
  Choice choice;
  ChooseOptions options = {.max_candidates = 2000, .seed = 1, .model = model};
  CHECK(workload_parse(WORKLOAD_PADDED_CONV, &workload));
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &choice), STATUS_OK);
  CHECK_EQUAL(choice.schedule.pad_mode, PAD_BORDER);
  double least = least_of(&workload, &choice.schedule, 1);
  CHECK(choice.predicted_seconds >= least && choice.predicted_seconds < 1.00001 * least);
}

int main(void) {
  void *bytes = NULL;
  size_t size = 0;
  CHECK_EQUAL(target_parse("x86-64-v3", &target), STATUS_OK);
  CHECK_EQUAL(synthetic_model_pack(1e-3, &bytes, &size), STATUS_OK);
  CHECK_EQUAL(learned_model_load(bytes, size, &model), STATUS_OK);
  free(bytes);
  test_by_hand();
  test_order();
  test_all_say_the_same(WORKLOAD_PADDED_CONV);
  test_all_say_the_same(WORKLOAD_CONV);
  test_all_say_the_same(WORKLOAD_NHWC_CONV);
  test_choice();
  learned_model_destroy(model);
  return check_result();
}
