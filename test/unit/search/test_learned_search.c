// The search on a learned model: repeatable, and it finds what the model holds to be fast.
//
// With --write PATH it writes its synthetic model, for tests of the pass.
#include "costmodel/features.h"
#include "plan/schedule/schedule_check.h"
#include "search/chooser.h"
#include "search/model_search.h"
#include "search/scorer.h"
#include "test/unit/base/check.h"
#include "test/unit/costmodel/synthetic_model.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

static LearnedModel *model;

static void parse(const char *workload_text, Workload *workload, Target *target) {
  CHECK(workload_parse(workload_text, workload));
  CHECK_EQUAL(target_parse("x86-64-v3", target), STATUS_OK);
}

// The ranker counts by the least trust of the space, whatever the rule.
static void check_score(Scorer *scorer, const Schedule *schedule, const ScoredNest *scored,
                        const Trust *least) {
  double score, seconds;
  float rank;
  scorer_fill(scorer, 0, schedule, scored);
  CHECK_EQUAL(scorer_rank(scorer, 1, &score, &seconds), STATUS_OK);
  CHECK_EQUAL(learned_model_rank(model, scorer_row(scorer, 0), 1, &rank), STATUS_OK);
  CHECK(score == learned_model_score(least, (double)rank, seconds));
}

// The search prepares once per rule; the features are those of training.
static void test_features_are_those_of_training(void) {
  static float expected[FEATURE_COUNT];
  static FeatureContext contexts[RULE_COUNT];
  double trusts[RULE_COUNT];
  for (int n = 0; n < WORKLOAD_COUNT; n++) {
    Workload workload;
    Target target;
    SearchSpace *space;
    Scorer *scorer;
    Rng rng = {3};
    parse(workloads[n].text, &workload, &target);
    CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
    CHECK_EQUAL(scorer_create(space, model, &scorer), STATUS_OK);
    Trust least = scorer_prepare(space, model, contexts, trusts);
    for (int r = 0; r < space->rule_count; r++)
      CHECK(least.total <= trusts[space->rules[r].rule->rule]);
    for (int drawn = 0; drawn < 60; drawn++) {
      Schedule schedule;
      LoopNest nest;
      ScoredNest scored;
      double seconds;
      space_random(space, &rng, &schedule);
      if (space_score_nest(space, &schedule, &scored) != REJECT_NONE)
        continue;
      CHECK_EQUAL(space_score(space, &schedule, &seconds, NULL), REJECT_NONE);
      CHECK(scored_nest_seconds(&scored) == seconds);
      scorer_fill(scorer, drawn % SCORER_BATCH, &schedule, &scored);
      CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
      features_extract(&workload, &schedule, &nest, &target, expected);
      const float *row = scorer_row(scorer, drawn % SCORER_BATCH);
      CHECK(memcmp(row, expected, sizeof(expected)) == 0);
      check_score(scorer, &schedule, &scored, &least);
    }
    scorer_destroy(scorer);
    space_destroy(space);
  }
}

static bool packs(const Workload *workload, const Schedule *schedule) {
  for (int a = 0; a < workload->access_count; a++)
    if (schedule->pack[a] != PACK_NONE)
      return true;
  return false;
}

static void check_top(const Choice *choice) {
  CHECK(choice->top_count > 1 && choice->top_count <= CHOOSE_MAX_TOP);
  CHECK(memcmp(&choice->top[0].schedule, &choice->schedule, sizeof(Schedule)) == 0);
  CHECK(memcmp(&choice->top[1].schedule, &choice->runner_up, sizeof(Schedule)) == 0);
  for (int n = 1; n < choice->top_count; n++)
    for (int m = 0; m < n; m++)
      CHECK(memcmp(&choice->top[n].schedule, &choice->top[m].schedule, sizeof(Schedule)) != 0);
}

// What the analytical model likes to pack, the learned one does not.
static void test_learned_model_decides(void) {
  Workload workload;
  Target target;
  Choice learned, analytical;
  parse(WORKLOAD_PADDED_CONV, &workload, &target);
  ChooseOptions options = {.max_candidates = 2000, .seed = 1};
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &analytical), STATUS_OK);
  options.model = model;
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &learned), STATUS_OK);
  CHECK(packs(&workload, &analytical.schedule));
  CHECK(!packs(&workload, &learned.schedule));
  CHECK_EQUAL(schedule_check(&workload, &learned.schedule, &target), REJECT_NONE);
  CHECK(learned.candidates > 0 && learned.candidates <= 2000);
  CHECK(learned.predicted_seconds > 0);
  check_top(&learned);
}

// Whether the analytical choice stayed before a better score.
static bool check_best(const ModelSearch *search) {
  const Scored *first = search->pool.items, *anchor = &search->anchor;
  const Scored *best = model_search_best(search);
  double head_start = scorer_head_start(search->scorer);
  CHECK(search->pool.count > 0 && head_start >= 0);
  CHECK(anchor->seconds == search->best_seconds);
  CHECK(anchor->cost >= first->cost);
  CHECK(best == (anchor->cost - head_start < first->cost ? anchor : first));
  return best == anchor && anchor->number != first->number;
}

static SearchSpace *space_on(const char *text, const char *machine) {
  Workload workload;
  Target target;
  SearchSpace *space;
  CHECK(workload_parse(text, &workload));
  CHECK_EQUAL(target_parse(machine, &target), STATUS_OK);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  return space;
}

// On a machine of the training the score decides alone. On another one the analytical choice has a
// head start, which is outweighed somewhere and somewhere not.
static void test_head_start(void) {
  static const char *const targets[] = {"x86-64-v3", "x86-64-v3,cache_bytes.2=1048576", "zen4",
                                        "sapphirerapids"};
  int stayed = 0, outweighed = 0;
  for (int t = 0; t < (int)(sizeof targets / sizeof *targets); t++)
    for (int n = 0; n < WORKLOAD_COUNT; n++) {
      SearchSpace *space = space_on(workloads[n].text, targets[t]);
      ModelSearch *search;
      CHECK_EQUAL(model_search_create(space, model, 3, 600, &search), STATUS_OK);
      CHECK(!model_search_best(search));
      model_search_begin(search, &strategy_evolution, 600);
      bool stays = check_best(search);
      CHECK(t > 0 || scorer_head_start(search->scorer) == 0);
      CHECK(!stays || scorer_head_start(search->scorer) > 0);
      stayed += stays;
      outweighed += scorer_head_start(search->scorer) > 0 && !stays;
      model_search_destroy(search);
      space_destroy(space);
    }
  CHECK(stayed > 0 && outweighed > 0);
}

// The analytical choice that has a head start is the one with the price of its code.
static void test_head_start_of_little_code(void) {
  int slower = 0;
  for (int n = 0; n < WORKLOAD_COUNT; n++) {
    SearchSpace *space = space_on(workloads[n].text, "zen4");
    ModelSearch *search;
    CHECK_EQUAL(model_search_create(space, model, 3, 300, &search), STATUS_OK);
    search->code_price = 1;
    model_search_begin(search, &strategy_evolution, 300);
    slower += search->anchor.seconds > search->best_seconds;
    model_search_destroy(search);
    space_destroy(space);
  }
  CHECK(slower > 0);
}

// What was chosen leads the top, and nothing is in it twice. What the analytical model looked at by
// itself counts, what was refused there too.
static void test_head_start_leads_the_top(void) {
  Workload workload;
  Target target;
  Choice choice, alone;
  ChooseOptions options = {.max_candidates = 2000, .seed = 1, .model = model};
  CHECK(workload_parse(WORKLOAD_PADDED_CONV, &workload));
  CHECK_EQUAL(target_parse("zen4", &target), STATUS_OK);
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &choice), STATUS_OK);
  check_top(&choice);
  options.model = NULL;
  CHECK_EQUAL(schedule_choose(&workload, NULL, 1, &target, &options, &alone), STATUS_OK);
  CHECK(choice.candidates > 2000 && choice.candidates <= 2000 + alone.candidates);
  int64_t refused = 0, refused_alone = 0;
  for (int reason = 0; reason < REJECT_COUNT; reason++) {
    CHECK(choice.rejected[reason] >= alone.rejected[reason]);
    refused += choice.rejected[reason];
    refused_alone += alone.rejected[reason];
  }
  CHECK(refused > refused_alone && refused_alone > 0);
}

typedef struct Asking {
  const char *workload;
  const StrategyKind *strategy;
  Choice choice;
} Asking;

static void *ask(void *context) {
  Asking *asking = context;
  Workload workload;
  Target target;
  ChooseOptions options = {
      .max_candidates = 900, .seed = 7, .strategy = asking->strategy, .model = model};
  if (workload_parse(asking->workload, &workload) &&
      target_parse("x86-64-v3", &target) == STATUS_OK)
    schedule_choose(&workload, NULL, 1, &target, &options, &asking->choice);
  return NULL;
}

static bool choices_are_equal(const Choice *a, const Choice *b) {
  return a->candidates > 0 && a->candidates == b->candidates && a->top_count == b->top_count &&
         a->predicted_seconds == b->predicted_seconds &&
         memcmp(&a->schedule, &b->schedule, sizeof(Schedule)) == 0 &&
         memcmp(&a->runner_up, &b->runner_up, sizeof(Schedule)) == 0;
}

// One model, several threads, every strategy: the choices are those of one thread.
static void test_choice_is_repeatable(void) {
  enum { THREADS = 4 };
  static Asking askings[THREADS], alone;
  for (int k = 0; strategy_kind(k); k++) {
    const StrategyKind *strategy = strategy_kind(k);
    pthread_t threads[THREADS];
    if (!strategy->is_for[STRATEGY_PREDICTS])
      continue;
    alone = (Asking){WORKLOAD_CONV, strategy, {0}};
    ask(&alone);
    for (int n = 0; n < THREADS; n++) {
      askings[n] = (Asking){WORKLOAD_CONV, strategy, {0}};
      CHECK_EQUAL(pthread_create(&threads[n], NULL, ask, &askings[n]), 0);
    }
    for (int n = 0; n < THREADS; n++) {
      pthread_join(threads[n], NULL);
      CHECK(choices_are_equal(&alone.choice, &askings[n].choice));
    }
    CHECK(alone.choice.candidates <= 900);
  }
}

static void test_variants_compete_by_seconds(void) {
  Workload variants[2];
  Target target;
  ChooseOptions options = {.max_candidates = 600, .seed = 1, .model = model};
  Choice choice;
  const double first_is_cheap[2] = {0, 1}, second_is_cheap[2] = {1, 0};
  parse(WORKLOAD_CONV, &variants[0], &target);
  parse(WORKLOAD_CONV, &variants[1], &target);
  CHECK_EQUAL(schedule_choose(variants, first_is_cheap, 2, &target, &options, &choice), STATUS_OK);
  CHECK_EQUAL(choice.variant, 0);
  CHECK_EQUAL(schedule_choose(variants, second_is_cheap, 2, &target, &options, &choice), STATUS_OK);
  CHECK_EQUAL(choice.variant, 1);
  CHECK(choice.predicted_seconds < 0.5);
}

// Of every point that drawing reaches.
static double best_of_all(const char *text) {
  Workload workload;
  Target target;
  SearchSpace *space;
  ModelSearch *search;
  parse(text, &workload, &target);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  CHECK_EQUAL(model_search_create(space, NULL, 11, 200000, &search), STATUS_OK);
  model_search_seed(search, 100000);
  for (int n = 0; n < 30; n++)
    model_search_run(search, &strategy_random, 10000);
  double best = search->pool.items[0].cost;
  model_search_destroy(search);
  space_destroy(space);
  return best;
}

static double best_of_annealing(const char *text, const LearnedModel *by,
                                const StrategyKind *strategy, int64_t count) {
  Workload workload;
  Target target;
  SearchSpace *space;
  ModelSearch *search;
  parse(text, &workload, &target);
  CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
  CHECK_EQUAL(model_search_create(space, by, 5, count, &search), STATUS_OK);
  model_search_begin(search, strategy, count);
  CHECK(search->status == STATUS_OK);
  CHECK(search->scored <= count);
  double best = search->pool.items[0].cost;
  model_search_destroy(search);
  space_destroy(space);
  return best;
}

static void test_annealing_finds_the_optimum(void) {
  static const char tiny[] =
      "p6 p8 | f32[6,8](i0,i1)@0 f32[6,8](i0,i1)@0!out | body*:f32(add=1) | none f32 x1";
  double best = best_of_all(tiny);
  CHECK(best_of_annealing(tiny, NULL, &strategy_annealing, 6400) == best);
  CHECK(best_of_annealing(tiny, NULL, &strategy_annealing_128x500, 64000) == best);
}

// From the same number of candidates more is found than by chance. The synthetic trees are coarse.
static void test_annealing_beats_random(void) {
  CHECK(best_of_annealing(WORKLOAD_PADDED_CONV, NULL, &strategy_annealing, 3000) <
        best_of_annealing(WORKLOAD_PADDED_CONV, NULL, &strategy_random, 3000));
  CHECK(best_of_annealing(WORKLOAD_PADDED_CONV, model, &strategy_annealing, 3000) <=
        best_of_annealing(WORKLOAD_PADDED_CONV, model, &strategy_random, 3000));
}

static int write_model(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  bool is_written = file && fwrite(bytes, 1, size, file) == size;
  return file && fclose(file) == 0 && is_written ? 0 : 1;
}

int main(int argc, char **argv) {
  void *bytes = NULL;
  size_t size = 0;
  CHECK_EQUAL(synthetic_model_pack(1, &bytes, &size), STATUS_OK);
  if (argc == 3 && !strcmp(argv[1], "--write")) {
    int code = write_model(argv[2], bytes, size);
    free(bytes);
    return code;
  }
  CHECK_EQUAL(learned_model_load(bytes, size, &model), STATUS_OK);
  free(bytes);
  test_features_are_those_of_training();
  test_learned_model_decides();
  test_head_start();
  test_head_start_of_little_code();
  test_head_start_leads_the_top();
  test_choice_is_repeatable();
  test_variants_compete_by_seconds();
  test_annealing_finds_the_optimum();
  test_annealing_beats_random();
  learned_model_destroy(model);
  return check_result();
}
