// Single instructions for floats of vectors that are whole registers. But for the last one they
// need Lanes.intrinsics, which has to be asked before.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_FLOAT_INSTRUCTIONS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_FLOAT_INSTRUCTIONS_H

#include "transforms/lowering/math/lanes.h"

// y * 2^floor(n), rounded once; n may be infinite.
MlirValue lanes_scaled(const Lanes *lanes, MlirValue y, MlirValue n);
// The whole part of log2(|x|): of zero minus infinity, of infinity infinity.
MlirValue lanes_exponent(const Lanes *lanes, MlirValue x);

// What the mantissa of a number below zero is.
typedef enum MantissaSign { MANTISSA_OF_MAGNITUDE = 4, MANTISSA_NAN_BELOW_ZERO = 8 } MantissaSign;
// x / 2^exponent, from 1 to 2: of zero and infinity 1.
MlirValue lanes_mantissa(const Lanes *lanes, MlirValue x, MantissaSign sign);

// The larger or smaller one, -0 below 0; of NaN and a number the number.
MlirValue lanes_extreme(const Lanes *lanes, bool is_maximum, MlirValue a, MlirValue b);

// x, or `most` with its sign where its magnitude is larger; of NaN `most` with any sign.
MlirValue lanes_bounded(const Lanes *lanes, MlirValue x, double most);

enum { LANES_ENTRIES = 16 };
// entries[index mod LANES_ENTRIES], lane by lane. Needs Lanes.table.
MlirValue lanes_entry(const Lanes *lanes, const float entries[LANES_ENTRIES], MlirValue index);

#endif
