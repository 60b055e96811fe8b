// Ops that read and write memory: which element, and how it moves with the loops around.
#include "transforms/boolean_vector.h"
#include "transforms/code/code_reader.h"

#include <stdlib.h>
#include <string.h>

// The linear element at the first trip of every loop around, of loop `moved` the second (-1: none).
static Status find_linear(CodeReader *reader, const CodePlace *place, int moved, CodeView *out_view,
                          int64_t *out_linear) {
  int64_t index, step;
  Status status = STATUS_OK;
  for (int f = 0; f < reader->depth; f++) {
    CodeFrame *frame = &reader->frames[f];
    if (mlirValueIsNull(frame->variable))
      continue;
    TRY(code_number(reader, frame->lower, &frame->value));
    if (f != moved)
      continue;
    TRY(code_number(reader, frame->step, &step));
    frame->value += step;
  }
  TRY(code_view(reader, place->memref, out_view));
  *out_linear = out_view->offset;
  for (int i = 0; i < place->index_count; i++) {
    TRY(code_number(reader, place->indices[i], &index));
    *out_linear += index * out_view->strides[i];
  }
cleanup:
  return status;
}

// A distance in elements as one in dimensions, those of the largest strides first.
static void split(const CodeBuffer *buffer, int64_t linear, int64_t out_index[WORKLOAD_MAX_RANK]) {
  uint32_t done = 0;
  memset(out_index, 0, WORKLOAD_MAX_RANK * sizeof *out_index);
  for (int n = 0; n < buffer->rank; n++) {
    int widest = -1;
    for (int d = 0; d < buffer->rank; d++)
      if (!(done >> d & 1u) && (widest < 0 || buffer->strides[d] > buffer->strides[widest]))
        widest = d;
    done |= 1u << widest;
    if (buffer->shape[widest] < 2 || buffer->strides[widest] <= 0)
      continue;
    out_index[widest] = linear / buffer->strides[widest];
    linear %= buffer->strides[widest];
  }
}

static Status find_steps(CodeReader *reader, const CodePlace *place, int64_t first,
                         CodeAccess *access) {
  CodeView view;
  for (int f = 0; f < reader->depth; f++) {
    int64_t next;
    if (mlirValueIsNull(reader->frames[f].variable) || reader->frames[f].trips < 2)
      continue;
    Status status = find_linear(reader, place, f, &view, &next);
    if (status != STATUS_OK)
      return status;
    split(&reader->nest->buffers[access->buffer], next - first, access->step[f + 1]);
  }
  return STATUS_OK;
}

Status code_access(CodeReader *reader, const CodePlace *place, bool is_store,
                   CodeAccess **out_access) {
  CodeNest *nest = reader->nest;
  CodeView view;
  int64_t linear;
  Status status = STATUS_OK;
  CodeAccess access = {.is_store = is_store, .lanes = place->lanes};
  if (nest->access_count == CODE_MAX_ACCESSES)
    TRY(status_fail(STATUS_UNSUPPORTED, "the code has more than %d loads and stores",
                    CODE_MAX_ACCESSES));
  TRY(find_linear(reader, place, -1, &view, &linear));
  access.loop = (int16_t)(code_reader_loop(reader) - nest->loops);
  access.buffer = (int16_t)view.buffer;
  access.lane_stride = place->lane_dim < 0 ? 0 : view.strides[place->lane_dim];
  split(&nest->buffers[view.buffer], linear, access.offset);
  TRY(find_steps(reader, place, linear, &access));
  nest->accesses = pool_grow(reader->pool, nest->accesses, nest->access_count, sizeof access);
  nest->accesses[nest->access_count++] = access;
  if (out_access)
    *out_access = &nest->accesses[nest->access_count - 1];
cleanup:
  return status;
}

// --- which ops

// Position of the first index among the operands; the value that is stored and the memref before.
static const struct {
  const char *name;
  int memref;
  bool is_store;
} access_rows[] = {
    {"memref.load", 0, false},          {"memref.store", 1, true},
    {"vector.load", 0, false},          {"vector.store", 1, true},
    {"vector.transfer_read", 0, false}, {"vector.transfer_write", 1, true},
    {"vector.maskedload", 0, false},    {"vector.maskedstore", 0, true},
    {"vector.gather", 0, false},        {"vector.scatter", 0, true},
};

// The dimension of the memref along which the lanes of a transfer lie; -1: none.
static int transfer_lane_dim(MlirOperation op, int rank) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(op, ir_string("permutation_map"));
  if (mlirAttributeIsNull(attribute))
    return rank - 1;
  MlirAffineMap map = mlirAffineMapAttrGetValue(attribute);
  intptr_t results = mlirAffineMapGetNumResults(map);
  if (results == 0)
    return -1;
  MlirAffineExpr last = mlirAffineMapGetResult(map, results - 1);
  return mlirAffineExprIsADim(last) ? (int)mlirAffineDimExprGetPosition(last) : -1;
}

bool code_access_place(MlirOperation op, CodePlace *out_place, bool *out_is_store) {
  static _Thread_local MlirValue indices[WORKLOAD_MAX_RANK];
  bool is_by_lane = ir_op_is(op, "vector.gather") || ir_op_is(op, "vector.scatter");
  for (size_t n = 0; n < sizeof access_rows / sizeof *access_rows; n++) {
    if (!ir_op_is(op, access_rows[n].name) || (is_by_lane && !boolean_vector_is_moved(op)))
      continue;
    int memref = access_rows[n].memref;
    *out_is_store = access_rows[n].is_store;
    *out_place = (CodePlace){.memref = mlirOperationGetOperand(op, memref), .indices = indices};
    MlirType type = mlirValueGetType(out_place->memref);
    intptr_t rank = mlirTypeIsAShaped(type) ? mlirShapedTypeGetRank(type) : 0;
    for (int i = 0; i < rank && i < WORKLOAD_MAX_RANK; i++)
      indices[out_place->index_count++] = mlirOperationGetOperand(op, memref + 1 + i);
    bool is_read = mlirOperationGetNumResults(op) > 0;
    int value = memref == 0 ? (int)mlirOperationGetNumOperands(op) - 1 : 0;
    int64_t bytes;
    out_place->lanes = (int)code_value_lanes(
        is_read ? mlirOperationGetResult(op, 0) : mlirOperationGetOperand(op, value), &bytes);
    out_place->lane_dim = transfer_lane_dim(op, (int)rank);
    return true;
  }
  return false;
}

// --- copies

static Status add_copied(CodeReader *reader, MlirValue memref, int first, bool is_store) {
  const CodePlace place = {.memref = memref, .lanes = 1, .lane_dim = -1};
  CodeAccess *access;
  CodeView view;
  Status status = code_access(reader, &place, is_store, &access);
  if (status == STATUS_OK)
    status = code_view(reader, memref, &view);
  for (int d = 0; status == STATUS_OK && d < view.rank; d++)
    split(&reader->nest->buffers[access->buffer], view.strides[d], access->step[first + d + 1]);
  return status;
}

// A loop per dimension around a load and a store. A copy of a buffer to itself is none.
Status code_access_copy(CodeReader *reader, MlirOperation copy) {
  MlirValue source = mlirOperationGetOperand(copy, 0), target = mlirOperationGetOperand(copy, 1);
  MlirType type = mlirValueGetType(source);
  int first = reader->depth;
  Status status = STATUS_OK;
  if (mlirValueEqual(source, target))
    return STATUS_OK;
  if (!mlirShapedTypeHasStaticShape(type))
    return status_fail(STATUS_UNSUPPORTED, "a copy of a size that is not known");
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    int64_t size = mlirShapedTypeGetDimSize(type, d);
    const CodeTrips trips = {.mean = (double)size, .most = size, .is_exact = true};
    TRY(code_read_enter(reader, &trips, (MlirBlock){NULL}));
  }
  TRY(add_copied(reader, source, first, false));
  TRY(add_copied(reader, target, first, true));
cleanup:
  while (reader->depth > first)
    code_read_leave(reader);
  return status;
}
