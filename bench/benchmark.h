// Benchmark: Google Benchmark for C programs. Implemented in benchmark_shim.cpp, which is the
// only file that includes the library.
#ifndef AUTOTUNE_BENCH_BENCHMARK_H
#define AUTOTUNE_BENCH_BENCHMARK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BenchmarkState BenchmarkState; // lent to a running benchmark

// Body of a benchmark: prepares, then works while benchmark_keep_running says so.
typedef void (*BenchmarkBody)(BenchmarkState *state, const void *subject);

// Adds "name" to the list. Lends `subject` until benchmark_run returns.
void benchmark_register(const char *name, BenchmarkBody body, const void *subject);

bool benchmark_keep_running(BenchmarkState *state);
// Between the two the clock stands still.
void benchmark_pause(BenchmarkState *state);
void benchmark_resume(BenchmarkState *state);
// Reports `total / elapsed seconds` under the name.
void benchmark_set_rate(BenchmarkState *state, const char *name, double total);
// Iterations done so far.
int64_t benchmark_iterations(const BenchmarkState *state);
// Ends this benchmark with an error.
void benchmark_fail(BenchmarkState *state, const char *message);

// Reads the flags of Google Benchmark (--benchmark_filter=... and so on) and runs what they select.
// Returns the exit code.
int benchmark_run(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
