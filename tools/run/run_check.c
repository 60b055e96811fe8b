// Data are drawn anew until an output changes, then the weights with them.
#include "tools/run/run_check.h"

#include "runtime/agreement/double_reference.h"
#include "runtime/agreement/judge.h"
#include "transforms/lowering/lowering.h"

#include <math.h>

// A minimum or a conjunction of many numbers may well be the same for two draws, hardly for eight.
enum { MAX_DRAWS = 8 };

static void fill_random(const RunCheck *check, Operands *operands) {
  operands_fill(operands, check->data_count, check->seed);
}

void run_check_fill(const RunCheck *check, Operands *operands) {
  fill_random(check, operands);
  run_arrays_fill(check->inputs, operands);
}

// How much the outputs move, relative to the largest, when the first `count` arguments are drawn
// anew.
static Status measure_change(const RunCheck *check, int count, uint64_t seed, Version *version,
                             Operands *operands, double *out_change) {
  Outputs other = {0};
  fill_random(check, operands);
  if (count > check->data_count)
    operands_fill(operands, check->data_count, seed);
  else
    operands_fill_data(operands, count, seed);
  Status status = version_run(version, &other);
  if (status == STATUS_OK)
    *out_change = outputs_compare(&version->outputs, &other, 1.0).max_error;
  outputs_destroy(&other);
  return status;
}

static Status measure_sensitivity(const RunCheck *check, Version *version, Operands *operands,
                                  double *out_change) {
  Status status = STATUS_OK;
  *out_change = 0;
  for (int draw = 1; draw <= MAX_DRAWS && *out_change == 0; draw++)
    TRY(measure_change(check, check->data_count, check->seed + (uint64_t)draw, version, operands,
                       out_change));
  if (*out_change == 0 && operands->count > check->data_count)
    TRY(measure_change(check, operands->count, check->seed + 1, version, operands, out_change));
cleanup:
  return status;
}

static Status run_with_gain(const RunCheck *check, Version *tuned, Operands *operands,
                            double gain) {
  operands->weight_gain = gain;
  outputs_destroy(&tuned->outputs);
  fill_random(check, operands);
  return version_run(tuned, &tuned->outputs);
}

Status run_check_settle_weights(const RunCheck *check, Version *tuned, Operands *operands) {
  static const double GAINS[] = {1, 0.5, 2, 0.7, 1.4, 0.25, 4, 0.125};
  Status status = STATUS_OK;
  double best_gain = 1, best_change = -1;
  for (size_t i = 0; i < sizeof GAINS / sizeof *GAINS && best_change < 1e-3; i++) {
    double change = 0;
    if (i > 0)
      TRY(run_with_gain(check, tuned, operands, GAINS[i]));
    TRY(measure_sensitivity(check, tuned, operands, &change));
    if (outputs_are_meaningful(&tuned->outputs) && change > best_change) {
      best_gain = GAINS[i];
      best_change = change;
    }
  }
  if (operands->weight_gain != best_gain)
    TRY(run_with_gain(check, tuned, operands, best_gain));
cleanup:
  return status;
}

// What the judge calls.
typedef struct Judged {
  const RunCheck *check;
  const Signature *signature;
  Version *untouched, *tuned;
  DoubleReference precise;
  Operands *operands;
} Judged;

static Status run_judged(void *user, JudgedCode code, bool is_exact, Outputs *out_outputs) {
  Judged *judged = user;
  Status status = STATUS_OK;
  if (judged_is_precise(code))
    TRY(double_reference_compile(&judged->precise, judged->check->untouched,
                                 lowering_reference_text(), judged->signature, judged_nudge(code)));
  judged->operands->is_exact = is_exact;
  run_check_fill(judged->check, judged->operands);
  judged->operands->is_exact = false;
  if (judged_is_precise(code))
    return double_reference_run(&judged->precise, judged->operands, out_outputs);
  return version_run(code == JUDGED_TUNED ? judged->tuned : judged->untouched, out_outputs);
cleanup:
  return status;
}

static bool are_empty(const Outputs *outputs) {
  bool are = outputs->count > 0;
  for (int k = 0; k < outputs->count; k++)
    are &= outputs->items[k].count == 0;
  return are;
}

Status run_check_judge(const RunCheck *check, const Signature *signature, Version *reference,
                       Version *tuned, Operands *operands, CheckResult *out_result) {
  CheckResult result = {.is_empty = are_empty(&reference->outputs)};
  Status status = STATUS_OK;
  Judged judged = {.check = check,
                   .signature = signature,
                   .untouched = reference,
                   .tuned = tuned,
                   .operands = operands};
  Judge judge = {.run = run_judged,
                 .user = &judged,
                 .tolerance_scale = check->tolerance_scale,
                 .data_are_given = check->inputs->count > 0};
  if (!check->inputs->count && !result.is_empty)
    status = measure_sensitivity(check, tuned, operands, &result.change);
  if (status == STATUS_OK)
    status = judge_decide(&judge, &reference->outputs, &tuned->outputs, &result.agreement);
  judge_forget(&judge);
  double_reference_destroy(&judged.precise);
  *out_result = result;
  if (status != STATUS_OK || check->inputs->count || result.is_empty)
    return status;
  // A single false of a disjunction is all zero, but not for other data.
  bool moves = result.change > 0 && isfinite(result.change);
  if (!outputs_are_meaningful(&reference->outputs) && !moves)
    return status_fail(STATUS_WORKER, "the outputs are all zero or not finite: nothing is proved");
  if (result.change == 0 && operands->count > 0)
    return status_fail(STATUS_WORKER, "the output does not depend on the data: nothing is proved");
  return STATUS_OK;
}
