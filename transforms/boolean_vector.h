// Vectors of i1 in tensors and memrefs, where an i1 is a byte of 0 or 1. Upstream lowers an op on a
// whole vector of i1 to one on bits, so a kernel gathers and scatters: these ops name each element,
// and mean bytes to everybody. They count from 1, from the place before the first element on:
// upstream folds those that count from 0 into ops on whole vectors.
#ifndef AUTOTUNE_TRANSFORMS_BOOLEAN_VECTOR_H
#define AUTOTUNE_TRANSFORMS_BOOLEAN_VECTOR_H

#include "transforms/ir.h"

enum { BOOLEAN_VECTOR_MAX_LANES = 64 };

// Whether a buffer has elements of i1.
bool boolean_vector_lies_in(MlirValue buffer);
// The numbers of neighbouring lanes: 1, 2, ... `lanes`, of which
// there are BOOLEAN_VECTOR_MAX_LANES at most.
MlirValue boolean_vector_numbers(IrBuilder *ir, int lanes);
// Whether the op is a gather or scatter of neighbours in a buffer of i1, which count from 1.
bool boolean_vector_is_moved(MlirOperation op);
// Whether it is one of elements that are neighbours in a memref, but do not lie side by side.
bool boolean_vector_is_apart(MlirOperation op);

#endif
