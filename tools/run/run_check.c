// Data are drawn anew until an output changes, then the weights with them.
#include "tools/run/run_check.h"

#include "tools/run/double_reference.h"

#include <math.h>

// A minimum or a conjunction of many numbers may well be the same for two draws, hardly for eight.
enum { MAX_DRAWS = 8 };

// Of the untouched code, beyond which an error could be anywhere.
#define MAX_ROUNDING 0.1

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

// What is compared, on one set of data.
typedef struct Judged {
  Outputs untouched, precise, tuned;
} Judged;

static void judged_destroy(Judged *judged) {
  outputs_destroy(&judged->untouched);
  outputs_destroy(&judged->precise);
  outputs_destroy(&judged->tuned);
}

static Status run_all(const RunCheck *check, Version *reference, DoubleReference *precise,
                      Version *tuned, Operands *operands, Judged *judged) {
  Status status = STATUS_OK;
  run_check_fill(check, operands);
  TRY(double_reference_run(precise, operands, &judged->precise));
  TRY(version_run(tuned, &judged->tuned));
  run_check_fill(check, operands);
  TRY(version_run(reference, &judged->untouched));
cleanup:
  return status;
}

static Status judge_again(const RunCheck *check, Version *reference, DoubleReference *precise,
                          Version *tuned, Operands *operands, Agreement *out_agreement) {
  Judged judged = {0};
  Status status = run_all(check, reference, precise, tuned, operands, &judged);
  if (status == STATUS_OK)
    *out_agreement =
        agreement_judge(&judged.untouched, &judged.precise, &judged.tuned, check->tolerance_scale);
  judged_destroy(&judged);
  return status;
}

// Rounding hides errors that are smaller. Where it does, data on which next to nothing is rounded
// decide.
static Status judge_without_rounding(const RunCheck *check, Version *reference,
                                     DoubleReference *precise, Version *tuned, Operands *operands,
                                     Agreement *agreement) {
  Agreement exact;
  operands->is_exact = true;
  Status status = judge_again(check, reference, precise, tuned, operands, &exact);
  operands->is_exact = false;
  if (status != STATUS_OK)
    return status;
  if (!exact.tuned.agrees)
    *agreement = exact;
  else if (exact.is_by_rounding && exact.untouched_error > MAX_ROUNDING)
    return status_fail(STATUS_WORKER,
                       "the untouched code rounds by %.2g of its largest result: "
                       "nothing is proved",
                       exact.untouched_error);
  return STATUS_OK;
}

static Status judge(const RunCheck *check, const Signature *signature, Version *reference,
                    Version *tuned, Operands *operands, Agreement *out_agreement) {
  DoubleReference precise;
  *out_agreement =
      agreement_judge(&reference->outputs, NULL, &tuned->outputs, check->tolerance_scale);
  if (out_agreement->tuned.agrees || check->tolerance_scale == 0)
    return STATUS_OK;
  // Where there is none, the untouched code is all there is to compare with.
  Status status = double_reference_create(check->untouched, signature, &precise);
  if (status == STATUS_OK)
    status = judge_again(check, reference, &precise, tuned, operands, out_agreement);
  else if (status == STATUS_UNSUPPORTED)
    status = STATUS_OK;
  if (status == STATUS_OK && out_agreement->is_by_rounding && !check->inputs->count)
    status = judge_without_rounding(check, reference, &precise, tuned, operands, out_agreement);
  double_reference_destroy(&precise);
  return status;
}

Status run_check_judge(const RunCheck *check, const Signature *signature, Version *reference,
                       Version *tuned, Operands *operands, CheckResult *out_result) {
  CheckResult result = {.change = 0};
  Status status = STATUS_OK;
  if (!check->inputs->count)
    status = measure_sensitivity(check, tuned, operands, &result.change);
  if (status == STATUS_OK)
    status = judge(check, signature, reference, tuned, operands, &result.agreement);
  *out_result = result;
  if (status != STATUS_OK || check->inputs->count)
    return status;
  // A single false of a disjunction is all zero, but not for other data.
  bool moves = result.change > 0 && isfinite(result.change);
  if (!outputs_are_meaningful(&reference->outputs) && !moves)
    return status_fail(STATUS_WORKER, "the outputs are all zero or not finite: nothing is proved");
  if (result.change == 0 && operands->count > 0)
    return status_fail(STATUS_WORKER, "the output does not depend on the data: nothing is proved");
  return STATUS_OK;
}
