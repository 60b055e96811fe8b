// Subjects: the workloads that the benchmarks run on, read from bench/workloads.
#ifndef AUTOTUNE_BENCH_SUBJECTS_H
#define AUTOTUNE_BENCH_SUBJECTS_H

#include "bench/benchmark.h"
#include "machine/target.h"
#include "mlir-c/IR.h"
#include "plan/workload.h"

typedef struct Subject {
  const char *name; // of the file, without folder and ending
  MlirContext context;
  MlirModule module;
  Workload workload; // of the op with the most arithmetic, everything fused
  Target target;
} Subject;

// Reads every subject once. Ends the process with one line of error when a file is missing: the
// benchmarks are to be run from the root of the source tree. Lent for ever.
const Subject *subjects_list(int *out_count);

typedef struct SubjectBenchmark {
  const char *name;
  BenchmarkBody body; // its subject is a Subject
} SubjectBenchmark;

// Runs every benchmark on every subject, as "benchmark/subject". Returns the exit code.
int subjects_benchmark(const SubjectBenchmark *benchmarks, size_t count, int argc, char **argv);

MlirModule subject_clone(const Subject *subject); // owned by the caller
// The op of `module` with the most arithmetic.
MlirOperation subject_anchor(MlirModule module);

#endif
