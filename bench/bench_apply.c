// How long the steps of the pass take on one op: read the text, extract, choose, emit.
#include "bench/benchmark.h"
#include "bench/subjects.h"
#include "runtime/codegen/compile.h"
#include "search/chooser.h"
#include "transforms/extract/extract.h"
#include "transforms/kernel/emit.h"

#include <stdio.h>
#include <stdlib.h>

static char *read_text(const Subject *subject) {
  char path[256];
  snprintf(path, sizeof path, "bench/workloads/%s.mlir", subject->name);
  FILE *file = fopen(path, "r");
  char *text = calloc(1, 1 << 16);
  if (file) {
    if (fread(text, 1, (1 << 16) - 1, file) == 0)
      text[0] = 0;
    fclose(file);
  }
  return text;
}

static void parse(BenchmarkState *state, const void *user) {
  const Subject *subject = user;
  char *text = read_text(subject);
  while (benchmark_keep_running(state)) {
    MlirModule module;
    if (compile_parse(subject->context, text, &module) != STATUS_OK) {
      benchmark_fail(state, status_text());
      break;
    }
    mlirModuleDestroy(module);
  }
  free(text);
}

static void parse_schedule(BenchmarkState *state, const void *user) {
  const Subject *subject = user;
  Choice choice;
  char text[2048];
  ChooseOptions options = {.max_candidates = 200};
  Schedule schedule;
  if (schedule_choose(&subject->workload, NULL, 1, &subject->target, &options, &choice) !=
      STATUS_OK)
    benchmark_fail(state, status_text());
  schedule_print(&subject->workload, &choice.schedule, text, sizeof text);
  while (benchmark_keep_running(state))
    schedule_parse(&subject->workload, text, &schedule);
}

static void extract(BenchmarkState *state, const void *user) {
  const Subject *subject = user;
  Group *group = malloc(sizeof *group);
  MlirOperation anchor = subject_anchor(subject->module);
  while (benchmark_keep_running(state))
    group_extract(anchor, &FUSION_ALL, group);
  free(group);
}

static void choose(BenchmarkState *state, const void *user) {
  const Subject *subject = user;
  Choice choice;
  ChooseOptions options = {0};
  while (benchmark_keep_running(state))
    schedule_choose(&subject->workload, NULL, 1, &subject->target, &options, &choice);
}

// Rewriting alone: cloning and extracting stand outside the clock.
static void emit(BenchmarkState *state, const void *user) {
  const Subject *subject = user;
  Group *group = malloc(sizeof *group);
  Choice choice;
  ChooseOptions options = {0};
  schedule_choose(&subject->workload, NULL, 1, &subject->target, &options, &choice);
  while (benchmark_keep_running(state)) {
    benchmark_pause(state);
    MlirModule module = subject_clone(subject);
    Status status = group_extract(subject_anchor(module), &FUSION_ALL, group);
    benchmark_resume(state);
    if (status == STATUS_OK)
      status = emit_group(group, &choice.schedule, NULL, &subject->target);
    benchmark_pause(state);
    mlirModuleDestroy(module);
    benchmark_resume(state);
    if (status != STATUS_OK) {
      benchmark_fail(state, status_text());
      break;
    }
  }
  free(group);
}

static const SubjectBenchmark benchmarks[] = {
    {"parse_module", parse}, {"parse_schedule", parse_schedule},
    {"extract", extract},    {"choose", choose},
    {"emit", emit},
};

int main(int argc, char **argv) {
  return subjects_benchmark(benchmarks, sizeof benchmarks / sizeof *benchmarks, argc, argv);
}
