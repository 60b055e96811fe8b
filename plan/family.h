// Family: the kind of operator that a workload is, by its structure alone.
#ifndef AUTOTUNE_PLAN_FAMILY_H
#define AUTOTUNE_PLAN_FAMILY_H

#include "plan/workload.h"

// Row: enumerator, text, what tells it.
#define WORKLOAD_FAMILIES(X)                                                                       \
  X(ELEMENTWISE, "elementwise", "no reduction, some arithmetic")                                   \
  X(MOVEMENT, "movement", "no reduction, no arithmetic: transposes, copies, broadcasts")           \
  X(REDUCTION, "reduction", "a reduction of one operand")                                          \
  X(POOLING, "pooling", "a reduction of one operand over windows")                                 \
  X(MATVEC, "matvec", "a contraction where one operand has no parallel iterator of its own")       \
  X(MATMUL, "matmul", "a contraction of two operands over one iterator")                           \
  X(ATTENTION, "attention", "a matmul for every point of a batch")                                 \
  X(POINTWISE, "pointwise", "a contraction of the channels at every point of an image")            \
  X(CONV, "conv", "a contraction over windows and channels")                                       \
  X(GROUPED, "grouped", "a convolution whose channels come in groups")                             \
  X(DEPTHWISE, "depthwise", "a contraction over windows only")

typedef enum WorkloadFamily {
#define X(name, text, meaning) FAMILY_##name,
  WORKLOAD_FAMILIES(X)
#undef X
      FAMILY_COUNT
} WorkloadFamily;

WorkloadFamily workload_family(const Workload *workload);
// Whether it has a contraction or a window, so that there is much to choose in its space.
bool workload_family_is_large(WorkloadFamily family);
const char *workload_family_name(WorkloadFamily family); // static, e.g. "conv"

#endif
