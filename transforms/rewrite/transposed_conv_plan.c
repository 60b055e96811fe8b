// The plan of a TransposedConv: phases, taps and padding of each spatial dimension, and whether the
// products that are left out pay for the memory that the others need.
#include "transforms/rewrite/transposed_conv.h"

#include "base/integer.h"
#include "transforms/extract/structured_op.h"

static const int64_t MAX_PRODUCT_BYTES = INT64_C(256) << 20;
static const int64_t MAX_SIZE = INT64_C(1) << 30;

// Tap remainder and first input element of phase `a`.
static void dim_phase(const ConvDim *dim, int64_t a, int64_t *out_tap, int64_t *out_input) {
  int64_t place = dim->offset + dim->shift - a;
  *out_tap = integer_floor_mod(place, dim->stride);
  *out_input = (*out_tap - place) / dim->stride;
}

static bool phases_are_affine(ConvDim *dim) {
  int64_t tap, input, next_tap, next_input;
  dim_phase(dim, 0, &tap, &input);
  dim_phase(dim, 1, &next_tap, &next_input);
  dim->r0 = tap, dim->r1 = next_tap - tap;
  dim->i0 = input, dim->i1 = next_input - input;
  for (int64_t a = 2; a < dim->stride; a++) {
    dim_phase(dim, a, &tap, &input);
    if (tap != dim->r0 + a * dim->r1 || input != dim->i0 + a * dim->i1)
      return false;
  }
  return true;
}

// Adds to the products what the sums read beyond them, and counts indices from there.
static void plan_padding(ConvDim *dim) {
  int64_t last = dim->stride - 1;
  int64_t tap_maximum =
      integer_max(dim->r0, dim->r0 + last * dim->r1) + dim->stride * (dim->taps - 1);
  int64_t input_minimum = integer_min(dim->i0, dim->i0 + last * dim->i1);
  int64_t input_maximum =
      integer_max(dim->i0, dim->i0 + last * dim->i1) + dim->blocks + dim->taps - 2;
  dim->tap_high = integer_max(0, tap_maximum - (dim->kernel - 1));
  dim->input_low = integer_max(0, -input_minimum);
  dim->input_high = integer_max(0, input_maximum - (dim->input - 1));
  dim->i0 += dim->input_low;
}

static void plan_dim(ConvDim *dim) {
  // One element stands anywhere: with as many phases as taps, each output has one tap.
  if (dim->input == 1 && dim->stride == 1)
    dim->stride = dim->kernel;
  dim->is_dilated = dim->stride > 1;
  if (!dim->is_dilated)
    return;
  if (!phases_are_affine(dim)) {
    dim->shift = integer_floor_mod(dim->stride - 1 - dim->offset, dim->stride);
    (void)phases_are_affine(dim);
  }
  dim->taps = integer_ceil_div(dim->kernel, dim->stride);
  dim->blocks = integer_ceil_div(dim->output + dim->shift, dim->stride);
  plan_padding(dim);
}

// Whether products and sums have few enough dimensions and loops.
static bool fits_loops(const TransposedConv *conv) {
  int dilated = 0, summed = 0;
  for (int i = 0; i < conv->spatial; i++) {
    dilated += conv->dims[i].is_dilated;
    summed += conv->dims[i].is_dilated && conv->dims[i].taps > 1;
  }
  int rank = conv->rank + dilated;
  return rank <= WORKLOAD_MAX_RANK && rank + (summed ? dilated : 0) <= WORKLOAD_MAX_ITERATORS &&
         rank + 1 + conv->spatial - dilated <= WORKLOAD_MAX_ITERATORS;
}

static bool is_worth_it(const TransposedConv *conv) {
  double products = 1, all = 1, bytes = (double)conv->batch * (double)conv->filters;
  for (int i = 0; i < conv->spatial; i++) {
    const ConvDim *dim = &conv->dims[i];
    int64_t computed = dim->is_dilated ? dim->input : dim->output;
    products *= (double)computed;
    all *= (double)dim->output;
    bytes *= (double)(computed + dim->input_low + dim->input_high);
    if (dim->is_dilated)
      bytes *= (double)(dim->kernel + dim->tap_high);
    if (dim->padded > MAX_SIZE || dim->kernel > MAX_SIZE)
      return false;
  }
  bytes *= (double)element_type_bytes(element_type_of(conv->element));
  return fits_loops(conv) && 2 * products <= all && bytes <= (double)MAX_PRODUCT_BYTES;
}

bool transposed_conv_plan(TransposedConv *conv) {
  for (int i = 0; i < conv->spatial; i++)
    plan_dim(&conv->dims[i]);
  return is_worth_it(conv);
}
