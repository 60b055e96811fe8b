// FloatBits: floats of 4 and 8 bits that are stored and no more, as integers of their bits. Bodies
// make wider floats of these by arithmetic of vectors.
#ifndef AUTOTUNE_TRANSFORMS_FOREIGN_FLOAT_BITS_H
#define AUTOTUNE_TRANSFORMS_FOREIGN_FLOAT_BITS_H

#include "mlir-c/IR.h"

// The first op below `root` that has such a value, or a function whose type has one; null: there is
// none, or all of them stay.
MlirOperation float_bits_first(MlirOperation root);
// Lets the module have integers in their places. Where an op computes with such a float, but for
// one that widens it, everything stays.
void float_bits_lower(MlirOperation root);

#endif
