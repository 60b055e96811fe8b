// One spatial dimension: output o adds weight[k] * x[i] over all k, i with o + k = offset + s * i.
// With o = s * q + a - shift and k = s * j + r, the phase a meets the taps of one remainder
// r = (offset + shift - a) mod s, and i = q + j + (a - shift + r - offset) / s. `shift` is chosen
// so that both are affine in a. So
//
//   products[tap, i] = sum over channels of x[i] * weight[tap]        a contraction
//   phases[a, q]     = sum over j of products[s * j + r(a), i(q, j, a)]
//   result[s * q + a - shift] = init + phases[a, q]
//
// where products outside the taps and the input are zeros. A dimension that is not spread out stays
// a dimension of the convolution. Where channels come last, phases is the result.
#include "passes/spread.h"

#include "passes/annotation.h"
#include "passes/structured_op.h"
#include "passes/tensor_ops.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

enum { SPATIAL = 2, RANK = 4 };
static const int64_t MAX_PRODUCT_BYTES = INT64_C(256) << 20;
static const int64_t MAX_SIZE = INT64_C(1) << 30;

// Where the dimensions of a named convolution lie.
typedef struct Layout {
  const char *name;
  bool channels_last;
  int channel, space;                       // of input and output; space: the first of two
  int filter, filter_channel, filter_space; // of the weights
} Layout;

static const Layout layouts[] = {
    {"linalg.conv_2d_nchw_fchw", false, 1, 2, 0, 1, 2},
    {"linalg.conv_2d_nhwc_hwcf", true, 3, 1, 3, 2, 0},
};

// One spatial dimension.
typedef struct Dim {
  int64_t input, output, kernel;  // sizes: of x, of the result, number of taps
  int64_t offset, stride, padded; // x inserted into `padded` zeros
  bool is_spread;
  bool is_flipped;             // products are in the order of the taps turned around
  int64_t shift, taps, blocks; // of a phase: its place, taps and outputs
  // Indices of the products are r0 + r1 * a + s * j and q + j + i0 + i1 * a, padding included.
  int64_t r0, r1, i0, i1;
  int64_t tap_high, input_low, input_high; // padding of the products
} Dim;

typedef struct Spread {
  MlirOperation op;
  const Layout *layout;
  MlirType element;
  int64_t batch, channels, filters;
  Dim dims[SPATIAL];
  MlirValue x, weights, init;
  IndexExpr weights_index[RANK]; // of dimension d of `weights`, in the dimensions of the operand
} Spread;

// --- recognition

static IndexExpr loop_index(int loop) {
  IndexExpr index = {0};
  index.coefficients[loop] = 1;
  return index;
}

static int64_t size_of(MlirValue value, int dim) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(value), dim);
}

static MlirOperation definition(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

static bool is_defined_by(MlirValue value, const char *name) {
  MlirOperation op = definition(value);
  return !mlirOperationIsNull(op) && op_is_named(op, name);
}

static bool attribute_is_zero(MlirAttribute value) {
  if (mlirAttributeIsADenseElements(value) && mlirDenseElementsAttrIsSplat(value))
    return attribute_is_zero(mlirDenseElementsAttrGetSplatValue(value));
  if (mlirAttributeIsAFloat(value))
    return mlirFloatAttrGetValueDouble(value) == 0;
  return mlirAttributeIsAInteger(value) && mlirIntegerAttrGetValueInt(value) == 0;
}

// A scalar or tensor of zeros.
static bool is_zero(MlirValue value) {
  if (is_defined_by(value, "linalg.fill"))
    return is_zero(mlirOperationGetOperand(definition(value), 0));
  return is_defined_by(value, "arith.constant") &&
         attribute_is_zero(mlirOperationGetAttributeByName(definition(value), ir_string("value")));
}

// Element `dim` of a static list, negative when it is missing or not known.
static int64_t list_element(MlirOperation op, const char *name, int dim) {
  MlirAttribute list = mlirOperationGetAttributeByName(op, ir_string(name));
  if (!mlirAttributeIsADenseI64Array(list) || dim >= mlirDenseArrayGetNumElements(list))
    return -1;
  return mlirDenseI64ArrayGetElement(list, dim);
}

// Looks through one tensor.pad or tensor.insert_slice that puts `*value` among zeros; writes the
// place of its elements in all four dimensions.
static bool look_behind(MlirValue *value, int64_t *offsets, int64_t *strides) {
  MlirOperation op = definition(*value);
  if (mlirOperationIsNull(op) || !ir_has_one_use(*value))
    return false;
  bool is_pad = op_is_named(op, "tensor.pad");
  bool is_insert = op_is_named(op, "tensor.insert_slice");
  if ((!is_pad && !is_insert) || mlirOperationGetNumOperands(op) != (is_pad ? 1 : 2))
    return false;
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(source);
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeGetRank(type) != RANK ||
      !mlirShapedTypeHasStaticShape(type))
    return false;
  if (is_insert && !is_zero(mlirOperationGetOperand(op, 1)))
    return false;
  if (is_pad) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
    if (!is_zero(mlirOperationGetOperand(mlirBlockGetTerminator(block), 0)))
      return false;
  }
  for (int d = 0; d < RANK; d++) {
    offsets[d] = list_element(op, is_pad ? "static_low" : "static_offsets", d);
    strides[d] = is_pad ? 1 : list_element(op, "static_strides", d);
    if (offsets[d] < 0 || strides[d] < 1 || (is_pad && list_element(op, "static_high", d) < 0) ||
        (is_insert && list_element(op, "static_sizes", d) != size_of(source, d)))
      return false;
  }
  *value = source;
  return true;
}

// Finds x and where its elements are in the input of the convolution.
static void find_source(Spread *spread) {
  int64_t offsets[RANK], strides[RANK];
  const Layout *layout = spread->layout;
  for (;;) {
    MlirValue value = spread->x;
    if (!look_behind(&value, offsets, strides))
      return;
    for (int d = 0; d < RANK; d++)
      if ((d < layout->space || d >= layout->space + SPATIAL) &&
          size_of(value, d) != size_of(spread->x, d))
        return;
    for (int i = 0; i < SPATIAL; i++) {
      Dim *dim = &spread->dims[i];
      dim->offset += dim->stride * offsets[layout->space + i];
      dim->stride *= strides[layout->space + i];
      dim->input = size_of(value, layout->space + i);
    }
    spread->x = value;
  }
}

static bool is_all_ones(MlirOperation op, const char *name) {
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string(name));
  if (mlirAttributeIsNull(value))
    return true;
  if (!mlirAttributeIsADenseElements(value))
    return false;
  for (int64_t i = 0; i < mlirElementsAttrGetNumElements(value); i++)
    if (mlirDenseElementsAttrGetInt64Value(value, i) != 1)
      return false;
  return true;
}

static bool is_static_tensor(MlirValue value, MlirType element) {
  StructuredOperand operand;
  return structured_operand_read(value, &operand) == STATUS_OK && !operand.is_scalar &&
         mlirTypeIsARankedTensor(mlirValueGetType(value)) && operand.rank == RANK &&
         mlirTypeEqual(mlirShapedTypeGetElementType(mlirValueGetType(value)), element);
}

// Whether every dimension of the operand goes along one dimension of the source, either way.
static bool is_turned(const StructuredOperand *source) {
  int uses[RANK] = {0};
  for (int d = 0; d < source->rank; d++) {
    int count = 0;
    for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
      int32_t coefficient = source->index[d].coefficients[i];
      if (!coefficient)
        continue;
      if ((coefficient != 1 && coefficient != -1) || i >= RANK || uses[i]++ || count++)
        return false;
    }
  }
  return uses[0] && uses[1] && uses[2] && uses[3];
}

static bool is_identity(const StructuredOperand *operand) {
  for (int d = 0; d < operand->rank; d++) {
    IndexExpr index = loop_index(d);
    if (memcmp(&operand->index[d], &index, sizeof index) != 0)
      return false;
  }
  return true;
}

// Weights that are only another tensor with its dimensions in another order or turned around are
// read from there.
static void find_weights(Spread *spread) {
  MlirOperation op = definition(spread->weights);
  StructuredOp copy;
  for (int d = 0; d < RANK; d++)
    spread->weights_index[d] = loop_index(d);
  if (mlirOperationIsNull(op) || !op_is_named(op, "linalg.generic") ||
      structured_op_read(op, &copy) != STATUS_OK || copy.operand_count != 2 ||
      copy.input_count != 1 || copy.loop_count != RANK)
    return;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(block), 0);
  if (!mlirValueEqual(yielded, mlirBlockGetArgument(block, 0)) ||
      !is_static_tensor(copy.operands[0].value, spread->element) || !is_turned(&copy.operands[0]) ||
      !is_identity(&copy.operands[1]))
    return;
  spread->weights = copy.operands[0].value;
  memcpy(spread->weights_index, copy.operands[0].index, sizeof spread->weights_index);
}

static bool read_op(MlirOperation op, const Layout *layout, Spread *out) {
  *out = (Spread){.op = op, .layout = layout};
  if (mlirOperationGetNumOperands(op) != 3 || mlirOperationGetNumResults(op) != 1)
    return false;
  out->x = mlirOperationGetOperand(op, 0);
  out->weights = mlirOperationGetOperand(op, 1);
  out->init = mlirOperationGetOperand(op, 2);
  MlirType type = mlirValueGetType(out->init);
  if (!mlirTypeIsARankedTensor(type))
    return false;
  out->element = mlirShapedTypeGetElementType(type);
  if (mlirTypeIsAInteger(out->element) && mlirIntegerTypeGetWidth(out->element) == 1)
    return false; // sums of bits are disjunctions
  if (!is_static_tensor(out->x, out->element) || !is_static_tensor(out->weights, out->element) ||
      !is_static_tensor(out->init, out->element) || !is_all_ones(op, "strides") ||
      !is_all_ones(op, "dilations"))
    return false;
  out->batch = size_of(out->init, 0);
  out->filters = size_of(out->init, layout->channel);
  out->channels = size_of(out->weights, layout->filter_channel);
  for (int i = 0; i < SPATIAL; i++) {
    int64_t padded = size_of(out->x, layout->space + i);
    out->dims[i] = (Dim){.input = padded,
                         .padded = padded,
                         .output = size_of(out->init, layout->space + i),
                         .kernel = size_of(out->weights, layout->filter_space + i),
                         .stride = 1};
  }
  return true;
}

// --- the plan

static int64_t floor_mod(int64_t value, int64_t divisor) {
  int64_t rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

// Tap remainder and first input element of phase `a`.
static void dim_phase(const Dim *dim, int64_t a, int64_t *out_tap, int64_t *out_input) {
  int64_t place = dim->offset + dim->shift - a;
  *out_tap = floor_mod(place, dim->stride);
  *out_input = (*out_tap - place) / dim->stride;
}

static bool phases_are_affine(Dim *dim) {
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

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

// Adds to the products what the sums read beyond them, and counts indices from there.
static void plan_padding(Dim *dim) {
  int64_t last = dim->stride - 1;
  int64_t tap_most = most(dim->r0, dim->r0 + last * dim->r1) + dim->stride * (dim->taps - 1);
  int64_t input_least = least(dim->i0, dim->i0 + last * dim->i1);
  int64_t input_most = most(dim->i0, dim->i0 + last * dim->i1) + dim->blocks + dim->taps - 2;
  dim->tap_high = most(0, tap_most - (dim->kernel - 1));
  dim->input_low = most(0, -input_least);
  dim->input_high = most(0, input_most - (dim->input - 1));
  dim->i0 += dim->input_low;
}

static void plan_dim(Dim *dim) {
  // One element stands anywhere: with as many phases as taps, each output has one tap.
  if (dim->input == 1 && dim->stride == 1)
    dim->stride = dim->kernel;
  dim->is_spread = dim->stride > 1;
  if (!dim->is_spread)
    return;
  if (!phases_are_affine(dim)) {
    dim->shift = floor_mod(dim->stride - 1 - dim->offset, dim->stride);
    (void)phases_are_affine(dim);
  }
  dim->taps = (dim->kernel + dim->stride - 1) / dim->stride;
  dim->blocks = (dim->output + dim->shift + dim->stride - 1) / dim->stride;
  plan_padding(dim);
}

static bool is_worth_it(const Spread *spread) {
  double products = 1, all = 1, bytes = (double)spread->batch * (double)spread->filters;
  for (int i = 0; i < SPATIAL; i++) {
    const Dim *dim = &spread->dims[i];
    int64_t computed = dim->is_spread ? dim->input : dim->output;
    products *= (double)computed;
    all *= (double)dim->output;
    bytes *= (double)(computed + dim->input_low + dim->input_high);
    if (dim->is_spread)
      bytes *= (double)(dim->kernel + dim->tap_high);
    if (dim->padded > MAX_SIZE || dim->kernel > MAX_SIZE)
      return false;
  }
  bytes *= (double)element_type_bytes(element_type_of(spread->element));
  return 2 * products <= all && bytes <= (double)MAX_PRODUCT_BYTES;
}

static bool spread_read(MlirOperation op, Spread *out) {
  const Layout *layout = NULL;
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (op_is_named(op, layouts[i].name))
      layout = &layouts[i];
  if (!layout || !mlirAttributeIsNull(annotation_get(op)) || !read_op(op, layout, out))
    return false;
  find_source(out);
  if (mlirValueEqual(out->x, mlirOperationGetOperand(op, 0)))
    return false;
  for (int i = 0; i < SPATIAL; i++)
    plan_dim(&out->dims[i]);
  find_weights(out);
  return is_worth_it(out);
}

// --- building

// An affine map that grows by one result after the other.
typedef struct Map {
  int count;
  MlirAffineExpr results[WORKLOAD_MAX_RANK];
} Map;

static void map_add(MlirContext context, Map *map, IndexExpr index) {
  map->results[map->count++] = tensor_ops_expression(context, &index);
}

static MlirAffineMap map_finish(MlirContext context, Map *map, int loop_count) {
  return mlirAffineMapGet(context, loop_count, 0, map->count, map->results);
}

static MlirAffineMap leading_dims(MlirContext context, int loop_count, int count) {
  Map map = {0};
  for (int i = 0; i < count; i++)
    map_add(context, &map, loop_index(i));
  return map_finish(context, &map, loop_count);
}

// The loops of an op: in order, what each stands for. -1 where there is none.
typedef struct Loops {
  int count;
  int batch, filter, channel;
  int tap[SPATIAL];   // of the products; k of a dimension that is not spread out
  int place[SPATIAL]; // element of x, block q of a phase, or output
  int phase[SPATIAL];
  int step[SPATIAL]; // j
} Loops;

static const Loops no_loops = {0, -1, -1, -1, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};

static MlirContext context_of(const Spread *spread) { return mlirOperationGetContext(spread->op); }

// Whether the source of the weights runs backwards along tap dimension `i`.
static bool weights_run_backwards(const Spread *spread, int i) {
  for (int d = 0; d < RANK; d++)
    if (spread->weights_index[d].coefficients[spread->layout->filter_space + i] < 0)
      return true;
  return false;
}

static MlirAffineMap weights_map(const Spread *spread, const Loops *loops) {
  MlirContext context = context_of(spread);
  const Layout *layout = spread->layout;
  Map map = {0};
  for (int d = 0; d < RANK; d++) {
    const IndexExpr *source = &spread->weights_index[d];
    IndexExpr index = {.constant = source->constant};
    index.coefficients[loops->filter] = source->coefficients[layout->filter];
    index.coefficients[loops->channel] = source->coefficients[layout->filter_channel];
    for (int i = 0; i < SPATIAL; i++) {
      const Dim *dim = &spread->dims[i];
      int32_t coefficient = source->coefficients[layout->filter_space + i];
      index.coefficients[loops->tap[i]] = dim->is_flipped ? -coefficient : coefficient;
      if (dim->is_flipped)
        index.constant += coefficient * (dim->kernel - 1);
    }
    map_add(context, &map, index);
  }
  return map_finish(context, &map, loops->count);
}

// x with the zeros around it in the dimensions that are not spread out.
static MlirValue build_input(IrBuilder *ir, const Spread *spread) {
  int64_t low[RANK] = {0}, high[RANK] = {0};
  for (int i = 0; i < SPATIAL; i++) {
    const Dim *dim = &spread->dims[i];
    if (dim->is_spread)
      continue;
    low[spread->layout->space + i] = dim->offset;
    high[spread->layout->space + i] = dim->padded - dim->offset - dim->input;
  }
  return tensor_ops_pad(ir, spread->x, low, high);
}

// The dimensions of the products, in the order of memory: [n, f, taps, places] or
// [n, places, taps, f].
static Loops product_loops(const Spread *spread) {
  Loops loops = no_loops;
  loops.batch = loops.count++;
  if (!spread->layout->channels_last)
    loops.filter = loops.count++;
  for (int i = 0; i < SPATIAL && spread->layout->channels_last; i++)
    loops.place[i] = loops.count++;
  for (int i = 0; i < SPATIAL; i++)
    if (spread->dims[i].is_spread)
      loops.tap[i] = loops.count++;
  for (int i = 0; i < SPATIAL && !spread->layout->channels_last; i++)
    loops.place[i] = loops.count++;
  if (spread->layout->channels_last)
    loops.filter = loops.count++;
  return loops;
}

static MlirValue build_products(IrBuilder *ir, const Spread *spread) {
  const Layout *layout = spread->layout;
  Loops loops = product_loops(spread);
  int rank = loops.count;
  int64_t shape[WORKLOAD_MAX_RANK];
  Map input = {0};
  shape[loops.batch] = spread->batch;
  shape[loops.filter] = spread->filters;
  loops.channel = loops.count++;
  for (int i = 0; i < SPATIAL; i++) {
    const Dim *dim = &spread->dims[i];
    shape[loops.place[i]] = dim->is_spread ? dim->input : dim->output;
    if (dim->is_spread)
      shape[loops.tap[i]] = dim->kernel;
    else
      loops.tap[i] = loops.count++;
  }
  for (int d = 0; d < RANK; d++) {
    int i = d - layout->space;
    IndexExpr index = loop_index(d == 0 ? loops.batch : loops.channel);
    if (i >= 0 && i < SPATIAL) {
      index = loop_index(loops.place[i]);
      if (!spread->dims[i].is_spread) {
        index.coefficients[loops.tap[i]] = spread->dims[i].is_flipped ? -1 : 1;
        index.constant = spread->dims[i].is_flipped ? spread->dims[i].kernel - 1 : 0;
      }
    }
    map_add(ir->context, &input, index);
  }
  TensorGeneric generic = {.body = TENSOR_BODY_MULTIPLY,
                           .loop_count = loops.count,
                           .reductions = (1u << loops.count) - (1u << rank),
                           .input_count = 2};
  generic.operands[0] = build_input(ir, spread);
  generic.operands[1] = spread->weights;
  generic.operands[2] = tensor_ops_zeros(ir, rank, shape, spread->element);
  generic.maps[0] = map_finish(ir->context, &input, loops.count);
  generic.maps[1] = weights_map(spread, &loops);
  generic.maps[2] = leading_dims(ir->context, loops.count, rank);
  return tensor_ops_generic(ir, &generic);
}

static MlirValue build_padding(IrBuilder *ir, const Spread *spread, MlirValue products) {
  Loops loops = product_loops(spread);
  int64_t low[WORKLOAD_MAX_RANK] = {0}, high[WORKLOAD_MAX_RANK] = {0};
  for (int i = 0; i < SPATIAL; i++) {
    const Dim *dim = &spread->dims[i];
    if (!dim->is_spread)
      continue;
    low[loops.tap[i]] = dim->is_flipped ? dim->tap_high : 0;
    high[loops.tap[i]] = dim->is_flipped ? 0 : dim->tap_high;
    low[loops.place[i]] = dim->input_low;
    high[loops.place[i]] = dim->input_high;
  }
  return tensor_ops_pad(ir, products, low, high);
}

static bool has_sums(const Spread *spread) {
  bool found = false;
  for (int i = 0; i < SPATIAL; i++)
    found |= spread->dims[i].is_spread && spread->dims[i].taps > 1;
  return found;
}

// Where the products of a phase lie, in `loops`, which may lack steps.
static MlirAffineMap products_map(const Spread *spread, const Loops *loops) {
  Map map = {0};
  MlirContext context = context_of(spread);
  Loops dims = product_loops(spread);
  for (int d = 0; d < dims.count; d++) {
    IndexExpr index = {0};
    for (int i = 0; i < SPATIAL; i++) {
      const Dim *dim = &spread->dims[i];
      int64_t sign = dim->is_flipped ? -1 : 1;
      if (d == dims.place[i])
        index.coefficients[loops->place[i]] = 1;
      if (!dim->is_spread)
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
      index = loop_index(d == dims.batch ? loops->batch : loops->filter);
    map_add(context, &map, index);
  }
  return map_finish(context, &map, loops->count);
}

// The window of steps, which has a shape and no contents.
static MlirAffineMap add_steps(const Spread *spread, Loops *loops, int64_t *window) {
  Map map = {0};
  int parallel = loops->count;
  for (int i = 0; i < SPATIAL; i++)
    if (spread->dims[i].is_spread) {
      loops->step[i] = loops->count++;
      *window++ = spread->dims[i].taps;
    }
  for (int loop = parallel; loop < loops->count; loop++)
    map_add(context_of(spread), &map, loop_index(loop));
  return map_finish(context_of(spread), &map, loops->count);
}

// out[loops] += the products that meet there.
static MlirValue build_sums(IrBuilder *ir, const Spread *spread, MlirValue products, Loops loops,
                            MlirValue out) {
  int64_t window[SPATIAL];
  int rank = loops.count;
  MlirAffineMap window_map = add_steps(spread, &loops, window);
  TensorGeneric generic = {.body = TENSOR_BODY_ADD,
                           .loop_count = loops.count,
                           .reductions = (1u << loops.count) - (1u << rank),
                           .input_count = 2};
  generic.operands[0] = products;
  generic.operands[1] = tensor_ops_empty(ir, loops.count - rank, window, spread->element);
  generic.operands[2] = out;
  generic.maps[0] = products_map(spread, &loops);
  generic.maps[1] = window_map;
  generic.maps[2] = leading_dims(ir->context, loops.count, rank);
  return tensor_ops_generic(ir, &generic);
}

// The phases one after the other: [n, f, phases, blocks].
static Loops phase_loops(const Spread *spread) {
  Loops loops = no_loops;
  loops.batch = loops.count++;
  loops.filter = loops.count++;
  for (int i = 0; i < SPATIAL; i++)
    if (spread->dims[i].is_spread)
      loops.phase[i] = loops.count++;
  for (int i = 0; i < SPATIAL; i++)
    loops.place[i] = loops.count++;
  return loops;
}

// The phases between each other, as in the result: every spread dimension is two, block and phase.
static Loops result_loops(const Spread *spread) {
  Loops loops = no_loops;
  loops.batch = loops.count++;
  if (!spread->layout->channels_last)
    loops.filter = loops.count++;
  for (int i = 0; i < SPATIAL; i++) {
    loops.place[i] = loops.count++;
    if (spread->dims[i].is_spread)
      loops.phase[i] = loops.count++;
  }
  if (spread->layout->channels_last)
    loops.filter = loops.count++;
  return loops;
}

static void loops_shape(const Spread *spread, const Loops *loops, int64_t *out_shape) {
  out_shape[loops->batch] = spread->batch;
  out_shape[loops->filter] = spread->filters;
  for (int i = 0; i < SPATIAL; i++) {
    const Dim *dim = &spread->dims[i];
    out_shape[loops->place[i]] = dim->is_spread ? dim->blocks : dim->output;
    if (dim->is_spread)
      out_shape[loops->phase[i]] = dim->stride;
  }
}

static MlirAffineMap permutation(MlirContext context, const Loops *from, const Loops *to) {
  int order[WORKLOAD_MAX_RANK];
  Map map = {0};
  order[to->batch] = from->batch;
  order[to->filter] = from->filter;
  for (int i = 0; i < SPATIAL; i++) {
    order[to->place[i]] = from->place[i];
    if (to->phase[i] >= 0)
      order[to->phase[i]] = from->phase[i];
  }
  for (int d = 0; d < to->count; d++)
    map_add(context, &map, loop_index(order[d]));
  return map_finish(context, &map, from->count);
}

// Adds the phases to `out`, which has the dimensions of the result_loops; or copies them into it.
static MlirValue build_phases(IrBuilder *ir, const Spread *spread, MlirValue products,
                              MlirValue out, bool is_copy) {
  Loops loops = result_loops(spread), phases = phase_loops(spread);
  TensorGeneric generic = {.body = is_copy ? TENSOR_BODY_COPY : TENSOR_BODY_ADD,
                           .loop_count = loops.count,
                           .input_count = 1};
  generic.operands[0] = products;
  generic.operands[1] = out;
  generic.maps[0] = products_map(spread, &loops);
  generic.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, loops.count);
  if (has_sums(spread)) {
    int64_t shape[WORKLOAD_MAX_RANK];
    loops_shape(spread, &phases, shape);
    MlirValue zeros = tensor_ops_zeros(ir, phases.count, shape, spread->element);
    generic.operands[0] = build_sums(ir, spread, products, phases, zeros);
    generic.maps[0] = permutation(ir->context, &loops, &phases);
  }
  return tensor_ops_generic(ir, &generic);
}

// out + value, element by element.
static MlirValue build_addition(IrBuilder *ir, MlirValue value, MlirValue out) {
  MlirAffineMap identity = mlirAffineMapMultiDimIdentityGet(ir->context, RANK);
  TensorGeneric generic = {.body = TENSOR_BODY_ADD,
                           .loop_count = RANK,
                           .input_count = 1,
                           .operands = {value, out},
                           .maps = {identity, identity}};
  return tensor_ops_generic(ir, &generic);
}

static MlirValue build_result(IrBuilder *ir, const Spread *spread, MlirValue products) {
  Loops loops = result_loops(spread);
  int64_t split[WORKLOAD_MAX_RANK], whole[RANK], offsets[RANK] = {0}, sizes[RANK];
  bool is_split[RANK] = {false}, is_whole = true;
  bool sums_in_place = spread->layout->channels_last && has_sums(spread);
  loops_shape(spread, &loops, split);
  for (int d = 0; d < RANK; d++)
    sizes[d] = whole[d] = size_of(spread->init, d);
  for (int i = 0; i < SPATIAL; i++) {
    const Dim *dim = &spread->dims[i];
    int d = spread->layout->space + i;
    is_split[d] = dim->is_spread;
    if (!dim->is_spread)
      continue;
    whole[d] = dim->blocks * dim->stride;
    offsets[d] = dim->shift;
    is_whole &= whole[d] == sizes[d];
  }
  MlirValue out;
  if (is_whole)
    out = tensor_ops_expand(ir, spread->init, is_split, split);
  else if (sums_in_place)
    out = tensor_ops_zeros(ir, loops.count, split, spread->element);
  else
    out = tensor_ops_empty(ir, loops.count, split, spread->element);
  MlirValue value = sums_in_place ? build_sums(ir, spread, products, loops, out)
                                  : build_phases(ir, spread, products, out, !is_whole);
  value = tensor_ops_collapse(ir, value, RANK, is_split, whole);
  if (is_whole)
    return value;
  return build_addition(ir, tensor_ops_slice(ir, value, offsets, sizes), spread->init);
}

static void replace(Spread *spread) {
  IrBuilder ir;
  for (int i = 0; i < SPATIAL; i++)
    spread->dims[i].is_flipped = weights_run_backwards(spread, i);
  ir_start(&ir, spread->op, mlirOperationGetLocation(spread->op));
  MlirValue products = build_products(&ir, spread);
  products = build_padding(&ir, spread, products);
  MlirValue result = build_result(&ir, spread, products);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(spread->op, 0), result);
  tensor_ops_erase_dead(spread->op);
}

static bool is_convolution(MlirOperation op) {
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (op_is_named(op, layouts[i].name))
      return true;
  return false;
}

void spread_rewrite(MlirOperation root, RemarkCallback remark, void *payload, bool *out_changed) {
  IrOps ops = ir_collect(root, is_convolution);
  for (int i = 0; i < ops.count; i++) {
    Spread spread;
    char text[160];
    if (!spread_read(ops.ops[i], &spread))
      continue;
    int64_t count = 1;
    for (int d = 0; d < SPATIAL; d++)
      count *= spread.dims[d].stride;
    snprintf(text, sizeof text,
             "convolution over an input spread out by %dx%d became products with every tap and the "
             "sums of %d phases",
             (int)spread.dims[0].stride, (int)spread.dims[1].stride, (int)count);
    TuneRemark told = tune_remark_start(REMARK_REWRITTEN, ops.ops[i]);
    told.reason = text;
    if (remark)
      remark(&told, payload);
    replace(&spread);
    *out_changed = true;
  }
  free(ops.ops);
}
