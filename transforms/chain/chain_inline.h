// A tensor that is cheaper to compute again than to read.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_INLINE_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_INLINE_H

#include "mlir-c/IR.h"

#include <stdbool.h>

// Whether an elementwise op takes a few sums and products of a tensor that others read as well, and
// of numbers of its rows, and is read by sums and elementwise ops alone, more than one.
bool chain_can_inline(MlirOperation op);
// All of them read what it reads, and compute it themselves: the op is gone, and so are they, as
// others stand in their place. False: some still read it.
bool chain_inline(MlirOperation op);

#endif
