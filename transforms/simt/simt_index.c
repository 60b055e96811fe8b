// Positions as index values, and elements at them.
#include "transforms/simt/simt_emitter.h"

#include "mlir-c/BuiltinAttributes.h"

MlirValue simt_identity(IrBuilder *ir, const char *op) {
  MlirNamedAttribute x =
      ir_attribute(ir, "dimension", mlirAttributeParseGet(ir->context, ir_string("#gpu<dim x>")));
  return ir_value(ir, op, mlirIndexTypeGet(ir->context), 0, NULL, 1, &x);
}

MlirValue simt_add(SimtEmitter *emitter, MlirValue value, int64_t constant) {
  return constant == 0
             ? value
             : ir_binary(&emitter->ir, "arith.addi", value, ir_index(&emitter->ir, constant));
}

MlirValue simt_sum(SimtEmitter *emitter, MlirValue a, MlirValue b) {
  return mlirValueIsNull(a)   ? b
         : mlirValueIsNull(b) ? a
                              : ir_binary(&emitter->ir, "arith.addi", a, b);
}

MlirValue simt_multiply(SimtEmitter *emitter, MlirValue value, int64_t factor) {
  return factor == 1 ? value
                     : ir_binary(&emitter->ir, "arith.muli", value, ir_index(&emitter->ir, factor));
}

MlirValue simt_quotient(SimtEmitter *emitter, MlirValue value, int64_t divisor, int64_t bound) {
  return bound <= divisor ? ir_index(&emitter->ir, 0)
         : divisor == 1
             ? value
             : ir_binary(&emitter->ir, "arith.divui", value, ir_index(&emitter->ir, divisor));
}

MlirValue simt_rest(SimtEmitter *emitter, MlirValue value, int64_t divisor, int64_t bound) {
  return bound <= divisor ? value
         : divisor == 1
             ? ir_index(&emitter->ir, 0)
             : ir_binary(&emitter->ir, "arith.remui", value, ir_index(&emitter->ir, divisor));
}

MlirValue simt_below(SimtEmitter *emitter, MlirValue value, int64_t limit, bool is_sure) {
  return is_sure ? (MlirValue){NULL}
                 : ir_compare_index(&emitter->ir, INTEGER_UNSIGNED_LESS, value,
                                    ir_index(&emitter->ir, limit));
}

static MlirValue below_value(SimtEmitter *emitter, MlirValue value, MlirValue limit) {
  return ir_compare_index(&emitter->ir, INTEGER_UNSIGNED_LESS, value, limit);
}

MlirValue simt_below_extent(SimtEmitter *emitter, MlirValue at, int iterator, bool is_sure) {
  const Workload *work = &emitter->group->workload;
  return workload_is_unknown(work, iterator)
             ? below_value(emitter, at, emitter->extent)
             : simt_below(emitter, at, work->extents[iterator], is_sure);
}

// The part of an iterator that is unknown is its outermost.
MlirValue simt_below_role(SimtEmitter *emitter, MlirValue at, int role) {
  const SimtRoles *roles = &emitter->nest->roles;
  if (!roles->is_unknown[role])
    return simt_below(emitter, at, roles->extent[role], simt_covers(emitter->nest, role));
  int64_t steps = roles->extent[role] / emitter->group->fusion.unknown;
  return below_value(emitter, at, simt_multiply(emitter, emitter->extent, steps));
}

MlirValue simt_both(SimtEmitter *emitter, MlirValue a, MlirValue b) {
  return mlirValueIsNull(a)   ? b
         : mlirValueIsNull(b) ? a
                              : ir_binary(&emitter->ir, "arith.andi", a, b);
}

// --- elements

// The iterations of the group's iterators, each a part of one of the product's, which has a role or
// is a batch.
static void iterations(SimtEmitter *emitter, const MlirValue *at, MlirValue *out) {
  const SimtRoles *roles = &emitter->nest->roles;
  const SimtView *view = emitter->view;
  for (int v = 0; v < view->product.iterator_count; v++) {
    MlirValue value = emitter->at[v];
    int64_t bound = view->product.extents[v];
    for (int role = 0; role < SIMT_ROLES; role++)
      if (roles->iterator[role] == v)
        value = at[role];
    // Results have no terms.
    for (int p = view->part_count[v]; p-- > 0 && !mlirValueIsNull(value);) {
      int i = view->parts[v][p];
      int64_t extent = emitter->group->workload.extents[i];
      out[i] = p == 0 ? value : simt_rest(emitter, value, extent, bound);
      value = p == 0 ? value : simt_quotient(emitter, value, extent, bound);
      bound /= extent;
    }
  }
}

static MlirValue position(SimtEmitter *emitter, const IndexExpr *index, const MlirValue *at) {
  MlirValue sum = {NULL};
  for (int i = 0; i < emitter->group->workload.iterator_count; i++)
    if (index->coefficients[i] != 0)
      sum = simt_sum(emitter, sum, simt_multiply(emitter, at[i], index->coefficients[i]));
  return mlirValueIsNull(sum) ? ir_index(&emitter->ir, index->constant)
                              : simt_add(emitter, sum, index->constant);
}

MlirType simt_access_type(const Group *group, int access) {
  int output = 0;
  if (!mlirValueIsNull(group->accesses[access].value))
    return mlirValueGetType(group->accesses[access].value);
  while (output < group->output_count - 1 && group->output_access[output] != access)
    output++;
  return mlirValueGetType(group->output_result[output]);
}

// A dimension of the access may be several of the buffer, the last of them the innermost.
int simt_element(SimtEmitter *emitter, int access, const MlirValue *iterations,
                 MlirValue *out_index) {
  const Access *a = &emitter->group->workload.accesses[access];
  const GroupAccess *buffer = &emitter->group->accesses[access];
  MlirType type = simt_access_type(emitter->group, access);
  int rank = buffer->collapse_rank > 0 ? buffer->collapse_rank : a->rank;
  for (int d = rank; d-- > 0;) {
    int whole = buffer->collapse_rank > 0 ? buffer->reassociation[d] : d;
    int64_t inner = 1, outer = 1, size = mlirShapedTypeGetDimSize(type, d);
    for (int other = 0; buffer->collapse_rank > 0 && other < rank; other++)
      if (buffer->reassociation[other] == whole)
        *(other > d ? &inner : &outer) *= other == d ? 1 : mlirShapedTypeGetDimSize(type, other);
    MlirValue value = position(emitter, &a->index[whole], iterations);
    if (mlirShapedTypeIsDynamicDim(type, d)) { // no other is joined with it
      out_index[d] = value;
      continue;
    }
    // One that is the buffer's own may be outside of it, in padding.
    if (buffer->collapse_rank > 0) {
      value = simt_quotient(emitter, value, inner, inner * size * outer);
      value = simt_rest(emitter, value, size, size * outer);
    }
    out_index[d] = value;
  }
  return rank;
}

// What is below 0 is far above every size without a sign.
MlirValue simt_in_shape(SimtEmitter *emitter, int access, const MlirValue *index) {
  const Workload *work = &emitter->group->workload;
  const Access *a = &work->accesses[access];
  MlirValue inside = {NULL};
  for (int d = 0; a->may_leave_shape && d < a->rank; d++)
    if (access_leaves_shape(work, a, d)) {
      MlirValue below = simt_below(emitter, index[d], a->shape[d], false);
      inside = simt_both(emitter, inside, below);
    }
  return inside;
}

int simt_index(SimtEmitter *emitter, int access, const MlirValue at[SIMT_ROLES],
               MlirValue *out_index) {
  MlirValue iterations_of[WORKLOAD_MAX_ITERATORS];
  iterations(emitter, at, iterations_of);
  return simt_element(emitter, access, iterations_of, out_index);
}

static MlirNamedAttribute alignment(SimtEmitter *emitter, MlirType element, int width) {
  MlirType i64 = mlirIntegerTypeGet(emitter->ir.context, 64);
  return ir_attribute(&emitter->ir, "alignment",
                      mlirIntegerAttrGet(i64, simt_type_bytes(element) * width));
}

static MlirType element_of(MlirValue buffer) {
  return mlirShapedTypeGetElementType(mlirValueGetType(buffer));
}

MlirValue simt_load(SimtEmitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                    int width) {
  MlirValue operands[1 + WORKLOAD_MAX_RANK] = {buffer};
  MlirType element = element_of(buffer);
  if (rank == 0)
    return simt_splat(emitter, ir_unary(&emitter->ir, "memref.load", element, buffer), 1);
  MlirNamedAttribute aligned = alignment(emitter, element, width);
  for (int d = 0; d < rank; d++)
    operands[1 + d] = index[d];
  return ir_value(&emitter->ir, "vector.load", ir_vector_type(element, width), 1 + rank, operands,
                  1, &aligned);
}

void simt_store(SimtEmitter *emitter, MlirValue vector, MlirValue buffer, int rank,
                const MlirValue *index, int width) {
  MlirValue operands[2 + WORKLOAD_MAX_RANK] = {vector, buffer};
  if (rank == 0) {
    operands[0] = simt_lane(emitter, vector, 0);
    ir_op(&emitter->ir, "memref.store", 0, NULL, 2, operands, 0, NULL);
    return;
  }
  MlirNamedAttribute aligned = alignment(emitter, element_of(buffer), width);
  for (int d = 0; d < rank; d++)
    operands[2 + d] = index[d];
  ir_op(&emitter->ir, "vector.store", 0, NULL, 2 + rank, operands, 1, &aligned);
}
