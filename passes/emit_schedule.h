// Writes decisions into the payload: as annotations of the ops, or as a transform
// script that annotates and rewrites them when it is run.
#ifndef AUTOTUNE_PASSES_EMIT_SCHEDULE_H
#define AUTOTUNE_PASSES_EMIT_SCHEDULE_H

#include "passes/options.h"
#include "transforms/extract/anchors.h"
#include "transforms/report/schedule_log.h"

// Annotates the ops of `anchors`, which are as collected, by the sorted log. An op with
// parts gets an array of texts, "" for the parts that others have fused. Sets out_changed when an
// annotation is new.
void emit_annotations(const AnchorList *anchors, const ScheduleLog *log, bool *out_changed);

// What else a script says: the partition of function number i of the module, NULL: none.
typedef struct ScriptPartitions {
  const char *const *texts;
  int count;
} ScriptPartitions;

// Appends to the module `root` a transform sequence @__transform_main that annotates the same ops
// of the payload it is run on and applies autotune-kernels to their functions. A module that has
// one already is left as it is. STATUS_USAGE when `root` is no module or has another
// @__transform_main.
Status emit_schedule(MlirOperation root, const AnchorList *anchors, const ScheduleLog *log,
                     const ScriptPartitions *partitions, const TuneOptions *options,
                     bool *out_changed);

#endif
