// Isolate: the ops of one Group as a function of their own, so that they can be
// measured without the rest of the payload.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_ISOLATE_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_ISOLATE_H

#include "base/status.h"
#include "transforms/group.h"

// A module with one public function @op: what the group reads becomes arguments, what it produces
// results; constants and empty tensors are copied. What is constant otherwise, an argument or what
// the run made of constants, is an argument that is constant. The payload is not changed. The
// caller owns the module.
Status isolate_group(const Group *group, MlirModule *out_module);
// The same, with the schedule as the annotation of its anchor op.
Status isolate_scheduled(const Group *group, const char *schedule, MlirModule *out_module);

// Which operands of an op are weights, so that they can be timed cold (plan/cold_argument.h).
typedef struct ColdWeights {
  int64_t bytes;  // of all copies of them
  int data_count; // leading arguments of every function that are no weights
} ColdWeights;

// The same with the attribute on the arguments that are weights (value_is_weight). Constants of the
// payload that are tables of numbers become arguments that are constant, as no other copy of them
// could be taken.
Status isolate_cold(const Group *group, const char *schedule, const ColdWeights *weights,
                    MlirModule *out_module);
// Whether that marks any argument, so that the op is timed cold. Nothing is made; no, where there
// is no memory to look.
bool isolate_is_cold(const Group *group, int data_count);

#endif
