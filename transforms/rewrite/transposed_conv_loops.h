// ConvLoops: what the loops of the ops that a TransposedConv becomes stand for, in which order they
// are, and where the operands are read in them.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_TRANSPOSED_CONV_LOOPS_H
#define AUTOTUNE_TRANSFORMS_REWRITE_TRANSPOSED_CONV_LOOPS_H

#include "mlir-c/AffineMap.h"
#include "transforms/rewrite/transposed_conv.h"

// In order, what each loop stands for. -1 where there is none.
typedef struct ConvLoops {
  int count;
  int batch, filter, channel;
  int tap[CONV_MAX_SPATIAL];   // of the products; k of a dimension that is not dilated
  int place[CONV_MAX_SPATIAL]; // element of x, block q of a phase, or output
  int phase[CONV_MAX_SPATIAL];
  int step[CONV_MAX_SPATIAL]; // j
} ConvLoops;

// The dimensions of the products, in the order of memory: [n, f, taps, places] or
// [n, places, taps, f].
ConvLoops conv_product_loops(const TransposedConv *conv);
// The phases one after the other: [n, f, phases, blocks].
ConvLoops conv_phase_loops(const TransposedConv *conv);
// The phases between each other, as in the result: every dilated dimension is two, block and phase.
ConvLoops conv_result_loops(const TransposedConv *conv);
// Appends the loops over the products that meet in one element, and writes the shape of a window of
// them. Returns the map of that window, which has no contents.
MlirAffineMap conv_add_steps(const TransposedConv *conv, ConvLoops *loops, int64_t *out_window);
// The extents of the loops of phases or results.
void conv_loops_shape(const TransposedConv *conv, const ConvLoops *loops, int64_t *out_shape);

// Where x, padded, and the weights are read in the loops of the products, which have channels.
MlirAffineMap conv_input_map(const TransposedConv *conv, const ConvLoops *loops);
MlirAffineMap conv_weights_map(const TransposedConv *conv, const ConvLoops *loops);
// Where the products of a phase lie, in `loops`, which may lack steps.
MlirAffineMap conv_products_map(const TransposedConv *conv, const ConvLoops *loops);
// From the dimensions in the order `from` to the same in the order `to`.
MlirAffineMap conv_permutation_map(MlirContext context, const ConvLoops *from, const ConvLoops *to);
// The first `count` of the loops.
MlirAffineMap conv_leading_map(MlirContext context, int loop_count, int count);

#endif
