// Divisions that become products, where ops may be reassociated.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MULTIPLY_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MULTIPLY_H

#include "transforms/chain/chain_ops.h"

// A division of the op by a number of the row becomes a product. False: it has none. *op is a
// linalg.generic after that.
bool chain_take_reciprocals(MlirOperation *op);

#endif
