// How fast the tuned code is, as chosen without measuring, and how long it takes to make.
#include "bench/benchmark.h"
#include "bench/subjects.h"
#include "passes/tune.h"
#include "runtime/arena.h"
#include "runtime/codegen/compile.h"
#include "runtime/executable.h"
#include "transforms/lowering/lowering.h"

#include <stdio.h>

static Status tune(MlirModule module) {
  TuneOptions options;
  TuneStatistics statistics = {0};
  OptionTexts texts;
  bool changed;
  MlirLocation location;
  option_texts_init(&texts);
  texts.target = "host";
  Status status = options_parse(&texts, &options);
  if (status == STATUS_OK)
    status = tune_payload(mlirModuleGetOperation(module), &options, &statistics, NULL, NULL,
                          &changed, &location);
  compile_request_wrappers(module);
  return status;
}

static Status prepare(const Subject *subject, const Signature *signature, const Operands *operands,
                      Executable *executable) {
  MlirModule module = subject_clone(subject);
  Status status = tune(module);
  if (status == STATUS_OK)
    status = lower_to_llvm(module, true);
  if (status == STATUS_OK)
    status = executable_create(module, CODE_FULL, NULL, signature, operands, executable);
  mlirModuleDestroy(module);
  return status;
}

static void run_kernel(BenchmarkState *state, const void *user) {
  Status status = STATUS_OK;
  const Subject *subject = user;
  Signature signature = {0};
  Operands operands = {0};
  Executable executable = {0};
  TRY(signature_read(subject->module, NULL, &signature));
  TRY(operands_create(&signature, PLACE_ALIGNED, &operands));
  operands_fill(&operands, 1, 1);
  TRY(prepare(subject, &signature, &operands, &executable));
  while (benchmark_keep_running(state)) {
    call_invoke(executable.call);
    arena_release();
  }
  benchmark_set_rate(state, "flops",
                     workload_flops(&subject->workload) * (double)benchmark_iterations(state));
cleanup:
  if (status != STATUS_OK)
    benchmark_fail(state, status_text());
  executable_destroy(&executable);
  operands_destroy(&operands);
  signature_destroy(&signature);
}

// Tuning, lowering and machine code.
static void make_kernel(BenchmarkState *state, const void *user) {
  Status status = STATUS_OK;
  const Subject *subject = user;
  Signature signature = {0};
  Operands operands = {0};
  TRY(signature_read(subject->module, NULL, &signature));
  TRY(operands_create(&signature, PLACE_ALIGNED, &operands));
  while (benchmark_keep_running(state)) {
    Executable executable = {0};
    TRY(prepare(subject, &signature, &operands, &executable));
    executable_destroy(&executable);
  }
cleanup:
  if (status != STATUS_OK)
    benchmark_fail(state, status_text());
  operands_destroy(&operands);
  signature_destroy(&signature);
}

int main(int argc, char **argv) {
  int count;
  char name[128];
  const Subject *subjects = subjects_list(&count);
  for (int i = 0; i < count; i++) {
    snprintf(name, sizeof name, "run/%s", subjects[i].name);
    benchmark_register(name, run_kernel, &subjects[i]);
    snprintf(name, sizeof name, "make/%s", subjects[i].name);
    benchmark_register(name, make_kernel, &subjects[i]);
  }
  return benchmark_run(argc, argv);
}
