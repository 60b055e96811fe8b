// Filling images, which pack by buffer dimensions, with padding.
#include "base/integer.h"
#include "transforms/kernel/emitter.h"

typedef struct Image {
  Emitter *emitter;
  const PackedBuffer *packed;
  const Access *access;
  MlirValue *slot;
  Position at[PACK_MAX_RANK]; // coordinate of every outer packed dimension
  int outer;                  // packed dimensions before the row
  int lanes;
} Image;

static void image_write(Image *image, Position row, MlirValue vector) {
  Emitter *emitter = image->emitter;
  MlirValue index[PACK_MAX_RANK];
  int rank = image->packed->rank;
  for (int d = 0; d + 1 < rank; d++)
    index[d] = emit_position(emitter, image->at[d]);
  index[rank - 1] = emit_position(emitter, row);
  int lanes = (int)mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  *image->slot = emit_write_vector(emitter, *image->slot, rank, index, vector, lanes);
}

// Source row elements for packed coordinates [row, row + lanes).
static MlirValue image_read(Image *image, Position row, int64_t phase, int64_t stride, int lanes) {
  Linear linear[WORKLOAD_MAX_RANK];
  int rank = image->access->rank;
  for (int d = 0; d < rank; d++) {
    linear[d] = (Linear){.constant = image->packed->origin[d]};
    if (d + 1 < rank) {
      linear_add(&linear[d], image->at[d], 1);
    } else {
      linear[d].constant += phase;
      linear_add(&linear[d], row, stride);
    }
  }
  return emit_read_run(image->emitter, image->emitter->values[image->packed->access], rank, linear,
                       lanes, lanes, stride);
}

// What stands outside the source: the value of a fused padding, else one, by which even a body that
// divides can be evaluated in lanes that do not exist.
static MlirValue image_fill(Image *image, int lanes) {
  Emitter *emitter = image->emitter;
  if (image->access->may_leave_shape)
    return emit_broadcast(emitter, emit_pad_value(emitter, image->packed->access), lanes);
  MlirType type = emit_element_type(emitter, image->access->type);
  MlirAttribute one = mlirTypeIsAFloat(type) ? mlirFloatAttrDoubleGet(emitter->ir.context, type, 1)
                                             : mlirIntegerAttrGet(type, 1);
  return ir_splat(&emitter->ir, ir_vector_type(type, lanes), one);
}

// Packed coordinates [from, to) of the row: padding, or elements of the source.
static void image_span(Image *image, int64_t from, int64_t to, int64_t phase, int64_t stride,
                       bool padding) {
  Emitter *emitter = image->emitter;
  int lanes = image->lanes;
  int64_t loops = (to - from) / lanes;
  Position row = {{NULL}, from};
  if (loops > 2) {
    Carried carried = {.count = emitter->group->on_tensors, .items = {image->slot}};
    Position end = {{NULL}, from + loops * lanes};
    Position at = {emit_open_for(emitter, row, end, lanes, &carried), 0};
    image_write(image, at,
                padding ? image_fill(image, lanes) : image_read(image, at, phase, stride, lanes));
    emit_close_for(emitter, &carried);
    row = end;
  }
  while (row.constant < to) {
    while (lanes > to - row.constant)
      lanes /= 2;
    image_write(image, row,
                padding ? image_fill(image, lanes) : image_read(image, row, phase, stride, lanes));
    row.constant += lanes;
  }
}

// One row of the source (or of padding), split in phases where the kernel steps by more than one.
static void image_row(Image *image, bool padding) {
  const PackedBuffer *packed = image->packed;
  int last = packed->rank - 1, source = image->access->rank - 1;
  bool split = packed->dims[last].kind == PACK_DIM_QUOTIENT;
  int64_t stride = split ? packed->dims[last].factor : 1;
  int64_t size = packed->dims[last].size;
  for (int64_t phase = 0; phase < stride; phase++) {
    if (split)
      image->at[last - 1] = (Position){{NULL}, phase};
    int64_t offset = packed->origin[source] + phase; // index = offset + stride * coordinate
    int64_t from = integer_clamp(integer_ceil_div(-offset, stride), 0, size);
    int64_t to =
        integer_clamp(integer_ceil_div(image->access->shape[source] - offset, stride), from, size);
    if (padding)
      from = to = size;
    image_span(image, 0, from, phase, stride, true);
    if (!padding) {
      image_span(image, from, to, phase, stride, false);
      image_span(image, to, size, phase, stride, true);
    }
  }
}

// Recursion: at most PACK_MAX_RANK levels, one a dimension of the buffer.
static void image_dims(Image *image, int d, bool padding) {
  Emitter *emitter = image->emitter;
  if (d == image->outer) {
    emit_new_scope(emitter);
    image_row(image, padding);
    emit_new_scope(emitter);
    return;
  }
  // Coordinates before the buffer, inside it, after it.
  int64_t size = image->packed->dims[d].size;
  int64_t from = integer_clamp(-image->packed->origin[d], 0, size);
  int64_t to = integer_clamp(image->access->shape[d] - image->packed->origin[d], from, size);
  int64_t bounds[4] = {0, from, to, size};
  Carried carried = {.count = emitter->group->on_tensors, .items = {image->slot}};
  for (int part = 0; part < 3; part++) {
    if (bounds[part] == bounds[part + 1])
      continue;
    Position low = {{NULL}, bounds[part]}, high = {{NULL}, bounds[part + 1]};
    if (emitter->part && emitter->part->dim == d) {
      low = (Position){emit_maximum(emitter, low, emitter->part->from), 0};
      high = (Position){emit_minimum(emitter, high, emitter->part->to), 0};
    }
    image->at[d] = (Position){emit_open_for(emitter, low, high, 1, &carried), 0};
    image_dims(image, d + 1, padding || part != 1);
    emit_close_for(emitter, &carried);
  }
}

void emit_image(Emitter *emitter, int pack) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  Image image = {.emitter = emitter,
                 .packed = packed,
                 .access = &emitter->work->accesses[packed->access],
                 .slot = &emitter->packs[pack].value};
  image.lanes = emit_copy_lanes(emitter, packed);
  image.outer = packed->rank - 1;
  if (packed->dims[packed->rank - 1].kind == PACK_DIM_QUOTIENT)
    image.outer--;
  image_dims(&image, 0, false);
}
