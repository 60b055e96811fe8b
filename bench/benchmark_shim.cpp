// Google Benchmark behind bench/benchmark.h.
#include "bench/benchmark.h"

#include <benchmark/benchmark.h>

struct BenchmarkState {
  benchmark::State &state;
};

void benchmark_register(const char *name, BenchmarkBody body, const void *subject) {
  benchmark::RegisterBenchmark(name, [body, subject](benchmark::State &state) {
    BenchmarkState wrapped{state};
    body(&wrapped, subject);
  });
}

bool benchmark_keep_running(BenchmarkState *state) { return state->state.KeepRunning(); }
void benchmark_pause(BenchmarkState *state) { state->state.PauseTiming(); }
void benchmark_resume(BenchmarkState *state) { state->state.ResumeTiming(); }

void benchmark_set_rate(BenchmarkState *state, const char *name, double total) {
  state->state.counters[name] = benchmark::Counter(total, benchmark::Counter::kIsRate);
}

int64_t benchmark_iterations(const BenchmarkState *state) { return state->state.iterations(); }

void benchmark_fail(BenchmarkState *state, const char *message) {
  state->state.SkipWithError(message);
}

int benchmark_run(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
