// Numbers of a row that are computed once.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MULTIPLY_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MULTIPLY_H

#include "transforms/chain/chain_ops.h"

// Whether the body of an op with two inputs is out + input `operand` * the other input.
bool chain_adds_products(MlirOperation op, int operand);

// What the op computes of a number of the row alone is computed once a row, and where ops may be
// reassociated a division by it becomes a product. Says which; null: there is none. *op is a
// linalg.generic after that.
const char *chain_take_row(MlirOperation *op);

#endif
