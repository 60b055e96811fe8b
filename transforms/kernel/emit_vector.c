// Elements and vectors of a tensor or memref at index values, and what is done to vectors without
// knowing what they stand for: broadcast, shuffle, transpose.
#include "transforms/kernel/emitter.h"

#include "base/integer.h"
#include "transforms/boolean_vector.h"
#include "transforms/constant_shim.h"
#include "transforms/element_types.h"

#include <string.h>

MlirAttribute emit_constant_of(MlirValue value) {
  if (mlirValueIsNull(value) || !mlirValueIsAOpResult(value))
    return (MlirAttribute){NULL};
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!ir_op_is(op, "arith.constant"))
    return (MlirAttribute){NULL};
  return mlirOperationGetAttributeByName(op, ir_string("value"));
}

MlirType emit_element_type(Emitter *emitter, ElementType type) {
  return element_type_get(emitter->ir.context, type);
}

static MlirAttribute bool_array(Emitter *emitter, bool value) {
  MlirAttribute element = mlirBoolAttrGet(emitter->ir.context, value);
  return mlirArrayAttrGet(emitter->ir.context, 1, &element);
}

static bool on_tensor(MlirValue buffer) { return mlirTypeIsATensor(mlirValueGetType(buffer)); }

static MlirType buffer_element(MlirValue buffer) {
  return mlirShapedTypeGetElementType(mlirValueGetType(buffer));
}

// An element of a short constant of integers at a place that is known, such as a distance that
// bits are shifted by; null: it is none.
static MlirAttribute known_integer(MlirValue buffer, int rank, const MlirValue *index) {
  enum { MOST_ELEMENTS = 16 };
  static const MlirAttribute none = {NULL};
  const void *data;
  size_t bytes;
  bool is_splat;
  MlirType element = buffer_element(buffer);
  MlirAttribute constant = emit_constant_of(buffer);
  if (mlirAttributeIsNull(constant) || !mlirTypeIsAInteger(element) || type_bits(element) != 32 ||
      !constant_get_bytes(constant, &data, &bytes, &is_splat) || is_splat ||
      bytes > MOST_ELEMENTS * sizeof(int32_t))
    return none;
  int64_t place = 0;
  for (int d = 0; d < rank; d++) {
    MlirAttribute number = emit_constant_of(index[d]);
    if (mlirAttributeIsNull(number))
      return none;
    place = place * mlirShapedTypeGetDimSize(mlirValueGetType(buffer), d) +
            mlirIntegerAttrGetValueInt(number);
  }
  int32_t value;
  if (place < 0 || (size_t)place >= bytes / sizeof value)
    return none;
  memcpy(&value, (const char *)data + (size_t)place * sizeof value, sizeof value);
  return mlirIntegerAttrGet(element, value);
}

MlirValue emit_read_scalar(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index) {
  MlirAttribute known = known_integer(buffer, rank, index);
  if (!mlirAttributeIsNull(known))
    return ir_constant(&emitter->ir, buffer_element(buffer), known);
  MlirValue operands[1 + PACK_MAX_RANK];
  operands[0] = buffer;
  memcpy(operands + 1, index, (size_t)rank * sizeof(*index));
  return ir_value(&emitter->ir, on_tensor(buffer) ? "tensor.extract" : "memref.load",
                  buffer_element(buffer), 1 + rank, operands, 0, NULL);
}

MlirValue emit_write_scalar(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                            MlirValue scalar) {
  MlirValue operands[2 + PACK_MAX_RANK];
  operands[0] = scalar;
  operands[1] = buffer;
  memcpy(operands + 2, index, (size_t)rank * sizeof(*index));
  if (on_tensor(buffer))
    return ir_value(&emitter->ir, "tensor.insert", mlirValueGetType(buffer), 2 + rank, operands, 0,
                    NULL);
  ir_op(&emitter->ir, "memref.store", 0, NULL, 2 + rank, operands, 0, NULL);
  return buffer;
}

// The attributes of vector.transfer_read and _write of one vector along the last dimension.
static int transfer_attributes(Emitter *emitter, int rank, const int32_t *segments,
                               MlirNamedAttribute *out_attributes) {
  MlirContext c = emitter->ir.context;
  MlirAffineExpr last = mlirAffineDimExprGet(c, rank - 1);
  MlirAffineMap map = mlirAffineMapGet(c, rank, 0, 1, &last);
  out_attributes[0] = ir_attribute(&emitter->ir, "permutation_map", mlirAffineMapAttrGet(map));
  out_attributes[1] = ir_attribute(&emitter->ir, "in_bounds", bool_array(emitter, true));
  out_attributes[2] =
      ir_attribute(&emitter->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(c, 4, segments));
  return 3;
}

// --- vectors of i1, see transforms/boolean_vector.h

// The buffer, the place before the first element, the numbers of the lanes from there on, and which
// of them exist.
static int boolean_operands(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                            int lanes, int valid, MlirValue *out_operands) {
  Linear before = {.constant = -1};
  linear_add(&before, (Position){index[rank - 1], 0}, 1);
  out_operands[0] = buffer;
  memcpy(out_operands + 1, index, (size_t)(rank - 1) * sizeof(*index));
  out_operands[rank] = emit_linear(emitter, &before);
  out_operands[rank + 1] = boolean_vector_numbers(&emitter->ir, lanes);
  out_operands[rank + 2] = ir_mask(&emitter->ir, lanes, valid);
  return rank + 3;
}

static MlirValue read_booleans(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                               int lanes, int valid) {
  MlirValue operands[5 + PACK_MAX_RANK];
  MlirType type = ir_vector_type(buffer_element(buffer), lanes);
  int count = boolean_operands(emitter, buffer, rank, index, lanes, valid, operands);
  operands[count++] = ir_splat(&emitter->ir, type, ir_zero(buffer_element(buffer)));
  return ir_value(&emitter->ir, "vector.gather", type, count, operands, 0, NULL);
}

static MlirValue write_booleans(Emitter *emitter, MlirValue buffer, int rank,
                                const MlirValue *index, MlirValue vector, int valid) {
  MlirValue operands[5 + PACK_MAX_RANK];
  int lanes = (int)mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  int count = boolean_operands(emitter, buffer, rank, index, lanes, valid, operands);
  operands[count++] = vector;
  if (on_tensor(buffer))
    return ir_value(&emitter->ir, "vector.scatter", mlirValueGetType(buffer), count, operands, 0,
                    NULL);
  ir_op(&emitter->ir, "vector.scatter", 0, NULL, count, operands, 0, NULL);
  return buffer;
}

// --- whole vectors

MlirValue emit_read_vector(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                           int lanes, int valid) {
  IrBuilder *ir = &emitter->ir;
  MlirType element = buffer_element(buffer);
  if (boolean_vector_lies_in(buffer))
    return read_booleans(emitter, buffer, rank, index, lanes, valid);
  MlirType type = ir_vector_type(element, lanes);
  MlirValue operands[4 + PACK_MAX_RANK];
  int count = 0;
  operands[count++] = buffer;
  for (int i = 0; i < rank; i++)
    operands[count++] = index[i];
  if (on_tensor(buffer)) {
    operands[count++] = ir_constant(ir, element, ir_zero(element));
    int32_t segments[4] = {1, rank, 1, valid < lanes};
    if (valid < lanes)
      operands[count++] = ir_mask(ir, lanes, valid);
    MlirNamedAttribute attributes[3];
    int attribute_count = transfer_attributes(emitter, rank, segments, attributes);
    return ir_value(ir, "vector.transfer_read", type, count, operands, attribute_count, attributes);
  }
  if (valid == lanes)
    return ir_value(ir, "vector.load", type, count, operands, 0, NULL);
  operands[count++] = ir_mask(ir, lanes, valid);
  operands[count++] = ir_splat(ir, type, ir_zero(element));
  return ir_value(ir, "vector.maskedload", type, count, operands, 0, NULL);
}

MlirValue emit_write_vector(Emitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                            MlirValue vector, int valid) {
  IrBuilder *ir = &emitter->ir;
  int lanes = (int)mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  if (lanes == 1)
    return emit_write_scalar(emitter, buffer, rank, index, emit_extract_lane(emitter, vector, 0));
  if (boolean_vector_lies_in(buffer))
    return write_booleans(emitter, buffer, rank, index, vector, valid);
  MlirValue operands[4 + PACK_MAX_RANK];
  int count = 0;
  if (on_tensor(buffer)) {
    operands[count++] = vector;
    operands[count++] = buffer;
    for (int i = 0; i < rank; i++)
      operands[count++] = index[i];
    int32_t segments[4] = {1, 1, rank, valid < lanes};
    if (valid < lanes)
      operands[count++] = ir_mask(ir, lanes, valid);
    MlirNamedAttribute attributes[3];
    int attribute_count = transfer_attributes(emitter, rank, segments, attributes);
    return ir_value(ir, "vector.transfer_write", mlirValueGetType(buffer), count, operands,
                    attribute_count, attributes);
  }
  if (valid == lanes)
    operands[count++] = vector;
  operands[count++] = buffer;
  for (int i = 0; i < rank; i++)
    operands[count++] = index[i];
  if (valid < lanes) {
    operands[count++] = ir_mask(ir, lanes, valid);
    operands[count++] = vector;
  }
  ir_op(ir, valid == lanes ? "vector.store" : "vector.maskedstore", 0, NULL, count, operands, 0,
        NULL);
  return buffer;
}

MlirValue emit_shuffle(Emitter *emitter, MlirValue a, MlirValue b, int count,
                       const int64_t *lanes) {
  MlirNamedAttribute mask =
      ir_attribute(&emitter->ir, "mask", mlirDenseI64ArrayGet(emitter->ir.context, count, lanes));
  MlirValue operands[2] = {a, b};
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(a));
  return ir_value(&emitter->ir, "vector.shuffle", ir_vector_type(element, count), 2, operands, 1,
                  &mask);
}

MlirValue emit_broadcast(Emitter *emitter, MlirValue scalar, int lanes) {
  int64_t key[12] = {-2, (int64_t)(intptr_t)scalar.ptr, lanes};
  CacheEntry *entry = emit_cache_find(emitter, key);
  if (mlirValueIsNull(entry->value))
    entry->value = ir_unary(&emitter->ir, "vector.broadcast",
                            ir_vector_type(mlirValueGetType(scalar), lanes), scalar);
  return entry->value;
}

MlirValue emit_extract_lane(Emitter *emitter, MlirValue vector, int64_t lane) {
  MlirNamedAttribute position = ir_attribute(&emitter->ir, "static_position",
                                             mlirDenseI64ArrayGet(emitter->ir.context, 1, &lane));
  return ir_value(&emitter->ir, "vector.extract",
                  mlirShapedTypeGetElementType(mlirValueGetType(vector)), 1, &vector, 1, &position);
}

// Neighbouring loads and shuffles. The last load ends at the last needed element, so nothing beyond
// it is read.
static MlirValue read_shuffled(Emitter *emitter, MlirValue buffer, int rank, MlirValue *index,
                               const Linear *last, int lanes, int valid, int64_t stride) {
  MlirValue result = {NULL};
  int64_t needed = stride * (valid - 1) + 1;
  int64_t loads = integer_ceil_div(needed, lanes);
  int64_t select[64];
  for (int64_t j = 0; j < loads; j++) {
    int64_t start = j + 1 < loads ? j * lanes : needed - lanes;
    start = start < 0 ? 0 : start;
    Linear moved = *last;
    moved.constant += start;
    index[rank - 1] = emit_linear(emitter, &moved);
    MlirValue part =
        emit_read_vector(emitter, buffer, rank, index, lanes, needed < lanes ? (int)needed : lanes);
    for (int lane = 0; lane < lanes; lane++) {
      int64_t at = lane * stride;
      bool here = lane < valid && at >= j * lanes && (j + 1 == loads || at < start + lanes);
      select[lane] = here ? lanes + at - start : lane;
    }
    result = emit_shuffle(emitter, j ? result : part, part, lanes, select);
  }
  return result;
}

MlirValue emit_read_run(Emitter *emitter, MlirValue buffer, int rank, const Linear *linear,
                        int lanes, int valid, int64_t stride) {
  MlirValue index[PACK_MAX_RANK];
  for (int d = 0; d < rank; d++)
    index[d] = emit_linear(emitter, &linear[d]);
  if (lanes == 1)
    return ir_unary(&emitter->ir, "vector.broadcast", ir_vector_type(buffer_element(buffer), 1),
                    emit_read_scalar(emitter, buffer, rank, index));
  if (stride == 1)
    return emit_read_vector(emitter, buffer, rank, index, lanes, valid);
  if (stride <= 4)
    return read_shuffled(emitter, buffer, rank, index, &linear[rank - 1], lanes, valid, stride);
  MlirValue elements[64];
  for (int lane = 0; lane < lanes; lane++) {
    Linear moved = linear[rank - 1];
    moved.constant += (lane < valid ? lane : valid - 1) * stride;
    index[rank - 1] = emit_linear(emitter, &moved);
    elements[lane] = emit_read_scalar(emitter, buffer, rank, index);
  }
  return ir_value(&emitter->ir, "vector.from_elements",
                  ir_vector_type(buffer_element(buffer), lanes), lanes, elements, 0, NULL);
}

void emit_transpose(Emitter *emitter, MlirValue *rows, int count) {
  int64_t low[64], high[64];
  MlirValue next[64];
  for (int i = 0; i < count; i++) {
    low[i] = i / 2 + (i % 2) * count;
    high[i] = low[i] + count / 2;
  }
  for (int round = 1; round < count; round *= 2) {
    for (int i = 0; i < count / 2; i++) {
      next[2 * i] = emit_shuffle(emitter, rows[i], rows[i + count / 2], count, low);
      next[2 * i + 1] = emit_shuffle(emitter, rows[i], rows[i + count / 2], count, high);
    }
    memcpy(rows, next, (size_t)count * sizeof(*rows));
  }
}
