// Joins written in place: what a concatenation, or a chain of insertions that cover a tensor, puts
// together is computed where it belongs. Outer joins go before the inner ones: the tensors that a
// plan names stay until their own turn.
#include "transforms/lowering/join/join_place.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "transforms/lowering/join/join_plan.h"

#include <stdlib.h>

// --- buffers

static MlirType memref_like(MlirType tensor, const JoinLayout *layout) {
  return mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(tensor), layout->rank,
                                     layout->extents, mlirAttributeGetNull());
}

static void make_buffer(JoinWhole *whole) {
  IrBuilder ir;
  JoinLayout layout;
  MlirOperation first = mlirBlockGetFirstOperation(whole->block);
  join_layout_row_major(whole->type, &layout);
  int64_t bytes =
      join_layout_span(&layout) * arena_element_bytes(mlirShapedTypeGetElementType(whole->type));
  ir_start(&ir, first, mlirOperationGetLocation(first));
  whole->buffer = whole->is_returned ? arena_allocate_type(&ir, memref_like(whole->type, &layout))
                                     : arena_allocate(&ir, bytes);
  ir_finish(&ir);
}

// `buffer` from `offset` on, with the strides of the layout.
static MlirValue recast(IrBuilder *ir, MlirValue buffer, int64_t offset, MlirType tensor,
                        const JoinLayout *layout) {
  int32_t segments[4] = {1, 0, 0, 0};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "static_offsets", mlirDenseI64ArrayGet(ir->context, 1, &offset)),
      ir_attribute(ir, "static_sizes",
                   mlirDenseI64ArrayGet(ir->context, layout->rank, layout->extents)),
      ir_attribute(ir, "static_strides",
                   mlirDenseI64ArrayGet(ir->context, layout->rank, layout->strides)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments))};
  MlirType type = mlirMemRefTypeGet(
      mlirShapedTypeGetElementType(tensor), layout->rank, layout->extents,
      mlirStridedLayoutAttrGet(ir->context, offset, layout->rank, layout->strides),
      mlirAttributeGetNull());
  return ir_value(ir, "memref.reinterpret_cast", type, 1, &buffer, 4, attributes);
}

static MlirValue view_bytes(IrBuilder *ir, MlirValue bytes, int64_t offset, MlirType type) {
  MlirValue operands[2] = {bytes, ir_index(ir, offset)};
  return ir_value(ir, "memref.view", type, 2, operands, 0, NULL);
}

// Whether the buffer has the type that it would have by itself. Who frees a whole that is returned
// needs one of its type; parts of it then tell their offset in theirs.
static bool is_plain(const JoinPlan *plan, const JoinPlace *place) {
  const JoinWhole *whole = &plan->wholes[place->whole];
  return join_layout_is_contiguous(&place->layout) &&
         (!whole->is_returned || mlirTypeEqual(mlirValueGetType(place->value), whole->type));
}

// The buffer of a tensor that lies at `place`, in the shape of `layout`.
static MlirValue slice(IrBuilder *ir, const JoinPlan *plan, const JoinPlace *place,
                       const JoinLayout *layout) {
  const JoinWhole *whole = &plan->wholes[place->whole];
  MlirType element = mlirShapedTypeGetElementType(whole->type);
  MlirType plain = memref_like(whole->type, layout);
  if (whole->is_returned)
    return place->offset == 0 && mlirTypeEqual(plain, mlirValueGetType(whole->buffer))
               ? whole->buffer
               : recast(ir, whole->buffer, place->offset, whole->type, layout);
  int64_t start = place->offset * arena_element_bytes(element), span = join_layout_span(layout);
  if (join_layout_is_contiguous(layout))
    return view_bytes(ir, whole->buffer, start, plain);
  MlirType line = mlirMemRefTypeContiguousGet(element, 1, &span, mlirAttributeGetNull());
  return recast(ir, view_bytes(ir, whole->buffer, start, line), 0, whole->type, layout);
}

// The slice as `value` has it, which shows or is shown by the tensor at `place`; before `before`.
static MlirValue slice_like(const JoinPlan *plan, const JoinPlace *place, MlirValue value,
                            MlirOperation before) {
  IrBuilder ir;
  JoinLayout layout;
  join_layout_row_major(mlirValueGetType(value), &layout);
  join_layout_reshape(&place->layout, &layout); // the plan has seen that it can
  ir_start(&ir, before, mlirOperationGetLocation(before));
  MlirValue buffer = slice(&ir, plan, place, &layout);
  ir_finish(&ir);
  return buffer;
}

// The tensor that a buffer holds: nobody may write in its place.
static MlirValue tensor_of(MlirValue buffer, MlirType type, MlirOperation before) {
  IrBuilder ir;
  ir_start(&ir, before, mlirOperationGetLocation(before));
  MlirNamedAttribute attribute = ir_attribute(&ir, "restrict", mlirUnitAttrGet(ir.context));
  MlirValue tensor = ir_value(&ir, "bufferization.to_tensor", type, 1, &buffer, 1, &attribute);
  ir_finish(&ir);
  return tensor;
}

// --- readers of tensors that lie in a whole

static MlirOperation find_user(MlirValue tensor, bool (*is_wanted)(MlirOperation op)) {
  for (MlirOpOperand use = mlirValueGetFirstUse(tensor); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (is_wanted(mlirOpOperandGetOwner(use)))
      return mlirOpOperandGetOwner(use);
  return (MlirOperation){NULL};
}

static bool is_to_buffer(MlirOperation op) { return ir_op_is(op, "bufferization.to_buffer"); }

// Who reads `tensor` through a buffer or in another shape reads `buffer`, as it is in that shape.
static void replace_readers(const JoinPlan *plan, const JoinPlace *place, MlirValue tensor,
                            MlirValue buffer) {
  MlirOperation op;
  while (!mlirOperationIsNull(op = find_user(tensor, is_to_buffer))) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), buffer);
    mlirOperationDestroy(op);
  }
  while (!mlirOperationIsNull(op = find_user(tensor, join_plan_is_view))) {
    MlirValue view = mlirOperationGetResult(op, 0);
    MlirValue shown = slice_like(plan, place, view, op);
    MlirValue fresh = tensor_of(shown, mlirValueGetType(view), op);
    mlirValueReplaceAllUsesOfWith(view, fresh);
    mlirOperationDestroy(op);
    replace_readers(plan, place, fresh, shown);
  }
}

// --- what nests write

// Takes the views and tensors away that nobody uses, from `value` back.
static void destroy_unused(MlirValue value) {
  while (mlirOpOperandIsNull(mlirValueGetFirstUse(value)) && mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!join_plan_is_view(op) && !ir_op_is(op, "bufferization.to_tensor"))
      return;
    value = mlirOperationGetOperand(op, 0);
    mlirOperationDestroy(op);
  }
}

// One nest after the other writes to the slice instead of a buffer of its own.
static void place_written(const JoinPlan *plan, const JoinPlace *place) {
  MlirOperation tensor = mlirOpResultGetOwner(place->value);
  if (!ir_op_is(tensor, "bufferization.to_tensor"))
    return; // a join
  mlirOperationRemoveAttributeByName(tensor, ir_string("writable"));
  for (MlirValue own = mlirOperationGetOperand(tensor, 0);;) {
    MlirOperation source = mlirOpResultGetOwner(own);
    mlirValueReplaceAllUsesOfWith(own, slice_like(plan, place, own, source));
    if (!is_to_buffer(source)) {
      mlirOperationDestroy(source);
      break;
    }
    MlirValue before = mlirOperationGetOperand(source, 0);
    MlirOperation writer = mlirOpResultGetOwner(join_plan_origin(before));
    own = mlirOperationGetOperand(writer, 0);
    mlirOperationDestroy(source);
    destroy_unused(before);
  }
  if (!is_plain(plan, place))
    replace_readers(plan, place, place->value, mlirOperationGetOperand(tensor, 0));
}

// --- joins

static void copy_part(const JoinPlan *plan, const JoinPlace *place, MlirOperation before) {
  IrBuilder ir;
  MlirValue operands[2] = {place->value, slice_like(plan, place, place->value, before)};
  ir_start(&ir, before, mlirOperationGetLocation(before));
  MlirAttribute unit = mlirUnitAttrGet(ir.context);
  MlirNamedAttribute attributes[2] = {ir_attribute(&ir, "restrict", unit),
                                      ir_attribute(&ir, "writable", unit)};
  ir_op(&ir, "bufferization.materialize_in_destination", 0, NULL, 2, operands, 2, attributes);
  ir_finish(&ir);
}

// A concatenation, or all steps of a chain, from the last one back.
static void destroy_join(const Join *join) {
  MlirOperation op = join->op;
  bool is_chain = ir_op_is(op, "tensor.insert_slice");
  for (int steps = is_chain ? join->part_count : 1; steps-- > 0;) {
    MlirOperation last = op;
    if (steps > 0)
      op = mlirOpResultGetOwner(mlirOperationGetOperand(last, 1));
    mlirOperationDestroy(last);
  }
}

static void place_join(const JoinPlan *plan, const Join *join) {
  const JoinPlace *place = join_plan_find(plan, join->result);
  Join now; // readers of what nests write were replaced
  if (!join_read(join->op, &now))
    return;
  for (int p = 0; p < join->part_count; p++) {
    JoinPlace part = join_plan_part(place, &now.parts[p]);
    if (!join->parts[p].lies_there)
      copy_part(plan, &part, join->op);
  }
  free(now.parts);
  MlirValue buffer = slice_like(plan, place, join->result, join->op);
  MlirValue tensor = tensor_of(buffer, mlirValueGetType(join->result), join->op);
  bool has_type = is_plain(plan, place);
  mlirValueReplaceAllUsesOfWith(join->result, tensor);
  destroy_join(join);
  if (!has_type)
    replace_readers(plan, place, tensor, buffer);
}

void joins_place(MlirOperation module) {
  JoinPlan plan = join_plan_make(module);
  for (int w = 0; w < plan.whole_count; w++)
    make_buffer(&plan.wholes[w]);
  for (int p = 0; p < plan.place_count; p++)
    place_written(&plan, &plan.places[p]);
  for (int j = 0; j < plan.join_count; j++)
    place_join(&plan, &plan.joins[j]);
  join_plan_destroy(&plan);
}
