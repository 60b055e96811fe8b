// NarrowTensor: a tensor of integers of 2 or 4 bits, and its elements in bytes.
#include "transforms/foreign/narrow_tensor.h"

#include "transforms/rewrite/tensor_ops.h"

#include "base/integer.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

// Marks the op that makes a tensor of the narrow type of bytes.
#define FROM_BYTES "autotune.from_bytes"

bool narrow_tensor_read(MlirType type, NarrowTensor *out_tensor) {
  *out_tensor = (NarrowTensor){0};
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
      !mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)))
    return false;
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t rank = mlirShapedTypeGetRank(type);
  if (!mlirTypeIsAInteger(element) || !mlirIntegerTypeIsSignless(element) || rank < 1 ||
      rank >= WORKLOAD_MAX_RANK)
    return false;
  out_tensor->bits = (int)mlirIntegerTypeGetWidth(element);
  out_tensor->rank = (int)rank;
  for (int d = 0; d < rank; d++)
    out_tensor->shape[d] = mlirShapedTypeGetDimSize(type, d);
  int64_t row = out_tensor->shape[rank - 1];
  return (out_tensor->bits == 2 || out_tensor->bits == 4) && row > 0 && row <= MEMORY_MAX_BYTES;
}

static MlirType byte_type(MlirContext context) { return mlirIntegerTypeGet(context, 8); }

static MlirType tensor_type(int rank, const int64_t *shape, MlirType element) {
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

MlirType narrow_tensor_byte_type(MlirContext context, const NarrowTensor *tensor) {
  return tensor_type(tensor->rank, tensor->shape, byte_type(context));
}

// The shape with the last dimension as packed bytes, and the elements of one after it.
static void packed_shape(const NarrowTensor *tensor, int64_t *out_shape) {
  int64_t in_byte = 8 / tensor->bits;
  memcpy(out_shape, tensor->shape, sizeof tensor->shape);
  out_shape[tensor->rank - 1] = (tensor->shape[tensor->rank - 1] + in_byte - 1) / in_byte;
  out_shape[tensor->rank] = in_byte;
}

MlirType narrow_tensor_packed_type(MlirContext context, const NarrowTensor *tensor) {
  int64_t shape[WORKLOAD_MAX_RANK + 1];
  packed_shape(tensor, shape);
  return tensor_type(tensor->rank, shape, byte_type(context));
}

static MlirValue number(IrBuilder *ir, MlirType type, int64_t value) {
  return ir_constant(ir, type, mlirIntegerAttrGet(type, value));
}

// By how much the element is shifted that the last loop stands at.
static MlirValue shift_of(IrBuilder *ir, MlirType type, const NarrowTensor *tensor) {
  MlirNamedAttribute dim = ir_attribute(
      ir, "dim", mlirIntegerAttrGet(mlirIntegerTypeGet(ir->context, 64), tensor->rank));
  MlirValue index = ir_value(ir, "linalg.index", mlirIndexTypeGet(ir->context), 0, NULL, 1, &dim);
  MlirValue bits = number(ir, type, tensor->bits);
  MlirValue place = ir_unary(ir, "arith.index_cast", type, index);
  return ir_binary(ir, "arith.muli", place, bits);
}

static MlirValue build_unpacking(IrBuilder *ir, MlirBlock body, void *user) {
  const NarrowTensor *tensor = user;
  MlirType wide = mlirIntegerTypeGet(ir->context, 32);
  MlirValue byte = ir_unary(ir, "arith.extui", wide, mlirBlockGetArgument(body, 0));
  MlirValue low = ir_binary(ir, "arith.shrui", byte, shift_of(ir, wide, tensor));
  MlirValue element = ir_binary(ir, "arith.andi", low, number(ir, wide, (1 << tensor->bits) - 1));
  return ir_unary(ir, "arith.trunci", byte_type(ir->context), element);
}

static MlirValue build_packing(IrBuilder *ir, MlirBlock body, void *user) {
  const NarrowTensor *tensor = user;
  MlirValue high = ir_binary(ir, "arith.shli", mlirBlockGetArgument(body, 0),
                             shift_of(ir, byte_type(ir->context), tensor));
  return ir_binary(ir, "arith.ori", mlirBlockGetArgument(body, 1), high);
}

// Between packed bytes and their elements, which have one dimension more.
static MlirValue between(IrBuilder *ir, const NarrowTensor *tensor, MlirValue from, MlirValue to,
                         bool packs) {
  int rank = tensor->rank;
  NarrowTensor copy = *tensor;
  MlirAffineMap elements = mlirAffineMapMultiDimIdentityGet(ir->context, rank + 1);
  MlirAffineMap bytes = mlirAffineMapGetMajorSubMap(elements, rank);
  TensorGeneric generic = {.build = packs ? build_packing : build_unpacking,
                           .user = &copy,
                           .loop_count = rank + 1,
                           .reductions = packs ? 1u << rank : 0,
                           .input_count = 1,
                           .operands = {from, to},
                           .maps = {packs ? elements : bytes, packs ? bytes : elements}};
  return tensor_ops_generic(ir, &generic);
}

MlirValue narrow_tensor_unpack(IrBuilder *ir, MlirValue packed, const NarrowTensor *tensor) {
  int64_t shape[WORKLOAD_MAX_RANK + 1], whole[WORKLOAD_MAX_RANK], zeros[WORKLOAD_MAX_RANK] = {0};
  bool is_joined[WORKLOAD_MAX_RANK] = {false};
  packed_shape(tensor, shape);
  MlirValue elements =
      between(ir, tensor, packed,
              tensor_ops_empty(ir, tensor->rank + 1, shape, byte_type(ir->context)), false);
  memcpy(whole, shape, sizeof whole);
  whole[tensor->rank - 1] *= shape[tensor->rank];
  is_joined[tensor->rank - 1] = true;
  elements = tensor_ops_collapse(ir, elements, tensor->rank, is_joined, whole);
  return tensor_ops_slice(ir, elements, zeros, tensor->shape);
}

MlirValue narrow_tensor_pack(IrBuilder *ir, MlirValue bytes, const NarrowTensor *tensor) {
  int64_t shape[WORKLOAD_MAX_RANK + 1], none[WORKLOAD_MAX_RANK] = {0},
                                        added[WORKLOAD_MAX_RANK] = {0};
  bool is_split[WORKLOAD_MAX_RANK] = {false};
  packed_shape(tensor, shape);
  added[tensor->rank - 1] =
      shape[tensor->rank - 1] * shape[tensor->rank] - tensor->shape[tensor->rank - 1];
  is_split[tensor->rank - 1] = true;
  MlirValue padded = tensor_ops_pad(ir, bytes, none, added);
  MlirValue zeros = tensor_ops_zeros(ir, tensor->rank, shape, byte_type(ir->context));
  MlirValue parts = tensor_ops_expand(ir, padded, is_split, shape);
  return between(ir, tensor, parts, zeros, true);
}

static MlirValue build_narrowing(IrBuilder *ir, MlirBlock body, void *user) {
  (void)user;
  MlirType type = mlirValueGetType(mlirBlockGetArgument(body, 1));
  return ir_unary(ir, "arith.trunci", type, mlirBlockGetArgument(body, 0));
}

static MlirValue build_widening(IrBuilder *ir, MlirBlock body, void *user) {
  (void)user;
  return ir_unary(ir, "arith.extui", byte_type(ir->context), mlirBlockGetArgument(body, 0));
}

static MlirValue converted(IrBuilder *ir, MlirValue value, const NarrowTensor *tensor,
                           MlirType element, TensorBodyBuilder *build) {
  MlirAffineMap map = mlirAffineMapMultiDimIdentityGet(ir->context, tensor->rank);
  TensorGeneric generic = {
      .build = build,
      .loop_count = tensor->rank,
      .input_count = 1,
      .operands = {value, tensor_ops_empty(ir, tensor->rank, tensor->shape, element)},
      .maps = {map, map}};
  return tensor_ops_generic(ir, &generic);
}

MlirValue narrow_tensor_from_bytes(IrBuilder *ir, MlirValue bytes, const NarrowTensor *tensor) {
  MlirType element = mlirIntegerTypeGet(ir->context, (unsigned)tensor->bits);
  MlirValue value = converted(ir, bytes, tensor, element, build_narrowing);
  mlirOperationSetDiscardableAttributeByName(mlirOpResultGetOwner(value), ir_string(FROM_BYTES),
                                             mlirUnitAttrGet(ir->context));
  return value;
}

MlirValue narrow_tensor_to_bytes(IrBuilder *ir, MlirValue value, const NarrowTensor *tensor) {
  MlirValue bytes = narrow_tensor_origin(value);
  return mlirValueIsNull(bytes)
             ? converted(ir, value, tensor, byte_type(ir->context), build_widening)
             : bytes;
}

MlirValue narrow_tensor_origin(MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return (MlirValue){NULL};
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirAttribute mark = mlirOperationGetDiscardableAttributeByName(op, ir_string(FROM_BYTES));
  return mlirAttributeIsNull(mark) ? (MlirValue){NULL} : mlirOperationGetOperand(op, 0);
}
