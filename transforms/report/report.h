// Report: what a run over a payload tells its caller: counters, one remark per op or nest, and
// whether the payload has changed.
#ifndef AUTOTUNE_TRANSFORMS_REPORT_REPORT_H
#define AUTOTUNE_TRANSFORMS_REPORT_REPORT_H

#include "mlir-c/IR.h"
#include "plan/family.h"
#include "plan/schedule.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One row per statistic of the passes: field, name, meaning.
#define TUNE_STATISTICS(X)                                                                         \
  X(ops_seen, "ops-seen", "Anchor ops looked at")                                                  \
  X(ops_tuned, "ops-tuned", "Anchor ops rewritten or annotated")                                   \
  X(by_model, "chosen-by-model", "Schedules chosen by the cost model")                             \
  X(by_record, "chosen-by-record", "Schedules taken from a record store")                          \
  X(by_default, "chosen-by-default", "Default schedules taken")                                    \
  X(by_force, "forced", "Schedules given by the schedule option or an annotation")                 \
  X(skipped_dynamic, "skipped-dynamic", "Ops left alone: dynamic shape")                           \
  X(skipped_unsupported, "skipped-unsupported", "Ops left alone: form not supported")              \
  X(skipped_schedule, "skipped-no-schedule", "Ops left alone: no legal schedule")                  \
  X(skipped_kernel, "skipped-no-kernel", "Ops left alone: no kernel for the schedule")             \
  X(ops_fused, "ops-fused", "Ops rewritten as part of an anchor op's kernel")                      \
  X(nests_seen, "nests-seen", "Nests of affine loops looked at")                                   \
  X(nests_raised, "nests-raised", "Nests of affine loops with parts that became linalg ops")       \
  X(nests_rewritten, "nests-rewritten", "Nests of affine loops that became other loops")           \
  X(functions_scripted, "functions-scripted", "Functions that the script of the option changed")   \
  X(kernels_threaded, "kernels-threaded", "Kernels that several threads share")                    \
  X(packed_bytes, "packed-bytes", "Bytes that are made of constant arguments before the calls")    \
  X(candidates, "candidates", "Candidate schedules enumerated")

typedef struct TuneStatistics {
#define X(field, name, meaning) int64_t field;
  TUNE_STATISTICS(X)
#undef X
  int64_t rejected[REJECT_COUNT];          // candidates refused before scoring, by reason
  int64_t tuned[FAMILY_COUNT][RULE_COUNT]; // ops_tuned, by what they are and how
  double choose_seconds, emit_seconds;     // 0 unless the option `statistics` asks for them
} TuneStatistics;

void statistics_add(TuneStatistics *sum, const TuneStatistics *run);

// RAISED: a nest of affine loops became linalg ops, which are tuned afterwards. REWRITTEN: it
// became other loops, or a linalg op became others. REFUSED: something that might have been done to
// it is illegal. TARGET: which machine was tuned for, where the option does not say it or others do
// not agree. SCRIPT: what was chosen in a user's script.
typedef enum RemarkKind {
  REMARK_PASSED,
  REMARK_MISSED,
  REMARK_RAISED,
  REMARK_REWRITTEN,
  REMARK_REFUSED,
  REMARK_TARGET,
  REMARK_SCRIPT
} RemarkKind;

// What there is to say about one op. Fields after `op` are those of the kind; 0 or "" = nothing to
// say.
typedef struct TuneRemark {
  RemarkKind kind;
  MlirLocation location;
  MlirStringRef op;       // name of the op
  MlirStringRef function; // symbol of the function around it, may be empty
  const char *reason; // MISSED, REFUSED; RAISED, REWRITTEN: what became of it; TARGET, SCRIPT: all
  const char *source; // PASSED: title of the model, "record", "default", "forced", "annotation";
                      // TARGET: names of attributes, "default", "option"
  const char *model;  // PASSED: note of the learned model
  const char *trust;  // PASSED: how far it is trusted here
  const char *schedule;    // PASSED; SCRIPT: the point
  const char *part;        // PASSED: which part of an aggregated op it is
  const char *fused_ops;   // PASSED: the ops in the kernel beside the anchor op, or "none"
  const char *threads;     // PASSED: how the kernel is split; "" = it was not asked for
  const char *look;        // PASSED: what a second look saw and changed; "" = there was none
  const char *target;      // TARGET
  const char *workload;    // REWRITTEN: that records of a GPU are of, as text; "" = it has none
  double seconds;          // PASSED, SCRIPT: predicted, 0 = not predicted
  double measured_seconds; // PASSED: of the kernel, 0 = not measured, -1 = it failed
  const char *runner_up;   // schedule, and
  double runner_up_seconds;
  const char *why; // the runner-up was not chosen although it is predicted to be faster
  int64_t fused;   // how many `fused_ops` are
  int64_t candidates;
  const int64_t *rejected; // [REJECT_COUNT], may be null
} TuneRemark;

// Receives each remark as it is made; everything in it is lent for the call.
typedef void (*RemarkCallback)(const TuneRemark *remark, void *payload);

// Which remarks are also printed as plain diagnostics. The remark engine always gets all.
typedef enum PlainRemarks {
  PLAIN_REMARKS_AUTO, // those of untouched ops and targets, unless the remark engine reports them
  PLAIN_REMARKS_NONE,
  PLAIN_REMARKS_MISSED, // those of untouched ops
  PLAIN_REMARKS_ALL,
} PlainRemarks;

// Where the parts of a run leave what they have to tell.
typedef struct PassReport {
  TuneStatistics *statistics; // added to; lent
  RemarkCallback remark;      // NULL when nobody hears
  void *payload;              // of the callback
  bool changed;               // the payload is not as it was
} PassReport;

// A remark of that kind about `op`, which lends its name and that of the function around it.
TuneRemark remark_start(RemarkKind kind, MlirOperation op);
// Hands the remark to the callback, if there is one.
void pass_report_remark(const PassReport *report, const TuneRemark *remark);
// The same for a remark that is a sentence: a reason, or what became of the op.
void pass_report_say(const PassReport *report, RemarkKind kind, MlirOperation op,
                     const char *reason);

#ifdef __cplusplus
}
#endif

#endif
