// TransposedConv: a convolution over an input with zeros between its elements, as it is read
// (transposed_conv_read.c), planned (transposed_conv_plan.c) and written as other ops
// (transposed_conv_build.c). The mathematics is at the head of transposed_conv.c.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_TRANSPOSED_CONV_H
#define AUTOTUNE_TRANSFORMS_REWRITE_TRANSPOSED_CONV_H

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "plan/workload.h"
#include <stdbool.h>

enum { CONV_MAX_SPATIAL = 3, CONV_MAX_RANK = CONV_MAX_SPATIAL + 2 };

// Where the dimensions of a named convolution lie.
typedef struct ConvLayout {
  const char *name;
  int spatial; // dimensions
  bool channels_last;
  int channel, space;                       // of input and output; space: the first of them
  int filter, filter_channel, filter_space; // of the weights
} ConvLayout;

// One spatial dimension.
typedef struct ConvDim {
  int64_t input, output, kernel;  // sizes: of x, of the result, number of taps
  int64_t offset, stride, padded; // x inserted into `padded` zeros
  bool is_dilated;
  bool is_flipped;             // products are in the order of the taps turned around
  int64_t shift, taps, blocks; // of a phase: its place, taps and outputs
  // Indices of the products are r0 + r1 * a + s * j and q + j + i0 + i1 * a, padding included.
  int64_t r0, r1, i0, i1;
  int64_t tap_high, input_low, input_high; // padding of the products
} ConvDim;

typedef struct TransposedConv {
  MlirOperation op;
  const ConvLayout *layout;
  MlirType element;
  int64_t batch, channels, filters;
  int spatial, rank; // dimensions of the space, and of the operands
  ConvDim dims[CONV_MAX_SPATIAL];
  MlirValue x, weights, init;
  IndexExpr
      weights_index[CONV_MAX_RANK]; // of dimension d of `weights`, in the dimensions of the operand
} TransposedConv;

// The dimension itself, as an index.
static inline IndexExpr conv_loop_index(int loop) {
  IndexExpr index = {0};
  index.coefficients[loop] = 1;
  return index;
}

static inline int64_t conv_size(MlirValue value, int dim) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(value), dim);
}

// Whether `op` is a convolution of a layout that is known.
bool transposed_conv_is_named(MlirOperation op);
// Finds x, its place among the zeros, and the weights. False when `op` is no such convolution.
bool transposed_conv_read(MlirOperation op, TransposedConv *out_conv);
// Fills the rest of the dims. False when it is not worth it: fewer than half of the products are
// left out, or too many are kept in memory.
bool transposed_conv_plan(TransposedConv *conv);
// Puts the products and sums in the place of conv->op.
void transposed_conv_replace(TransposedConv *conv);

#endif
