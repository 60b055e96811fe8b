// A transposed convolution, as it is exported: a convolution over an input with zeros between its
// elements. At least half of its products are with these zeros. They are left out:
//
//   %d = tensor.insert_slice %x into %zeros     %p = linalg.generic   products of x with every tap
//          strides [1, 1, 2, 2]             ->  %s = linalg.generic   sums of those that meet
//   %y = linalg.conv_2d_nchw_fchw %d, %w        %y = tensor.expand_shape / collapse_shape ...
//
// In one spatial dimension, output o adds weight[k] * x[i] over all k, i with o + k = offset + s *
// i. With o = s * q + a - shift and k = s * j + r, the phase a meets the taps of one remainder r =
// (offset + shift - a) mod s, and i = q + j + (a - shift + r - offset) / s. `shift` is chosen so
// that both are affine in a. So
//
//   products[tap, i] = sum over channels of x[i] * weight[tap]        a contraction
//   phases[a, q]     = sum over j of products[s * j + r(a), i(q, j, a)]
//   result[s * q + a - shift] = init + phases[a, q]
//
// where products outside the taps and the input are zeros. A dimension that is not dilated stays
// a dimension of the convolution. Where channels come last, phases is the result.
#include "transforms/rewrite/transposed_conv.h"

#include "transforms/annotation.h"
#include "transforms/fp_mode.h"
#include "transforms/ir.h"
#include "transforms/rewrite/rewrites.h"

#include <stdio.h>
#include <stdlib.h>

static void say_rewritten(const PassReport *report, const TransposedConv *conv) {
  char text[200], sizes[80];
  int used = 0, phases = 1;
  for (int i = 0; i < conv->spatial; i++) {
    int stride = (int)conv->dims[i].stride;
    used += snprintf(sizes + used, sizeof sizes - (size_t)used, "%s%d", i ? "x" : "", stride);
    phases *= stride;
  }
  snprintf(text, sizeof text,
           "convolution over an input dilated by %s became products with every tap and the sums "
           "of %d phases",
           sizes, phases);
  pass_report_say(report, REMARK_REWRITTEN, conv->op, text);
}

Status transposed_conv_rewrite(MlirOperation root, const RewriteOptions *options,
                               PassReport *report) {
  (void)options;
  IrOps ops = ir_collect(root, transposed_conv_is_named);
  for (int i = 0; i < ops.count; i++) {
    TransposedConv conv;
    if (annotation_keeps(ops.ops[i]) ||
        fp_mode_of(ops.ops[i]) < FP_REASSOC || // products with zeros are left out
        !transposed_conv_read(ops.ops[i], &conv) || !transposed_conv_plan(&conv))
      continue;
    say_rewritten(report, &conv);
    transposed_conv_replace(&conv);
    report->changed = true;
  }
  free(ops.ops);
  return STATUS_OK;
}
