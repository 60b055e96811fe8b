// How many candidates a second are drawn, checked, laid out and scored.
#include "bench/benchmark.h"
#include "bench/subjects.h"
#include "search/explore.h"

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

// The same as the pass does it: seeds, random points and evolution, without repeats.
static void explored_candidates(BenchmarkState *state, const void *subject) {
  SearchSpace *space = space_of(state, subject);
  double looked_at = 0;
  while (benchmark_keep_running(state)) {
    Explorer *explorer = NULL;
    if (explorer_create(space, NULL, 1, 2000, &explorer) != STATUS_OK)
      break;
    explorer_seed(explorer, 500);
    explorer_sample(explorer, 500);
    explorer_evolve(explorer, 1000);
    looked_at += (double)explorer->scored;
    for (int r = 0; r < REJECT_COUNT; r++)
      looked_at += (double)explorer->rejected[r];
    explorer_destroy(explorer);
  }
  benchmark_set_rate(state, "candidates", looked_at);
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
    {"check_and_score", check_and_score},
    {"nest", build_nest},
};

int main(int argc, char **argv) {
  return subjects_benchmark(benchmarks, sizeof benchmarks / sizeof *benchmarks, argc, argv);
}
