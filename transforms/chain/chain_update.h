// Elementwise ops that are computed in place.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_UPDATE_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_UPDATE_H

#include "transforms/chain/chain_ops.h"

// Lets an elementwise op that is the last to read what a sum has read, too, write its results
// there, and writes the op that takes its place. False, and nothing is changed: it is none such.
bool chain_update(MlirOperation *op);

#endif
