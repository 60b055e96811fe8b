// Judge: asks for what it takes to tell whether tuned code is right, and keeps what does not depend
// on that code.
#ifndef AUTOTUNE_RUNTIME_AGREEMENT_JUDGE_H
#define AUTOTUNE_RUNTIME_AGREEMENT_JUDGE_H

#include "runtime/agreement/agreement.h"
#include "runtime/agreement/double_reference.h"

typedef enum JudgedCode {
  JUDGED_UNTOUCHED,
  JUDGED_PRECISE, // untouched, in double precision (double_reference.h)
  JUDGED_RAISED,  // and with quantised numbers nudged
  JUDGED_LOWERED,
  JUDGED_TUNED,
} JudgedCode;

static inline bool judged_is_precise(JudgedCode code) {
  return code >= JUDGED_PRECISE && code <= JUDGED_LOWERED;
}

static inline Nudge judged_nudge(JudgedCode code) {
  return code == JUDGED_RAISED ? NUDGE_UP : code == JUDGED_LOWERED ? NUDGE_DOWN : NUDGE_NONE;
}

typedef struct Judge {
  // Calls one of them on data that are drawn anew, always the same; with `is_exact` on those that
  // round nothing (operands.h). The caller owns the outputs. STATUS_UNSUPPORTED: there is no such
  // code.
  Status (*run)(void *user, JudgedCode code, bool is_exact, Outputs *out_outputs);
  void *user;
  double tolerance_scale;
  bool data_are_given; // by the user: there are no others
  // What was left before, by `is_exact` and code.
  struct {
    bool is_there;
    Outputs outputs; // owned
  } known[2][JUDGED_TUNED];
} Judge;

// `untouched` and `tuned` are what the two left of data that round. STATUS_WORKER where nothing can
// be proved; a failing run fails it too.
Status judge_decide(Judge *judge, const Outputs *untouched, const Outputs *tuned,
                    Agreement *out_agreement);
void judge_forget(Judge *judge); // what is kept

#endif
