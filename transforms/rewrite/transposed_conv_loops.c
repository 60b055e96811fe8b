// ConvLoops: what the loops of the ops that a TransposedConv becomes stand for, in which order they
// are, and where the operands are read in them.
#include "transforms/rewrite/transposed_conv_loops.h"

#include "transforms/rewrite/tensor_ops.h"

// An affine map that grows by one result after the other.
typedef struct MapBuilder {
  int count;
  MlirAffineExpr results[WORKLOAD_MAX_RANK];
} MapBuilder;

static void map_add(MlirContext context, MapBuilder *map, IndexExpr index) {
  map->results[map->count++] = tensor_ops_expression(context, &index);
}

static MlirAffineMap map_finish(MlirContext context, MapBuilder *map, int loop_count) {
  return mlirAffineMapGet(context, loop_count, 0, map->count, map->results);
}

MlirAffineMap conv_leading_map(MlirContext context, int loop_count, int count) {
  MapBuilder map = {0};
  for (int i = 0; i < count; i++)
    map_add(context, &map, conv_loop_index(i));
  return map_finish(context, &map, loop_count);
}

static const ConvLoops no_loops = {
    0, -1, -1, -1, {-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}};

static MlirContext context_of(const TransposedConv *conv) {
  return mlirOperationGetContext(conv->op);
}

// --- orders

ConvLoops conv_product_loops(const TransposedConv *conv) {
  ConvLoops loops = no_loops;
  loops.batch = loops.count++;
  if (!conv->layout->channels_last)
    loops.filter = loops.count++;
  for (int i = 0; i < conv->spatial && conv->layout->channels_last; i++)
    loops.place[i] = loops.count++;
  for (int i = 0; i < conv->spatial; i++)
    if (conv->dims[i].is_dilated)
      loops.tap[i] = loops.count++;
  for (int i = 0; i < conv->spatial && !conv->layout->channels_last; i++)
    loops.place[i] = loops.count++;
  if (conv->layout->channels_last)
    loops.filter = loops.count++;
  return loops;
}

ConvLoops conv_phase_loops(const TransposedConv *conv) {
  ConvLoops loops = no_loops;
  loops.batch = loops.count++;
  loops.filter = loops.count++;
  for (int i = 0; i < conv->spatial; i++)
    if (conv->dims[i].is_dilated)
      loops.phase[i] = loops.count++;
  for (int i = 0; i < conv->spatial; i++)
    loops.place[i] = loops.count++;
  return loops;
}

ConvLoops conv_result_loops(const TransposedConv *conv) {
  ConvLoops loops = no_loops;
  loops.batch = loops.count++;
  if (!conv->layout->channels_last)
    loops.filter = loops.count++;
  for (int i = 0; i < conv->spatial; i++) {
    loops.place[i] = loops.count++;
    if (conv->dims[i].is_dilated)
      loops.phase[i] = loops.count++;
  }
  if (conv->layout->channels_last)
    loops.filter = loops.count++;
  return loops;
}

MlirAffineMap conv_add_steps(const TransposedConv *conv, ConvLoops *loops, int64_t *out_window) {
  MapBuilder map = {0};
  int parallel = loops->count;
  for (int i = 0; i < conv->spatial; i++)
    if (conv->dims[i].is_dilated) {
      loops->step[i] = loops->count++;
      *out_window++ = conv->dims[i].taps;
    }
  for (int loop = parallel; loop < loops->count; loop++)
    map_add(context_of(conv), &map, conv_loop_index(loop));
  return map_finish(context_of(conv), &map, loops->count);
}

void conv_loops_shape(const TransposedConv *conv, const ConvLoops *loops, int64_t *out_shape) {
  out_shape[loops->batch] = conv->batch;
  out_shape[loops->filter] = conv->filters;
  for (int i = 0; i < conv->spatial; i++) {
    const ConvDim *dim = &conv->dims[i];
    out_shape[loops->place[i]] = dim->is_dilated ? dim->blocks : dim->output;
    if (dim->is_dilated)
      out_shape[loops->phase[i]] = dim->stride;
  }
}

// --- maps

MlirAffineMap conv_input_map(const TransposedConv *conv, const ConvLoops *loops) {
  MlirContext context = context_of(conv);
  MapBuilder map = {0};
  for (int d = 0; d < conv->rank; d++) {
    int i = d - conv->layout->space;
    IndexExpr index = conv_loop_index(d == 0 ? loops->batch : loops->channel);
    if (i >= 0 && i < conv->spatial) {
      index = conv_loop_index(loops->place[i]);
      if (!conv->dims[i].is_dilated) {
        index.coefficients[loops->tap[i]] = conv->dims[i].is_flipped ? -1 : 1;
        index.constant = conv->dims[i].is_flipped ? conv->dims[i].kernel - 1 : 0;
      }
    }
    map_add(context, &map, index);
  }
  return map_finish(context, &map, loops->count);
}

MlirAffineMap conv_weights_map(const TransposedConv *conv, const ConvLoops *loops) {
  MlirContext context = context_of(conv);
  const ConvLayout *layout = conv->layout;
  MapBuilder map = {0};
  for (int d = 0; d < conv->rank; d++) {
    const IndexExpr *source = &conv->weights_index[d];
    IndexExpr index = {.constant = source->constant};
    index.coefficients[loops->filter] = source->coefficients[layout->filter];
    index.coefficients[loops->channel] = source->coefficients[layout->filter_channel];
    for (int i = 0; i < conv->spatial; i++) {
      const ConvDim *dim = &conv->dims[i];
      int32_t coefficient = source->coefficients[layout->filter_space + i];
      index.coefficients[loops->tap[i]] = dim->is_flipped ? -coefficient : coefficient;
      if (dim->is_flipped)
        index.constant += coefficient * (dim->kernel - 1);
    }
    map_add(context, &map, index);
  }
  return map_finish(context, &map, loops->count);
}

MlirAffineMap conv_products_map(const TransposedConv *conv, const ConvLoops *loops) {
  MapBuilder map = {0};
  MlirContext context = context_of(conv);
  ConvLoops dims = conv_product_loops(conv);
  for (int d = 0; d < dims.count; d++) {
    IndexExpr index = {0};
    for (int i = 0; i < conv->spatial; i++) {
      const ConvDim *dim = &conv->dims[i];
      int64_t sign = dim->is_flipped ? -1 : 1;
      if (d == dims.place[i])
        index.coefficients[loops->place[i]] = 1;
      if (!dim->is_dilated)
        continue;
      if (d == dims.tap[i]) {
        index.constant = dim->is_flipped ? dim->kernel - 1 + dim->tap_high - dim->r0 : dim->r0;
        index.coefficients[loops->phase[i]] = (int32_t)(sign * dim->r1);
        if (loops->step[i] >= 0)
          index.coefficients[loops->step[i]] = (int32_t)(sign * dim->stride);
      } else if (d == dims.place[i]) {
        index.constant = dim->i0;
        index.coefficients[loops->phase[i]] = (int32_t)dim->i1;
        if (loops->step[i] >= 0)
          index.coefficients[loops->step[i]] = 1;
      }
    }
    if (d == dims.batch || d == dims.filter)
      index = conv_loop_index(d == dims.batch ? loops->batch : loops->filter);
    map_add(context, &map, index);
  }
  return map_finish(context, &map, loops->count);
}

MlirAffineMap conv_permutation_map(MlirContext context, const ConvLoops *from,
                                   const ConvLoops *to) {
  int order[WORKLOAD_MAX_RANK];
  MapBuilder map = {0};
  order[to->batch] = from->batch;
  order[to->filter] = from->filter;
  for (int i = 0; i < CONV_MAX_SPATIAL; i++) {
    if (to->place[i] >= 0)
      order[to->place[i]] = from->place[i];
    if (to->phase[i] >= 0)
      order[to->phase[i]] = from->phase[i];
  }
  for (int d = 0; d < to->count; d++)
    map_add(context, &map, conv_loop_index(order[d]));
  return map_finish(context, &map, from->count);
}
