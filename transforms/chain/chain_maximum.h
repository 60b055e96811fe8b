// Maxima of rows.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MAXIMUM_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MAXIMUM_H

#include "transforms/dynamic/sized_op.h"

// Whether the body joins its only input and its first output to the larger one.
bool chain_takes_maximum(const SizedOp *op);
// Whether `most` is a maximum of elements that `element` is one of, both arguments of the op.
bool chain_is_bounded(MlirOperation op, MlirValue element, MlirValue most);

// A maxnumf that starts from NaN starts from -infinity, where that makes no difference: all that is
// done with it is to take it from its elements. The two are unlike where all elements are NaN, and
// so are the differences then. Whether it did.
bool chain_start_maximum(MlirOperation op);

#endif
