// A part of an array as memref.subview.
#include "affine/emit/affine_emitter.h"

static MlirAttribute integers(Emitter *emitter, int count, const int64_t *values) {
  return mlirDenseI64ArrayGet(emitter->ir.context, count, values);
}

static bool view_is_whole(const AffineArray *array, const View *view) {
  for (int d = 0; d < array->rank; d++)
    if (!view->is_kept[d] || !affine_form_is_constant(&view->base[d]) || view->base[d].constant ||
        !affine_form_is_constant(&view->sizes[d]) || view->sizes[d].constant != array->shape[d])
      return false;
  return true;
}

static MlirType view_type(MlirType source, int rank, const View *view, const int64_t *offsets,
                          const int64_t *sizes) {
  int64_t strides[AFFINE_MAX_RANK], offset, shape[AFFINE_MAX_RANK], kept[AFFINE_MAX_RANK];
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  int count = 0;
  (void)mlirMemRefTypeGetStridesAndOffset(source, strides, &offset);
  for (int d = 0; d < rank; d++) {
    bool is_open = offsets[d] == mlirShapedTypeGetDynamicSize() || strides[d] == dynamic;
    if (offset != dynamic && offsets[d] != 0)
      offset = is_open ? dynamic : offset + offsets[d] * strides[d];
    if (view->is_kept[d]) {
      shape[count] = sizes[d];
      kept[count++] = strides[d];
    }
  }
  MlirAttribute layout = mlirStridedLayoutAttrGet(mlirTypeGetContext(source), offset, count, kept);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(source), count, shape, layout,
                           (MlirAttribute){NULL});
}

MlirValue affine_emit_view(Emitter *emitter, int array, const View *view) {
  const AffineArray *source = &emitter->program->arrays[array];
  MlirValue memref = emitter->memrefs[array], operands[1 + 2 * AFFINE_MAX_RANK] = {memref};
  int64_t offsets[AFFINE_MAX_RANK], sizes[AFFINE_MAX_RANK], strides[AFFINE_MAX_RANK];
  int rank = source->rank, dynamic_count = 0;
  if (view_is_whole(source, view))
    return memref;
  for (int d = 0; d < rank; d++) {
    strides[d] = 1;
    offsets[d] = view->base[d].constant;
    if (affine_form_is_constant(&view->base[d]))
      continue;
    offsets[d] = mlirShapedTypeGetDynamicSize();
    operands[1 + dynamic_count++] = affine_emit_index(emitter, &view->base[d]);
  }
  int offset_count = dynamic_count;
  for (int d = 0; d < rank; d++) {
    sizes[d] = view->sizes[d].constant;
    if (affine_form_is_constant(&view->sizes[d]))
      continue;
    sizes[d] = mlirShapedTypeGetDynamicSize();
    operands[1 + dynamic_count++] = affine_emit_size(emitter, &view->sizes[d]);
  }
  int32_t segments[4] = {1, offset_count, dynamic_count - offset_count, 0};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(&emitter->ir, "static_offsets", integers(emitter, rank, offsets)),
      ir_attribute(&emitter->ir, "static_sizes", integers(emitter, rank, sizes)),
      ir_attribute(&emitter->ir, "static_strides", integers(emitter, rank, strides)),
      ir_attribute(&emitter->ir, "operandSegmentSizes",
                   mlirDenseI32ArrayGet(emitter->ir.context, 4, segments)),
  };
  MlirType type = view_type(mlirValueGetType(memref), rank, view, offsets, sizes);
  return ir_value(&emitter->ir, "memref.subview", type, 1 + dynamic_count, operands, 4, attributes);
}
