// extract_slice, subview, insert_slice and empty with some sizes that only the run knows.
#include "transforms/dynamic/sized_slice.h"

#include "plan/workload.h"

enum { BUFFER_ALIGNMENT = 64 };

static int rank_of(MlirValue value) { return (int)mlirShapedTypeGetRank(mlirValueGetType(value)); }

MlirType sized_memref_type(MlirType type, const int64_t *shape) {
  int64_t strides[WORKLOAD_MAX_RANK], offset;
  intptr_t rank = mlirShapedTypeGetRank(type);
  (void)mlirMemRefTypeGetStridesAndOffset(type, strides, &offset);
  MlirAttribute layout = mlirStridedLayoutAttrGet(
      mlirTypeGetContext(type), mlirShapedTypeGetDynamicStrideOrOffset(), rank, strides);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, shape, layout,
                           mlirMemRefTypeGetMemorySpace(type));
}

MlirType sized_type(MlirType type, int dim, int64_t size) {
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    shape[d] = d == dim ? size : mlirShapedTypeGetDimSize(type, d);
  if (mlirTypeIsAMemRef(type))
    return sized_memref_type(type, shape);
  return mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(type),
                                 mlirRankedTensorTypeGetEncoding(type));
}

static MlirOperation maker_of(MlirValue value, const char *name) {
  bool is_made = ir_is_made_by(value, name);
  return is_made ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

// Operand number of the size of dimension `dim` among the unknown ones of the type.
static int place_of(MlirType type, int dim) {
  int place = 0;
  for (int d = 0; d < dim; d++)
    place += mlirShapedTypeIsDynamicDim(type, d);
  return place;
}

MlirValue sized_dim(IrBuilder *ir, MlirValue value, int dim) {
  MlirType type = mlirValueGetType(value);
  if (!mlirShapedTypeIsDynamicDim(type, dim))
    return ir_index(ir, mlirShapedTypeGetDimSize(type, dim));
  MlirOperation empty = maker_of(value, "tensor.empty");
  if (!mlirOperationIsNull(empty))
    return mlirOperationGetOperand(empty, place_of(type, dim));
  return ir_dim(ir, value, dim);
}

static MlirNamedAttribute integers(IrBuilder *ir, const char *name, int count,
                                   const int64_t *values) {
  return ir_attribute(ir, name, mlirDenseI64ArrayGet(ir->context, count, values));
}

// Operands and attributes of extract_slice, subview and insert_slice.
typedef struct SliceParts {
  MlirValue operands[2 + 2 * WORKLOAD_MAX_RANK];
  int operand_count;
  MlirNamedAttribute attributes[5];
} SliceParts;

static bool is_partial(const Piece *piece) { return !mlirValueIsNull(piece->valid); }

// `first` tensors are among the operands already.
static void add_parts(IrBuilder *ir, MlirValue like, const Piece *piece, SliceParts *parts) {
  MlirType type = mlirValueGetType(like);
  int rank = rank_of(like), tensors = parts->operand_count, size_count = 0;
  int64_t offsets[WORKLOAD_MAX_RANK], sizes[WORKLOAD_MAX_RANK], strides[WORKLOAD_MAX_RANK];
  parts->operands[parts->operand_count++] = piece->offset;
  for (int d = 0; d < rank; d++) {
    bool is_cut = d == piece->dim;
    bool is_open = is_cut ? is_partial(piece) : mlirShapedTypeIsDynamicDim(type, d);
    offsets[d] = is_cut ? mlirShapedTypeGetDynamicStrideOrOffset() : 0;
    sizes[d] = is_open  ? mlirShapedTypeGetDynamicSize()
               : is_cut ? piece->size
                        : mlirShapedTypeGetDimSize(type, d);
    strides[d] = 1;
    if (is_open)
      parts->operands[parts->operand_count++] = is_cut ? piece->valid : sized_dim(ir, like, d);
    size_count += is_open;
  }
  int32_t segments[5] = {1, 1, 1, size_count, 0};
  MlirAttribute all = tensors == 1 ? mlirDenseI32ArrayGet(ir->context, 4, segments + 1)
                                   : mlirDenseI32ArrayGet(ir->context, 5, segments);
  parts->attributes[0] = integers(ir, "static_offsets", rank, offsets);
  parts->attributes[1] = integers(ir, "static_sizes", rank, sizes);
  parts->attributes[2] = integers(ir, "static_strides", rank, strides);
  parts->attributes[3] = ir_attribute(ir, "operandSegmentSizes", all);
}

static MlirValue extract(IrBuilder *ir, MlirValue value, MlirValue like, const Piece *piece) {
  SliceParts parts = {.operands = {value}, .operand_count = 1};
  MlirType type = mlirValueGetType(value);
  add_parts(ir, like, piece, &parts);
  return ir_value(ir, mlirTypeIsAMemRef(type) ? "memref.subview" : "tensor.extract_slice",
                  sized_type(type, piece->dim,
                             is_partial(piece) ? mlirShapedTypeGetDynamicSize() : piece->size),
                  parts.operand_count, parts.operands, 4, parts.attributes);
}

MlirValue sized_part(IrBuilder *ir, MlirValue value, const Piece *piece) {
  return extract(ir, value, value, piece);
}

static MlirValue insert(IrBuilder *ir, MlirValue part, MlirValue whole, MlirValue like,
                        const Piece *piece) {
  SliceParts parts = {.operands = {part, whole}, .operand_count = 2};
  add_parts(ir, like, piece, &parts);
  parts.attributes[4] = ir_attribute(ir, PIECE_ATTRIBUTE, mlirUnitAttrGet(ir->context));
  return ir_value(ir, "tensor.insert_slice", mlirValueGetType(whole), parts.operand_count,
                  parts.operands, is_partial(piece) ? 4 : 5, parts.attributes);
}

// The same part at the begin of a tensor that is as large as the piece.
static Piece at_begin(IrBuilder *ir, const Piece *piece) {
  return (Piece){piece->dim, ir_index(ir, 0), piece->size, piece->valid};
}

MlirValue sized_extract(IrBuilder *ir, MlirValue value, MlirValue like, const Piece *piece) {
  MlirValue part = extract(ir, value, like, piece);
  if (!is_partial(piece))
    return part;
  Piece begin = at_begin(ir, piece);
  MlirValue room = sized_empty(ir, like, piece);
  return insert(ir, part, room, room, &begin);
}

MlirValue sized_insert(IrBuilder *ir, MlirValue part, MlirValue whole, MlirValue like,
                       const Piece *piece) {
  if (!is_partial(piece))
    return insert(ir, part, whole, like, piece);
  Piece begin = at_begin(ir, piece);
  return insert(ir, extract(ir, part, part, &begin), whole, like, piece);
}

MlirValue sized_insert_behind(IrBuilder *ir, MlirValue part, MlirValue whole, MlirValue like,
                              const Piece *piece, MlirValue left) {
  MlirValue count = ir_binary(ir, "arith.subi", ir_index(ir, piece->size), left);
  Piece from = {piece->dim, left, piece->size, count};
  Piece to = {piece->dim, ir_binary(ir, "arith.addi", piece->offset, left), piece->size, count};
  return insert(ir, extract(ir, part, part, &from), whole, like, &to);
}

void sized_insert_shared(IrBuilder *ir, MlirValue part, MlirValue whole, MlirValue like,
                         const Piece *piece, MlirBlock writes) {
  SliceParts parts = {.operands = {part, whole}, .operand_count = 2};
  add_parts(ir, like, piece, &parts);
  MlirOperation insert = ir_op(ir, "tensor.parallel_insert_slice", 0, NULL, parts.operand_count,
                               parts.operands, 4, parts.attributes);
  mlirOperationRemoveFromParent(insert);
  mlirBlockAppendOwnedOperation(writes, insert);
}

MlirValue sized_slice_of_insert(IrBuilder *ir, MlirOperation insert) {
  static const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};
  MlirNamedAttribute attributes[4];
  MlirValue operands[2 + 2 * WORKLOAD_MAX_RANK];
  int count = (int)mlirOperationGetNumOperands(insert) - 1;
  for (int i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(insert, i + 1);
  for (int i = 0; i < 3; i++)
    attributes[i] =
        ir_attribute(ir, names[i], mlirOperationGetAttributeByName(insert, ir_string(names[i])));
  int32_t segments[4] = {1, 1, count - 2, 0};
  attributes[3] =
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments));
  return ir_value(ir, "tensor.extract_slice", mlirValueGetType(mlirOperationGetOperand(insert, 0)),
                  count, operands, 4, attributes);
}

MlirValue sized_empty(IrBuilder *ir, MlirValue like, const Piece *piece) {
  MlirType type = mlirValueGetType(like);
  MlirValue sizes[WORKLOAD_MAX_RANK];
  int count = 0;
  for (int d = 0; d < rank_of(like); d++)
    if (d != piece->dim && mlirShapedTypeIsDynamicDim(type, d))
      sizes[count++] = sized_dim(ir, like, d);
  return ir_value(ir, "tensor.empty", sized_type(type, piece->dim, piece->size), count, sizes, 0,
                  NULL);
}

MlirValue sized_buffer(IrBuilder *ir, MlirValue memref, int dim, int64_t size) {
  MlirType type = mlirValueGetType(memref);
  int rank = rank_of(memref), count = 0;
  int64_t shape[WORKLOAD_MAX_RANK];
  MlirValue sizes[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++) {
    shape[d] = d == dim ? size : mlirShapedTypeGetDimSize(type, d);
    if (d != dim && mlirShapedTypeIsDynamicDim(type, d))
      sizes[count++] = sized_dim(ir, memref, d);
  }
  int32_t segments[2] = {count, 0};
  MlirNamedAttribute attributes[] = {
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 2, segments)),
      ir_attribute(ir, "alignment",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(ir->context, 64), BUFFER_ALIGNMENT))};
  MlirType own = mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), rank, shape,
                                             mlirMemRefTypeGetMemorySpace(type));
  return ir_value(ir, "memref.alloc", own, count, sizes, 2, attributes);
}

void sized_forward_dims(MlirValue value, MlirValue destination) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value), next; !mlirOpOperandIsNull(use);
       use = next) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    next = mlirOpOperandGetNextUse(use);
    if (ir_op_is(user, "tensor.dim"))
      mlirOperationSetOperand(user, 0, destination);
  }
}
