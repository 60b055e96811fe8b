// The pieces of a nest that several threads work on: an scf.forall around all of its loops. On
// tensors each piece writes its slice of the results.
//
//   before   %r = scf.for ... iter_args(%out) { ... }
//   after    %r = scf.forall (%i) = (0) to (96) step (48) shared_outs(%o = %out) {
//              %end = affine.min(%i + 48, 96)
//              %s = scf.for %i to %end ... iter_args(%o) { ... }
//              %t = tensor.extract_slice %s[..., %i][..., %end - %i]
//              scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[..., %i][...] }
//            }
#include "transforms/kernel/emitter.h"
#include "transforms/threads/thread_marks.h"

static Position piece_limit(Emitter *emitter, const SplitLoop *loop, Position base) {
  int64_t extent = emitter->work->extents[loop->iterator];
  Position end = {base.value, loop->step};
  if (extent % loop->step == 0)
    return end;
  return (Position){emit_minimum(emitter, end, position_at_constant(extent)), 0};
}

// Narrows the iterators that are cut to the piece at the arguments of `body`.
static void enter_piece(Emitter *emitter, MlirBlock body) {
  const ThreadSplit *split = emitter->split;
  for (int s = 0; s < split->count; s++) {
    int i = split->loops[s].iterator;
    emitter->base[i] = (Position){mlirBlockGetArgument(body, s), 0};
    emitter->limit[i] = piece_limit(emitter, &split->loops[s], emitter->base[i]);
  }
}

MlirBlock emit_open_threads(Emitter *emitter) {
  const ThreadSplit *split = emitter->split;
  int outputs = emitter->group->on_tensors ? emitter->group->output_count : 0;
  MlirLocation location = emitter->ir.location;
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  for (int s = 0; s < split->count; s++)
    mlirBlockAddArgument(body, mlirIndexTypeGet(emitter->ir.context), location);
  for (int o = 0; o < outputs; o++)
    mlirBlockAddArgument(body, mlirValueGetType(emitter->outputs[o].value), location);
  ir_open_region(&emitter->ir, body);
  emit_new_scope(emitter);
  for (int o = 0; o < outputs; o++) {
    emitter->shared[o] = emitter->outputs[o].value;
    emitter->outputs[o].value = mlirBlockGetArgument(body, split->count + o);
  }
  enter_piece(emitter, body);
  return body;
}

// --- slices of the results

typedef struct Slice {
  MlirAttribute offsets, sizes, strides;   // static ones
  MlirValue values[2 * WORKLOAD_MAX_RANK]; // offsets, then sizes, that are not
  int offset_count, size_count;
  MlirType type;
} Slice;

// The loop that cuts dimension `d` of an output, or null.
static const SplitLoop *loop_of(const ThreadSplit *split, const Access *access, int d) {
  for (int s = 0; s < split->count; s++)
    if (access->index[d].coefficients[split->loops[s].iterator])
      return &split->loops[s];
  return NULL;
}

static MlirValue piece_size(Emitter *emitter, int i) {
  Linear size = {0};
  linear_add(&size, emitter->limit[i], 1);
  linear_add(&size, emitter->base[i], -1);
  return emit_linear(emitter, &size);
}

static Slice make_slice(Emitter *emitter, const Access *access) {
  const ThreadSplit *split = emitter->split;
  int64_t offsets[WORKLOAD_MAX_RANK], sizes[WORKLOAD_MAX_RANK], strides[WORKLOAD_MAX_RANK];
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  MlirValue size_values[WORKLOAD_MAX_RANK];
  MlirContext context = emitter->ir.context;
  Slice slice = {0};
  for (int d = 0; d < access->rank; d++) {
    const SplitLoop *loop = loop_of(split, access, d);
    offsets[d] = loop ? dynamic : 0;
    sizes[d] = access->shape[d];
    strides[d] = 1;
    if (!loop)
      continue;
    slice.values[slice.offset_count++] = emitter->base[loop->iterator].value;
    sizes[d] = loop->step;
    if (access->shape[d] % loop->step == 0)
      continue;
    sizes[d] = mlirShapedTypeGetDynamicSize();
    size_values[slice.size_count++] = piece_size(emitter, loop->iterator);
  }
  for (int v = 0; v < slice.size_count; v++)
    slice.values[slice.offset_count + v] = size_values[v];
  slice.offsets = mlirDenseI64ArrayGet(context, access->rank, offsets);
  slice.sizes = mlirDenseI64ArrayGet(context, access->rank, sizes);
  slice.strides = mlirDenseI64ArrayGet(context, access->rank, strides);
  slice.type = mlirRankedTensorTypeGet(
      access->rank, sizes, emit_element_type(emitter, access->type), mlirAttributeGetNull());
  return slice;
}

// tensor.extract_slice of `tensors[0]`, or tensor.parallel_insert_slice of it into `tensors[1]`.
static MlirOperation emit_slice(Emitter *emitter, const Slice *slice, const MlirValue *tensors,
                                int tensor_count) {
  IrBuilder *ir = &emitter->ir;
  MlirValue operands[2 + 2 * WORKLOAD_MAX_RANK];
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

// Ends the body: each result's slice goes into what the pieces share.
static void insert_slices(Emitter *emitter, MlirBlock body) {
  const ThreadSplit *split = emitter->split;
  Slice slices[GROUP_MAX_RESULTS];
  MlirValue pieces[GROUP_MAX_RESULTS];
  int outputs = emitter->group->on_tensors ? emitter->group->output_count : 0;
  for (int o = 0; o < outputs; o++) {
    slices[o] = make_slice(emitter, &emitter->work->accesses[emitter->group->output_access[o]]);
    pieces[o] =
        mlirOperationGetResult(emit_slice(emitter, &slices[o], &emitter->outputs[o].value, 1), 0);
  }
  MlirBlock terminator = mlirBlockCreate(0, NULL, NULL);
  ir_open_region(&emitter->ir, terminator);
  for (int o = 0; o < outputs; o++) {
    MlirValue tensors[2] = {pieces[o], mlirBlockGetArgument(body, split->count + o)};
    emit_slice(emitter, &slices[o], tensors, 2);
  }
  ir_close_region(&emitter->ir, "scf.forall.in_parallel", 0, NULL, 0, NULL, terminator);
}

// --- the loop

static MlirAttribute loop_bounds(Emitter *emitter, int which) {
  const ThreadSplit *split = emitter->split;
  int64_t bounds[THREAD_SPLIT_MAX_LOOPS];
  for (int s = 0; s < split->count; s++) {
    const SplitLoop *loop = &split->loops[s];
    bounds[s] = which == 0 ? 0 : which == 1 ? emitter->work->extents[loop->iterator] : loop->step;
  }
  return mlirDenseI64ArrayGet(emitter->ir.context, split->count, bounds);
}

static void leave_pieces(Emitter *emitter) {
  const ThreadSplit *split = emitter->split;
  for (int s = 0; s < split->count; s++) {
    int i = split->loops[s].iterator;
    emitter->base[i] = position_at_constant(0);
    emitter->limit[i] = position_at_constant(emitter->work->extents[i]);
  }
}

MlirOperation emit_close_threads(Emitter *emitter, MlirBlock body) {
  IrBuilder *ir = &emitter->ir;
  int outputs = emitter->group->on_tensors ? emitter->group->output_count : 0;
  MlirType types[GROUP_MAX_RESULTS];
  for (int o = 0; o < outputs; o++)
    types[o] = mlirValueGetType(emitter->outputs[o].value);
  insert_slices(emitter, body);
  int32_t segments[4] = {0, 0, 0, outputs};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments)),
      ir_attribute(ir, "staticLowerBound", loop_bounds(emitter, 0)),
      ir_attribute(ir, "staticUpperBound", loop_bounds(emitter, 1)),
      ir_attribute(ir, "staticStep", loop_bounds(emitter, 2)),
  };
  MlirOperation op = ir_close_region_results(ir, "scf.forall", outputs, types, outputs,
                                             emitter->shared, 4, attributes, body);
  thread_mark_write(op, emitter->split->threads, false);
  for (int o = 0; o < outputs; o++)
    emitter->outputs[o].value = mlirOperationGetResult(op, o);
  leave_pieces(emitter);
  emit_new_scope(emitter);
  return op;
}
