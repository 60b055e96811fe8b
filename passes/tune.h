// Tune: the driver of the passes. Finds anchor ops, extracts, chooses, emits and
// remarks, one op after the other in an order that depends on the payload alone.
//
// Invariant: an op is either rewritten as a whole or bit-identical to before.
#ifndef AUTOTUNE_PASSES_TUNE_H
#define AUTOTUNE_PASSES_TUNE_H

#include "core/schedule.h"
#include "mlir-c/IR.h"
#include "passes/options.h"
#include "passes/variants.h"

#ifdef __cplusplus
extern "C" {
#endif

// One row per statistic of the passes: field, name, meaning.
#define TUNE_STATISTICS(X)                                                                         \
  X(ops_seen, "ops-seen", "Anchor ops looked at")                                                  \
  X(ops_tuned, "ops-tuned", "Anchor ops rewritten or annotated")                                   \
  X(by_model, "chosen-by-model", "Schedules chosen by the cost model")                             \
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
  X(candidates, "candidates", "Candidate schedules enumerated")

typedef struct TuneStatistics {
#define X(field, name, meaning) int64_t field;
  TUNE_STATISTICS(X)
#undef X
  int64_t rejected[REJECT_COUNT]; // candidates refused before scoring, by reason
} TuneStatistics;

// RAISED: a nest of affine loops became linalg ops, which are tuned afterwards. REWRITTEN: it
// became other loops, or a linalg op became others. REFUSED: something that might have been done to
// it is illegal.
typedef enum RemarkKind {
  REMARK_PASSED,
  REMARK_MISSED,
  REMARK_RAISED,
  REMARK_REWRITTEN,
  REMARK_REFUSED
} RemarkKind;

// What there is to say about one op. Fields after `op` are those of the kind; 0 or "" = nothing to
// say.
typedef struct TuneRemark {
  RemarkKind kind;
  MlirLocation location;
  MlirStringRef op;        // name of the op
  MlirStringRef function;  // symbol of the function around it, may be empty
  const char *reason;      // MISSED, REFUSED; RAISED, REWRITTEN: what became of it
  const char *source;      // PASSED: title of the model, "default", "forced", "annotation"
  const char *model;       // PASSED: note of the learned model
  const char *schedule;    // PASSED
  double seconds;          // PASSED: predicted, 0 = not predicted
  double measured_seconds; // PASSED: of the kernel, 0 = not measured, -1 = it failed
  const char *runner_up;   // schedule, and
  double runner_up_seconds;
  int64_t fused; // ops in the kernel beside the anchor op
  int64_t candidates;
  const int64_t *rejected; // [REJECT_COUNT], may be null
} TuneRemark;

// A remark of that kind about `op`, which lends its name and that of the function around it.
TuneRemark tune_remark_start(RemarkKind kind, MlirOperation op);

// Receives each remark as it is made; everything in it is lent for the call.
typedef void (*RemarkCallback)(const TuneRemark *remark, void *payload);

// Tunes everything below `root` as the options say. Adds to the statistics. STATUS_OK when ops were
// left alone; a failure is the user's mistake, its place is in out_location. `remark` may be NULL.
Status tune_payload(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed,
                    MlirLocation *out_location);

// The same for the pass autotune-kernels: annotated ops by their annotation, the others by their
// default schedule.
Status tune_realize(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed,
                    MlirLocation *out_location);

// Hears of every op before it is rewritten, when its operands are as earlier ops have left them.
// `chosen` is the place of what was decided among the variants; everything is lent for the call.
// Another status than STATUS_OK ends the run.
typedef Status (*TuneObserver)(const Variants *variants, int chosen, const char *schedule,
                               void *user);

// Tunes a clone of everything below `root`, for the observer alone.
Status tune_observe(MlirOperation root, const TuneOptions *options, TuneObserver observe,
                    void *user);

#ifdef __cplusplus
}
#endif

#endif
