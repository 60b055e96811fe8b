// Packing at compile time: a constant operand that the schedule packs whole becomes another
// constant, a resource: bytes are moved, once, and no text is made of them.
#include "transforms/constant_shim.h"
#include "transforms/kernel/emitter.h"

#include <string.h>

// Element offset in the row-major constant of one packed coordinate. Beyond the extents: of the
// last element inside.
static int64_t source_offset(const Emitter *emitter, const PackedBuffer *packed,
                             const int64_t *coordinate) {
  int64_t iterator[WORKLOAD_MAX_ITERATORS] = {0};
  for (int d = 0; d < packed->rank; d++) {
    const PackDim *dim = &packed->dims[d];
    iterator[dim->source] += coordinate[d] * (dim->kind == PACK_DIM_TILE ? dim->factor : 1);
  }
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (iterator[i] >= emitter->work->extents[i])
      iterator[i] = emitter->work->extents[i] - 1;
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
  size_t bytes; // of an element
} Gather;

static void gather(void *data, void *user) {
  const Gather *gather = user;
  const PackedBuffer *packed = gather->packed;
  int64_t coordinate[PACK_MAX_RANK] = {0};
  char *to = data;
  for (bool more = true; more; to += gather->bytes) {
    int64_t offset = source_offset(gather->emitter, packed, coordinate);
    memcpy(to, gather->from + (size_t)offset * gather->bytes, gather->bytes);
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
      access->type == ELEMENT_I1)
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
      packed->rank, shape, emit_element_type(emitter, access->type), mlirAttributeGetNull());
  MlirAttribute result;
  if (is_splat) {
    result = mlirDenseElementsAttrRawBufferGet(type, element, data);
  } else {
    Gather elements_of = {emitter, packed, data, element};
    result = constant_make_resource(type, "packed", (size_t)count * element, gather, &elements_of);
  }
  emitter->packs[pack].value = ir_constant(&emitter->ir, type, result);
  return true;
}

void emit_constant_packs(Emitter *emitter) {
  for (int p = 0; p < emitter->nest.pack_count; p++)
    emitter->pack_is_constant[p] = make_constant(emitter, p);
}
