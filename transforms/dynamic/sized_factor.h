// A scalar that multiplies a factor of a product is multiplied beforehand, with the same rounding:
//
//   c[i, j] += (alpha * a[i, k]) * b[k, j]   ->   t[i, k] = alpha * a[i, k]
//                                                 c[i, j] += t[i, k] * b[k, j]
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_FACTOR_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_FACTOR_H

#include "transforms/ir.h"

// Of a linalg.generic on memrefs of unknown sizes that sums up, where a loop that makes results
// reads the factor again; others stay as they are.
void sized_factor_multiply(MlirOperation op);

#endif
