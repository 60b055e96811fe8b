// The numbers that the affine compiler decides by, as constants: see affine_costs.def.
#ifndef AUTOTUNE_AFFINE_AFFINE_COSTS_H
#define AUTOTUNE_AFFINE_AFFINE_COSTS_H

#define C(name, value, unit, meaning) static const double name __attribute__((unused)) = value;
#include "affine/affine_costs.def"
#undef C

#endif
