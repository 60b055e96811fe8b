// The buffers at the root of a nest: those of the payload in the shape that the workload describes,
// and scratch.
#include "transforms/kernel/emitter.h"

// Dimensions of a buffer that become one: group[d] is the new dimension of dimension d.
static MlirAttribute reassociation_attribute(Emitter *emitter, const uint8_t *group, int rank) {
  MlirContext c = emitter->ir.context;
  MlirAttribute groups[WORKLOAD_MAX_RANK];
  int count = 0;
  MlirType i64 = mlirIntegerTypeGet(c, 64);
  for (int d = 0; d < rank;) {
    MlirAttribute dims[WORKLOAD_MAX_RANK];
    int n = 0, same = group[d];
    for (; d < rank && group[d] == same; d++)
      dims[n++] = mlirIntegerAttrGet(i64, d);
    groups[count++] = mlirArrayAttrGet(c, n, dims);
  }
  return mlirArrayAttrGet(c, count, groups);
}

// Sizes of the access, unknown where the open iterator walks.
static void access_shape(const Emitter *emitter, const Access *access, int64_t *out_shape) {
  int open = emitter->work->open - 1;
  for (int d = 0; d < access->rank; d++)
    out_shape[d] = open >= 0 && access->index[d].coefficients[open] != 0
                       ? mlirShapedTypeGetDynamicSize()
                       : access->shape[d];
}

static MlirType access_tensor_type(Emitter *emitter, const Access *access) {
  int64_t shape[WORKLOAD_MAX_RANK];
  access_shape(emitter, access, shape);
  return mlirRankedTensorTypeGet(access->rank, shape, emit_element_type(emitter, access->type),
                                 mlirAttributeGetNull());
}

// group[d] is the dimension of the access that dimension d of the type becomes.
static MlirType access_memref_type(Emitter *emitter, const Access *access, MlirType from,
                                   const uint8_t *group, int rank) {
  MlirType element = emit_element_type(emitter, access->type);
  MlirAttribute space = mlirMemRefTypeGetMemorySpace(from);
  int64_t shape[WORKLOAD_MAX_RANK];
  access_shape(emitter, access, shape);
  if (mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(from)))
    return mlirMemRefTypeContiguousGet(element, access->rank, shape, space);
  // Only neighbours that are contiguous are collapsed, so the access knows the strides; a stride
  // that it guesses is that of a dimension alone.
  int64_t strides[WORKLOAD_MAX_RANK], kept[WORKLOAD_MAX_RANK], offset = 0;
  mlirMemRefTypeGetStridesAndOffset(from, strides, &offset);
  for (int d = 0; d < rank; d++) {
    bool is_alone =
        (d == 0 || group[d - 1] != group[d]) && (d + 1 == rank || group[d + 1] != group[d]);
    kept[group[d]] = is_alone ? strides[d] : access->strides[group[d]];
  }
  MlirAttribute layout = mlirStridedLayoutAttrGet(emitter->ir.context, offset, access->rank, kept);
  return mlirMemRefTypeGet(element, access->rank, shape, layout, space);
}

static MlirValue collapse(Emitter *emitter, MlirValue value, const Access *to, const uint8_t *group,
                          int rank) {
  MlirType from = mlirValueGetType(value);
  bool tensor = mlirTypeIsATensor(from);
  MlirNamedAttribute attribute =
      ir_attribute(&emitter->ir, "reassociation", reassociation_attribute(emitter, group, rank));
  return ir_value(&emitter->ir, tensor ? "tensor.collapse_shape" : "memref.collapse_shape",
                  tensor ? access_tensor_type(emitter, to)
                         : access_memref_type(emitter, to, from, group, rank),
                  1, &value, 1, &attribute);
}

static MlirValue expand(Emitter *emitter, MlirValue value, MlirType type, const uint8_t *group) {
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&emitter->ir, "reassociation", reassociation_attribute(emitter, group, rank)),
      ir_attribute(&emitter->ir, "static_output_shape",
                   mlirDenseI64ArrayGet(emitter->ir.context, rank, shape)),
  };
  return ir_value(&emitter->ir, "tensor.expand_shape", type, 1, &value, 2, attributes);
}

// How the rule merged the dimensions of an access that its prologue does not make: false when it
// did not.
static bool merged_groups(const Emitter *emitter, int access, uint8_t *out_group) {
  const Access *from = &emitter->group->workload.accesses[access],
               *to = &emitter->work->accesses[access];
  if (emitter->work == &emitter->group->workload || from->rank == to->rank)
    return false;
  int group = 0;
  int64_t product = 1;
  for (int d = 0; d < from->rank; d++) {
    out_group[d] = (uint8_t)group;
    product *= from->shape[d];
    if (product == to->shape[group] && group + 1 < to->rank) {
      group++;
      product = 1;
    }
  }
  return true;
}

// From the buffer of the payload to the one that the access describes, and back for results.
static MlirValue collapsed(Emitter *emitter, int access, MlirValue value) {
  const GroupAccess *ga = &emitter->group->accesses[access];
  uint8_t group[WORKLOAD_MAX_RANK];
  if (ga->collapse_rank)
    value = collapse(emitter, value, &emitter->group->workload.accesses[access], ga->reassociation,
                     ga->collapse_rank);
  if (emitter->made_operand != access && merged_groups(emitter, access, group))
    value = collapse(emitter, value, &emitter->work->accesses[access], group,
                     emitter->group->workload.accesses[access].rank);
  return value;
}

MlirValue emit_expanded(Emitter *emitter, int access, MlirValue value, MlirType type) {
  const GroupAccess *ga = &emitter->group->accesses[access];
  uint8_t group[WORKLOAD_MAX_RANK];
  if (merged_groups(emitter, access, group))
    value = expand(emitter, value,
                   access_tensor_type(emitter, &emitter->group->workload.accesses[access]), group);
  if (ga->collapse_rank)
    value = expand(emitter, value, type, ga->reassociation);
  return value;
}

void emit_open_buffers(Emitter *emitter) {
  const Group *g = emitter->group;
  for (int a = 0; a < emitter->work->access_count; a++) {
    MlirValue value = g->accesses[a].value;
    if (!mlirValueIsNull(value)) {
      emitter->values[a] = collapsed(emitter, a, value);
    } else if (emitter->work->accesses[a].is_output) {
      emitter->values[a] =
          ir_value(&emitter->ir, "tensor.empty",
                   access_tensor_type(emitter, &emitter->work->accesses[a]), 0, NULL, 0, NULL);
    }
  }
  for (int o = 0; o < g->output_count; o++)
    emitter->outputs[o].value = emitter->values[g->output_access[o]];
}

MlirValue emit_scratch(Emitter *emitter, ElementType type, int rank, const int64_t *shape) {
  MlirType element = emit_element_type(emitter, type);
  if (emitter->group->on_tensors) {
    MlirType tensor = mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
    return ir_value(&emitter->ir, "tensor.empty", tensor, 0, NULL, 0, NULL);
  }
  MlirType memref = mlirMemRefTypeContiguousGet(element, rank, shape, mlirAttributeGetNull());
  int32_t segments[2] = {0, 0};
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&emitter->ir, "operandSegmentSizes",
                   mlirDenseI32ArrayGet(emitter->ir.context, 2, segments)),
      ir_attribute(&emitter->ir, "alignment",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(emitter->ir.context, 64), 64)),
  };
  MlirValue value = ir_value(&emitter->ir, "memref.alloc", memref, 0, NULL, 2, attributes);
  emitter->scratch[emitter->scratch_count++] = value;
  return value;
}

void emit_free_scratch(Emitter *emitter, int kept) {
  for (int i = kept; i < emitter->scratch_count; i++)
    ir_op(&emitter->ir, "memref.dealloc", 0, NULL, 1, &emitter->scratch[i], 0, NULL);
  emitter->scratch_count = kept;
}

int emit_copy_lanes(const Emitter *emitter, const PackedBuffer *packed) {
  // The schedule's vector width in bytes, for this element type; copies gain nothing from more.
  int64_t bytes = element_type_bytes(packed->type);
  int64_t accumulator = element_type_bytes(emitter->work->accumulator_type);
  int64_t lanes = emitter->schedule->lanes * accumulator / bytes;
  lanes = lanes < 4 ? 4 : lanes;
  return lanes > SQUARE_MOST_LANES ? SQUARE_MOST_LANES : (int)lanes;
}
