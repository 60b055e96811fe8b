// Remarks: how the passes speak about single ops, through MLIR's remark engine
// (category "autotune") and as plain diagnostics.
#ifndef AUTOTUNE_TRANSFORMS_REPORT_REMARKS_SHIM_H
#define AUTOTUNE_TRANSFORMS_REPORT_REMARKS_SHIM_H

#include "transforms/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

// Sends the remark to the engine of its context, and prints it as a diagnostic when `plain` says
// so. May be called from several threads.
void remark_emit(const TuneRemark *remark, PlainRemarks plain);

// Sends a line about the calibration that the target comes from, and prints it as a diagnostic when
// `plain` says so.
void remark_emit_calibration(MlirLocation location, const char *text, PlainRemarks plain);

// Sends the counters of one run over `root` to the engine, as an analysis remark. MLIR releases
// without assertions, Debian's among them, do not print the statistics of passes: this is how they
// can be had there.
void remark_emit_summary(MlirOperation root, const TuneStatistics *statistics);

#ifdef __cplusplus
}
#endif

#endif
