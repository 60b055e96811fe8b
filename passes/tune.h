// Tune: the driver of the passes. Rewrites what has to be another op first, finds anchor ops, then
// extracts, decides, emits and reports one op after the other, in an order that depends on the
// payload alone.
//
// Invariant: an op is either rewritten as a whole or bit-identical to before.
#ifndef AUTOTUNE_PASSES_TUNE_H
#define AUTOTUNE_PASSES_TUNE_H

#include "mlir-c/IR.h"
#include "passes/options.h"
#include "transforms/extract/variants.h"
#include "transforms/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

// Tunes everything below `root` as the options say. Adds to the statistics. STATUS_OK when ops were
// left alone; a failure is the user's mistake, its place is in out_location. `remark` may be NULL.
Status tune_payload(MlirOperation root, const TuneOptions *options, TuneStatistics *statistics,
                    RemarkCallback remark, void *payload, bool *out_changed,
                    MlirLocation *out_location);

// The same for the pass autotune-kernels: annotated ops by their annotation, the others by their
// default schedule.
Status tune_apply_annotations(MlirOperation root, const TuneOptions *options,
                              TuneStatistics *statistics, RemarkCallback remark, void *payload,
                              bool *out_changed, MlirLocation *out_location);

// Rewrites the one op, which must not be `root` of its payload, with what is fused with it; ops
// that have to become others first are left alone. STATUS_UNSUPPORTED: it stays as it is.
Status tune_op(MlirOperation op, const TuneOptions *options, RemarkCallback remark, void *payload);

// Tunes a clone of everything below `root`, for the observer alone.
Status tune_observe(MlirOperation root, const TuneOptions *options, TuneObserver observe,
                    void *user);

#ifdef __cplusplus
}
#endif

#endif
