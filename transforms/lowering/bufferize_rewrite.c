// Writes a BufferPlan into the payload: loops and conditions lose their tensors, reads and writes
// go to buffers, and users after the nest get the buffers back as tensors.
#include "transforms/lowering/bufferize_plan.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"
#include "transforms/lowering/arena/buffer_arena.h"
#include "transforms/lowering/bufferize_slices.h"

#include <stdlib.h>

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
  intptr_t rank = mlirShapedTypeGetRank(tensor);
  int64_t *shape = ir_resized(NULL, ((size_t)rank + 1) * sizeof(*shape));
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeGetDimSize(tensor, i);
  MlirType type = mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(tensor), rank, shape,
                                              mlirAttributeGetNull());
  free(shape);
  return type;
}

// Before the nest; or at the start of each piece that has its own.
static void place_alloc(const BufferPlan *plan, const Buffer *buffer, MlirOperation alloc) {
  if (mlirOperationIsNull(buffer->pieces)) {
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(plan->nest), plan->nest, alloc);
    return;
  }
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(buffer->pieces, 0));
  mlirBlockInsertOwnedOperation(body, 0, alloc);
}

static void make_buffer(BufferPlan *plan, Buffer *buffer) {
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
    place_alloc(plan, buffer, op);
  } else {
    // The loop around the nest cuts its slices anew at each turn: no copy of them is made.
    MlirType of_slice = plan->is_inner && buffer->kind == BUFFER_INPUT
                            ? bufferize_slice_type(buffer->tensor)
                            : (MlirType){NULL};
    type = mlirTypeIsNull(of_slice) ? type : of_slice;
    op = make(plan->nest, "bufferization.to_buffer", none, 1, &buffer->tensor, 1, &type, NULL, 0);
    if (buffer->kind == BUFFER_INPUT)
      set_unit(op, "read_only");
  }
  buffer->memref = mlirOperationGetResult(op, 0);
}

static MlirValue memref_of(const BufferPlan *plan, MlirValue value) {
  return plan->buffers[bufferize_plan_find(plan, value)].memref;
}

// A load or store has the default written out, as the general bufferization does, so that equal
// nests are equal.
static void set_temporal(MlirOperation access) {
  mlirOperationSetInherentAttributeByName(access, ir_string("nontemporal"),
                                          mlirBoolAttrGet(mlirOperationGetContext(access), 0));
}

static void rewrite_block(BufferPlan *plan, MlirBlock block);

// Ends the block with a yield of what is not a tensor.
static void rewrite_yield(MlirBlock block, MlirOperation owner) {
  MlirOperation yield = mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(yield))
    return;
  intptr_t count = mlirOperationGetNumOperands(yield);
  MlirValue *kept = ir_resized(NULL, ((size_t)count + 1) * sizeof(*kept));
  int kept_count = 0;
  for (intptr_t i = 0; i < count; ++i)
    if (!bufferize_is_tensor(mlirOperationGetResult(owner, i)))
      kept[kept_count++] = mlirOperationGetOperand(yield, i);
  MlirOperation none = {NULL};
  make(yield, "scf.yield", none, kept_count, kept, 0, NULL, NULL, 0);
  mlirOperationDestroy(yield);
  free(kept);
}

// Replaces loop or condition `op` by one without tensor results; its regions are rewritten already.
static void rebuild(BufferPlan *plan, MlirOperation op, int fixed_operands) {
  intptr_t result_count = mlirOperationGetNumResults(op);
  intptr_t region_count = mlirOperationGetNumRegions(op);
  MlirValue *operands =
      ir_resized(NULL, (size_t)(fixed_operands + result_count) * sizeof(*operands));
  MlirType *types = ir_resized(NULL, ((size_t)result_count + 1) * sizeof(*types));
  MlirRegion regions[2];
  int operand_count = 0, type_count = 0;
  for (int i = 0; i < fixed_operands; ++i)
    operands[operand_count++] = mlirOperationGetOperand(op, i);
  for (intptr_t i = 0; i < result_count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    if (bufferize_is_tensor(result))
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
    mlirValueReplaceAllUsesOfWith(result, bufferize_is_tensor(result)
                                              ? memref_of(plan, result)
                                              : mlirOperationGetResult(fresh, kept++));
  }
  mlirOperationDestroy(op);
  free(operands);
  free(types);
}

static void rewrite_for(BufferPlan *plan, MlirOperation loop) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
  intptr_t carried = mlirOperationGetNumResults(loop);
  for (intptr_t i = 0; i < carried; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, 1 + i);
    if (bufferize_is_tensor(argument))
      mlirValueReplaceAllUsesOfWith(argument, memref_of(plan, argument));
  }
  rewrite_block(plan, body);
  rewrite_yield(body, loop);
  for (intptr_t i = carried; i-- > 0;)
    if (bufferize_is_tensor(mlirBlockGetArgument(body, 1 + i)))
      mlirBlockEraseArgument(body, 1 + i);
  rebuild(plan, loop, 3);
}

static void rewrite_if(BufferPlan *plan, MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (mlirBlockIsNull(block))
      continue;
    rewrite_block(plan, block);
    rewrite_yield(block, op);
  }
  rebuild(plan, op, 1);
}

// Replaces an scf.forall by one that shares no tensors.
static void rebuild_forall(BufferPlan *plan, MlirOperation op) {
  intptr_t shared = mlirOperationGetNumResults(op);
  intptr_t count = mlirOperationGetNumOperands(op) - shared;
  MlirValue *operands = ir_resized(NULL, ((size_t)count + 1) * sizeof(*operands));
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  MlirAttribute old = mlirOperationGetAttributeByName(op, ir_string("operandSegmentSizes"));
  int32_t segments[4] = {mlirDenseI32ArrayGetElement(old, 0), mlirDenseI32ArrayGetElement(old, 1),
                         mlirDenseI32ArrayGetElement(old, 2), 0};
  mlirOperationSetInherentAttributeByName(
      op, ir_string("operandSegmentSizes"),
      mlirDenseI32ArrayGet(mlirOperationGetContext(op), 4, segments));
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(op, 0));
  make(op, "scf.forall", op, (int)count, operands, 0, NULL, &region, 1);
  for (intptr_t i = 0; i < shared; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  memref_of(plan, mlirOperationGetResult(op, i)));
  mlirOperationDestroy(op);
  free(operands);
}

// What a piece has written is where it belongs.
static void drop_inserts(MlirOperation forall) {
  MlirBlock block = bufferize_forall_inserts(forall);
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation extract = mlirOpResultGetOwner(mlirOperationGetOperand(op, 0));
    mlirOperationDestroy(op);
    mlirOperationDestroy(extract);
  }
}

static void rewrite_forall(BufferPlan *plan, MlirOperation forall) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(forall, 0));
  intptr_t shared = mlirOperationGetNumResults(forall), rank = bufferize_forall_rank(forall);
  drop_inserts(forall);
  for (intptr_t i = 0; i < shared; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, rank + i);
    mlirValueReplaceAllUsesOfWith(argument, memref_of(plan, argument));
  }
  rewrite_block(plan, body);
  for (intptr_t i = shared; i-- > 0;)
    mlirBlockEraseArgument(body, rank + i);
  rebuild_forall(plan, forall);
}

// The same op on the buffer: no result, and `name` for the memref dialect.
static void rewrite_write(BufferPlan *plan, MlirOperation op, const char *name) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue memref = memref_of(plan, result);
  intptr_t count = mlirOperationGetNumOperands(op), written = bufferize_written_operand(op);
  MlirValue *operands = ir_resized(NULL, (size_t)count * sizeof(*operands));
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = i == written ? memref : mlirOperationGetOperand(op, i);
  MlirOperation write = make(op, name, op, (int)count, operands, 0, NULL, NULL, 0);
  if (ir_op_is(write, "memref.store"))
    set_temporal(write);
  mlirValueReplaceAllUsesOfWith(result, memref);
  mlirOperationDestroy(op);
  free(operands);
}

static void rewrite_extract(MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = ir_resized(NULL, (size_t)count * sizeof(*operands));
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  MlirOperation load = make(op, "memref.load", op, (int)count, operands, 1, &type, NULL, 0);
  set_temporal(load);
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(load, 0));
  mlirOperationDestroy(op);
  free(operands);
}

static void rewrite_op(BufferPlan *plan, MlirOperation op) {
  bool extract = ir_op_is(op, "tensor.extract");
  if (bufferize_reads_elements(op)) {
    MlirValue source = mlirOperationGetOperand(op, 0);
    if (bufferize_is_tensor(source)) // from outside; any other was replaced already
      mlirOperationSetOperand(op, 0, memref_of(plan, source));
    if (extract && !bufferize_is_tensor(mlirOperationGetOperand(op, 0)))
      rewrite_extract(op);
    return;
  }
  if (ir_op_is(op, "scf.for")) {
    rewrite_for(plan, op);
  } else if (ir_op_is(op, "scf.forall")) {
    rewrite_forall(plan, op);
  } else if (ir_op_is(op, "scf.if")) {
    rewrite_if(plan, op);
  } else if (mlirOperationGetNumResults(op) == 1 &&
             bufferize_is_tensor(mlirOperationGetResult(op, 0))) {
    if (ir_op_is(op, "vector.transfer_write"))
      rewrite_write(plan, op, "vector.transfer_write");
    else if (ir_op_is(op, "vector.scatter"))
      rewrite_write(plan, op, "vector.scatter");
    else if (ir_op_is(op, "tensor.insert"))
      rewrite_write(plan, op, "memref.store");
  }
}

static void rewrite_block(BufferPlan *plan, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!ir_op_is(op, "scf.yield"))
      rewrite_op(plan, op);
  }
}

// Users after the nest get the buffers back as tensors.
static void return_tensors(BufferPlan *plan) {
  MlirOperation after = mlirOperationGetNextInBlock(plan->nest);
  MlirOperation none = {NULL};
  for (intptr_t i = 0; i < mlirOperationGetNumResults(plan->nest); ++i) {
    MlirValue result = mlirOperationGetResult(plan->nest, i);
    if (!bufferize_is_tensor(result))
      continue;
    MlirType type = mlirValueGetType(result);
    MlirValue memref = memref_of(plan, result);
    MlirOperation op = make(after, "bufferization.to_tensor", none, 1, &memref, 1, &type, NULL, 0);
    set_unit(op, "restrict");
    set_unit(op, "writable");
    mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(op, 0));
  }
}

void bufferize_rewrite_nest(BufferPlan *plan) {
  // Destinations first: a tensor that is also read then shows as a read after a write to the
  // general analysis, which gives the destination a buffer of its own.
  for (int i = 0; i < plan->count; ++i)
    if (plan->buffers[i].kind != BUFFER_INPUT)
      make_buffer(plan, &plan->buffers[i]);
  for (int i = 0; i < plan->count; ++i)
    if (plan->buffers[i].kind == BUFFER_INPUT)
      make_buffer(plan, &plan->buffers[i]);
  return_tensors(plan);
  rewrite_op(plan, plan->nest);
}
