// RunCheck: the comparison of what a function leaves, untouched and tuned, on random operands that
// have to prove something.
#ifndef AUTOTUNE_TOOLS_RUN_RUN_CHECK_H
#define AUTOTUNE_TOOLS_RUN_RUN_CHECK_H

#include "runtime/agreement/agreement.h"
#include "tools/run/run_arrays.h"
#include "tools/run/version.h"

typedef struct RunCheck {
  MlirModule untouched;
  const NpyArrays *inputs; // what the user gives; with any, the data are taken as they are
  int data_count;
  uint64_t seed;
  double tolerance_scale;
} RunCheck;

// Random numbers by the seed, and over them the arrays that the user gives.
void run_check_fill(const RunCheck *check, Operands *operands);

// Scales the weights so that the output depends on the data: deep residual networks saturate their
// softmax under a gain of 1, deep plain ones forget their input, and neither proves anything.
// `tuned` has run, and runs again.
Status run_check_settle_weights(const RunCheck *check, Version *tuned, Operands *operands);

typedef struct CheckResult {
  Agreement agreement;
  double
      change; // of the outputs by other data, relative to the largest; 0 with arrays that are given
  bool is_empty; // no output has an element, which there is only one of
} CheckResult;

// Both versions have run. STATUS_WORKER when the result proves nothing; *out_result is there then,
// too.
Status run_check_judge(const RunCheck *check, const Signature *signature, Version *reference,
                       Version *tuned, Operands *operands, CheckResult *out_result);

#endif
