// Exponentials and logarithms of lanes, and the parts of them that powers share.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_EXPONENTIAL_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_EXPONENTIAL_H

#include "transforms/lowering/math/lanes.h"

MlirValue lanes_exp(const Lanes *lanes, MlirValue x);
MlirValue lanes_exp2(const Lanes *lanes, MlirValue x);
MlirValue lanes_log(const Lanes *lanes, MlirValue x);

// f32 only: exp(x) - 1, exp(scale x) - 1 for -20 <= scale x <= 0, log(1 + x).
MlirValue lanes_expm1(const Lanes *lanes, MlirValue x);
MlirValue lanes_expm1_of_negative(const Lanes *lanes, MlirValue x, double scale);
MlirValue lanes_log1p(const Lanes *lanes, MlirValue x);
MlirValue lanes_log1p_of_finite(const Lanes *lanes, MlirValue x); // and above -1

// log(2 x) of x >= 1/2, f32. Needs Lanes.table.
MlirValue lanes_log_of_double(const Lanes *lanes, MlirValue x);

// 2^(i / 16) of the i in the last four bits of an f32. Needs Lanes.table.
MlirValue lanes_exp2_entry(const Lanes *lanes, MlirValue shifted);

// Of x = n ln(2) + r >= 0, |r| <= ln(2) / 2, f32: 2^n / 4 with 2^-n / 4.
typedef struct LanesPowers {
  MlirValue r, sum, difference;
} LanesPowers;
LanesPowers lanes_powers(const Lanes *lanes, MlirValue x);

// log2 of a power of 2 is exact in f32.
MlirValue lanes_log2(const Lanes *lanes, MlirValue x);
MlirValue lanes_log10(const Lanes *lanes, MlirValue x);

// exp(x + tail) for a tail that is less than the last digit of x. NULL: none.
MlirValue lanes_exp_of_sum(const Lanes *lanes, MlirValue x, const MlirValue *tail);

// x = 2^exponent (1 + fraction) with sqrt(1/2) <= 1 + fraction < sqrt(2), both exact: for x > 0
// that is finite, denormals too; anything for others.
typedef struct LanesParts {
  MlirValue exponent, fraction;
} LanesParts;
LanesParts lanes_take_apart(const Lanes *lanes, MlirValue x);

#endif
