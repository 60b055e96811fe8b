// The ops that a TransposedConv becomes: its products, padded with zeros, and the sums of the
// products that meet in an output element.
#include "transforms/rewrite/transposed_conv_loops.h"

#include "transforms/rewrite/tensor_ops.h"

// x with the zeros around it in the dimensions that are not dilated.
static MlirValue build_input(IrBuilder *ir, const TransposedConv *conv) {
  int64_t low[CONV_MAX_RANK] = {0}, high[CONV_MAX_RANK] = {0};
  for (int i = 0; i < conv->spatial; i++) {
    const ConvDim *dim = &conv->dims[i];
    if (dim->is_dilated)
      continue;
    low[conv->layout->space + i] = dim->offset;
    high[conv->layout->space + i] = dim->padded - dim->offset - dim->input;
  }
  return tensor_ops_pad(ir, conv->x, low, high);
}

static MlirValue build_products(IrBuilder *ir, const TransposedConv *conv) {
  ConvLoops loops = conv_product_loops(conv);
  int rank = loops.count;
  int64_t shape[WORKLOAD_MAX_RANK];
  shape[loops.batch] = conv->batch;
  shape[loops.filter] = conv->filters;
  loops.channel = loops.count++;
  for (int i = 0; i < conv->spatial; i++) {
    const ConvDim *dim = &conv->dims[i];
    shape[loops.place[i]] = dim->is_dilated ? dim->input : dim->output;
    if (dim->is_dilated)
      shape[loops.tap[i]] = dim->kernel;
    else
      loops.tap[i] = loops.count++;
  }
  TensorGeneric generic = {.body = TENSOR_BODY_MULTIPLY,
                           .loop_count = loops.count,
                           .reductions = (1u << loops.count) - (1u << rank),
                           .input_count = 2};
  generic.operands[0] = build_input(ir, conv);
  generic.operands[1] = conv->weights;
  generic.operands[2] = tensor_ops_zeros(ir, rank, shape, conv->element);
  generic.maps[0] = conv_input_map(conv, &loops);
  generic.maps[1] = conv_weights_map(conv, &loops);
  generic.maps[2] = conv_leading_map(ir->context, loops.count, rank);
  return tensor_ops_generic(ir, &generic);
}

static MlirValue build_padding(IrBuilder *ir, const TransposedConv *conv, MlirValue products) {
  ConvLoops loops = conv_product_loops(conv);
  int64_t low[WORKLOAD_MAX_RANK] = {0}, high[WORKLOAD_MAX_RANK] = {0};
  for (int i = 0; i < conv->spatial; i++) {
    const ConvDim *dim = &conv->dims[i];
    if (!dim->is_dilated)
      continue;
    low[loops.tap[i]] = dim->is_flipped ? dim->tap_high : 0;
    high[loops.tap[i]] = dim->is_flipped ? 0 : dim->tap_high;
    low[loops.place[i]] = dim->input_low;
    high[loops.place[i]] = dim->input_high;
  }
  return tensor_ops_pad(ir, products, low, high);
}

static bool has_sums(const TransposedConv *conv) {
  bool found = false;
  for (int i = 0; i < conv->spatial; i++)
    found |= conv->dims[i].is_dilated && conv->dims[i].taps > 1;
  return found;
}

// out[loops] += the products that meet there.
static MlirValue build_sums(IrBuilder *ir, const TransposedConv *conv, MlirValue products,
                            ConvLoops loops, MlirValue out) {
  int64_t window[CONV_MAX_SPATIAL];
  int rank = loops.count;
  MlirAffineMap window_map = conv_add_steps(conv, &loops, window);
  TensorGeneric generic = {.body = TENSOR_BODY_ADD,
                           .loop_count = loops.count,
                           .reductions = (1u << loops.count) - (1u << rank),
                           .input_count = 2};
  generic.operands[0] = products;
  generic.operands[1] = tensor_ops_empty(ir, loops.count - rank, window, conv->element);
  generic.operands[2] = out;
  generic.maps[0] = conv_products_map(conv, &loops);
  generic.maps[1] = window_map;
  generic.maps[2] = conv_leading_map(ir->context, loops.count, rank);
  return tensor_ops_generic(ir, &generic);
}

// Adds the phases to `out`, which has the dimensions of the conv_result_loops; or copies them into
// it.
static MlirValue build_phases(IrBuilder *ir, const TransposedConv *conv, MlirValue products,
                              MlirValue out, bool is_copy) {
  ConvLoops loops = conv_result_loops(conv), phases = conv_phase_loops(conv);
  TensorGeneric generic = {.body = is_copy ? TENSOR_BODY_COPY : TENSOR_BODY_ADD,
                           .loop_count = loops.count,
                           .input_count = 1};
  generic.operands[0] = products;
  generic.operands[1] = out;
  generic.maps[0] = conv_products_map(conv, &loops);
  generic.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, loops.count);
  if (has_sums(conv)) {
    int64_t shape[WORKLOAD_MAX_RANK];
    conv_loops_shape(conv, &phases, shape);
    MlirValue zeros = tensor_ops_zeros(ir, phases.count, shape, conv->element);
    generic.operands[0] = build_sums(ir, conv, products, phases, zeros);
    generic.maps[0] = conv_permutation_map(ir->context, &loops, &phases);
  }
  return tensor_ops_generic(ir, &generic);
}

// out + value, element by element.
static MlirValue build_addition(IrBuilder *ir, const TransposedConv *conv, MlirValue value,
                                MlirValue out) {
  MlirAffineMap identity = mlirAffineMapMultiDimIdentityGet(ir->context, conv->rank);
  TensorGeneric generic = {.body = TENSOR_BODY_ADD,
                           .loop_count = conv->rank,
                           .input_count = 1,
                           .operands = {value, out},
                           .maps = {identity, identity}};
  return tensor_ops_generic(ir, &generic);
}

static MlirValue build_result(IrBuilder *ir, const TransposedConv *conv, MlirValue products) {
  ConvLoops loops = conv_result_loops(conv);
  int64_t split[WORKLOAD_MAX_RANK], whole[CONV_MAX_RANK], offsets[CONV_MAX_RANK] = {0},
                                                          sizes[CONV_MAX_RANK];
  bool is_split[CONV_MAX_RANK] = {false}, is_whole = true;
  bool sums_in_place = conv->layout->channels_last && has_sums(conv);
  conv_loops_shape(conv, &loops, split);
  for (int d = 0; d < conv->rank; d++)
    sizes[d] = whole[d] = conv_size(conv->init, d);
  for (int i = 0; i < conv->spatial; i++) {
    const ConvDim *dim = &conv->dims[i];
    int d = conv->layout->space + i;
    is_split[d] = dim->is_dilated;
    if (!dim->is_dilated)
      continue;
    whole[d] = dim->blocks * dim->stride;
    offsets[d] = dim->shift;
    is_whole &= whole[d] == sizes[d];
  }
  MlirValue out;
  if (is_whole)
    out = tensor_ops_expand(ir, conv->init, is_split, split);
  else if (sums_in_place)
    out = tensor_ops_zeros(ir, loops.count, split, conv->element);
  else
    out = tensor_ops_empty(ir, loops.count, split, conv->element);
  MlirValue value = sums_in_place ? build_sums(ir, conv, products, loops, out)
                                  : build_phases(ir, conv, products, out, !is_whole);
  value = tensor_ops_collapse(ir, value, conv->rank, is_split, whole);
  if (is_whole)
    return value;
  return build_addition(ir, conv, tensor_ops_slice(ir, value, offsets, sizes), conv->init);
}

// Whether the source of the weights runs backwards along tap dimension `i`.
static bool weights_run_backwards(const TransposedConv *conv, int i) {
  for (int d = 0; d < conv->rank; d++)
    if (conv->weights_index[d].coefficients[conv->layout->filter_space + i] < 0)
      return true;
  return false;
}

void transposed_conv_replace(TransposedConv *conv) {
  IrBuilder ir;
  for (int i = 0; i < conv->spatial; i++)
    conv->dims[i].is_flipped = weights_run_backwards(conv, i);
  ir_start(&ir, conv->op, mlirOperationGetLocation(conv->op));
  MlirValue products = build_products(&ir, conv);
  products = build_padding(&ir, conv, products);
  MlirValue result = build_result(&ir, conv, products);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(conv->op, 0), result);
  tensor_ops_erase_dead(conv->op);
}
