// IntegerFactor: one factor of a product of tensors, seen through what widens it: as integers of
// eight bits, a zero point and a scale:
//
//   factor[i] = scale * (extend(source[i]) - zero)
//
// Ops that only move elements may lie between: transposes, paddings, reshapes, slices. Unsigned
// integers that an op shifts by -128 to be read as signed ones are read as what they were.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_INTEGER_FACTOR_H
#define AUTOTUNE_TRANSFORMS_REWRITE_INTEGER_FACTOR_H

#include "transforms/extract/structured_op.h"

enum { FACTOR_MAX_MOVES = 8 };

// A zero point or a scale: a number, or one for each index of a dimension.
typedef struct FactorNumber {
  bool is_there;
  MlirAttribute constant; // a number of the module; null: `value`
  int64_t integer;        // a zero point that is constant
  MlirValue value;        // a number, or a tensor of rank 0 or 1
  int dim;                // of the factor, that a tensor of rank 1 runs along; -1: none
  bool is_unsigned;       // how a zero point that is not constant is extended
} FactorNumber;

// An op that moves elements. `is_raw`: what it adds are integers before the zero point is taken off
// them; else nothing but zeros after that.
typedef struct FactorMove {
  MlirOperation op;
  bool is_raw;
} FactorMove;

typedef struct IntegerFactor {
  int input;        // of the product, by whose indexing map the factor is read
  MlirValue source; // a tensor of i8
  bool is_unsigned;
  FactorNumber zero, scale;
  bool drops_zero; // a zero point of 0 is taken off it
  bool is_shifted; // raw paddings are 128 less than those of the source
  int move_count;
  FactorMove moves[FACTOR_MAX_MOVES]; // from the product to the source
  int producer_count;                 // elementwise ops that it was seen through
} IntegerFactor;

// Reads `value`, a number in the body of `product`. False when it is anything else.
bool integer_factor_read(const StructuredOp *product, MlirValue value, IntegerFactor *out_factor);

// The least and the largest of extend(source) - zero.
void integer_factor_range(const IntegerFactor *factor, int64_t *out_least, int64_t *out_largest);

// The source after all moves, in the shape of the factor.
MlirValue integer_factor_build(IrBuilder *ir, const IntegerFactor *factor);

#endif
