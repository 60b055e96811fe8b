// Packing at compile time: a constant operand that the schedule packs whole becomes another
// constant, a resource: bytes are moved, once, and no text is made of them.
#include "base/half.h"
#include "transforms/constant_shim.h"
#include "transforms/kernel/emitter.h"

#include <string.h>

// Element offset in the row-major constant of one packed coordinate. Beyond the extents: of the
// last element inside; -1 beyond that of an interleaved iterator, where the panel holds zeros.
static int64_t source_offset(const Emitter *emitter, const PackedBuffer *packed,
                             const int64_t *coordinate) {
  int64_t iterator[WORKLOAD_MAX_ITERATORS] = {0};
  for (int d = 0; d < packed->rank; d++) {
    const PackDim *dim = &packed->dims[d];
    bool is_divided = dim->kind == PACK_DIM_TILE || dim->kind == PACK_DIM_GROUP;
    if (dim->kind == PACK_DIM_LANE && packed->interleave > 1) {
      int64_t row = dim->size / packed->interleave * packed->group; // a group of every lane
      iterator[dim->source] += coordinate[d] % row / packed->group;
      iterator[packed->interleave_iterator] +=
          coordinate[d] / row * packed->group + coordinate[d] % packed->group;
      continue;
    }
    iterator[dim->source] += coordinate[d] * (is_divided ? dim->factor : 1);
  }
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (iterator[i] >= emitter->work->extents[i]) {
      if (i == packed->interleave_iterator)
        return -1;
      iterator[i] = emitter->work->extents[i] - 1;
    }
  const Access *access = &emitter->work->accesses[packed->access];
  int64_t offset = 0, stride = 1;
  for (int d = access->rank; d-- > 0; stride *= access->shape[d]) {
    int64_t index = access->index[d].constant;
    for (int i = 0; i < emitter->work->iterator_count; i++)
      index += access->index[d].coefficients[i] * iterator[i];
    offset += index * stride;
  }
  return offset;
}

typedef struct Gather {
  const Emitter *emitter;
  const PackedBuffer *packed;
  const char *from;
  size_t bytes;    // of an element of the operand
  size_t to_bytes; // of an element of the panel
  bool is_splat;
  ElementType from_type;
} Gather;

// Whether constants of the type are cast here: the others are when the code runs.
static bool can_cast(ElementType from, const PackedBuffer *packed) {
  if (packed->cast == FACTOR_NONE)
    return true;
  return packed->cast == FACTOR_FLOAT
             ? packed->type == ELEMENT_F32 && (from == ELEMENT_F16 || from == ELEMENT_BF16)
             : from == ELEMENT_I8 && element_type_bytes(packed->type) <= 4;
}

static void cast_float(const Gather *gather, const char *from, char *to) {
  uint16_t bits;
  memcpy(&bits, from, sizeof(bits));
  float value = gather->from_type == ELEMENT_F16 ? half_from_f16(bits) : half_from_bf16(bits);
  memcpy(to, &value, sizeof(value));
}

static void cast_integer(const PackedBuffer *packed, const char *from, char *to) {
  int8_t byte = *(const int8_t *)from;
  int16_t wide = packed->cast == FACTOR_UNSIGNED ? (int16_t)(uint8_t)byte : byte;
  int32_t widest = wide;
  byte ^= (int8_t)(packed->is_flipped ? INT8_MIN : 0);
  const void *value = packed->type == ELEMENT_I8    ? (const void *)&byte
                      : packed->type == ELEMENT_I16 ? (const void *)&wide
                                                    : (const void *)&widest;
  memcpy(to, value, (size_t)element_type_bytes(packed->type));
}

static void gather_element(const Gather *gather, int64_t offset, char *to) {
  const PackedBuffer *packed = gather->packed;
  if (offset < 0) {
    memset(to, 0, gather->to_bytes);
    return;
  }
  const char *from = gather->from + (gather->is_splat ? 0 : (size_t)offset * gather->bytes);
  if (packed->cast == FACTOR_FLOAT)
    cast_float(gather, from, to);
  else if (packed->cast != FACTOR_NONE || packed->is_flipped)
    cast_integer(packed, from, to);
  else
    memcpy(to, from, gather->bytes);
}

static void gather_all(void *data, void *user) {
  const Gather *gather = user;
  const PackedBuffer *packed = gather->packed;
  int64_t coordinate[PACK_MAX_RANK] = {0};
  char *to = data;
  for (bool more = true; more; to += gather->to_bytes) {
    gather_element(gather, source_offset(gather->emitter, packed, coordinate), to);
    more = false;
    for (int d = packed->rank; d-- > 0 && !more;) {
      more = ++coordinate[d] < packed->dims[d].size;
      if (!more)
        coordinate[d] = 0;
    }
  }
}

// What the arith.constant holds that the value is, seen through reshapes, which move no element.
static MlirAttribute constant_behind(MlirValue value) {
  while (!mlirValueIsNull(value) && mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!ir_op_is(op, "tensor.expand_shape") && !ir_op_is(op, "tensor.collapse_shape"))
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return emit_constant_of(value);
}

static bool make_constant(Emitter *emitter, int pack) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  const Access *access = &emitter->work->accesses[packed->access];
  MlirValue source = emitter->group->accesses[packed->access].value;
  if (packed->depth != 0 || packed->is_image || packed->is_produced || !access->is_constant ||
      access->type == ELEMENT_I1 || !can_cast(access->type, packed))
    return false;
  MlirAttribute value = constant_behind(source);
  const void *data;
  size_t bytes, element = (size_t)element_type_bytes(access->type);
  bool is_splat;
  if (!constant_get_bytes(value, &data, &bytes, &is_splat))
    return false;
  int64_t shape[PACK_MAX_RANK], count = 1;
  for (int d = 0; d < packed->rank; d++)
    count *= shape[d] = packed->dims[d].size;
  int64_t elements = 1;
  for (int d = 0; d < access->rank; d++)
    elements *= access->shape[d];
  if (!is_splat && bytes != (size_t)elements * element)
    return false;
  MlirType type = mlirRankedTensorTypeGet(
      packed->rank, shape, emit_element_type(emitter, packed->type), mlirAttributeGetNull());
  MlirAttribute result;
  bool is_copied = packed->cast == FACTOR_NONE && !packed->is_flipped && packed->interleave == 1;
  if (is_splat && is_copied) {
    result = mlirDenseElementsAttrRawBufferGet(type, element, data);
  } else {
    size_t to_bytes = (size_t)element_type_bytes(packed->type);
    Gather elements_of = {emitter, packed, data, element, to_bytes, is_splat, access->type};
    result =
        constant_make_resource(type, "packed", (size_t)count * to_bytes, gather_all, &elements_of);
  }
  emitter->packs[pack].value = ir_constant(&emitter->ir, type, result);
  return true;
}

void emit_constant_packs(Emitter *emitter) {
  for (int p = 0; p < emitter->nest.pack_count; p++)
    emitter->pack_is_constant[p] = make_constant(emitter, p);
}
