// Decomposition of aggregated ops (linalg.softmax) into structured ones, on tensors and on memrefs.
// On tensors linalg.pack and linalg.unpack count as such: they become a transposition and views.
#ifndef AUTOTUNE_TRANSFORMS_DECOMPOSE_SHIM_H
#define AUTOTUNE_TRANSFORMS_DECOMPOSE_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DECOMPOSE_MAX_OPS = 32 };

// The ops that an aggregated op was decomposed into, before it in its block.
typedef struct Decomposition {
  MlirOperation aggregate; // still in place, unused
  int op_count;
  MlirOperation ops[DECOMPOSE_MAX_OPS]; // in payload order
  int result_count;
  MlirValue results[4]; // what its users use now; none on memrefs
} Decomposition;

// Whether the op may be decomposed: an aggregated op on tensors or on memrefs.
bool op_is_aggregate(MlirOperation op);
// Builds the parts before `op`, with its floating-point mode, and lets its users use them. On
// memrefs the intermediate results get buffers that are freed after the last part. False leaves the
// payload as it was.
bool op_decompose(MlirOperation op, Decomposition *out_decomposition);
// Erases the aggregate.
void decomposition_commit(Decomposition *decomposition);
// Gives the aggregate its users back and erases the parts.
void decomposition_revert(Decomposition *decomposition);
// Decomposes every aggregated op below `root`, and the transforms of Winograd's convolution on
// tensors. A linalg.map that reads its result becomes a linalg.generic.
void aggregates_decompose(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
