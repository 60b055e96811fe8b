// Winograd: a convolution of 3x3 taps, stride 1, computed on tiles with fewer multiplications.
//
//   %y = linalg.conv_2d_nhwc_hwcf    %d = B^T tile(%x) B     two contractions with a small matrix
//          ins(%x, %w)            ->  %u = G %w G^T           the same, of constants alone
//          outs(%i)                  %p = %d * %u            a x a products of matrices
//                                    %y = %i + A^T %p A      two contractions
//
// F(m x m, 3x3) makes m x m results of a tile of a x a elements, a = m + 2, by a * a products for
// each pair of channels instead of 9 * m * m. The transforms are contractions like any other, so
// they are tuned and priced as such; any order of dimensions is read as it lies.
//
// Invariant: the result is that of the convolution but for rounding (docs/numerics.md); so only
// fp=relaxed allows it.
#ifndef AUTOTUNE_TRANSFORMS_WINOGRAD_WINOGRAD_H
#define AUTOTUNE_TRANSFORMS_WINOGRAD_WINOGRAD_H

#include "transforms/extract/structured_op.h"

enum { WINOGRAD_TAPS = 3, WINOGRAD_RANK = 4, WINOGRAD_MAX_TILE = 6 };

// What a dimension of the image, the weights or the result is. The weights have the filters in
// the place of WINOGRAD_BATCH, the result in that of WINOGRAD_CHANNEL.
typedef enum WinogradDim {
  WINOGRAD_BATCH,
  WINOGRAD_ROW,
  WINOGRAD_COLUMN,
  WINOGRAD_CHANNEL,
} WinogradDim;

typedef struct WinogradConv {
  MlirOperation op;
  MlirValue image, weights, init;
  int64_t batch, rows, columns, channels, filters; // rows and columns of the result
  // The WinogradDim of each dimension.
  WinogradDim image_dims[WINOGRAD_RANK], weights_dims[WINOGRAD_RANK], result_dims[WINOGRAD_RANK];
} WinogradConv;

// F(m x m, 3x3).
typedef struct WinogradVariant {
  int outputs, tile;                                    // m and a
  double input[WINOGRAD_MAX_TILE * WINOGRAD_MAX_TILE];  // B^T, a x a
  double filter[WINOGRAD_MAX_TILE * WINOGRAD_TAPS];     // G, a x 3
  double output[WINOGRAD_MAX_TILE * WINOGRAD_MAX_TILE]; // A^T, m x a
} WinogradVariant;

enum { WINOGRAD_VARIANTS = 2 };
extern const WinogradVariant winograd_variants[WINOGRAD_VARIANTS]; // m = 2 and 4

// Whether `op` is such a convolution of f32 on tensors.
bool winograd_is_form(MlirOperation op);
// Why one that is stays as it is: NULL, when weights are constant and fp=relaxed.
const char *winograd_barrier(MlirOperation op);
// Whether it is one without a barrier.
bool winograd_is_convolution(MlirOperation op);
// Its sizes and operands; false for other ops.
bool winograd_read(MlirOperation op, WinogradConv *out_conv);

// Puts the other ops in the place of conv->op. `mark`, unless it is negative, is left on those
// that run at every call, see winograd_mark_of. With `folds_weights`, those of the module are
// transformed here.
void winograd_replace(const WinogradConv *conv, const WinogradVariant *variant, int mark,
                      bool folds_weights);

// Whether they are a constant argument, or a constant of the module whose elements are there.
bool winograd_weights_are_known(MlirValue weights, MlirBlock block);
// The tensor a x a x channels x filters of weights that are a constant of the module, in double
// precision and rounded once; the null attribute for others.
MlirAttribute winograd_fold_weights(const WinogradConv *conv, const WinogradVariant *variant);

// A number on an op; -1: it has none.
void winograd_mark(MlirOperation op, int mark);
int winograd_mark_of(MlirOperation op);

#endif
