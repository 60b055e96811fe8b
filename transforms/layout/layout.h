// Layout: a function whose convolutions have constant weights, or taps that are apart, with
// channels last.
//
//   %p = tensor.pad %x            : 1x64x58x58       %p = tensor.pad %x'             : 1x58x58x64
//   %c = linalg.conv_2d_nchw_fchw : 1x64x56x56  ->   %c = linalg.generic             : 1x56x56x64
//   %y = linalg.generic max(%c, 0)                   %y = linalg.generic max(%c, 0)
//
// The dimension of the channels becomes the last one of every tensor that such a convolution gives,
// and of what elementwise ops, poolings, paddings and concatenations make of it. Ops are found by
// their index maps, never by name, in the function and in loops, as over the images of a batch of
// unknown size. An op reads each operand as it lies, so arguments, results and
// weights stay as they are; where an op cannot, a transpose stands before it.
//
// Invariant: the function computes what it did, every element by the same arithmetic.
#ifndef AUTOTUNE_TRANSFORMS_LAYOUT_LAYOUT_H
#define AUTOTUNE_TRANSFORMS_LAYOUT_LAYOUT_H

#include "transforms/report/report.h"

// Whether some convolution of the function is as above and has channels that are not last. A
// function with annotated ops, or that a script has transformed, is left as it is.
bool layout_has_convolutions(MlirOperation function);

// Rewrites the function; one remark says so.
void layout_move_channels(MlirOperation function, PassReport *report);

#endif
