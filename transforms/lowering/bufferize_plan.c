// Decides the buffer of every value and gives up on anything that it cannot prove.
#include "transforms/lowering/bufferize_plan.h"

#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"
#include "transforms/threads/thread_marks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t slot_of(const BufferPlan *plan, const void *value) {
  size_t slot = ((uintptr_t)value >> 4) * (size_t)0x9E3779B97F4A7C15u >> 20;
  for (slot &= plan->slots - 1; plan->bindings[slot].value; slot = (slot + 1) & (plan->slots - 1))
    if (plan->bindings[slot].value == value)
      break;
  return slot;
}

int bufferize_plan_find(const BufferPlan *plan, MlirValue value) {
  if (plan->slots == 0)
    return -1;
  const BufferBinding *binding = &plan->bindings[slot_of(plan, value.ptr)];
  return binding->value ? binding->buffer : -1;
}

static void bind(BufferPlan *plan, MlirValue value, int buffer) {
  if (2 * (plan->bound + 1) > plan->slots) {
    BufferPlan old = *plan;
    plan->slots = old.slots ? 2 * old.slots : 256;
    plan->bindings = ir_resized(NULL, plan->slots * sizeof(BufferBinding));
    memset(plan->bindings, 0, plan->slots * sizeof(BufferBinding));
    for (size_t i = 0; i < old.slots; ++i)
      if (old.bindings[i].value)
        plan->bindings[slot_of(plan, old.bindings[i].value)] = old.bindings[i];
    free(old.bindings);
  }
  size_t slot = slot_of(plan, value.ptr);
  plan->bound += plan->bindings[slot].value == NULL;
  plan->bindings[slot] = (BufferBinding){value.ptr, buffer};
}

static int add_buffer(BufferPlan *plan, BufferKind kind, MlirValue tensor) {
  if (plan->count == plan->capacity) {
    plan->capacity = plan->capacity ? 2 * plan->capacity : 16;
    plan->buffers = ir_resized(plan->buffers, (size_t)plan->capacity * sizeof(Buffer));
  }
  plan->buffers[plan->count] = (Buffer){.kind = kind,
                                        .tensor = tensor,
                                        .type = mlirValueGetType(tensor),
                                        .pieces = plan->pieces,
                                        .current = tensor.ptr};
  return plan->count++;
}

bool bufferize_reads_elements(MlirOperation op) {
  return ir_op_is(op, "vector.transfer_read") || ir_op_is(op, "tensor.extract") ||
         ir_op_is(op, "vector.gather");
}

int bufferize_written_operand(MlirOperation op) {
  if (ir_op_is(op, "vector.transfer_write") || ir_op_is(op, "tensor.insert"))
    return 1;
  return ir_op_is(op, "vector.scatter") ? 0 : -1;
}

bool bufferize_is_tensor(MlirValue value) { return mlirTypeIsATensor(mlirValueGetType(value)); }

MlirValue bufferize_viewed(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!ir_op_is(op, "tensor.collapse_shape") && !ir_op_is(op, "tensor.expand_shape") &&
        !ir_op_is(op, "tensor.cast") && !ir_op_is(op, "tensor.extract_slice"))
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return value;
}

bool bufferize_is_undefined(MlirValue value) {
  value = bufferize_viewed(value);
  return ir_is_made_by(value, "tensor.empty");
}

// Whether `value` exists before the nest.
static bool is_outside(const BufferPlan *plan, MlirValue value) {
  MlirBlock block = mlirValueIsAOpResult(value) ? mlirOperationGetBlock(mlirOpResultGetOwner(value))
                                                : mlirBlockArgumentGetOwner(value);
  for (MlirOperation op = mlirBlockGetParentOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, plan->nest))
      return false;
  return true;
}

static bool plan_read(BufferPlan *plan, MlirValue value) {
  int buffer = bufferize_plan_find(plan, value);
  if (buffer >= 0)
    return plan->buffers[buffer].current == value.ptr;
  if (bufferize_is_undefined(value) || !mlirTypeIsARankedTensor(mlirValueGetType(value)) ||
      !is_outside(plan, value))
    return false;
  bind(plan, value, add_buffer(plan, BUFFER_INPUT, value));
  return true;
}

// The buffer that a write into `value` goes to, or -1. Every use of tensor.empty as a destination
// is a buffer of its own: its contents are undefined, so nothing is shared.
static int plan_destination(BufferPlan *plan, MlirValue value, bool outermost) {
  if (bufferize_is_undefined(value))
    return mlirShapedTypeHasStaticShape(mlirValueGetType(value))
               ? add_buffer(plan, BUFFER_FRESH, value)
               : -1;
  if (outermost)
    return mlirTypeIsARankedTensor(mlirValueGetType(value)) ? add_buffer(plan, BUFFER_DEST, value)
                                                            : -1;
  int buffer = bufferize_plan_find(plan, value);
  if (buffer < 0 || plan->buffers[buffer].kind == BUFFER_INPUT ||
      plan->buffers[buffer].current != value.ptr)
    return -1;
  return buffer;
}

// `value` becomes the newest contents of `buffer`.
static void advance(BufferPlan *plan, MlirValue value, int buffer) {
  bind(plan, value, buffer);
  plan->buffers[buffer].current = value.ptr;
}

static bool plan_write(BufferPlan *plan, MlirOperation op, MlirValue destination) {
  int buffer = plan_destination(plan, destination, false);
  if (buffer < 0)
    return false;
  advance(plan, mlirOperationGetResult(op, 0), buffer);
  return true;
}

// The current value of every buffer, for comparing after a region. Owned by the caller.
static const void **snapshot(const BufferPlan *plan) {
  const void **values = ir_resized(NULL, ((size_t)plan->count + 1) * sizeof(*values));
  for (int i = 0; i < plan->count; ++i)
    values[i] = plan->buffers[i].current;
  return values;
}

static bool plan_block(BufferPlan *plan, MlirBlock block);

static bool plan_for(BufferPlan *plan, MlirOperation loop, bool outermost) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  intptr_t carried = mlirOperationGetNumResults(loop);
  for (intptr_t i = 0; i < carried; ++i) {
    MlirValue initial = mlirOperationGetOperand(loop, 3 + i);
    if (!bufferize_is_tensor(initial))
      continue;
    int buffer = plan_destination(plan, initial, outermost);
    if (buffer < 0)
      return false;
    advance(plan, mlirBlockGetArgument(body, 1 + i), buffer);
  }
  const void **entry = snapshot(plan);
  int at_entry = plan->count;
  bool ok = plan_block(plan, body);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; ok && i < carried; ++i) {
    MlirValue result = mlirOperationGetResult(loop, i);
    if (!bufferize_is_tensor(result))
      continue;
    MlirValue yielded = mlirOperationGetOperand(yield, i);
    int buffer = bufferize_plan_find(plan, mlirBlockGetArgument(body, 1 + i));
    ok = bufferize_plan_find(plan, yielded) == buffer &&
         plan->buffers[buffer].current == yielded.ptr;
    advance(plan, result, buffer);
    entry[buffer] = result.ptr;
  }
  // A buffer from outside the loop may change only by being carried.
  for (int i = 0; ok && i < at_entry; ++i)
    ok = plan->buffers[i].current == entry[i];
  free(entry);
  return ok;
}

// --- pieces that run at once

intptr_t bufferize_forall_rank(MlirOperation forall) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(forall, 0));
  return mlirBlockGetNumArguments(body) - mlirOperationGetNumResults(forall);
}

MlirBlock bufferize_forall_inserts(MlirOperation forall) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(forall, 0));
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(mlirBlockGetTerminator(body), 0));
}

static bool has_equal_attribute(MlirOperation a, MlirOperation b, const char *name) {
  return mlirAttributeEqual(mlirOperationGetAttributeByName(a, ir_string(name)),
                            mlirOperationGetAttributeByName(b, ir_string(name)));
}

// Whether `insert` puts back where `extract` took it from: the same offsets, sizes and strides.
static bool is_same_slice(MlirOperation extract, MlirOperation insert) {
  intptr_t count = mlirOperationGetNumOperands(extract);
  if (!has_equal_attribute(extract, insert, "static_offsets") ||
      !has_equal_attribute(extract, insert, "static_sizes") ||
      !has_equal_attribute(extract, insert, "static_strides") ||
      mlirOperationGetNumOperands(insert) != count + 1)
    return false;
  for (intptr_t i = 1; i < count; ++i)
    if (!mlirValueEqual(mlirOperationGetOperand(extract, i),
                        mlirOperationGetOperand(insert, i + 1)))
      return false;
  return true;
}

// A piece ends in slices of what it has written in place: nothing is left to copy.
static bool plan_insert(const BufferPlan *plan, MlirOperation insert) {
  if (!ir_op_is(insert, "tensor.parallel_insert_slice"))
    return false;
  MlirValue slice = mlirOperationGetOperand(insert, 0), shared = mlirOperationGetOperand(insert, 1);
  if (!mlirValueIsAOpResult(slice))
    return false;
  MlirOperation extract = mlirOpResultGetOwner(slice);
  if (!ir_op_is(extract, "tensor.extract_slice") || !ir_has_one_use(slice) ||
      !is_same_slice(extract, insert))
    return false;
  MlirValue written = mlirOperationGetOperand(extract, 0);
  int buffer = bufferize_plan_find(plan, written);
  return buffer >= 0 && buffer == bufferize_plan_find(plan, shared) &&
         plan->buffers[buffer].current == written.ptr;
}

static bool plan_inserts(const BufferPlan *plan, MlirOperation forall) {
  for (MlirOperation op = mlirBlockGetFirstOperation(bufferize_forall_inserts(forall));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!plan_insert(plan, op))
      return false;
  return true;
}

// Only loops with our mark are known to read nothing that another piece writes.
static bool plan_forall(BufferPlan *plan, MlirOperation forall, bool outermost) {
  if (!thread_mark_read(forall))
    return false;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(forall, 0));
  intptr_t shared = mlirOperationGetNumResults(forall), rank = bufferize_forall_rank(forall);
  intptr_t first = mlirOperationGetNumOperands(forall) - shared;
  for (intptr_t i = 0; i < shared; ++i) {
    int buffer = plan_destination(plan, mlirOperationGetOperand(forall, first + i), outermost);
    if (buffer < 0)
      return false;
    advance(plan, mlirBlockGetArgument(body, rank + i), buffer);
  }
  MlirOperation around = plan->pieces;
  plan->pieces = forall;
  bool ok = plan_block(plan, body) && plan_inserts(plan, forall);
  plan->pieces = around;
  for (intptr_t i = 0; ok && i < shared; ++i)
    advance(plan, mlirOperationGetResult(forall, i),
            bufferize_plan_find(plan, mlirBlockGetArgument(body, rank + i)));
  return ok;
}

static bool plan_if(BufferPlan *plan, MlirOperation op) {
  const void **entry = snapshot(plan);
  int at_entry = plan->count;
  intptr_t results = mlirOperationGetNumResults(op);
  bool ok = true;
  for (intptr_t r = 0; ok && r < mlirOperationGetNumRegions(op); ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (mlirBlockIsNull(block))
      continue;
    ok = plan_block(plan, block);
    MlirOperation yield = mlirBlockGetTerminator(block);
    for (intptr_t i = 0; ok && i < results; ++i) {
      MlirValue result = mlirOperationGetResult(op, i);
      if (!bufferize_is_tensor(result))
        continue;
      MlirValue yielded = mlirOperationGetOperand(yield, i);
      int buffer = bufferize_plan_find(plan, yielded);
      ok = buffer >= 0 && buffer < at_entry && plan->buffers[buffer].kind != BUFFER_INPUT &&
           plan->buffers[buffer].current == yielded.ptr &&
           (r == 0 || bufferize_plan_find(plan, result) == buffer);
      if (!ok)
        break;
      bind(plan, result, buffer);
      plan->buffers[buffer].current = entry[buffer];
    }
    for (int i = 0; ok && i < at_entry; ++i)
      ok = plan->buffers[i].current == entry[i];
  }
  for (intptr_t i = 0; ok && i < results; ++i)
    if (bufferize_is_tensor(mlirOperationGetResult(op, i)))
      advance(plan, mlirOperationGetResult(op, i),
              bufferize_plan_find(plan, mlirOperationGetResult(op, i)));
  free(entry);
  return ok;
}

// Whether the only user is the end of a piece, which plan_insert looks at.
static bool is_inserted(MlirValue slice) {
  return ir_has_one_use(slice) && ir_op_is(mlirOpOperandGetOwner(mlirValueGetFirstUse(slice)),
                                           "tensor.parallel_insert_slice");
}

static bool touches_tensors(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (bufferize_is_tensor(mlirOperationGetOperand(op, i)))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (bufferize_is_tensor(mlirOperationGetResult(op, i)))
      return true;
  return false;
}

static bool plan_op(BufferPlan *plan, MlirOperation op) {
  if (ir_op_is(op, "scf.for"))
    return plan_for(plan, op, false);
  if (ir_op_is(op, "scf.if"))
    return plan_if(plan, op);
  if (ir_op_is(op, "scf.forall"))
    return plan_forall(plan, op, false);
  if (ir_op_is(op, "scf.forall.in_parallel"))
    return true; // see plan_inserts
  if (mlirOperationGetNumRegions(op) > 0)
    return false;
  if (ir_op_is(op, "scf.yield") || ir_op_is(op, "tensor.empty") || !touches_tensors(op))
    return true;
  if (ir_op_is(op, "tensor.extract_slice"))
    return is_inserted(mlirOperationGetResult(op, 0));
  if (bufferize_reads_elements(op))
    return plan_read(plan, mlirOperationGetOperand(op, 0));
  int written = bufferize_written_operand(op);
  return written >= 0 && plan_write(plan, op, mlirOperationGetOperand(op, written));
}

static bool plan_block(BufferPlan *plan, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!plan_op(plan, op))
      return false;
  return true;
}

bool bufferize_plan_nest(BufferPlan *plan) {
  return ir_op_is(plan->nest, "scf.forall") ? plan_forall(plan, plan->nest, true)
                                            : plan_for(plan, plan->nest, true);
}

void bufferize_plan_destroy(BufferPlan *plan) {
  free(plan->buffers);
  free(plan->bindings);
}
