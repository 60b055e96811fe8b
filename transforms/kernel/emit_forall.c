// A loop whose iterations threads share: an scf.forall that carries the mark. On tensors each
// iteration writes its slice of what they share, in place.
//
//   scf.forall (%i) = (0) to (96) step (48) shared_outs(%o = %out) {
//     ...                                                      %s is %o with what is written
//     %t = tensor.extract_slice %s[..., %i][..., %end - %i]
//     scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[..., %i][..., %end - %i] }
//   }
#include "transforms/kernel/emitter.h"
#include "transforms/threads/thread_marks.h"

void emit_open_forall(Emitter *emitter, Forall *forall) {
  MlirLocation location = emitter->ir.location;
  forall->body = mlirBlockCreate(0, NULL, NULL);
  for (int l = 0; l < forall->rank; l++)
    mlirBlockAddArgument(forall->body, mlirIndexTypeGet(emitter->ir.context), location);
  for (int t = 0; t < forall->count; t++) {
    forall->before[t] = *forall->items[t];
    mlirBlockAddArgument(forall->body, mlirValueGetType(*forall->items[t]), location);
    *forall->items[t] = mlirBlockGetArgument(forall->body, forall->rank + t);
  }
  ir_open_region(&emitter->ir, forall->body);
  emit_new_scope(emitter);
}

Position emit_forall_position(const Forall *forall, int loop) {
  return (Position){mlirBlockGetArgument(forall->body, loop), 0};
}

Position emit_piece_end(Emitter *emitter, Position from, int64_t step, int64_t extent) {
  Position end = {from.value, from.constant + step};
  if (extent % step == 0)
    return end;
  return (Position){emit_minimum(emitter, end, position_at_constant(extent)), 0};
}

// --- slices of the tensors

typedef struct Slice {
  MlirAttribute offsets, sizes, strides; // static ones
  MlirValue values[2 * PACK_MAX_RANK];   // offsets, then sizes, that are not
  int offset_count, size_count;
  MlirType type;
} Slice;

static MlirValue length_of(Emitter *emitter, const SliceDim *dim) {
  Linear length = {0};
  linear_add(&length, dim->to, 1);
  linear_add(&length, dim->from, -1);
  return emit_linear(emitter, &length);
}

static Slice make_slice(Emitter *emitter, MlirType tensor, const SliceDim *dims) {
  int64_t offsets[PACK_MAX_RANK], sizes[PACK_MAX_RANK], strides[PACK_MAX_RANK];
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  MlirValue size_values[PACK_MAX_RANK];
  MlirContext context = emitter->ir.context;
  int rank = (int)mlirShapedTypeGetRank(tensor);
  Slice slice = {0};
  for (int d = 0; d < rank; d++) {
    int64_t extent = mlirShapedTypeGetDimSize(tensor, d);
    bool is_cut = dims[d].step > 0;
    offsets[d] = is_cut ? dynamic : 0;
    sizes[d] = is_cut ? dims[d].step : extent;
    strides[d] = 1;
    if (!is_cut)
      continue;
    slice.values[slice.offset_count++] = dims[d].from.value;
    if (extent % dims[d].step == 0)
      continue;
    sizes[d] = mlirShapedTypeGetDynamicSize();
    size_values[slice.size_count++] = length_of(emitter, &dims[d]);
  }
  for (int v = 0; v < slice.size_count; v++)
    slice.values[slice.offset_count + v] = size_values[v];
  slice.offsets = mlirDenseI64ArrayGet(context, rank, offsets);
  slice.sizes = mlirDenseI64ArrayGet(context, rank, sizes);
  slice.strides = mlirDenseI64ArrayGet(context, rank, strides);
  slice.type = mlirRankedTensorTypeGet(rank, sizes, mlirShapedTypeGetElementType(tensor),
                                       mlirAttributeGetNull());
  return slice;
}

// tensor.extract_slice of `tensors[0]`, or tensor.parallel_insert_slice of it into `tensors[1]`.
static MlirOperation emit_slice(Emitter *emitter, const Slice *slice, const MlirValue *tensors,
                                int tensor_count) {
  IrBuilder *ir = &emitter->ir;
  MlirValue operands[2 + 2 * PACK_MAX_RANK];
  int32_t extract[4] = {1, slice->offset_count, slice->size_count, 0};
  int32_t insert[5] = {1, 1, slice->offset_count, slice->size_count, 0};
  bool inserts = tensor_count == 2;
  int count = 0;
  for (int t = 0; t < tensor_count; t++)
    operands[count++] = tensors[t];
  for (int v = 0; v < slice->offset_count + slice->size_count; v++)
    operands[count++] = slice->values[v];
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "operandSegmentSizes",
                   inserts ? mlirDenseI32ArrayGet(ir->context, 5, insert)
                           : mlirDenseI32ArrayGet(ir->context, 4, extract)),
      ir_attribute(ir, "static_offsets", slice->offsets),
      ir_attribute(ir, "static_sizes", slice->sizes),
      ir_attribute(ir, "static_strides", slice->strides),
  };
  return ir_op(ir, inserts ? "tensor.parallel_insert_slice" : "tensor.extract_slice",
               inserts ? 0 : 1, &slice->type, count, operands, 4, attributes);
}

// Ends the body: each tensor's slice goes into what the iterations share.
static void insert_slices(Emitter *emitter, const Forall *forall) {
  Slice slices[GROUP_MAX_RESULTS];
  MlirValue pieces[GROUP_MAX_RESULTS];
  for (int t = 0; t < forall->count; t++) {
    slices[t] = make_slice(emitter, mlirValueGetType(forall->before[t]), forall->slices[t]);
    pieces[t] = mlirOperationGetResult(emit_slice(emitter, &slices[t], forall->items[t], 1), 0);
  }
  MlirBlock terminator = mlirBlockCreate(0, NULL, NULL);
  ir_open_region(&emitter->ir, terminator);
  for (int t = 0; t < forall->count; t++) {
    MlirValue tensors[2] = {pieces[t], mlirBlockGetArgument(forall->body, forall->rank + t)};
    emit_slice(emitter, &slices[t], tensors, 2);
  }
  ir_close_region(&emitter->ir, "scf.forall.in_parallel", 0, NULL, 0, NULL, terminator);
}

MlirOperation emit_close_forall(Emitter *emitter, Forall *forall, int threads) {
  IrBuilder *ir = &emitter->ir;
  static const int64_t zeros[THREAD_SPLIT_MAX_LOOPS];
  MlirType types[GROUP_MAX_RESULTS];
  for (int t = 0; t < forall->count; t++)
    types[t] = mlirValueGetType(forall->before[t]);
  insert_slices(emitter, forall);
  int32_t segments[4] = {0, 0, 0, forall->count};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments)),
      ir_attribute(ir, "staticLowerBound", mlirDenseI64ArrayGet(ir->context, forall->rank, zeros)),
      ir_attribute(ir, "staticUpperBound",
                   mlirDenseI64ArrayGet(ir->context, forall->rank, forall->extents)),
      ir_attribute(ir, "staticStep",
                   mlirDenseI64ArrayGet(ir->context, forall->rank, forall->steps)),
  };
  MlirOperation op = ir_close_region_results(ir, "scf.forall", forall->count, types, forall->count,
                                             forall->before, 4, attributes, forall->body);
  thread_mark_write(op, threads, false);
  for (int t = 0; t < forall->count; t++)
    *forall->items[t] = mlirOperationGetResult(op, t);
  emit_new_scope(emitter);
  return op;
}
