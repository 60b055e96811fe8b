// Buffers: memory of arrays that exist only in the program, from before the nest until after it.
#include "affine/affine_costs.h"
#include "affine/emit/affine_emitter.h"

static bool array_is_used(const AffineProgram *program, int array) {
  for (int i = 0; i < program->statement_count; i++)
    for (int a = 0; a < program->statements[i]->access_count; a++)
      if (program->statements[i]->accesses[a].array == array)
        return true;
  return false;
}

static bool array_is_on_stack(const Emitter *emitter, const AffineArray *array) {
  return emitter->has_stack && affine_array_is_known(array) &&
         (double)affine_array_elements(array) <= BUFFERS_STACK_ELEMENTS;
}

static MlirValue new_buffer(Emitter *emitter, MlirType type, int size_count, MlirValue *sizes,
                            bool is_on_stack) {
  int32_t segments[2] = {size_count, 0};
  MlirType i64 = mlirIntegerTypeGet(emitter->ir.context, 64);
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&emitter->ir, "operandSegmentSizes",
                   mlirDenseI32ArrayGet(emitter->ir.context, 2, segments)),
      ir_attribute(&emitter->ir, "alignment",
                   mlirIntegerAttrGet(i64, emitter->program->target->cache_line_bytes)),
  };
  return ir_value(&emitter->ir, is_on_stack ? "memref.alloca" : "memref.alloc", type, size_count,
                  sizes, 2, attributes);
}

MlirValue affine_emit_buffers_new(Emitter *emitter, MlirType type, bool is_on_stack) {
  return new_buffer(emitter, type, 0, NULL, is_on_stack);
}

static MlirValue size_of(Emitter *emitter, const AffineArray *array, int d) {
  if (mlirValueIsNull(array->memref))
    return affine_emit_size(emitter, &array->extents[d]);
  MlirValue operands[2] = {array->memref, ir_index(&emitter->ir, d)};
  return ir_value(&emitter->ir, "memref.dim", mlirIndexTypeGet(emitter->ir.context), 2, operands, 0,
                  NULL);
}

static MlirValue buffer_of(Emitter *emitter, const AffineArray *array, bool is_on_stack) {
  int64_t shape[AFFINE_MAX_RANK];
  MlirValue sizes[AFFINE_MAX_RANK];
  int size_count = 0;
  for (int d = 0; d < array->rank; d++) {
    shape[d] = array->shape[d];
    if (shape[d] != AFFINE_UNKNOWN)
      continue;
    shape[d] = mlirShapedTypeGetDynamicSize();
    sizes[size_count++] = size_of(emitter, array, d);
  }
  MlirType type =
      mlirMemRefTypeContiguousGet(array->element, array->rank, shape, (MlirAttribute){NULL});
  return new_buffer(emitter, type, size_count, sizes, is_on_stack);
}

MlirValue affine_emit_buffers_like(Emitter *emitter, const AffineArray *array) {
  return buffer_of(emitter, array, false);
}

static void allocate(Emitter *emitter, int array) {
  const AffineArray *source = &emitter->program->arrays[array];
  emitter->memrefs[array] = source->memref;
  if (mlirValueIsNull(source->memref) && array_is_used(emitter->program, array))
    emitter->memrefs[array] = buffer_of(emitter, source, array_is_on_stack(emitter, source));
}

void affine_emit_buffers_allocate(Emitter *emitter) {
  for (int a = 0; a < emitter->program->array_count; a++)
    allocate(emitter, a);
}

// What the scalar of a carried value holds takes the place of the result of the root.
static void replace_result(Emitter *emitter, int array) {
  AffineAccess scalar = {.array = array};
  mlirValueReplaceAllUsesOfWith(emitter->program->arrays[array].result,
                                affine_emit_element_load(emitter, &scalar));
}

// The copy of the last iteration goes to the array that was copied per iteration.
static void copy_last(Emitter *emitter, int array) {
  const AffineArray *copy = &emitter->program->arrays[array];
  View view = {0};
  for (int d = 0; d < copy->rank; d++) {
    bool is_last = d < copy->expanded;
    view.base[d] = affine_form_constant(is_last ? copy->shape[d] - 1 : 0);
    view.sizes[d] = affine_form_constant(is_last ? 1 : copy->shape[d]);
    view.is_kept[d] = !is_last;
  }
  MlirValue operands[2] = {affine_emit_view(emitter, array, &view),
                           emitter->program->arrays[copy->origin].memref};
  ir_op(&emitter->ir, "memref.copy", 0, NULL, 2, operands, 0, NULL);
}

static void release(Emitter *emitter, int array) {
  const AffineArray *own = &emitter->program->arrays[array];
  if (!mlirValueIsNull(own->memref) || mlirValueIsNull(emitter->memrefs[array]))
    return;
  if (!mlirValueIsNull(own->result))
    replace_result(emitter, array);
  if (own->origin >= 0)
    copy_last(emitter, array);
  if (!array_is_on_stack(emitter, own))
    ir_op(&emitter->ir, "memref.dealloc", 0, NULL, 1, &emitter->memrefs[array], 0, NULL);
}

void affine_emit_buffers_release(Emitter *emitter) {
  for (int a = 0; a < emitter->program->array_count; a++)
    release(emitter, a);
}
