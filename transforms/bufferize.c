// See bufferize.h. Two walks over a nest in the same order: `plan_*` decides which buffer every
// tensor value lives in and gives up on anything it cannot prove; `rewrite_*` cannot fail.
//
// Invariant of the plan: at every point each buffer has one current value, and only that value is
// read or written. It makes writing in place right, whatever the values mean.
#include "transforms/bufferize.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

typedef enum BufferKind {
  BUFFER_INPUT, // a tensor from outside, only read
  BUFFER_DEST,  // a tensor from outside that the outermost loop carries
  BUFFER_FRESH, // contents undefined at first: a use of tensor.empty as destination
} BufferKind;

typedef struct Buffer {
  BufferKind kind;
  MlirValue tensor;    // INPUT, DEST: the value from outside
  MlirType type;       // of the tensor
  const void *current; // the value that holds the newest contents
  MlirValue memref;    // set by the rewrite
} Buffer;

typedef struct Binding {
  const void *value; // null: free slot
  int buffer;
} Binding;

typedef struct Plan {
  Buffer *buffers; // owned
  int count, capacity;
  Binding *bindings; // owned; open addressing, capacity a power of two
  size_t bound, slots;
  MlirOperation nest; // the outermost loop
} Plan;

static void *resized(void *old, size_t bytes) {
  void *memory = realloc(old, bytes);
  if (!memory)
    abort(); // as MLIR itself does when memory ends
  return memory;
}

static size_t slot_of(const Plan *plan, const void *value) {
  size_t slot = ((uintptr_t)value >> 4) * (size_t)0x9E3779B97F4A7C15u >> 20;
  for (slot &= plan->slots - 1; plan->bindings[slot].value; slot = (slot + 1) & (plan->slots - 1))
    if (plan->bindings[slot].value == value)
      break;
  return slot;
}

// The buffer that holds `value`, or -1.
static int find(const Plan *plan, MlirValue value) {
  if (plan->slots == 0)
    return -1;
  const Binding *binding = &plan->bindings[slot_of(plan, value.ptr)];
  return binding->value ? binding->buffer : -1;
}

static void bind(Plan *plan, MlirValue value, int buffer) {
  if (2 * (plan->bound + 1) > plan->slots) {
    Plan old = *plan;
    plan->slots = old.slots ? 2 * old.slots : 256;
    plan->bindings = resized(NULL, plan->slots * sizeof(Binding));
    memset(plan->bindings, 0, plan->slots * sizeof(Binding));
    for (size_t i = 0; i < old.slots; ++i)
      if (old.bindings[i].value)
        plan->bindings[slot_of(plan, old.bindings[i].value)] = old.bindings[i];
    free(old.bindings);
  }
  size_t slot = slot_of(plan, value.ptr);
  plan->bound += plan->bindings[slot].value == NULL;
  plan->bindings[slot] = (Binding){value.ptr, buffer};
}

static int add_buffer(Plan *plan, BufferKind kind, MlirValue tensor) {
  if (plan->count == plan->capacity) {
    plan->capacity = plan->capacity ? 2 * plan->capacity : 16;
    plan->buffers = resized(plan->buffers, (size_t)plan->capacity * sizeof(Buffer));
  }
  plan->buffers[plan->count] = (Buffer){
      .kind = kind, .tensor = tensor, .type = mlirValueGetType(tensor), .current = tensor.ptr};
  return plan->count++;
}

static bool is_tensor(MlirValue value) { return mlirTypeIsATensor(mlirValueGetType(value)); }

// The tensor that a chain of views looks at.
static MlirValue viewed(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!ir_op_is(op, "tensor.collapse_shape") && !ir_op_is(op, "tensor.expand_shape") &&
        !ir_op_is(op, "tensor.cast") && !ir_op_is(op, "tensor.extract_slice"))
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return value;
}

// Whether the contents of `value` are undefined: tensor.empty, possibly seen through a view.
static bool is_undefined(MlirValue value) {
  value = viewed(value);
  return mlirValueIsAOpResult(value) && ir_op_is(mlirOpResultGetOwner(value), "tensor.empty");
}

// Whether `value` exists before the nest.
static bool is_outside(const Plan *plan, MlirValue value) {
  MlirBlock block = mlirValueIsAOpResult(value) ? mlirOperationGetBlock(mlirOpResultGetOwner(value))
                                                : mlirBlockArgumentGetOwner(value);
  for (MlirOperation op = mlirBlockGetParentOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, plan->nest))
      return false;
  return true;
}

static bool plan_read(Plan *plan, MlirValue value) {
  int buffer = find(plan, value);
  if (buffer >= 0)
    return plan->buffers[buffer].current == value.ptr;
  if (is_undefined(value) || !mlirTypeIsARankedTensor(mlirValueGetType(value)) ||
      !is_outside(plan, value))
    return false;
  bind(plan, value, add_buffer(plan, BUFFER_INPUT, value));
  return true;
}

// The buffer that a write into `value` goes to, or -1. Every use of tensor.empty as a destination
// is a buffer of its own: its contents are undefined, so nothing is shared.
static int plan_destination(Plan *plan, MlirValue value, bool outermost) {
  if (is_undefined(value))
    return mlirShapedTypeHasStaticShape(mlirValueGetType(value))
               ? add_buffer(plan, BUFFER_FRESH, value)
               : -1;
  if (outermost)
    return mlirTypeIsARankedTensor(mlirValueGetType(value)) ? add_buffer(plan, BUFFER_DEST, value)
                                                            : -1;
  int buffer = find(plan, value);
  if (buffer < 0 || plan->buffers[buffer].kind == BUFFER_INPUT ||
      plan->buffers[buffer].current != value.ptr)
    return -1;
  return buffer;
}

// `value` becomes the newest contents of `buffer`.
static void advance(Plan *plan, MlirValue value, int buffer) {
  bind(plan, value, buffer);
  plan->buffers[buffer].current = value.ptr;
}

static bool plan_write(Plan *plan, MlirOperation op, MlirValue destination) {
  int buffer = plan_destination(plan, destination, false);
  if (buffer < 0)
    return false;
  advance(plan, mlirOperationGetResult(op, 0), buffer);
  return true;
}

// The current value of every buffer, for comparing after a region. Owned by the caller.
static const void **snapshot(const Plan *plan) {
  const void **values = resized(NULL, ((size_t)plan->count + 1) * sizeof(*values));
  for (int i = 0; i < plan->count; ++i)
    values[i] = plan->buffers[i].current;
  return values;
}

static bool plan_block(Plan *plan, MlirBlock block);

static bool plan_for(Plan *plan, MlirOperation loop, bool outermost) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  intptr_t carried = mlirOperationGetNumResults(loop);
  for (intptr_t i = 0; i < carried; ++i) {
    MlirValue initial = mlirOperationGetOperand(loop, 3 + i);
    if (!is_tensor(initial))
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
    if (!is_tensor(result))
      continue;
    MlirValue yielded = mlirOperationGetOperand(yield, i);
    int buffer = find(plan, mlirBlockGetArgument(body, 1 + i));
    ok = find(plan, yielded) == buffer && plan->buffers[buffer].current == yielded.ptr;
    advance(plan, result, buffer);
    entry[buffer] = result.ptr;
  }
  // A buffer from outside the loop may change only by being carried.
  for (int i = 0; ok && i < at_entry; ++i)
    ok = plan->buffers[i].current == entry[i];
  free(entry);
  return ok;
}

static bool plan_if(Plan *plan, MlirOperation op) {
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
      if (!is_tensor(result))
        continue;
      MlirValue yielded = mlirOperationGetOperand(yield, i);
      int buffer = find(plan, yielded);
      ok = buffer >= 0 && buffer < at_entry && plan->buffers[buffer].kind != BUFFER_INPUT &&
           plan->buffers[buffer].current == yielded.ptr && (r == 0 || find(plan, result) == buffer);
      if (!ok)
        break;
      bind(plan, result, buffer);
      plan->buffers[buffer].current = entry[buffer];
    }
    for (int i = 0; ok && i < at_entry; ++i)
      ok = plan->buffers[i].current == entry[i];
  }
  for (intptr_t i = 0; ok && i < results; ++i)
    if (is_tensor(mlirOperationGetResult(op, i)))
      advance(plan, mlirOperationGetResult(op, i), find(plan, mlirOperationGetResult(op, i)));
  free(entry);
  return ok;
}

static bool touches_tensors(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (is_tensor(mlirOperationGetOperand(op, i)))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (is_tensor(mlirOperationGetResult(op, i)))
      return true;
  return false;
}

static bool plan_op(Plan *plan, MlirOperation op) {
  if (ir_op_is(op, "scf.for"))
    return plan_for(plan, op, false);
  if (ir_op_is(op, "scf.if"))
    return plan_if(plan, op);
  if (mlirOperationGetNumRegions(op) > 0)
    return false;
  if (ir_op_is(op, "scf.yield") || ir_op_is(op, "tensor.empty") || !touches_tensors(op))
    return true;
  if (ir_op_is(op, "vector.transfer_read") || ir_op_is(op, "tensor.extract"))
    return plan_read(plan, mlirOperationGetOperand(op, 0));
  if (ir_op_is(op, "vector.transfer_write") || ir_op_is(op, "tensor.insert"))
    return plan_write(plan, op, mlirOperationGetOperand(op, 1));
  return false;
}

static bool plan_block(Plan *plan, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!plan_op(plan, op))
      return false;
  return true;
}

// ---- rewriting ----

// Makes an op before `before` with the attributes of `model` (null: none).
static MlirOperation make(MlirOperation before, const char *name, MlirOperation model,
                          int operand_count, const MlirValue *operands, int result_count,
                          const MlirType *results, MlirRegion *region_list, int region_count) {
  MlirOperationState state =
      mlirOperationStateGet(ir_string(name), mlirOperationGetLocation(before));
  mlirOperationStateAddOperands(&state, operand_count, operands);
  mlirOperationStateAddResults(&state, result_count, results);
  mlirOperationStateAddOwnedRegions(&state, region_count, region_list);
  if (!mlirOperationIsNull(model))
    for (intptr_t i = 0; i < mlirOperationGetNumAttributes(model); ++i) {
      MlirNamedAttribute attribute = mlirOperationGetAttribute(model, i);
      mlirOperationStateAddAttributes(&state, 1, &attribute);
    }
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, op);
  return op;
}

static void set_unit(MlirOperation op, const char *name) {
  mlirOperationSetAttributeByName(op, ir_string(name),
                                  mlirUnitAttrGet(mlirOperationGetContext(op)));
}

static MlirType memref_type(MlirType tensor) {
  int64_t shape[16] = {0};
  intptr_t rank = mlirShapedTypeGetRank(tensor);
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeGetDimSize(tensor, i);
  return mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(tensor), rank, shape,
                                     mlirAttributeGetNull());
}

static void make_buffer(Plan *plan, Buffer *buffer) {
  MlirOperation none = {NULL};
  MlirType type = memref_type(buffer->type);
  MlirOperation op;
  if (buffer->kind == BUFFER_FRESH) {
    MlirOperationState state =
        mlirOperationStateGet(ir_string("memref.alloc"), mlirOperationGetLocation(plan->nest));
    MlirContext context = mlirOperationGetContext(plan->nest);
    int32_t no_operands[2] = {0, 0};
    MlirNamedAttribute attributes[2] = {
        mlirNamedAttributeGet(
            mlirIdentifierGet(context, ir_string("alignment")),
            mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), BUFFER_ALIGNMENT)),
        mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("operandSegmentSizes")),
                              mlirDenseI32ArrayGet(context, 2, no_operands))};
    mlirOperationStateAddAttributes(&state, 2, attributes);
    mlirOperationStateAddResults(&state, 1, &type);
    op = mlirOperationCreate(&state);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(plan->nest), plan->nest, op);
  } else {
    op = make(plan->nest, "bufferization.to_buffer", none, 1, &buffer->tensor, 1, &type, NULL, 0);
    if (buffer->kind == BUFFER_INPUT)
      set_unit(op, "read_only");
  }
  buffer->memref = mlirOperationGetResult(op, 0);
}

static MlirValue memref_of(const Plan *plan, MlirValue value) {
  return plan->buffers[find(plan, value)].memref;
}

static void rewrite_block(Plan *plan, MlirBlock block);

// Ends the block with a yield of what is not a tensor.
static void rewrite_yield(MlirBlock block, MlirOperation owner) {
  MlirOperation yield = mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(yield))
    return;
  intptr_t count = mlirOperationGetNumOperands(yield);
  MlirValue *kept = resized(NULL, ((size_t)count + 1) * sizeof(*kept));
  int kept_count = 0;
  for (intptr_t i = 0; i < count; ++i)
    if (!is_tensor(mlirOperationGetResult(owner, i)))
      kept[kept_count++] = mlirOperationGetOperand(yield, i);
  MlirOperation none = {NULL};
  make(yield, "scf.yield", none, kept_count, kept, 0, NULL, NULL, 0);
  mlirOperationDestroy(yield);
  free(kept);
}

// Replaces loop or condition `op` by one without tensor results; its regions are rewritten already.
static void rebuild(Plan *plan, MlirOperation op, int fixed_operands) {
  intptr_t result_count = mlirOperationGetNumResults(op);
  intptr_t region_count = mlirOperationGetNumRegions(op);
  MlirValue *operands = resized(NULL, (size_t)(fixed_operands + result_count) * sizeof(*operands));
  MlirType *types = resized(NULL, ((size_t)result_count + 1) * sizeof(*types));
  MlirRegion regions[2];
  int operand_count = 0, type_count = 0;
  for (int i = 0; i < fixed_operands; ++i)
    operands[operand_count++] = mlirOperationGetOperand(op, i);
  for (intptr_t i = 0; i < result_count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (is_tensor(result))
      continue;
    types[type_count++] = mlirValueGetType(result);
    if (fixed_operands == 3)
      operands[operand_count++] = mlirOperationGetOperand(op, 3 + i);
  }
  for (intptr_t r = 0; r < region_count; ++r) {
    regions[r] = mlirRegionCreate();
    mlirRegionTakeBody(regions[r], mlirOperationGetRegion(op, r));
  }
  MlirOperation fresh = make(op, fixed_operands == 3 ? "scf.for" : "scf.if", op, operand_count,
                             operands, type_count, types, regions, (int)region_count);
  int kept = 0;
  for (intptr_t i = 0; i < result_count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    mlirValueReplaceAllUsesOfWith(result, is_tensor(result)
                                              ? memref_of(plan, result)
                                              : mlirOperationGetResult(fresh, kept++));
  }
  mlirOperationDestroy(op);
  free(operands);
  free(types);
}

static void rewrite_for(Plan *plan, MlirOperation loop) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  intptr_t carried = mlirOperationGetNumResults(loop);
  for (intptr_t i = 0; i < carried; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, 1 + i);
    if (is_tensor(argument))
      mlirValueReplaceAllUsesOfWith(argument, memref_of(plan, argument));
  }
  rewrite_block(plan, body);
  rewrite_yield(body, loop);
  for (intptr_t i = carried; i-- > 0;)
    if (is_tensor(mlirBlockGetArgument(body, 1 + i)))
      mlirBlockEraseArgument(body, 1 + i);
  rebuild(plan, loop, 3);
}

static void rewrite_if(Plan *plan, MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (mlirBlockIsNull(block))
      continue;
    rewrite_block(plan, block);
    rewrite_yield(block, op);
  }
  rebuild(plan, op, 1);
}

// The same op on the buffer: no result, and `name` for the memref dialect.
static void rewrite_write(Plan *plan, MlirOperation op, const char *name) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue memref = memref_of(plan, result);
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = resized(NULL, (size_t)count * sizeof(*operands));
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = i == 1 ? memref : mlirOperationGetOperand(op, i);
  make(op, name, op, (int)count, operands, 0, NULL, NULL, 0);
  mlirValueReplaceAllUsesOfWith(result, memref);
  mlirOperationDestroy(op);
  free(operands);
}

static void rewrite_extract(MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = resized(NULL, (size_t)count * sizeof(*operands));
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  MlirOperation load = make(op, "memref.load", op, (int)count, operands, 1, &type, NULL, 0);
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(load, 0));
  mlirOperationDestroy(op);
  free(operands);
}

static void rewrite_op(Plan *plan, MlirOperation op) {
  bool extract = ir_op_is(op, "tensor.extract");
  if (extract || ir_op_is(op, "vector.transfer_read")) {
    MlirValue source = mlirOperationGetOperand(op, 0);
    if (is_tensor(source)) // from outside; any other was replaced already
      mlirOperationSetOperand(op, 0, memref_of(plan, source));
    if (extract && !is_tensor(mlirOperationGetOperand(op, 0)))
      rewrite_extract(op);
    return;
  }
  if (ir_op_is(op, "scf.for")) {
    rewrite_for(plan, op);
  } else if (ir_op_is(op, "scf.if")) {
    rewrite_if(plan, op);
  } else if (mlirOperationGetNumResults(op) == 1 && is_tensor(mlirOperationGetResult(op, 0))) {
    if (ir_op_is(op, "vector.transfer_write"))
      rewrite_write(plan, op, "vector.transfer_write");
    else if (ir_op_is(op, "tensor.insert"))
      rewrite_write(plan, op, "memref.store");
  }
}

static void rewrite_block(Plan *plan, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!ir_op_is(op, "scf.yield"))
      rewrite_op(plan, op);
  }
}

// Users after the nest get the buffers back as tensors.
static void return_tensors(Plan *plan) {
  MlirOperation after = mlirOperationGetNextInBlock(plan->nest);
  MlirOperation none = {NULL};
  for (intptr_t i = 0; i < mlirOperationGetNumResults(plan->nest); ++i) {
    MlirValue result = mlirOperationGetResult(plan->nest, i);
    if (!is_tensor(result))
      continue;
    MlirType type = mlirValueGetType(result);
    MlirValue memref = memref_of(plan, result);
    MlirOperation op = make(after, "bufferization.to_tensor", none, 1, &memref, 1, &type, NULL, 0);
    set_unit(op, "restrict");
    set_unit(op, "writable");
    mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(op, 0));
  }
}

static void rewrite_nest(Plan *plan) {
  // Destinations first: a tensor that is also read then shows as a read after a write to the
  // general analysis, which gives the destination a buffer of its own.
  for (int i = 0; i < plan->count; ++i)
    if (plan->buffers[i].kind != BUFFER_INPUT)
      make_buffer(plan, &plan->buffers[i]);
  for (int i = 0; i < plan->count; ++i)
    if (plan->buffers[i].kind == BUFFER_INPUT)
      make_buffer(plan, &plan->buffers[i]);
  return_tensors(plan);
  rewrite_for(plan, plan->nest);
}

static bool carries_tensors(MlirOperation loop) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); ++i)
    if (is_tensor(mlirOperationGetResult(loop, i)))
      return true;
  return false;
}

static void bufferize_nest(MlirOperation loop) {
  Plan plan = {.nest = loop};
  if (plan_for(&plan, loop, true))
    rewrite_nest(&plan);
  free(plan.buffers);
  free(plan.bindings);
}

// --- every destination for itself
//
// Common subexpression elimination leaves one tensor.empty where several were. As nobody reads it,
// the general analysis lets all of its users write into one buffer, and cannot see that the values
// written are read later: they have become buffers that are said to have no alias.

static bool is_separable(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 && is_undefined(mlirOperationGetResult(op, 0));
}

// The same undefined tensor once more, down to its tensor.empty.
static MlirValue another(MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value), copy = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(op), op, copy);
  if (!ir_op_is(op, "tensor.empty"))
    mlirOperationSetOperand(copy, 0, another(mlirOperationGetOperand(op, 0)));
  return mlirOperationGetResult(copy, 0);
}

static void separate_uses(MlirOperation op) {
  MlirValue value = mlirOperationGetResult(op, 0);
  for (;;) {
    MlirOpOperand use = mlirValueGetFirstUse(value);
    if (mlirOpOperandIsNull(use) || mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
      return;
    mlirOperationSetOperand(mlirOpOperandGetOwner(use), mlirOpOperandGetOperandNumber(use),
                            another(value));
  }
}

// Views first, so that their copies bring tensors of their own.
static void separate_undefined(MlirOperation root) {
  IrOps undefined = ir_collect(root, is_separable);
  for (int i = undefined.count - 1; i >= 0; --i)
    separate_uses(undefined.ops[i]);
  free(undefined.ops);
}

static void bufferize_below(MlirOperation root) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(root); ++r)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(root, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op);
           op = next) {
        next = mlirOperationGetNextInBlock(op);
        if (ir_op_is(op, "scf.for") && carries_tensors(op))
          bufferize_nest(op);
        else
          bufferize_below(op);
      }
}

void bufferize_loops(MlirOperation root) {
  separate_undefined(root);
  bufferize_below(root);
}

static bool is_public_definition(MlirOperation function) {
  MlirAttribute visibility =
      mlirOperationGetAttributeByName(function, mlirSymbolTableGetVisibilityAttributeName());
  bool is_public = mlirAttributeIsNull(visibility) ||
                   mlirStringRefEqual(mlirStringAttrGetValue(visibility), ir_string("public"));
  return is_public &&
         !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
}

static MlirOperation copy_of(MlirValue value, MlirOperation before) {
  int32_t segments[3] = {0, 1, 0}; // sizes, copy, size hint
  MlirContext context = mlirOperationGetContext(before);
  MlirType type = mlirValueGetType(value);
  MlirNamedAttribute attribute =
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("operandSegmentSizes")),
                            mlirDenseI32ArrayGet(context, 3, segments));
  MlirOperationState state = mlirOperationStateGet(ir_string("bufferization.alloc_tensor"),
                                                   mlirOperationGetLocation(before));
  mlirOperationStateAddOperands(&state, 1, &value);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, op);
  return op;
}

// A caller frees every result, so no two may be the same buffer.
static void separate_results(MlirOperation terminator) {
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(terminator); ++i) {
    MlirValue value = mlirOperationGetOperand(terminator, i);
    bool shared = false;
    for (intptr_t j = 0; j < i && is_tensor(value); ++j)
      shared =
          shared || mlirValueEqual(viewed(value), viewed(mlirOperationGetOperand(terminator, j)));
    if (shared)
      mlirOperationSetOperand(terminator, i, mlirOperationGetResult(copy_of(value, terminator), 0));
  }
}

static void protect_arguments(MlirOperation function) {
  MlirStringRef writable = ir_string("bufferization.writable");
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i) {
    if (!is_tensor(mlirBlockGetArgument(entry, i)))
      continue;
    if (mlirAttributeIsNull(all) || mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
                                        mlirArrayAttrGetElement(all, i), writable)))
      mlirFuncSetArgAttr(function, i, writable,
                         mlirBoolAttrGet(mlirOperationGetContext(function), 0));
  }
}

static MlirWalkResult protect(MlirOperation op, void *user) {
  (void)user;
  if (ir_op_is(op, "func.return"))
    separate_results(op);
  if (ir_op_is(op, "func.func") && is_public_definition(op))
    protect_arguments(op);
  return MlirWalkResultAdvance;
}

void bufferize_protect_caller(MlirOperation module) {
  mlirOperationWalk(module, protect, NULL, MlirWalkPostOrder);
}
