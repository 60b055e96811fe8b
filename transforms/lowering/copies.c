// Copies: memref.copy between buffers that are not contiguous, without the runtime function that
// the upstream lowering calls for them. The split: the longest run of trailing dimensions that is
// contiguous in both buffers is one piece, the dimensions before it are loops.
#include "transforms/lowering/copies.h"

#include "base/integer.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"
#include "transforms/lowering/rolled_loops.h"

#include <stdlib.h>

enum { COPY_MAX_RANK = 16 };

typedef struct Layout {
  int64_t strides[COPY_MAX_RANK];
  int64_t offset;
  bool known; // a strided layout; any number may still be dynamic
} Layout;

static Layout layout_of(MlirType type) {
  Layout layout = {.known = false};
  layout.known = mlirLogicalResultIsSuccess(
      mlirMemRefTypeGetStridesAndOffset(type, layout.strides, &layout.offset));
  return layout;
}

// The first dimension of the trailing run that is contiguous in a buffer of this layout: the rank
// when not even the last dimension is. The same rule as memref::isStaticShapeAndContiguousRowMajor.
static int contiguous_from(MlirType type) {
  int rank = (int)mlirShapedTypeGetRank(type);
  Layout layout = layout_of(type);
  int64_t running = 1;
  int first = rank;
  if (!layout.known)
    return rank;
  while (first > 0 && layout.strides[first - 1] == running &&
         !mlirShapedTypeIsDynamicDim(type, first - 1)) {
    running = integer_multiply(running, mlirShapedTypeGetDimSize(type, first - 1));
    --first;
  }
  while (first > 0 && first < rank && mlirShapedTypeGetDimSize(type, first - 1) == 1)
    --first;
  return first;
}

static bool has_unit_stride(MlirType type) {
  Layout layout = layout_of(type);
  int rank = (int)mlirShapedTypeGetRank(type);
  return layout.known && rank > 0 && layout.strides[rank - 1] == 1;
}

static MlirValue extent(IrBuilder *ir, MlirValue buffer, MlirType type, int dim) {
  if (!mlirShapedTypeIsDynamicDim(type, dim))
    return ir_index(ir, mlirShapedTypeGetDimSize(type, dim));
  MlirValue operands[2] = {buffer, ir_index(ir, dim)};
  return ir_value(ir, "memref.dim", mlirIndexTypeGet(ir->context), 2, operands, 0, NULL);
}

// The piece of `buffer` at the loops' position: `outer` indices, everything of the other dims.
static MlirValue piece(IrBuilder *ir, MlirValue buffer, int outer, const MlirValue *indices) {
  MlirType type = mlirValueGetType(buffer);
  int rank = (int)mlirShapedTypeGetRank(type);
  Layout layout = layout_of(type);
  int64_t offsets[COPY_MAX_RANK], sizes[COPY_MAX_RANK], steps[COPY_MAX_RANK];
  MlirValue operands[COPY_MAX_RANK + 1] = {buffer};
  for (int i = 0; i < rank; ++i) {
    offsets[i] = i < outer ? mlirShapedTypeGetDynamicStrideOrOffset() : 0;
    sizes[i] = i < outer ? 1 : mlirShapedTypeGetDimSize(type, i);
    steps[i] = 1;
    if (i < outer)
      operands[1 + i] = indices[i];
  }
  MlirAttribute strided = mlirStridedLayoutAttrGet(
      ir->context, mlirShapedTypeGetDynamicStrideOrOffset(), rank, layout.strides);
  MlirType result = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, sizes, strided,
                                      mlirMemRefTypeGetMemorySpace(type));
  int32_t segments[4] = {1, outer, 0, 0};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "static_offsets", mlirDenseI64ArrayGet(ir->context, rank, offsets)),
      ir_attribute(ir, "static_sizes", mlirDenseI64ArrayGet(ir->context, rank, sizes)),
      ir_attribute(ir, "static_strides", mlirDenseI64ArrayGet(ir->context, rank, steps)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments))};
  return ir_value(ir, "memref.subview", result, 1 + outer, operands, 4, attributes);
}

static void copy_piece(IrBuilder *ir, MlirValue from, MlirValue to, int outer,
                       const MlirValue *indices) {
  MlirValue operands[2] = {piece(ir, from, outer, indices), piece(ir, to, outer, indices)};
  ir_op(ir, "memref.copy", 0, NULL, 2, operands, 0, NULL);
}

static void copy_element(IrBuilder *ir, MlirValue from, MlirValue to, int rank,
                         const MlirValue *indices) {
  MlirValue load[COPY_MAX_RANK + 1] = {from};
  MlirValue store[COPY_MAX_RANK + 2];
  for (int i = 0; i < rank; ++i)
    load[1 + i] = store[2 + i] = indices[i];
  store[0] = ir_value(ir, "memref.load", mlirShapedTypeGetElementType(mlirValueGetType(from)),
                      1 + rank, load, 0, NULL);
  store[1] = to;
  ir_op(ir, "memref.store", 0, NULL, 2 + rank, store, 0, NULL);
}

static void lower_copy(MlirOperation copy) {
  MlirValue from = mlirOperationGetOperand(copy, 0);
  MlirValue to = mlirOperationGetOperand(copy, 1);
  MlirType from_type = mlirValueGetType(from), to_type = mlirValueGetType(to);
  if (!mlirTypeIsAMemRef(from_type) || !mlirTypeIsAMemRef(to_type))
    return;
  int rank = (int)mlirShapedTypeGetRank(from_type);
  int from_first = contiguous_from(from_type), to_first = contiguous_from(to_type);
  int outer = from_first > to_first ? from_first : to_first;
  bool has_rows = has_unit_stride(from_type) && has_unit_stride(to_type);
  bool identical = mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(from_type)) &&
                   mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(to_type));
  if (rank > COPY_MAX_RANK || outer == 0 || identical)
    return; // memcpy already
  IrBuilder ir;
  MlirValue indices[COPY_MAX_RANK];
  MlirValue none[1];
  ir_start(&ir, copy, mlirOperationGetLocation(copy));
  MlirValue zero = ir_index(&ir, 0), one = ir_index(&ir, 1);
  for (int i = 0; i < outer; ++i)
    indices[i] = ir_open_for(&ir, zero, extent(&ir, from, from_type, i), one, 0, none);
  if (outer < rank)
    copy_piece(&ir, from, to, outer, indices);
  else
    copy_element(&ir, from, to, rank, indices);
  for (int i = outer - 1; i >= 0; --i)
    rolled_loops_mark_copy(ir_close_for(&ir, 0, none), i == rank - 1 && !has_rows);
  ir_finish(&ir);
  mlirOperationDestroy(copy);
}

static bool is_copy(MlirOperation op) { return ir_op_is(op, "memref.copy"); }

void copies_lower(MlirOperation module) {
  IrOps found = ir_collect(module, is_copy);
  for (int i = 0; i < found.count; ++i)
    lower_copy(found.ops[i]);
  free(found.ops);
}
