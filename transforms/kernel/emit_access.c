// Reading and writing accesses of the workload: in place or packed, with strides, masks and
// padding.
#include "transforms/kernel/emitter.h"

#include <string.h>

// One dimension of the buffer that is really read: an index expression and what is done to it.
typedef struct PlanDim {
  Linear linear;
  int64_t factor; // for the divided kinds
  enum { DIM_PLAIN, DIM_MODULO, DIM_QUOTIENT } kind;
  int64_t vector_step; // change of this index per lane; 0 when lanes do not move it
} PlanDim;

typedef struct Plan {
  MlirValue buffer;
  ElementType type;
  int rank;
  PlanDim dims[PACK_MAX_RANK];
  bool packed;
  bool contiguous; // lanes are neighbours in memory
  int64_t last_stride;
} Plan;

static bool vectorised(const Point *point, int iterator) {
  return point->segment.lanes > 1 && iterator == point->vector;
}

static Position position_at(const Emitter *emitter, const Point *point, int iterator) {
  Position p = emitter->base[iterator];
  p.constant += point->offset[iterator];
  return p;
}

static void plan_in_place(Emitter *emitter, int access, const Point *point, Plan *plan) {
  const Access *a = &emitter->work->accesses[access];
  plan->rank = a->rank;
  plan->last_stride = a->rank ? a->strides[a->rank - 1] : 1;
  for (int d = 0; d < a->rank; d++) {
    PlanDim *dim = &plan->dims[d];
    *dim = (PlanDim){.linear = {.constant = a->index[d].constant}, .factor = 1};
    for (int i = 0; i < emitter->work->iterator_count; i++) {
      int32_t coefficient = a->index[d].coefficients[i];
      linear_add(&dim->linear, position_at(emitter, point, i), coefficient);
      if (coefficient && vectorised(point, i))
        dim->vector_step = coefficient;
    }
  }
}

static void plan_packed(Emitter *emitter, int pack, const Point *point, Plan *plan) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  const Access *a = &emitter->work->accesses[packed->access];
  plan->buffer = emitter->packs[pack].value;
  plan->type = packed->type;
  plan->rank = packed->rank;
  plan->packed = true;
  plan->last_stride = 1;
  for (int d = 0; d < packed->rank; d++) {
    const PackDim *source = &packed->dims[d];
    PlanDim *dim = &plan->dims[d];
    *dim = (PlanDim){.factor = source->factor};
    if (packed->is_image) {
      dim->linear.constant = a->index[source->source].constant - packed->origin[source->source];
      for (int i = 0; i < emitter->work->iterator_count; i++) {
        int32_t coefficient = a->index[source->source].coefficients[i];
        linear_add(&dim->linear, position_at(emitter, point, i), coefficient);
        if (coefficient && vectorised(point, i))
          dim->vector_step = source->kind == PACK_DIM_PHASE      ? 0
                             : source->kind == PACK_DIM_QUOTIENT ? coefficient / source->factor
                                                                 : coefficient;
      }
      dim->kind = source->kind == PACK_DIM_PHASE      ? DIM_MODULO
                  : source->kind == PACK_DIM_QUOTIENT ? DIM_QUOTIENT
                                                      : DIM_PLAIN;
      continue;
    }
    int i = source->source;
    Position origin = emitter->pack_origin[pack][i];
    if (source->kind == PACK_DIM_LANE) { // blocks start at multiples of the block
      dim->linear.constant = point->offset[i] * packed->interleave;
    } else {
      Position here = emitter->base[i];
      if (source->kind == PACK_DIM_ITERATOR || source->kind == PACK_DIM_GROUP)
        here.constant += point->offset[i];
      linear_add(&dim->linear, here, 1);
      linear_add(&dim->linear, origin, -1);
      bool is_plain = source->kind == PACK_DIM_ITERATOR;
      dim->kind = is_plain ? DIM_PLAIN : DIM_QUOTIENT;
    }
    if (source->kind != PACK_DIM_TILE && vectorised(point, i))
      dim->vector_step = 1;
  }
}

static void find_contiguity(Plan *plan) {
  bool only_last = plan->rank > 0;
  for (int d = 0; d + 1 < plan->rank; d++)
    only_last &= plan->dims[d].vector_step == 0;
  plan->contiguous =
      only_last && plan->dims[plan->rank - 1].vector_step == 1 && plan->last_stride == 1;
}

static void plan_access(Emitter *emitter, int access, const Point *point, Plan *plan) {
  *plan = (Plan){.buffer = emitter->values[access], .type = emitter->work->accesses[access].type};
  int pack = emitter->pack_of[access];
  if (pack >= 0 && emitter->pack_ready[pack])
    plan_packed(emitter, pack, point, plan);
  else
    plan_in_place(emitter, access, point, plan);
  find_contiguity(plan);
}

static void plan_index(Emitter *emitter, const Plan *plan, MlirValue *out_index) {
  for (int d = 0; d < plan->rank; d++) {
    const PlanDim *dim = &plan->dims[d];
    out_index[d] = dim->kind == DIM_PLAIN ? emit_linear(emitter, &dim->linear)
                                          : emit_linear_divide(emitter, &dim->linear, dim->factor,
                                                               dim->kind == DIM_MODULO);
  }
}

// Moves the plan by `lane` lanes.
static void plan_move(Plan *plan, int64_t lane) {
  for (int d = 0; d < plan->rank; d++)
    plan->dims[d].linear.constant += lane * plan->dims[d].vector_step *
                                     (plan->dims[d].kind == DIM_PLAIN ? 1 : plan->dims[d].factor);
}

// Lanes [first, last] of the segment whose index lies inside the shape, by static knowledge: a
// dimension with a dynamic index is inside by construction of the loops. Empty: first > last.
static void lanes_inside(const Emitter *emitter, int access, const Plan *plan, const Point *point,
                         int *out_first, int *out_last) {
  const Access *a = &emitter->work->accesses[access];
  *out_first = 0;
  *out_last = point->segment.valid - 1;
  if (!a->may_leave_shape || plan->packed)
    return;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->outside[i] && access_uses(a, i)) {
      *out_last = -1;
      return;
    }
  for (int d = 0; d < plan->rank; d++) {
    const PlanDim *dim = &plan->dims[d];
    if (dim->linear.count)
      continue;
    for (int lane = *out_first; lane <= *out_last; lane++) {
      int64_t index = dim->linear.constant + lane * dim->vector_step;
      if (index >= 0 && index < a->shape[d])
        break;
      (*out_first)++;
    }
    for (int lane = *out_last; lane >= *out_first; lane--) {
      int64_t index = dim->linear.constant + lane * dim->vector_step;
      if (index >= 0 && index < a->shape[d])
        break;
      (*out_last)--;
    }
  }
}

bool emit_is_outside(Emitter *emitter, int access, const Point *point) {
  Plan plan;
  int first, last;
  plan_access(emitter, access, point, &plan);
  lanes_inside(emitter, access, &plan, point, &first, &last);
  return first > last;
}

MlirValue emit_pad_value(Emitter *emitter, int access) {
  MlirValue pad = emitter->group->accesses[access].pad_value;
  MlirType element = emit_element_type(emitter, emitter->work->accesses[access].type);
  MlirAttribute constant = emit_constant_of(pad); // may stand inside the tensor.pad
  if (!mlirAttributeIsNull(constant))
    return ir_constant(&emitter->ir, element, constant);
  if (!mlirValueIsNull(pad))
    return pad;
  return ir_constant(&emitter->ir, element, ir_zero(element));
}

static MlirValue pad_splat(Emitter *emitter, int access, int lanes) {
  return emit_broadcast(emitter, emit_pad_value(emitter, access), lanes);
}

static MlirValue read_scalar(Emitter *emitter, const Plan *plan) {
  MlirValue index[PACK_MAX_RANK];
  plan_index(emitter, plan, index);
  return emit_read_scalar(emitter, plan->buffer, plan->rank, index);
}

// A vector from single loads: any stride, any dimension.
static MlirValue read_lanes(Emitter *emitter, int access, const Plan *plan, const Point *point,
                            int first, int last) {
  MlirValue lanes[64];
  MlirType element = emit_element_type(emitter, plan->type);
  MlirValue fill = emitter->work->accesses[access].may_leave_shape
                       ? emit_pad_value(emitter, access)
                       : ir_constant(&emitter->ir, element, ir_zero(element));
  int count = point->segment.lanes;
  for (int lane = 0; lane < count; lane++) {
    lanes[lane] = fill;
    if (lane < first || lane > last)
      continue;
    Plan moved = *plan;
    plan_move(&moved, lane);
    lanes[lane] = read_scalar(emitter, &moved);
  }
  return ir_value(&emitter->ir, "vector.from_elements", ir_vector_type(element, count), count,
                  lanes, 0, NULL);
}

// Contiguous lanes some of which lie outside: a load shifted inside the row, then a shuffle with
// the pad value. Needs a static index in the last dimension.
static MlirValue read_border(Emitter *emitter, int access, const Plan *plan, const Point *point,
                             int first, int last) {
  const Access *a = &emitter->work->accesses[access];
  int lanes = point->segment.lanes;
  int64_t row = a->shape[a->rank - 1];
  int64_t start = plan->dims[plan->rank - 1].linear.constant; // of lane 0, maybe negative
  int64_t from = start < 0 ? 0 : start;
  int valid = lanes;
  if (from + lanes > row)
    from = row - lanes;
  if (from < 0) {
    from = 0;
    valid = (int)row;
  }
  Plan moved = *plan;
  moved.dims[plan->rank - 1].linear.constant = from;
  MlirValue index[PACK_MAX_RANK];
  plan_index(emitter, &moved, index);
  MlirValue loaded = emit_read_vector(emitter, plan->buffer, plan->rank, index, lanes, valid);
  int64_t select[64];
  for (int lane = 0; lane < lanes; lane++)
    select[lane] = lane >= first && lane <= last ? start + lane - from : lanes + lane;
  return emit_shuffle(emitter, loaded, pad_splat(emitter, access, lanes), lanes, select);
}

static MlirValue read_strided(Emitter *emitter, const Plan *plan, Segment segment, int64_t stride) {
  Linear linear[PACK_MAX_RANK];
  for (int d = 0; d < plan->rank; d++)
    linear[d] = plan->dims[d].linear;
  return emit_read_run(emitter, plan->buffer, plan->rank, linear, segment.lanes, segment.valid,
                       stride);
}

// What a load stands for: the access, the iterator and number of its lanes, the offsets per
// dimension.
static void load_key(const Emitter *emitter, int access, const Point *point, bool moves,
                     int64_t *out_key) {
  const Access *a = &emitter->work->accesses[access];
  memset(out_key, 0, 12 * sizeof(*out_key));
  out_key[0] = access;
  if (moves)
    out_key[1] = (int64_t)point->segment.lanes << 32 | point->segment.valid << 8 | point->vector;
  for (int d = 0; d < a->rank; d++)
    for (int i = 0; i < emitter->work->iterator_count; i++)
      out_key[2 + d] += a->index[d].coefficients[i] * point->offset[i];
}

// One side of a square: lanes that are neighbours in memory, all of them inside. They may lie along
// a dimension before the last, when those after it have one element; then the compiler joins them.
static MlirValue read_row(Emitter *emitter, int access, const Point *point) {
  Plan plan;
  MlirValue index[PACK_MAX_RANK];
  int lanes = point->segment.lanes;
  plan_access(emitter, access, point, &plan);
  if (!plan.contiguous)
    return read_lanes(emitter, access, &plan, point, 0, lanes - 1);
  plan_index(emitter, &plan, index);
  return emit_read_vector(emitter, plan.buffer, plan.rank, index, lanes, lanes);
}

// The lanes are far apart, but another iterator of the register tile walks the buffer's elements
// one by one: a square is read along that one and transposed. All its vectors enter the cache.
// Null: there is no such iterator.
static MlirValue read_square(Emitter *emitter, int access, const Plan *plan, const Point *point) {
  const Access *a = &emitter->work->accesses[access];
  int lanes = point->segment.lanes;
  if (plan->packed || a->may_leave_shape || point->segment.valid < lanes || lanes > 16 ||
      lanes < 4 || access_stride(a, point->vector) == 1)
    return (MlirValue){NULL};
  for (int x = 0; x < emitter->work->iterator_count; x++) {
    int64_t start = point->offset[x] / lanes * lanes;
    if (x == point->vector || access_stride(a, x) != 1 || start + lanes > emitter->size[x])
      continue;
    MlirValue rows[16];
    Point row = *point, column = *point;
    row.vector = x;
    row.segment.offset = row.offset[x] = start;
    for (int lane = 0; lane < lanes; lane++) {
      row.offset[point->vector] = point->offset[point->vector] + lane;
      rows[lane] = read_row(emitter, access, &row);
    }
    emit_transpose(emitter, rows, lanes);
    for (int lane = 0; lane < lanes; lane++) {
      int64_t key[12];
      column.offset[x] = start + lane;
      load_key(emitter, access, &column, true, key);
      emit_cache_find(emitter, key)->value = rows[lane];
    }
    return rows[point->offset[x] - start];
  }
  return (MlirValue){NULL};
}

static MlirValue read_vector(Emitter *emitter, int access, const Plan *plan, const Point *point,
                             int first, int last) {
  int lanes = point->segment.lanes;
  const PlanDim *dim = &plan->dims[plan->rank - 1];
  bool whole = first == 0 && last == lanes - 1;
  bool inside = first == 0 && last == point->segment.valid - 1;
  if (plan->contiguous && plan->packed) {
    // Scratch rows are long enough for whole vectors.
    MlirValue index[PACK_MAX_RANK];
    plan_index(emitter, plan, index);
    return emit_read_vector(emitter, plan->buffer, plan->rank, index, lanes, lanes);
  }
  if (plan->contiguous && inside) {
    MlirValue index[PACK_MAX_RANK];
    plan_index(emitter, plan, index);
    return emit_read_vector(emitter, plan->buffer, plan->rank, index, lanes, point->segment.valid);
  }
  if (plan->contiguous && dim->linear.count == 0)
    return read_border(emitter, access, plan, point, first, last);
  bool only_last = plan->last_stride == 1 && dim->kind == DIM_PLAIN;
  for (int d = 0; d + 1 < plan->rank; d++)
    only_last &= plan->dims[d].vector_step == 0;
  if (inside && only_last && dim->vector_step >= 2 && dim->vector_step <= 4)
    return read_strided(emitter, plan, point->segment, dim->vector_step);
  MlirValue column = whole ? read_square(emitter, access, plan, point) : (MlirValue){NULL};
  return mlirValueIsNull(column) ? read_lanes(emitter, access, plan, point, first, last) : column;
}

MlirValue emit_load(Emitter *emitter, int access, const Point *point) {
  const Access *a = &emitter->work->accesses[access];
  int lanes = point->segment.lanes;
  bool moves = lanes > 1 && point->vector >= 0 && access_uses(a, point->vector);
  Plan plan;
  plan_access(emitter, access, point, &plan);
  int first, last;
  lanes_inside(emitter, access, &plan, point, &first, &last);
  if (first > last)
    return pad_splat(emitter, access, lanes);

  int64_t key[12];
  load_key(emitter, access, point, moves, key);
  CacheEntry *entry = emit_cache_find(emitter, key);
  MlirValue value = entry->value;
  if (mlirValueIsNull(value)) {
    value = moves ? read_vector(emitter, access, &plan, point, first, last)
                  : read_scalar(emitter, &plan);
    // Reading may have used the cache itself: look the entry up again.
    emit_cache_find(emitter, key)->value = value;
  }
  return moves ? value : emit_broadcast(emitter, value, lanes);
}

// Few of few are loaded one by one: processors mask no small elements.
static MlirValue read_run(Emitter *emitter, const Plan *plan, int count, int valid) {
  MlirValue index[PACK_MAX_RANK], elements[EMIT_MAX_LANES];
  plan_index(emitter, plan, index);
  if (valid == count || count > 4)
    return emit_read_vector(emitter, plan->buffer, plan->rank, index, count, valid);
  MlirType element = emit_element_type(emitter, plan->type);
  Plan moved = *plan;
  for (int n = 0; n < count; n++) {
    elements[n] = n < valid ? read_scalar(emitter, &moved)
                            : ir_constant(&emitter->ir, element, ir_zero(element));
    moved.dims[moved.rank - 1].linear.constant++;
  }
  return ir_value(&emitter->ir, "vector.from_elements", ir_vector_type(element, count), count,
                  elements, 0, NULL);
}

MlirValue emit_load_run(Emitter *emitter, int access, const Point *point, int count, int valid) {
  Point first = *point;
  Plan plan;
  int inside, last;
  first.segment.lanes = first.segment.valid = 1;
  plan_access(emitter, access, &first, &plan);
  lanes_inside(emitter, access, &plan, &first, &inside, &last);
  if (inside > last)
    return pad_splat(emitter, access, count);
  int64_t key[12];
  load_key(emitter, access, point, false, key);
  key[1] = (int64_t)count << 32 | valid << 8 | 1;
  MlirValue value = emit_cache_find(emitter, key)->value;
  if (mlirValueIsNull(value)) {
    value = read_run(emitter, &plan, count, valid);
    emit_cache_find(emitter, key)->value = value;
  }
  return value;
}

MlirValue emit_load_produced(Emitter *emitter, int pack, const Point *point) {
  int access = emitter->nest.packs[pack].access, lanes = point->segment.lanes;
  bool moves = lanes > 1 && point->vector >= 0 &&
               access_uses(&emitter->work->accesses[access], point->vector);
  Plan plan = {0};
  plan_packed(emitter, pack, point, &plan);
  find_contiguity(&plan);
  int64_t key[12];
  load_key(emitter, access, point, moves, key);
  key[0] = WORKLOAD_MAX_ACCESSES + pack;
  MlirValue value = emit_cache_find(emitter, key)->value;
  if (mlirValueIsNull(value)) {
    value = moves ? read_vector(emitter, access, &plan, point, 0, point->segment.valid - 1)
                  : read_scalar(emitter, &plan);
    emit_cache_find(emitter, key)->value = value;
  }
  return moves ? value : emit_broadcast(emitter, value, lanes);
}

void emit_store(Emitter *emitter, int output, const Point *point, MlirValue value) {
  int access = emitter->group->output_access[output];
  Plan plan;
  plan_access(emitter, access, point, &plan);
  Slot *slot = &emitter->outputs[output];
  MlirValue index[PACK_MAX_RANK];
  if (plan.contiguous && point->segment.lanes > 1) {
    plan_index(emitter, &plan, index);
    slot->value =
        emit_write_vector(emitter, slot->value, plan.rank, index, value, point->segment.valid);
    return;
  }
  for (int lane = 0; lane < point->segment.valid; lane++) {
    Plan moved = plan;
    plan_move(&moved, lane);
    plan_index(emitter, &moved, index);
    slot->value = emit_write_scalar(emitter, slot->value, plan.rank, index,
                                    emit_extract_lane(emitter, value, lane));
  }
}
