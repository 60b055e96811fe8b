// The few questions about linalg ops that the C API cannot answer. Every function lends nothing
// and owns nothing.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_LINALG_SHIM_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_LINALG_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether `op` implements linalg's structured interface; the functions below ask for such an op.
bool linalg_op_is_structured(MlirOperation op);
int linalg_op_loop_count(MlirOperation op);
int linalg_op_input_count(MlirOperation op);
// Writes one extent per loop, and whether the loop is a reduction. A dynamic extent is negative.
// Returns false when a loop is neither parallel nor a reduction.
bool linalg_op_get_loops(MlirOperation op, int64_t *out_extents, bool *out_is_reduction);

// The op as a linalg.generic in its place, with its attributes; `op` is gone. Null: it cannot be
// one, and stays.
MlirOperation linalg_op_generalize(MlirOperation op);

// Whether nobody misses `op` when nobody uses its results. False for terminators.
bool op_only_computes(MlirOperation op);

// Whether running `op` earlier or later among accesses to memory changes nothing: it neither reads
// nor writes (allocating is neither). Any op may be asked.
bool op_leaves_memory_alone(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif
