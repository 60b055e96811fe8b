// Choosing by prediction, and the strategies of measured search.
#include "plan/schedule/schedule_check.h"
#include "plan/workload_instruction.h"
#include "search/chooser.h"
#include "search/model_search.h"
#include "test/unit/base/check.h"
#include "test/unit/costmodel/synthetic_model.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <stdlib.h>

static void parse(const char *workload_text, const char *target_text, Workload *workload,
                  Target *target) {
  CHECK(workload_parse(workload_text, workload));
  CHECK_EQUAL(target_parse(target_text, target), STATUS_OK);
}

static void test_choice_is_legal_and_repeatable(void) {
  for (int n = 0; n < WORKLOAD_COUNT; n++) {
    Workload workload;
    Target target;
    parse(workloads[n].text, n % 2 ? "zen4" : "x86-64-v3", &workload, &target);
    ChooseOptions options = {.max_candidates = 600, .seed = 3};
    Choice choice, again;
    CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &choice), STATUS_OK);
    CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &again), STATUS_OK);
    CHECK(memcmp(&choice.schedule, &again.schedule, sizeof(choice.schedule)) == 0);
    CHECK(choice.predicted_seconds == again.predicted_seconds);
    CHECK_EQUAL(schedule_check(&workload, &choice.schedule, &target), REJECT_NONE);
    CHECK(choice.predicted_seconds > 0);
    CHECK(choice.predicted_seconds <= choice.runner_up_seconds);
    CHECK(choice.candidates > 0 && choice.candidates <= 600);
    char text[1024];
    schedule_print(&workload, &choice.schedule, text, sizeof(text));
    printf("%s: %.2f us, %lld candidates, %s\n", workloads[n].name, choice.predicted_seconds * 1e6,
           (long long)choice.candidates, text);
  }
}

static void test_evolution_beats_random(void) {
  Workload workload;
  Target target;
  parse(WORKLOAD_PADDED_CONV, "zen4", &workload, &target);
  ChooseOptions evolution = {.max_candidates = 2000, .seed = 1, .strategy = &strategy_evolution};
  ChooseOptions random = {.max_candidates = 2000, .seed = 1, .strategy = &strategy_random};
  Choice a, b;
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &evolution, &a), STATUS_OK);
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &random, &b), STATUS_OK);
  CHECK(a.predicted_seconds < b.predicted_seconds);
  double peak = workload_flops(&workload) / workload_peak_flops(&workload, &target);
  CHECK(a.predicted_seconds < peak / 0.85);
  CHECK(a.rejected[REJECT_REGISTERS] > 0);
}

static void test_variants_compete(void) {
  Workload variants[2];
  Target target;
  parse(WORKLOAD_CONV, "zen4", &variants[0], &target);
  parse(WORKLOAD_CONV, "zen4", &variants[1], &target);
  ChooseOptions options = {.max_candidates = 800, .seed = 1};
  Choice choice;
  const double first_is_cheap[2] = {0, 1}, second_is_cheap[2] = {1, 0};
  CHECK_EQUAL(schedule_choose(variants, first_is_cheap, 2, &target, &options, &choice), STATUS_OK);
  CHECK_EQUAL(choice.variant, 0);
  CHECK_EQUAL(schedule_choose(variants, second_is_cheap, 2, &target, &options, &choice), STATUS_OK);
  CHECK_EQUAL(choice.variant, 1);
  CHECK(choice.predicted_seconds < 0.5);
  const double both_cost[2] = {1, 2};
  CHECK_EQUAL(schedule_choose(variants, both_cost, 2, &target, &options, &choice), STATUS_OK);
  CHECK(choice.predicted_seconds > 1);
  options.takes_fullest = true;
  CHECK_EQUAL(schedule_choose(variants, second_is_cheap, 2, &target, &options, &choice), STATUS_OK);
  CHECK_EQUAL(choice.variant, 0);
  CHECK_EQUAL(choice.candidates, 600);
}

// A product of bytes that starts from zero, and one that reads what it is added to: the first is
// never slower, whatever the search of each finds.
static void test_variants_share_what_they_find(void) {
  Workload variants[2];
  Target target;
  parse("p784 p96 r256 | i8[784,256](i0,i2)@0 i8[256,96](i2,i1)@0!const i32[784,96](i0,i1)@0!out | "
        "body*:i32(fma=1,cast=2) | add i32 x1 split of 0u*1s",
        "zen4", &variants[0], &target);
  parse("p784 p96 r256 | i32[784,96](i0,i1)@0 i8[784,256](i0,i2)@1 i8[256,96](i2,i1)@1!const "
        "i32[784,96](i0,i1)@1!out | init:i32() body*:i32(fma=1,cast=2) | "
        "add i32 x1 dest split of 1u*2s",
        "zen4", &variants[1], &target);
  for (uint64_t seed = 0; seed < 8; seed++) {
    ChooseOptions options = {.max_candidates = 300, .seed = seed};
    Choice choice;
    CHECK_EQUAL(schedule_choose(variants, NULL, 2, &target, &options, &choice), STATUS_OK);
    CHECK_EQUAL(choice.variant, 0);
    CHECK_EQUAL(schedule_check(&variants[0], &choice.schedule, &target), REJECT_NONE);
  }
}

// Every accumulator set needs more registers than there are: nothing is legal.
static void test_no_legal_schedule(void) {
  Workload workload;
  Target target;
  parse(WORKLOAD_CONV, "x86-64-v3", &workload, &target);
  target.vector_registers = 2;
  ChooseOptions options = {.max_candidates = 200};
  Choice choice;
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &choice), STATUS_UNSUPPORTED);
  CHECK(strstr(status_text(), "x86-64-v3") != NULL);
}

static void test_model_search_keeps_the_best(void) {
  Workload workload;
  Target target;
  SearchSpace *space;
  ModelSearch *search;
  parse(WORKLOAD_NHWC_CONV, "x86-64-v3", &workload, &target);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  CHECK_EQUAL(model_search_create(space, NULL, 5, 1000, &search), STATUS_OK);
  model_search_run(search, &strategy_random, 400);
  CHECK_EQUAL(search->scored, 400);
  model_search_run(search, &strategy_evolution, 5000);
  CHECK_EQUAL(search->scored, 1000);
  CHECK_EQUAL(search->pool.count, SCORED_POOL_ROOM);
  for (int n = 1; n < search->pool.count; n++) {
    const Scored *before = &search->pool.items[n - 1], *after = &search->pool.items[n];
    CHECK(before->seconds < after->seconds ||
          (before->seconds == after->seconds && before->number < after->number));
  }
  CHECK(model_search_offer(search, &search->pool.items[0].schedule) < 0);
  model_search_destroy(search);
  space_destroy(space);
}

// Stands for a measurement: the prediction with an error that depends on the schedule.
static double pretend_seconds(const SearchSpace *space, const Schedule *schedule) {
  double seconds;
  CHECK_EQUAL(space_score(space, schedule, &seconds, NULL), REJECT_NONE);
  return seconds * (1 + (double)(schedule_key(schedule) % 1000) / 1000);
}

static double run_strategy(const StrategyKind *kind, const SearchSpace *space, int trials) {
  enum { BATCH = 16, MOST = 512 };
  static uint64_t keys[MOST];
  Strategy *strategy;
  double best = INFINITY;
  int made = 0;
  StrategySetting setting = {.space = space, .fit = ranker_fit, .seed = 9, .budget = trials};
  CHECK_EQUAL(strategy_create(kind, &setting, &strategy), STATUS_OK);
  while (made < trials) {
    Schedule batch[BATCH];
    double seconds[BATCH];
    int count = strategy_propose(strategy, BATCH, batch);
    if (count == 0)
      break;
    for (int n = 0; n < count; n++) {
      seconds[n] = pretend_seconds(space, &batch[n]);
      best = seconds[n] < best ? seconds[n] : best;
      if (n == 0)
        seconds[n] = NAN; // a failed measurement
      keys[made] = schedule_key(&batch[n]);
      for (int m = 0; m < made; m++)
        CHECK(keys[m] != keys[made]);
      made++;
    }
    strategy_observe(strategy, batch, seconds, count);
  }
  strategy_destroy(strategy);
  CHECK_EQUAL(made, trials);
  return best;
}

static void test_strategies(void) {
  Workload workload;
  Target target;
  SearchSpace *space;
  parse(WORKLOAD_PADDED_CONV, "zen4", &workload, &target);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  double evolution = run_strategy(&strategy_evolution, space, 128);
  double random = run_strategy(&strategy_random, space, 128);
  double grid = run_strategy(&strategy_grid, space, 128);
  double genetic = run_strategy(&strategy_genetic, space, 256);
  double model = run_strategy(&strategy_model, space, 256);
  printf(
      "best of 128: evolution %.3g, random %.3g, grid %.3g s; of 256: genetic %.3g, model %.3g\n",
      evolution, random, grid, genetic, model);
  CHECK(evolution < random && model < random);
  CHECK(run_strategy(&strategy_genetic, space, 256) == genetic);
  CHECK(run_strategy(&strategy_model, space, 256) == model);
  CHECK(run_strategy(&strategy_evolution, space, 128) == evolution);
  CHECK(strategy_find("annealing", STRATEGY_MEASURES) == NULL);
  CHECK(strategy_find("annealing", STRATEGY_PREDICTS) == &strategy_annealing);
  CHECK(strategy_find("grid", STRATEGY_PREDICTS) == NULL);
  CHECK(strategy_kind(8) == NULL && strategy_kind(-1) == NULL);
  space_destroy(space);
}

static size_t fits[64], fit_count; // rows of every fit

// Notes it, and leaves the strategy to go on at random.
static Status fit_nothing(const float *values, const float *labels, const float *margins,
                          size_t count, bool is_regression, Forest **out_forest) {
  (void)values, (void)labels, (void)margins, (void)is_regression, (void)out_forest;
  CHECK(fit_count < sizeof fits / sizeof *fits);
  fits[fit_count++] = count;
  return status_fail(STATUS_MODEL, "no trees");
}

// Proposes so many at a time, of which the last one is not observed.
static void note_fits(const SearchSpace *space, const LearnedModel *global, int refit, int trials,
                      int at_once) {
  LearningOptions learning = learning_options_default();
  StrategySetting setting = {.space = space,
                             .model = global,
                             .fit = fit_nothing,
                             .learning = &learning,
                             .seed = 3,
                             .budget = trials};
  Strategy *strategy;
  learning.refit = refit;
  fit_count = 0;
  CHECK_EQUAL(strategy_create(&strategy_model, &setting, &strategy), STATUS_OK);
  for (int made = 0; made < trials; made += at_once) {
    Schedule batch[16];
    double seconds[16];
    CHECK_EQUAL(strategy_propose(strategy, at_once, batch), at_once);
    for (int n = 0; n < at_once; n++)
      seconds[n] = pretend_seconds(space, &batch[n]);
    strategy_observe(strategy, batch, seconds, at_once == 1 ? 1 : at_once - 1);
  }
  strategy_destroy(strategy);
}

// Soon at first and then after an eighth of all, whether or not all that is proposed is observed.
static void test_refit(void) {
  Workload workload;
  Target target;
  SearchSpace *space;
  parse(WORKLOAD_PADDED_CONV, "zen4", &workload, &target);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  note_fits(space, NULL, 0, 353, 1);
  CHECK_EQUAL(fit_count, 19);
  for (size_t n = 0; n < 16; n++)
    CHECK_EQUAL(fits[n], 16 * (n + 1));
  CHECK(fits[16] == 288 && fits[17] == 320 && fits[18] == 352);
  note_fits(space, NULL, 64, 192, 1);
  CHECK(fit_count == 2 && fits[0] == 64 && fits[1] == 128);
  note_fits(space, NULL, 17, 96, 16); // 32
  CHECK(fit_count == 2 && fits[0] == 30 && fits[1] == 60);
  LearningOptions learning = {.diversity = 1, .refit = 65};
  StrategySetting setting = {.space = space, .fit = fit_nothing, .learning = &learning};
  Strategy *strategy;
  CHECK_EQUAL(strategy_create(&strategy_model, &setting, &strategy), STATUS_USAGE);
  space_destroy(space);
}

// The global model plans the first trials alone.
static void test_refit_on_a_global_model(void) {
  Workload workload;
  Target target;
  SearchSpace *space;
  LearnedModel *global;
  void *bytes;
  size_t size;
  CHECK_EQUAL(synthetic_model_pack(1, &bytes, &size), STATUS_OK);
  CHECK_EQUAL(learned_model_load(bytes, size, &global), STATUS_OK);
  parse(WORKLOAD_PADDED_CONV, "zen4", &workload, &target);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  note_fits(space, global, 0, 65, 1);
  CHECK(fit_count == 3 && fits[0] == 32 && fits[1] == 48 && fits[2] == 64);
  note_fits(space, global, 64, 129, 1);
  CHECK(fit_count == 2 && fits[0] == 64 && fits[1] == 128);
  space_destroy(space);
  learned_model_destroy(global);
  free(bytes);
}

// A space with few points: strategies and searches stop by themselves.
static void test_small_space_runs_dry(void) {
  Workload workload;
  Target target;
  SearchSpace *space;
  Strategy *strategy;
  parse("p2 | f32[2](i0)@0 f32[2](i0)@0!out | body*:f32(add=1) | none f32 x1", "x86-64-v2",
        &workload, &target);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  StrategySetting setting = {.space = space, .fit = ranker_fit, .seed = 1, .budget = 64};
  int measuring = 0;
  for (int k = 0; strategy_kind(k); k++) {
    if (!strategy_kind(k)->is_for[STRATEGY_MEASURES])
      continue;
    measuring++;
    CHECK_EQUAL(strategy_create(strategy_kind(k), &setting, &strategy), STATUS_OK);
    Schedule batch[64];
    int total = 0, count, turns = 0;
    do {
      count = strategy_propose(strategy, 64, batch);
      total += count;
    } while (count > 0 && turns++ < 8);
    CHECK_EQUAL(count, 0);
    CHECK(total > 0 && total < 64);
    strategy_destroy(strategy);
  }
  CHECK_EQUAL(measuring, 5);
  space_destroy(space);
}

int main(void) {
  test_choice_is_legal_and_repeatable();
  test_evolution_beats_random();
  test_variants_compete();
  test_variants_share_what_they_find();
  test_no_legal_schedule();
  test_model_search_keeps_the_best();
  test_strategies();
  test_refit();
  test_refit_on_a_global_model();
  test_small_space_runs_dry();
  return check_result();
}
