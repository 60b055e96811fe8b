// Tuner: one run of a pass over one payload, shared by the files that make up the driver:
//
//   tune.c             the phases of a run, and runs on a clone
//   tune_aggregates.c  aggregated ops become their parts
//   tune_decide.c      which schedule an op gets, and from where
//   tune_anchor.c      one op: decide, rewrite, tell
#ifndef AUTOTUNE_PASSES_TUNER_H
#define AUTOTUNE_PASSES_TUNER_H

#include "passes/choice_memo.h"
#include "passes/extract/anchors.h"
#include "passes/extract/variants.h"
#include "passes/options.h"
#include "passes/report/report.h"
#include "passes/schedule_log.h"
#include "runtime/worker.h"

typedef struct Tuner {
  const TuneOptions *options;
  PassReport report;
  bool applies_annotations; // autotune-kernels: without annotation, the default schedule
  MlirOperation root;
  AnchorList anchors;   // owned
  Variants *variants;   // owned, of the op at hand
  ChoiceMemo memo;      // owned by the caller of tuner_run
  Worker *worker;       // the same; null until something is measured
  ScheduleLog *log;     // null when nobody reads it
  TuneObserver observe; // null when nobody hears
  void *observer;
  MlirLocation location; // of the user's mistake
} Tuner;

// What is going to happen to the op at hand.
typedef struct Decision {
  int variant;
  Schedule schedule;
  const char *source;
  bool is_by_model;
  int64_t *counter; // the statistic of that source; of the reason when there is no schedule
  Choice choice;    // by the model: what it looked at
} Decision;

// The user's mistake or the system's: the run ends. After any other failure the op stays as it is.
static inline bool tune_is_fatal(Status status) {
  return status == STATUS_USAGE || status == STATUS_SYSTEM;
}
// Whether some operand or result has no static shape, so that nothing can be said about the op.
bool op_has_dynamic_shape(MlirOperation op);
// The op stays as it is, for the reason in status_text(); `counter` is the statistic of the reason.
// STATUS_USAGE where the options require every op to be tuned.
Status tune_leave(const Tuner *tuner, MlirOperation op, int64_t *counter);

// Replaces every aggregated op of the list by its parts, where all of them can be tuned.
Status tune_expand_aggregates(Tuner *tuner);

// Leaves the variants of the op in tuner->variants. On failure, out_decision->counter is the
// statistic of the reason.
Status tune_decide(Tuner *tuner, const Anchor *anchor, Decision *out_decision);

// Decides and rewrites one op. STATUS_OK when it is left alone; a failure ends the run.
Status tune_anchor(Tuner *tuner, const Anchor *anchor);

#endif
