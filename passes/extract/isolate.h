// Isolate: the ops of one Group as a function of their own, so that they can be
// measured without the rest of the payload.
#ifndef AUTOTUNE_PASSES_EXTRACT_ISOLATE_H
#define AUTOTUNE_PASSES_EXTRACT_ISOLATE_H

#include "core/status.h"
#include "transforms/group.h"

// A module with one public function @op: what the group reads becomes arguments, what it produces
// results; constants and empty tensors are copied. What is constant otherwise, an argument or what
// the run made of constants, is an argument that is constant. The payload is not changed. The
// caller owns the module.
Status isolate_group(const Group *group, MlirModule *out_module);
// The same, with the schedule as the annotation of its anchor op.
Status isolate_scheduled(const Group *group, const char *schedule, MlirModule *out_module);

#endif
