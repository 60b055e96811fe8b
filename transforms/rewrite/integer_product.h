// IntegerProduct: an op that adds up products of two factors, each of which is integers of eight
// bits (integer_factor.h), and the op that does so in integers:
//
//   sum += (extend(source 0) - zero 0) * (extend(source 1) - zero 1)   in i32
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_INTEGER_PRODUCT_H
#define AUTOTUNE_TRANSFORMS_REWRITE_INTEGER_PRODUCT_H

#include "transforms/rewrite/integer_factor.h"

typedef struct IntegerProduct {
  StructuredOp op;
  bool is_float; // its sums are f32
  IntegerFactor factors[2];
} IntegerProduct;

// False when the op is no such product, or has to stay.
bool integer_product_read(MlirOperation op, IntegerProduct *out_product);

// Whether no sum of all products leaves i32.
bool integer_product_fits(const IntegerProduct *product);

// The op in i32 on the initial value, an i32 tensor.
MlirValue integer_product_build(IrBuilder *ir, const IntegerProduct *product, MlirValue initial);

#endif
