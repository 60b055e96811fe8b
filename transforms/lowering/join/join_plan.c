// JoinPlan: which tensors of a module lie inside the join that they are a part of, decided
// (join_plan.c) before anything is rewritten (join_place.c). Joins are visited from the last one to
// the first: a join that is part of another finds its place decided.
#include "transforms/lowering/join/join_plan.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"
#include "transforms/lowering/arena/buffer_arena.h"

#include <stdlib.h>
#include <string.h>

// --- views

bool join_plan_is_view(MlirOperation op) {
  return ir_op_is(op, "tensor.collapse_shape") || ir_op_is(op, "tensor.expand_shape");
}

MlirValue join_plan_origin(MlirValue value) {
  while (mlirValueIsAOpResult(value) && join_plan_is_view(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

// The layout of `value`, which shows or is shown by a tensor of layout `from`.
static bool reshape(const JoinLayout *from, MlirValue value, JoinLayout *out_layout) {
  return join_layout_row_major(mlirValueGetType(value), out_layout) &&
         join_layout_reshape(from, out_layout);
}

// --- places

const JoinPlace *join_plan_find(const JoinPlan *plan, MlirValue value) {
  for (int p = 0; p < plan->place_count; p++)
    if (mlirValueEqual(plan->places[p].value, value))
      return &plan->places[p];
  return NULL;
}

JoinPlace join_plan_part(const JoinPlace *place, const JoinPart *part) {
  JoinPlace found = {part->value, place->whole, place->offset, part->layout};
  for (int d = 0; d < part->layout.rank; d++) {
    found.offset += part->offsets[d] * place->layout.strides[d];
    found.layout.strides[d] = place->layout.strides[d];
  }
  return found;
}

// Whether what a part reads, possibly through views, lies at `place` already.
static bool lies_at(const JoinPlan *plan, const JoinPart *part, const JoinPlace *place) {
  const JoinPlace *found = join_plan_find(plan, join_plan_origin(part->value));
  JoinLayout layout;
  return found && found->whole == place->whole && found->offset == place->offset &&
         reshape(&found->layout, part->value, &layout) &&
         join_layout_equal(&layout, &place->layout);
}

static void add_place(JoinPlan *plan, JoinPlace place) {
  plan->places = ir_resized(plan->places, ((size_t)plan->place_count + 1) * sizeof *plan->places);
  plan->places[plan->place_count++] = place;
}

// --- who may use a tensor that lies in a whole: those who only read it

typedef enum Uses { USES_READ, USES_RETURN, USES_OTHER } Uses;

static bool is_read(MlirOperation op, intptr_t operand) {
  return operand == 0 && (ir_op_is(op, "vector.transfer_read") || ir_op_is(op, "memref.load") ||
                          ir_op_is(op, "vector.gather"));
}

static bool is_written(MlirOperation op, intptr_t operand) {
  return operand == 1 ? ir_op_is(op, "vector.transfer_write") || ir_op_is(op, "memref.store")
                      : operand == 0 && ir_op_is(op, "vector.scatter");
}

static bool is_read_only(MlirOperation to_buffer) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(to_buffer, ir_string("read_only")));
}

// Whether `op` makes a buffer of a tensor, of which elements are read and nothing else is done.
static bool reads_buffer(MlirOperation op) {
  if (!ir_op_is(op, "bufferization.to_buffer") || !is_read_only(op))
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!is_read(mlirOpOperandGetOwner(use), mlirOpOperandGetOperandNumber(use)))
      return false;
  return true;
}

static bool is_input_of_linalg(MlirOperation op, intptr_t operand) {
  MlirAttribute segments = mlirOperationGetAttributeByName(op, ir_string("operandSegmentSizes"));
  return ir_op_begins(op, "linalg.") && !mlirAttributeIsNull(segments) &&
         operand < mlirDenseI32ArrayGetElement(segments, 0);
}

static bool reads_tensor(MlirOperation op, intptr_t operand) {
  static const char *const first[] = {"tensor.insert_slice", "tensor.pad", "tensor.extract",
                                      "vector.transfer_read", "vector.gather"};
  for (size_t n = 0; n < sizeof first / sizeof *first; n++)
    if (operand == 0 && ir_op_is(op, first[n]))
      return true;
  return ir_op_is(op, "tensor.concat") || is_input_of_linalg(op, operand);
}

static Uses uses_of(MlirValue value, const JoinLayout *layout);

static Uses uses_of_view(MlirValue view, const JoinLayout *layout) {
  JoinLayout own;
  return reshape(layout, view, &own) ? uses_of(view, &own) : USES_OTHER;
}

static Uses uses_of(MlirValue value, const JoinLayout *layout) {
  Uses worst = USES_READ;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    Uses own = USES_OTHER;
    if (reads_tensor(op, mlirOpOperandGetOperandNumber(use)) || reads_buffer(op))
      own = USES_READ;
    else if (ir_op_is(op, "func.return"))
      own = USES_RETURN;
    else if (join_plan_is_view(op))
      own = uses_of_view(mlirOperationGetResult(op, 0), layout);
    worst = own > worst ? own : worst;
  }
  return worst;
}

// --- who may be written into a whole

static bool is_join(MlirValue value) {
  Join join;
  if (!join_read(mlirOpResultGetOwner(value), &join))
    return false;
  free(join.parts);
  return true;
}

// Whether `buffer` is filled before `tensor` is read from it, and not used otherwise.
static bool is_filled_for(MlirOperation tensor, MlirValue buffer) {
  MlirBlock block = mlirOperationGetBlock(tensor);
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use), around = ir_ancestor_in(block, op);
    intptr_t operand = mlirOpOperandGetOperandNumber(use);
    if (mlirOperationEqual(op, tensor))
      continue;
    if ((!is_read(op, operand) && !is_written(op, operand)) || mlirOperationIsNull(around) ||
        !mlirOperationIsBeforeInBlock(around, tensor))
      return false;
  }
  return true;
}

// The tensor that goes on being written in `buffer`, seen through views; null when somebody else
// uses it too.
static MlirValue written_before(MlirOperation to_buffer) {
  MlirValue value = mlirOperationGetOperand(to_buffer, 0);
  while (ir_has_one_use(value) && mlirValueIsAOpResult(value) &&
         join_plan_is_view(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return ir_has_one_use(value) ? value : (MlirValue){NULL};
}

// Whether `value` is what one nest after the other has written to an allocation of the same block
// that exists for it alone.
static bool has_own_buffer(MlirValue value, const JoinLayout *layout) {
  MlirBlock block = mlirOperationGetBlock(mlirOpResultGetOwner(value));
  JoinLayout own;
  while (!mlirValueIsNull(value) && mlirValueIsAOpResult(value)) {
    MlirOperation tensor = mlirOpResultGetOwner(value);
    if (!ir_op_is(tensor, "bufferization.to_tensor") ||
        !mlirBlockEqual(mlirOperationGetBlock(tensor), block))
      return false;
    MlirValue buffer = mlirOperationGetOperand(tensor, 0);
    if (!reshape(layout, buffer, &own) || !mlirValueIsAOpResult(buffer) ||
        !is_filled_for(tensor, buffer))
      return false;
    MlirOperation source = mlirOpResultGetOwner(buffer);
    if (!mlirBlockEqual(mlirOperationGetBlock(source), block))
      return false;
    if (ir_op_is(source, "memref.alloc"))
      return arena_bytes(source) > 0;
    if (!ir_op_is(source, "bufferization.to_buffer") || is_read_only(source))
      return false;
    value = written_before(source);
  }
  return false;
}

// Finds the place of what a part reads, for a part that belongs at `place`. A column of the whole
// is no such place: who reads the part besides would have no vectors.
static bool find_room(const JoinPlan *plan, const JoinPlace *place, JoinPlace *out_place) {
  MlirValue origin = join_plan_origin(place->value);
  const JoinWhole *whole = &plan->wholes[place->whole];
  *out_place = *place;
  out_place->value = origin;
  return mlirValueIsAOpResult(origin) && !join_plan_find(plan, origin) &&
         mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(origin)), whole->block) &&
         reshape(&place->layout, origin, &out_place->layout) &&
         join_layout_has_rows(&out_place->layout) &&
         (is_join(origin) || has_own_buffer(origin, &out_place->layout)) &&
         uses_of(origin, &out_place->layout) == USES_READ;
}

// --- joins

static int64_t dot(const JoinPart *part, const JoinLayout *layout) {
  int64_t sum = 0;
  for (int d = 0; d < layout->rank; d++)
    sum += part->offsets[d] * layout->strides[d];
  return sum;
}

// All parts lie in a whole already, as they belong: then so does the join, and nothing is left to
// do for it. Tries the place that the first part gives.
static bool is_joined_already(const JoinPlan *plan, const Join *join, JoinPlace *out_place) {
  const JoinPart *first = &join->parts[0];
  const JoinPlace *found = join_plan_find(plan, join_plan_origin(first->value));
  if (!found || !mlirBlockEqual(mlirOperationGetBlock(join->op), plan->wholes[found->whole].block))
    return false;
  JoinLayout part;
  if (!reshape(&found->layout, first->value, &part))
    return false;
  *out_place = (JoinPlace){join->result, found->whole, 0, join->layout};
  memcpy(out_place->layout.strides, part.strides, sizeof part.strides);
  out_place->offset = found->offset - dot(first, &out_place->layout);
  for (int p = 0; p < join->part_count; p++) {
    JoinPlace place = join_plan_part(out_place, &join->parts[p]);
    if (!lies_at(plan, &join->parts[p], &place))
      return false;
  }
  return uses_of(join->result, &out_place->layout) == USES_READ;
}

// A whole for the join alone. False when its result is used in other ways, or when none of its
// parts could lie in it.
static bool make_whole(JoinPlan *plan, const Join *join, JoinPlace *out_place) {
  Uses uses = uses_of(join->result, &join->layout);
  MlirType type = mlirValueGetType(join->result);
  JoinPlace room;
  bool has_part = false;
  if (uses == USES_OTHER || arena_element_bytes(mlirShapedTypeGetElementType(type)) == 0)
    return false;
  plan->wholes = ir_resized(plan->wholes, ((size_t)plan->whole_count + 1) * sizeof *plan->wholes);
  plan->wholes[plan->whole_count] = (JoinWhole){
      .block = mlirOperationGetBlock(join->op), .type = type, .is_returned = uses == USES_RETURN};
  *out_place = (JoinPlace){join->result, plan->whole_count, 0, join->layout};
  for (int p = 0; p < join->part_count && !has_part; p++) {
    JoinPlace place = join_plan_part(out_place, &join->parts[p]);
    has_part = find_room(plan, &place, &room);
  }
  plan->whole_count += has_part;
  return has_part;
}

// Finds or makes the place of the join; false when it stays as it is.
static bool place_join(JoinPlan *plan, const Join *join, JoinPlace *out_place) {
  const JoinPlace *found = join_plan_find(plan, join->result);
  if (found) {
    *out_place = *found;
    return true;
  }
  if (!is_joined_already(plan, join, out_place) && !make_whole(plan, join, out_place))
    return false;
  add_place(plan, *out_place);
  return true;
}

static void visit(JoinPlan *plan, MlirOperation op) {
  Join join;
  JoinPlace whole = {.whole = 0}, room;
  if (!join_read(op, &join))
    return;
  if (!place_join(plan, &join, &whole)) {
    free(join.parts);
    return;
  }
  for (int p = 0; p < join.part_count; p++) {
    JoinPlace place = join_plan_part(&whole, &join.parts[p]);
    if (find_room(plan, &place, &room))
      add_place(plan, room);
    join.parts[p].lies_there = lies_at(plan, &join.parts[p], &place);
  }
  plan->joins = ir_resized(plan->joins, ((size_t)plan->join_count + 1) * sizeof *plan->joins);
  plan->joins[plan->join_count++] = join;
}

static bool may_join(MlirOperation op) {
  return ir_op_is(op, "tensor.concat") || ir_op_is(op, "tensor.insert_slice");
}

JoinPlan join_plan_make(MlirOperation module) {
  JoinPlan plan = {.join_count = 0};
  IrOps ops = ir_collect(module, may_join);
  for (int i = ops.count; i-- > 0;)
    visit(&plan, ops.ops[i]);
  free(ops.ops);
  return plan;
}

void join_plan_destroy(JoinPlan *plan) {
  for (int j = 0; j < plan->join_count; j++)
    free(plan->joins[j].parts);
  free(plan->joins);
  free(plan->wholes);
  free(plan->places);
}
