// The buffers at the root of a nest: those of the payload in the shape that the workload describes,
// and scratch.
#include "transforms/kernel/emitter.h"

// Dimensions of a buffer that become one: group[d] is the new dimension of dimension d.
static MlirAttribute reassociation_attribute(Emitter *e, const uint8_t *group, int rank) {
  MlirContext c = e->ir.context;
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

static MlirType access_tensor_type(Emitter *e, const Access *access) {
  return mlirRankedTensorTypeGet(access->rank, access->shape, emit_element_type(e, access->type),
                                 mlirAttributeGetNull());
}

static MlirType access_memref_type(Emitter *e, const Access *access, MlirType from) {
  MlirType element = emit_element_type(e, access->type);
  MlirAttribute space = mlirMemRefTypeGetMemorySpace(from);
  if (mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(from)))
    return mlirMemRefTypeContiguousGet(element, access->rank, access->shape, space);
  // Only neighbours that are contiguous are collapsed, so the access knows the strides.
  int64_t strides[WORKLOAD_MAX_RANK], offset = 0;
  mlirMemRefTypeGetStridesAndOffset(from, strides, &offset);
  MlirAttribute layout =
      mlirStridedLayoutAttrGet(e->ir.context, offset, access->rank, access->strides);
  return mlirMemRefTypeGet(element, access->rank, access->shape, layout, space);
}

static MlirValue collapse(Emitter *e, MlirValue value, const Access *to, const uint8_t *group,
                          int rank) {
  MlirType from = mlirValueGetType(value);
  bool tensor = mlirTypeIsATensor(from);
  MlirNamedAttribute attribute =
      ir_attribute(&e->ir, "reassociation", reassociation_attribute(e, group, rank));
  return ir_value(&e->ir, tensor ? "tensor.collapse_shape" : "memref.collapse_shape",
                  tensor ? access_tensor_type(e, to) : access_memref_type(e, to, from), 1, &value,
                  1, &attribute);
}

static MlirValue expand(Emitter *e, MlirValue value, MlirType type, const uint8_t *group) {
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&e->ir, "reassociation", reassociation_attribute(e, group, rank)),
      ir_attribute(&e->ir, "static_output_shape", mlirDenseI64ArrayGet(e->ir.context, rank, shape)),
  };
  return ir_value(&e->ir, "tensor.expand_shape", type, 1, &value, 2, attributes);
}

// How the rule merged the dimensions of an access that its prologue does not make: false when it
// did not.
static bool merged_groups(const Emitter *e, int access, uint8_t *out_group) {
  const Access *from = &e->group->workload.accesses[access], *to = &e->work->accesses[access];
  if (e->work == &e->group->workload || from->rank == to->rank)
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
static MlirValue collapsed(Emitter *e, int access, MlirValue value) {
  const GroupAccess *ga = &e->group->accesses[access];
  uint8_t group[WORKLOAD_MAX_RANK];
  if (ga->collapse_rank)
    value = collapse(e, value, &e->group->workload.accesses[access], ga->reassociation,
                     ga->collapse_rank);
  if (e->made_operand != access && merged_groups(e, access, group))
    value = collapse(e, value, &e->work->accesses[access], group,
                     e->group->workload.accesses[access].rank);
  return value;
}

MlirValue emit_expanded(Emitter *e, int access, MlirValue value, MlirType type) {
  const GroupAccess *ga = &e->group->accesses[access];
  uint8_t group[WORKLOAD_MAX_RANK];
  if (merged_groups(e, access, group))
    value = expand(e, value, access_tensor_type(e, &e->group->workload.accesses[access]), group);
  if (ga->collapse_rank)
    value = expand(e, value, type, ga->reassociation);
  return value;
}

void emit_open_buffers(Emitter *e) {
  const Group *g = e->group;
  for (int a = 0; a < e->work->access_count; a++) {
    MlirValue value = g->accesses[a].value;
    if (!mlirValueIsNull(value)) {
      e->values[a] = collapsed(e, a, value);
    } else if (e->work->accesses[a].is_output) {
      e->values[a] = ir_value(&e->ir, "tensor.empty", access_tensor_type(e, &e->work->accesses[a]),
                              0, NULL, 0, NULL);
    }
  }
  for (int o = 0; o < g->output_count; o++)
    e->outputs[o].value = e->values[g->output_access[o]];
}

MlirValue emit_scratch(Emitter *e, ElementType type, int rank, const int64_t *shape) {
  MlirType element = emit_element_type(e, type);
  if (e->group->on_tensors) {
    MlirType tensor = mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
    return ir_value(&e->ir, "tensor.empty", tensor, 0, NULL, 0, NULL);
  }
  MlirType memref = mlirMemRefTypeContiguousGet(element, rank, shape, mlirAttributeGetNull());
  int32_t segments[2] = {0, 0};
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&e->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(e->ir.context, 2, segments)),
      ir_attribute(&e->ir, "alignment",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(e->ir.context, 64), 64)),
  };
  MlirValue value = ir_value(&e->ir, "memref.alloc", memref, 0, NULL, 2, attributes);
  e->scratch[e->scratch_count++] = value;
  return value;
}

void emit_free_scratch(Emitter *e) {
  for (int i = 0; i < e->scratch_count; i++)
    ir_op(&e->ir, "memref.dealloc", 0, NULL, 1, &e->scratch[i], 0, NULL);
}
