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

// As recall; null where there is no such code.
static Status recall_if_any(Judge *judge, JudgedCode code, bool is_exact,
                            const Outputs **out_outputs) {
  Status status = recall(judge, code, is_exact, out_outputs);
  if (status == STATUS_OK)
    return STATUS_OK;
  *out_outputs = NULL;
  return status == STATUS_UNSUPPORTED ? STATUS_OK : status;
}

// By the function in double precision; `*agreement` stays where there is none.
static Status judge_precisely(Judge *judge, bool is_exact, const Outputs *untouched,
                              const Outputs *tuned, Agreement *agreement) {
  Status status = STATUS_OK;
  PreciseOutputs precise = {0};
  TRY(recall_if_any(judge, JUDGED_PRECISE, is_exact, &precise.plain));
  if (!precise.plain)
    return STATUS_OK;
  *agreement = agreement_judge(untouched, &precise, tuned, judge->tolerance_scale);
  if (agreement->tuned.agrees)
    return STATUS_OK;
  TRY(recall_if_any(judge, JUDGED_RAISED, is_exact, &precise.raised));
  if (precise.raised)
    TRY(recall_if_any(judge, JUDGED_LOWERED, is_exact, &precise.lowered));
  if (precise.raised)
    *agreement = agreement_judge(untouched, &precise, tuned, judge->tolerance_scale);
cleanup:
  return status;
}

static Status judge_exact(Judge *judge, Agreement *out_agreement) {
  Status status = STATUS_OK;
  const Outputs *untouched;
  Outputs tuned = {0};
  TRY(recall(judge, JUDGED_UNTOUCHED, true, &untouched));
  TRY(judge->run(judge->user, JUDGED_TUNED, true, &tuned));
  *out_agreement = agreement_judge(untouched, NULL, &tuned, judge->tolerance_scale);
  if (!out_agreement->tuned.agrees)
    TRY(judge_precisely(judge, true, untouched, &tuned, out_agreement));
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
  Agreement agreement = agreement_judge(untouched, NULL, tuned, judge->tolerance_scale);
  Status status = STATUS_OK;
  if (!agreement.tuned.agrees && judge->tolerance_scale > 0)
    status = judge_precisely(judge, false, untouched, tuned, &agreement);
  if (status == STATUS_OK && agreement.is_by_rounding && !judge->data_are_given)
    status = judge_without_rounding(judge, &agreement);
  *out_agreement = agreement;
  return status;
}
