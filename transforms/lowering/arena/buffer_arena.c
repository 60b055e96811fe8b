// Arena: the temporary buffers of a function share one allocation. The life of a buffer runs from
// the first to the last op of the function's block that uses it, directly or through views. Largest
// buffers are placed first, each at the lowest offset where it meets no other that lives at the
// same time.
#include "transforms/lowering/arena/buffer_arena.h"

#include "base/integer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"
#include "transforms/lowering/share/c_functions.h"

#include <stdlib.h>

typedef struct Life {
  MlirOperation alloc;
  MlirOperation dealloc;     // null when the program never frees the buffer
  MlirOperation first, last; // ops of the function's block
  int64_t bytes, offset;     // rounded up to BUFFER_ALIGNMENT
} Life;

typedef struct Arena {
  MlirOperation function;
  MlirBlock block;
  bool is_argument;
  Life *lives; // owned
  int count, capacity;
} Arena;

static bool is_memref(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
}

int64_t arena_element_bytes(MlirType type) {
  int bits = type_bits(type);
  bool is_plain = bits == 16 || bits == 32 || bits == 64;
  return bits > 0 && bits <= 8 ? 1 : is_plain ? bits / 8 : 0;
}

int64_t arena_bytes(MlirOperation alloc) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(alloc, 0));
  if (!mlirShapedTypeHasStaticShape(type) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) ||
      !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return 0;
  MlirAttribute alignment = mlirOperationGetAttributeByName(alloc, ir_string("alignment"));
  if (!mlirAttributeIsNull(alignment) && mlirIntegerAttrGetValueInt(alignment) > BUFFER_ALIGNMENT)
    return 0;
  int64_t bytes = arena_element_bytes(mlirShapedTypeGetElementType(type));
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(type); ++i)
    bytes = integer_multiply(bytes, mlirShapedTypeGetDimSize(type, i));
  if (bytes > MEMORY_MAX_BYTES)
    return 0;
  return (bytes + BUFFER_ALIGNMENT - 1) / BUFFER_ALIGNMENT * BUFFER_ALIGNMENT;
}

// Follows every use of `value` and of its views. False when the buffer leaves the walk: returned,
// yielded, stored, turned into an integer.
static bool follow_uses(const Arena *arena, Life *life, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (ir_op_is(user, "memref.dealloc")) {
      if (!mlirOperationIsNull(life->dealloc) ||
          !mlirBlockEqual(mlirOperationGetBlock(user), arena->block) ||
          !mlirValueEqual(value, mlirOperationGetResult(life->alloc, 0)))
        return false;
      life->dealloc = user;
      continue;
    }
    bool is_call = ir_op_is(user, "func.call"); // its memref results are new buffers
    bool stores_it = ir_op_is(user, "memref.store") && mlirOpOperandGetOperandNumber(use) == 0;
    if (stores_it || mlirOperationGetNumSuccessors(user) > 0 || ir_op_is(user, "func.return") ||
        ir_op_is(user, "scf.yield") || ir_op_is(user, "scf.condition") ||
        ir_op_is(user, "memref.extract_aligned_pointer_as_index"))
      return false;
    for (intptr_t i = 0; !is_call && i < mlirOperationGetNumResults(user); ++i) {
      MlirValue view = mlirOperationGetResult(user, i);
      if (is_memref(view) &&
          (mlirOperationGetNumRegions(user) > 0 || !follow_uses(arena, life, view)))
        return false;
    }
    MlirOperation op = ir_ancestor_in(arena->block, user);
    if (mlirOperationIsNull(life->first) || mlirOperationIsBeforeInBlock(op, life->first))
      life->first = op;
    if (mlirOperationIsNull(life->last) || mlirOperationIsBeforeInBlock(life->last, op))
      life->last = op;
  }
  return true;
}

static void collect_lives(Arena *arena) {
  for (MlirOperation op = mlirBlockGetFirstOperation(arena->block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!ir_op_is(op, "memref.alloc"))
      continue;
    Life life = {.alloc = op, .bytes = arena_bytes(op)};
    if (life.bytes == 0 || !follow_uses(arena, &life, mlirOperationGetResult(op, 0)) ||
        mlirOperationIsNull(life.first))
      continue;
    if (arena->count == arena->capacity) {
      arena->capacity = arena->capacity ? 2 * arena->capacity : 32;
      arena->lives = ir_resized(arena->lives, (size_t)arena->capacity * sizeof(Life));
    }
    life.offset = arena->count; // the order of the program, until the buffer is placed
    arena->lives[arena->count++] = life;
  }
}

static int larger_first(const void *left, const void *right) {
  const Life *a = left, *b = right;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? 1 : -1;
  return a->offset < b->offset ? -1 : 1;
}

static bool live_together(const Life *a, const Life *b) {
  return !mlirOperationIsBeforeInBlock(a->last, b->first) &&
         !mlirOperationIsBeforeInBlock(b->last, a->first);
}

// Gives every life its offset; returns the size of the arena in bytes.
static int64_t place(Arena *arena) {
  int64_t size = 0;
  qsort(arena->lives, (size_t)arena->count, sizeof(Life), larger_first);
  for (int i = 0; i < arena->count; ++i) {
    Life *life = &arena->lives[i];
    int64_t offset = 0;
    for (bool moved = true; moved;) {
      moved = false;
      for (int j = 0; j < i; ++j) {
        const Life *other = &arena->lives[j];
        if (offset < other->offset + other->bytes && other->offset < offset + life->bytes &&
            live_together(life, other)) {
          offset = other->offset + other->bytes;
          moved = true;
        }
      }
    }
    life->offset = offset;
    if (size < offset + life->bytes)
      size = offset + life->bytes;
  }
  return size;
}

MlirValue arena_allocate_type(IrBuilder *ir, MlirType type) {
  int32_t no_operands[2] = {0, 0};
  MlirNamedAttribute attributes[2] = {
      ir_attribute(ir, "alignment",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(ir->context, 64), BUFFER_ALIGNMENT)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 2, no_operands))};
  return ir_value(ir, "memref.alloc", type, 0, NULL, 2, attributes);
}

MlirValue arena_allocate(IrBuilder *ir, int64_t bytes) {
  return arena_allocate_type(ir, mlirMemRefTypeContiguousGet(mlirIntegerTypeGet(ir->context, 8), 1,
                                                             &bytes, mlirAttributeGetNull()));
}

static void rewrite(const Arena *arena, int64_t bytes) {
  IrBuilder ir;
  MlirOperation terminator = mlirBlockGetTerminator(arena->block);
  MlirLocation location = mlirOperationGetLocation(terminator);
  ir_start(&ir, mlirBlockGetFirstOperation(arena->block), location);
  MlirValue buffer = arena->is_argument ? c_function_add_workspace(arena->function, bytes)
                                        : arena_allocate(&ir, bytes);
  for (int i = 0; i < arena->count; ++i) {
    const Life *life = &arena->lives[i];
    MlirValue old = mlirOperationGetResult(life->alloc, 0);
    MlirValue operands[2] = {buffer, ir_index(&ir, life->offset)};
    MlirValue view = ir_value(&ir, "memref.view", mlirValueGetType(old), 2, operands, 0, NULL);
    mlirValueReplaceAllUsesOfWith(old, view);
  }
  ir_finish(&ir);
  for (int i = 0; i < arena->count; ++i) { // only now: the builder stood before one of them
    if (!mlirOperationIsNull(arena->lives[i].dealloc))
      mlirOperationDestroy(arena->lives[i].dealloc);
    mlirOperationDestroy(arena->lives[i].alloc);
  }
  if (arena->is_argument)
    return;
  ir_start(&ir, terminator, location);
  ir_op(&ir, "memref.dealloc", 0, NULL, 1, &buffer, 0, NULL);
  ir_finish(&ir);
}

void arena_place(MlirOperation function, bool is_argument) {
  MlirBlock block = ir_function_body(function);
  if (mlirBlockIsNull(block) || !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return;
  Arena arena = {.function = function, .block = block, .is_argument = is_argument};
  collect_lives(&arena);
  if (arena.count > 0)
    rewrite(&arena, place(&arena));
  free(arena.lives);
}

// The value that a chain of views starts from.
static MlirValue root_of(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!ir_op_is(op, "memref.cast") && !ir_op_is(op, "memref.subview") &&
        !ir_op_is(op, "memref.collapse_shape") && !ir_op_is(op, "memref.expand_shape"))
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return value;
}

// Whether `value` is returned, and by one operand only.
static bool is_returned_once(MlirOperation terminator, MlirValue value) {
  int count = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(terminator); ++i)
    count += mlirValueEqual(root_of(mlirOperationGetOperand(terminator, i)), value);
  return count == 1;
}

static bool returns_own_buffers(MlirOperation terminator) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(terminator); ++i) {
    MlirValue root = root_of(mlirOperationGetOperand(terminator, i));
    if (is_memref(root) &&
        (!mlirValueIsAOpResult(root) || !ir_op_is(mlirOpResultGetOwner(root), "memref.alloc") ||
         !is_returned_once(terminator, root)))
      return false;
  }
  return true;
}

// False when `op` needs the general deallocation.
static bool op_suffices(MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  bool has_memref = false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    has_memref = has_memref || is_memref(mlirOperationGetResult(op, i));
  if (ir_op_is(op, "func.func")) {
    MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
    return mlirBlockIsNull(body) || (mlirBlockIsNull(mlirBlockGetNextInRegion(body)) &&
                                     returns_own_buffers(mlirBlockGetTerminator(body)));
  }
  if (!has_memref)
    return true;
  if (!ir_op_is(op, "memref.alloc"))
    return mlirOperationGetNumRegions(op) == 0 && !ir_op_is(op, "func.call") &&
           !ir_op_is(op, "bufferization.clone");
  if (!ir_op_is(mlirBlockGetParentOperation(block), "func.func"))
    return false;
  Arena arena = {.block = block};
  Life life = {.alloc = op, .bytes = arena_bytes(op)};
  return (life.bytes > 0 && follow_uses(&arena, &life, mlirOperationGetResult(op, 0))) ||
         is_returned_once(mlirBlockGetTerminator(block), mlirOperationGetResult(op, 0));
}

static MlirWalkResult check(MlirOperation op, void *user) {
  *(bool *)user = op_suffices(op);
  return *(bool *)user ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool arena_suffices(MlirOperation module) {
  bool suffices = true;
  mlirOperationWalk(module, check, &suffices, MlirWalkPreOrder);
  return suffices;
}
