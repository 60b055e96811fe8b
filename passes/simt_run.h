// SimtRun: the pass autotune-gpu: ops become kernels of a device.
#ifndef AUTOTUNE_PASSES_SIMT_RUN_H
#define AUTOTUNE_PASSES_SIMT_RUN_H

#include "passes/simt_options.h"
#include "transforms/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

// Makes kernels of the ops of a builtin.module. One that can be none stays as
// it is, with a remark why. A failure is at `out_location`: STATUS_USAGE where an annotation is no
// schedule's text, or the store of records none that can be read.
Status simt_run(MlirOperation module, const SimtOptions *options, PassReport *report,
                MlirLocation *out_location);

#ifdef __cplusplus
}
#endif

#endif
