// SimtRun: the pass autotune-gpu: ops become kernels of a device.
#ifndef AUTOTUNE_PASSES_SIMT_RUN_H
#define AUTOTUNE_PASSES_SIMT_RUN_H

#include "base/status.h"
#include "transforms/report/report.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Device Device;

typedef struct SimtOptions {
  const Device *device;
  const char *schedule; // for every op that accepts it; "": the model chooses. Lent
  bool has_maps;        // the model may choose kernels whose host makes tensor maps
} SimtOptions;

// STATUS_USAGE names the target, or the mistake in the schedule. `target`: "" where the payload was
// asked and names none.
Status simt_options_parse(const char *target, const char *schedule, bool has_maps,
                          SimtOptions *out_options);
// Makes kernels of the ops of a builtin.module. One that can be none stays as
// it is, with a remark why. A failure is at `out_location`: STATUS_USAGE where an annotation is no
// schedule's text.
Status simt_run(MlirOperation module, const SimtOptions *options, PassReport *report,
                MlirLocation *out_location);

#ifdef __cplusplus
}
#endif

#endif
