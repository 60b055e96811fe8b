// RoundedProduct: a product of f32 data and weights that are integers with a zero point and a scale
// for each group of neighbours in a sum, and the ops that round the data to i8 by the same groups,
// or keep them:
//
//   result = sum over groups of scales * sum within a group of data * (weights - zero)
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_ROUNDED_PRODUCT_H
#define AUTOTUNE_TRANSFORMS_REWRITE_ROUNDED_PRODUCT_H

#include "transforms/rewrite/element_code.h"

enum { ROUNDED_MAX_SCALES = 3, ROUNDED_HALF_MASK = 15 };

typedef struct RoundedProduct {
  StructuredOp op;
  int data, factor; // inputs of the op: of f32, and what is computed of the weights
  ElementCode code; // of the factor; what follows are steps of it
  int weights;      // integers of i8, or of u8
  int zero;         // -1: none
  int scale_count, scales[ROUNDED_MAX_SCALES];
  int leaf;              // that the weights are; -1: they are computed of constants
  unsigned loops[2];     // of the operands data and weights
  unsigned inner, outer; // reductions within a group, and over groups
  unsigned parallel;
  bool keeps_data; // it is built with its data as they are, f32, of weights that are halves
} RoundedProduct;

// False when the op is none, or has to stay: floats that allow less than `least` do.
bool rounded_product_read(MlirOperation op, FpMode least, RoundedProduct *out_product);
// The iterations of a set of loops.
int64_t rounded_product_points(const RoundedProduct *product, unsigned loops);
// Whether sums within groups, their scales and the sum over groups are one op, which adds up a
// group in registers: of constant weights, which have no zero point but what their integers hold.
bool rounded_product_is_one_op(const RoundedProduct *product);
// Whether the weights of such an op can lie two a byte.
bool rounded_product_has_halves(const RoundedProduct *product);
// rounded_halves.c: constant weights of four bits without a sign, of which those that share a byte
// lie along the last dimension but one: the byte has the first one in its lower bits. And by what
// a byte is shifted for each of them.
MlirValue rounded_halves(IrBuilder *ir, MlirValue value);
MlirValue rounded_shifts(IrBuilder *ir);
// The result, in ops before the product.
MlirValue rounded_product_build(IrBuilder *ir, const RoundedProduct *product);

#endif
