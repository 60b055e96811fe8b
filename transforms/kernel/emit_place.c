#include "transforms/kernel/emit_place.h"

static bool vectorised(const Point *point, int iterator) {
  return point->segment.lanes > 1 && iterator == point->vector;
}

static Position position_at(const Emitter *emitter, const Point *point, int iterator) {
  Position p = emitter->base[iterator];
  p.constant += point->offset[iterator];
  return p;
}

static void find_contiguity(Place *place) {
  bool only_last = place->rank > 0;
  for (int d = 0; d + 1 < place->rank; d++)
    only_last &= place->dims[d].vector_step == 0;
  place->contiguous =
      only_last && place->dims[place->rank - 1].vector_step == 1 && place->last_stride == 1;
}

static void place_in_operand(Emitter *emitter, int access, const Point *point, Place *place) {
  const Access *a = &emitter->work->accesses[access];
  place->rank = a->rank;
  place->last_stride = a->rank ? a->strides[a->rank - 1] : 1;
  for (int d = 0; d < a->rank; d++) {
    PlaceDim *dim = &place->dims[d];
    *dim = (PlaceDim){.linear = {.constant = a->index[d].constant}, .factor = 1};
    for (int i = 0; i < emitter->work->iterator_count; i++) {
      int32_t coefficient = a->index[d].coefficients[i];
      linear_add(&dim->linear, position_at(emitter, point, i), coefficient);
      if (coefficient && vectorised(point, i))
        dim->vector_step = coefficient;
    }
  }
  find_contiguity(place);
}

static void place_in_image(Emitter *emitter, const PackedBuffer *packed, const Point *point, int d,
                           PlaceDim *dim) {
  const PackDim *source = &packed->dims[d];
  const IndexExpr *index = &emitter->work->accesses[packed->access].index[source->source];
  dim->linear.constant = index->constant - packed->origin[source->source];
  for (int i = 0; i < emitter->work->iterator_count; i++) {
    int32_t coefficient = index->coefficients[i];
    linear_add(&dim->linear, position_at(emitter, point, i), coefficient);
    if (coefficient && vectorised(point, i))
      dim->vector_step = source->kind == PACK_DIM_PHASE      ? 0
                         : source->kind == PACK_DIM_QUOTIENT ? coefficient / source->factor
                                                             : coefficient;
  }
  dim->kind = source->kind == PACK_DIM_PHASE      ? DIM_MODULO
              : source->kind == PACK_DIM_QUOTIENT ? DIM_QUOTIENT
                                                  : DIM_PLAIN;
}

static void place_in_panel(Emitter *emitter, int pack, const Point *point, int d, PlaceDim *dim) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  const PackDim *source = &packed->dims[d];
  int i = source->source;
  bool is_tile = packed->interleave > emitter->nest.dot.k;
  if (source->kind == PACK_DIM_LANE) { // blocks start at multiples of the block
    dim->linear.constant = is_tile ? 0 : point->offset[i] % source->factor * packed->interleave;
  } else {
    Position here = emitter->base[i];
    here.constant += source->kind != PACK_DIM_TILE || is_tile
                         ? point->offset[i]
                         : point->offset[i] - point->offset[i] % source->factor;
    linear_add(&dim->linear, here, 1);
    linear_add(&dim->linear, emitter->pack_origin[pack][i], -1);
    dim->kind = source->kind == PACK_DIM_ITERATOR ? DIM_PLAIN : DIM_QUOTIENT;
  }
  if (source->kind != PACK_DIM_TILE && vectorised(point, i))
    dim->vector_step = 1;
}

void place_in_pack(Emitter *emitter, int pack, const Point *point, Place *place) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  place->buffer = emitter->packs[pack].value;
  place->type = packed->type;
  place->rank = packed->rank;
  place->packed = true;
  place->last_stride = 1;
  for (int d = 0; d < packed->rank; d++) {
    place->dims[d] = (PlaceDim){.factor = packed->dims[d].factor};
    if (packed->is_image)
      place_in_image(emitter, packed, point, d, &place->dims[d]);
    else
      place_in_panel(emitter, pack, point, d, &place->dims[d]);
  }
  find_contiguity(place);
}

void place_of_access(Emitter *emitter, int access, const Point *point, Place *place) {
  *place = (Place){.buffer = emitter->values[access], .type = emitter->work->accesses[access].type};
  int pack = emitter->pack_of[access];
  if (pack >= 0 && emitter->pack_ready[pack])
    place_in_pack(emitter, pack, point, place);
  else
    place_in_operand(emitter, access, point, place);
}

void place_index(Emitter *emitter, const Place *place, MlirValue *out_index) {
  for (int d = 0; d < place->rank; d++) {
    const PlaceDim *dim = &place->dims[d];
    out_index[d] = dim->kind == DIM_PLAIN ? emit_linear(emitter, &dim->linear)
                                          : emit_linear_divide(emitter, &dim->linear, dim->factor,
                                                               dim->kind == DIM_MODULO);
  }
}

// Moves the place by `lane` lanes.
void place_move(Place *place, int64_t lane) {
  for (int d = 0; d < place->rank; d++)
    place->dims[d].linear.constant +=
        lane * place->dims[d].vector_step *
        (place->dims[d].kind == DIM_PLAIN ? 1 : place->dims[d].factor);
}

// Lanes [first, last] of the segment whose index lies inside the shape, by static knowledge: a
// dimension with a dynamic index is inside by construction of the loops. Empty: first > last.
void place_lanes_inside(const Emitter *emitter, int access, const Place *place, const Point *point,
                        int *out_first, int *out_last) {
  const Access *a = &emitter->work->accesses[access];
  *out_first = 0;
  *out_last = point->segment.valid - 1;
  if (!a->may_leave_shape || place->packed)
    return;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->outside[i] && access_uses(a, i)) {
      *out_last = -1;
      return;
    }
  for (int d = 0; d < place->rank; d++) {
    const PlaceDim *dim = &place->dims[d];
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
  Place place;
  int first, last;
  place_of_access(emitter, access, point, &place);
  place_lanes_inside(emitter, access, &place, point, &first, &last);
  return first > last;
}
