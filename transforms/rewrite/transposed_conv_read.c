// What a TransposedConv is read from: a named convolution, the tensor.pad and tensor.insert_slice
// ops that put x among zeros, and the op that turns the weights round, if there is one.
#include "transforms/rewrite/transposed_conv.h"

#include "transforms/extract/structured_op.h"
#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

static const ConvLayout layouts[] = {
    {"linalg.conv_1d_ncw_fcw", 1, false, 1, 2, 0, 1, 2},
    {"linalg.conv_1d_nwc_wcf", 1, true, 2, 1, 2, 1, 0},
    {"linalg.conv_2d_nchw_fchw", 2, false, 1, 2, 0, 1, 2},
    {"linalg.conv_2d_nhwc_hwcf", 2, true, 3, 1, 3, 2, 0},
    {"linalg.conv_3d_ncdhw_fcdhw", 3, false, 1, 2, 0, 1, 2},
    {"linalg.conv_3d_ndhwc_dhwcf", 3, true, 4, 1, 4, 3, 0},
};

static MlirOperation definition(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

static bool is_defined_by(MlirValue value, const char *name) {
  MlirOperation op = definition(value);
  return !mlirOperationIsNull(op) && ir_op_is(op, name);
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
// place of its elements in all `rank` dimensions.
static bool look_through(MlirValue *value, int rank, int64_t *offsets, int64_t *strides) {
  MlirOperation op = definition(*value);
  if (mlirOperationIsNull(op) || !ir_has_one_use(*value))
    return false;
  bool is_pad = ir_op_is(op, "tensor.pad");
  bool is_insert = ir_op_is(op, "tensor.insert_slice");
  if ((!is_pad && !is_insert) || mlirOperationGetNumOperands(op) != (is_pad ? 1 : 2))
    return false;
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(source);
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeGetRank(type) != rank ||
      !mlirShapedTypeHasStaticShape(type))
    return false;
  if (is_insert && !is_zero(mlirOperationGetOperand(op, 1)))
    return false;
  if (is_pad) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
    if (!is_zero(mlirOperationGetOperand(mlirBlockGetTerminator(block), 0)))
      return false;
  }
  for (int d = 0; d < rank; d++) {
    offsets[d] = list_element(op, is_pad ? "static_low" : "static_offsets", d);
    strides[d] = is_pad ? 1 : list_element(op, "static_strides", d);
    if (offsets[d] < 0 || strides[d] < 1 || (is_pad && list_element(op, "static_high", d) < 0) ||
        (is_insert && list_element(op, "static_sizes", d) != conv_size(source, d)))
      return false;
  }
  *value = source;
  return true;
}

// Finds x and where its elements are in the input of the convolution.
static void find_source(TransposedConv *conv) {
  int64_t offsets[CONV_MAX_RANK], strides[CONV_MAX_RANK];
  const ConvLayout *layout = conv->layout;
  for (;;) {
    MlirValue value = conv->x;
    if (!look_through(&value, conv->rank, offsets, strides))
      return;
    for (int d = 0; d < conv->rank; d++)
      if ((d < layout->space || d >= layout->space + conv->spatial) &&
          conv_size(value, d) != conv_size(conv->x, d))
        return;
    for (int i = 0; i < conv->spatial; i++) {
      ConvDim *dim = &conv->dims[i];
      dim->offset += dim->stride * offsets[layout->space + i];
      dim->stride *= strides[layout->space + i];
      dim->input = conv_size(value, layout->space + i);
    }
    conv->x = value;
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

static bool is_static_tensor(MlirValue value, int rank, MlirType element) {
  StructuredOperand operand;
  return structured_operand_read(value, &operand) == STATUS_OK && !operand.is_scalar &&
         mlirTypeIsARankedTensor(mlirValueGetType(value)) && operand.rank == rank &&
         mlirTypeEqual(mlirShapedTypeGetElementType(mlirValueGetType(value)), element);
}

// Whether every dimension of the operand goes along one dimension of the source, either way.
static bool is_turned(const StructuredOperand *source) {
  int uses[CONV_MAX_RANK] = {0};
  for (int d = 0; d < source->rank; d++) {
    int count = 0;
    for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
      int32_t coefficient = source->index[d].coefficients[i];
      if (!coefficient)
        continue;
      if ((coefficient != 1 && coefficient != -1) || i >= source->rank || uses[i]++ || count++)
        return false;
    }
  }
  for (int d = 0; d < source->rank; d++)
    if (!uses[d])
      return false;
  return true;
}

static bool is_identity(const StructuredOperand *operand) {
  for (int d = 0; d < operand->rank; d++) {
    IndexExpr index = conv_loop_index(d);
    if (memcmp(&operand->index[d], &index, sizeof index) != 0)
      return false;
  }
  return true;
}

// Weights that are only another tensor with its dimensions in another order or turned around are
// read from there.
static void find_weights(TransposedConv *conv) {
  MlirOperation op = definition(conv->weights);
  StructuredOp copy;
  for (int d = 0; d < conv->rank; d++)
    conv->weights_index[d] = conv_loop_index(d);
  if (mlirOperationIsNull(op) || !ir_op_is(op, "linalg.generic") ||
      structured_op_read(op, &copy) != STATUS_OK || copy.operand_count != 2 ||
      copy.input_count != 1 || copy.loop_count != conv->rank)
    return;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(block), 0);
  if (!mlirValueEqual(yielded, mlirBlockGetArgument(block, 0)) ||
      !is_static_tensor(copy.operands[0].value, conv->rank, conv->element) ||
      !is_turned(&copy.operands[0]) || !is_identity(&copy.operands[1]))
    return;
  conv->weights = copy.operands[0].value;
  memcpy(conv->weights_index, copy.operands[0].index, sizeof conv->weights_index);
}

static bool read_op(MlirOperation op, const ConvLayout *layout, TransposedConv *out) {
  *out = (TransposedConv){
      .op = op, .layout = layout, .spatial = layout->spatial, .rank = layout->spatial + 2};
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
  if (!is_static_tensor(out->x, out->rank, out->element) ||
      !is_static_tensor(out->weights, out->rank, out->element) ||
      !is_static_tensor(out->init, out->rank, out->element) || !is_all_ones(op, "strides") ||
      !is_all_ones(op, "dilations"))
    return false;
  out->batch = conv_size(out->init, 0);
  out->filters = conv_size(out->init, layout->channel);
  out->channels = conv_size(out->weights, layout->filter_channel);
  for (int i = 0; i < out->spatial; i++) {
    int64_t padded = conv_size(out->x, layout->space + i);
    out->dims[i] = (ConvDim){.input = padded,
                             .padded = padded,
                             .output = conv_size(out->init, layout->space + i),
                             .kernel = conv_size(out->weights, layout->filter_space + i),
                             .stride = 1};
  }
  return true;
}

static const ConvLayout *layout_of(MlirOperation op) {
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (ir_op_is(op, layouts[i].name))
      return &layouts[i];
  return NULL;
}

bool transposed_conv_is_named(MlirOperation op) { return layout_of(op) != NULL; }

bool transposed_conv_read(MlirOperation op, TransposedConv *out_conv) {
  const ConvLayout *layout = layout_of(op);
  if (!layout || !read_op(op, layout, out_conv))
    return false;
  find_source(out_conv);
  if (mlirValueEqual(out_conv->x, mlirOperationGetOperand(op, 0)))
    return false;
  find_weights(out_conv);
  return true;
}
