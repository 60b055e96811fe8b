// BodyProduct: the body of a structured op that adds up products of two operands, each of them cast
// to the type of the sums, which may have a zero point subtracted, or to integers, whose product is
// scaled.
#ifndef AUTOTUNE_TRANSFORMS_BODY_PRODUCT_H
#define AUTOTUNE_TRANSFORMS_BODY_PRODUCT_H

#include "mlir-c/IR.h"
#include "plan/workload.h"

typedef struct BodyFactor {
  int argument;    // of the block
  FactorCast cast; // never FACTOR_NONE
  MlirValue zero;  // subtracted from what was cast; null: nothing
  int shift;       // argument by which it is shifted to the right before four bits of it are taken;
                   // -1: all of it is
} BodyFactor;

typedef struct BodyProduct {
  BodyFactor factors[2];
  MlirValue value; // their product
  bool is_scaled;  // it is an integer, which is cast to a float, and multiplied by other values of
                   // the body, before it is added
} BodyProduct;

// The op that casts so.
const char *factor_cast_op(FactorCast cast);

// Reads result `result` of the op, whose first `input_count` block arguments are inputs. False
// where the body is of another form, or reads a factor's argument for something else as well.
bool body_product_read(MlirOperation op, int input_count, int result, BodyProduct *out);

#endif
