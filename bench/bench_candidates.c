// How many candidates a second are drawn, checked, laid out and scored, by the analytical model and
// by a learned one: $AUTOTUNE_MODEL, else the model inside the library.
#include "bench/benchmark.h"
#include "bench/subjects.h"
#include "costmodel/features.h"
#include "search/model_search.h"

#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 4096 };

// Legal schedules of a space, drawn outside the clock.
static Schedule *draw_samples(const SearchSpace *space) {
  Schedule *samples = malloc(sizeof(Schedule) * SAMPLES);
  Rng rng = {1};
  double seconds;
  for (int i = 0; i < SAMPLES;) {
    space_random(space, &rng, &samples[i]);
    i += space_score(space, &samples[i], &seconds, NULL) == REJECT_NONE;
  }
  return samples;
}

static SearchSpace *space_of(BenchmarkState *state, const Subject *subject) {
  SearchSpace *space = NULL;
  if (space_create(&subject->workload, &subject->target, &space) != STATUS_OK)
    benchmark_fail(state, status_text());
  return space;
}

// The whole of it, as the random strategy does: draw, check, lay out, score.
static void random_candidates(BenchmarkState *state, const void *subject) {
  SearchSpace *space = space_of(state, subject);
  Rng rng = {1};
  Schedule schedule;
  double seconds;
  while (benchmark_keep_running(state)) {
    space_random(space, &rng, &schedule);
    space_score(space, &schedule, &seconds, NULL);
  }
  benchmark_set_rate(state, "candidates", (double)benchmark_iterations(state));
  space_destroy(space);
}

// NULL with an error of the benchmark when there is none.
static const LearnedModel *model_of(BenchmarkState *state) {
  static LearnedModel *model;
  const char *path = getenv("AUTOTUNE_MODEL");
  Status status = STATUS_OK;
  if (!model)
    status = learned_model_open(path, &model);
  if (status != STATUS_OK)
    benchmark_fail(state, status_text());
  return model;
}

// Nearly as the pass does it: seeds, random points and evolution, without repeats.
static void search_with(BenchmarkState *state, const Subject *subject, const LearnedModel *model) {
  SearchSpace *space = space_of(state, subject);
  double looked_at = 0;
  while (benchmark_keep_running(state)) {
    ModelSearch *search = NULL;
    if (model_search_create(space, model, 1, 2000, &search) != STATUS_OK)
      break;
    model_search_seed(search, 500);
    model_search_run(search, &strategy_random, 500);
    model_search_run(search, &strategy_evolution, 1000);
    looked_at += (double)search->scored;
    for (int r = 0; r < REJECT_COUNT; r++)
      looked_at += (double)search->rejected[r];
    model_search_destroy(search);
  }
  benchmark_set_rate(state, "candidates", looked_at);
  space_destroy(space);
}

static void explored_candidates(BenchmarkState *state, const void *subject) {
  search_with(state, subject, NULL);
}

// With a draft by the analytical model and ranking by the learned one.
static void learned_candidates(BenchmarkState *state, const void *subject) {
  const LearnedModel *model = model_of(state);
  if (model)
    search_with(state, subject, model);
}

// From a schedule to its features: loops, analytical estimate, row.
static void fill_features(BenchmarkState *state, const void *subject) {
  const Workload *workload = &((const Subject *)subject)->workload;
  SearchSpace *space = space_of(state, subject);
  Schedule *samples = draw_samples(space);
  FeatureContext contexts[RULE_COUNT];
  static float row[FEATURE_COUNT];
  LoopNest nest;
  for (int r = 0; r < space->rule_count; r++)
    features_prepare(workload, space->rules[r].rule->rule, &space->target,
                     &contexts[space->rules[r].rule->rule]);
  int64_t i = 0;
  while (benchmark_keep_running(state)) {
    const Schedule *schedule = &samples[i++ % SAMPLES];
    loop_nest_build(workload, schedule, &nest);
    features_fill(&contexts[schedule->rule], schedule, &nest, row);
  }
  benchmark_set_rate(state, "candidates", (double)benchmark_iterations(state));
  free(samples);
  space_destroy(space);
}

// From schedules to scores, a batch in every iteration.
static void rank_by_trees(BenchmarkState *state, const void *subject) {
  const LearnedModel *model = model_of(state);
  if (!model)
    return;
  SearchSpace *space = space_of(state, subject);
  Schedule *samples = draw_samples(space);
  ScoredNest scored;
  double scores[SCORER_BATCH], seconds[SCORER_BATCH];
  Scorer *scorer = NULL;
  if (scorer_create(space, model, &scorer) != STATUS_OK)
    benchmark_fail(state, status_text());
  int64_t i = 0;
  while (benchmark_keep_running(state)) {
    for (int n = 0; n < SCORER_BATCH; n++) {
      const Schedule *schedule = &samples[i++ % SAMPLES];
      space_score_nest(space, schedule, &scored);
      scorer_fill(scorer, n, schedule, &scored);
    }
    scorer_rank(scorer, SCORER_BATCH, scores, seconds);
  }
  benchmark_set_rate(state, "candidates", (double)benchmark_iterations(state) * SCORER_BATCH);
  scorer_destroy(scorer);
  free(samples);
  space_destroy(space);
}

static void check_and_score(BenchmarkState *state, const void *subject) {
  SearchSpace *space = space_of(state, subject);
  Schedule *samples = draw_samples(space);
  double seconds;
  int64_t i = 0;
  while (benchmark_keep_running(state))
    space_score(space, &samples[i++ % SAMPLES], &seconds, NULL);
  benchmark_set_rate(state, "candidates", (double)benchmark_iterations(state));
  free(samples);
  space_destroy(space);
}

static void build_nest(BenchmarkState *state, const void *subject) {
  const Workload *workload = &((const Subject *)subject)->workload;
  SearchSpace *space = space_of(state, subject);
  Schedule *samples = draw_samples(space);
  LoopNest nest;
  int64_t i = 0;
  while (benchmark_keep_running(state))
    loop_nest_build(workload, &samples[i++ % SAMPLES], &nest);
  benchmark_set_rate(state, "nests", (double)benchmark_iterations(state));
  free(samples);
  space_destroy(space);
}

static const SubjectBenchmark benchmarks[] = {
    {"random", random_candidates},
    {"explore", explored_candidates},
    {"explore_learned", learned_candidates},
    {"features", fill_features},
    {"trees", rank_by_trees},
    {"check_and_score", check_and_score},
    {"nest", build_nest},
};

int main(int argc, char **argv) {
  return subjects_benchmark(benchmarks, sizeof benchmarks / sizeof *benchmarks, argc, argv);
}
