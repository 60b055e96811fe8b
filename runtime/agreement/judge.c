// Only what disagrees with the untouched code costs more than a comparison.
#include "runtime/agreement/judge.h"

// Of the untouched code, beyond which an error could be anywhere.
#define MAX_ROUNDING 0.1

void judge_forget(Judge *judge) {
  for (int exact = 0; exact < 2; exact++)
    for (int code = 0; code < JUDGED_TUNED; code++) {
      outputs_destroy(&judge->known[exact][code].outputs);
      judge->known[exact][code].is_there = false;
    }
}

static Status recall(Judge *judge, JudgedCode code, bool is_exact, const Outputs **out_outputs) {
  Status status = STATUS_OK;
  if (!judge->known[is_exact][code].is_there)
    status = judge->run(judge->user, code, is_exact, &judge->known[is_exact][code].outputs);
  judge->known[is_exact][code].is_there = status == STATUS_OK;
  *out_outputs = &judge->known[is_exact][code].outputs;
  return status;
}

static Status judge_exact(Judge *judge, Agreement *out_agreement) {
  Status status = STATUS_OK;
  const Outputs *untouched, *precise;
  Outputs tuned = {0};
  TRY(recall(judge, JUDGED_PRECISE, true, &precise));
  TRY(recall(judge, JUDGED_UNTOUCHED, true, &untouched));
  TRY(judge->run(judge->user, JUDGED_TUNED, true, &tuned));
  *out_agreement = agreement_judge(untouched, precise, &tuned, judge->tolerance_scale);
cleanup:
  outputs_destroy(&tuned);
  return status;
}

// Rounding hides errors that are smaller. Where it does, data on which next to nothing is rounded
// decide.
static Status judge_without_rounding(Judge *judge, Agreement *agreement) {
  Agreement exact;
  Status status = judge_exact(judge, &exact);
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

Status judge_decide(Judge *judge, const Outputs *untouched, const Outputs *tuned,
                    Agreement *out_agreement) {
  const Outputs *precise;
  Agreement agreement = agreement_judge(untouched, NULL, tuned, judge->tolerance_scale);
  Status status = STATUS_OK;
  if (!agreement.tuned.agrees && judge->tolerance_scale > 0) {
    status = recall(judge, JUDGED_PRECISE, false, &precise);
    if (status == STATUS_OK)
      agreement = agreement_judge(untouched, precise, tuned, judge->tolerance_scale);
    else if (status == STATUS_UNSUPPORTED) // the untouched code is all there is to compare with
      status = STATUS_OK;
  }
  if (status == STATUS_OK && agreement.is_by_rounding && !judge->data_are_given)
    status = judge_without_rounding(judge, &agreement);
  *out_agreement = agreement;
  return status;
}
