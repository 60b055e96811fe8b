// Arena: the temporary buffers of a function share one allocation. The life of a buffer runs from
// the first to the last op of the function's block that uses it, directly or through views. Largest
// buffers are placed first, each at the lowest offset where it meets no other that lives at the
// same time.
//
// Buffers of which each thread has one part (lowering/pieces.h) lie behind all others, the parts of
// one thread beside each other, and are placed among themselves:
//
//   | what all see | parts of thread 0: a, b | parts of thread 1: a, b |
//
// So a thread writes its parts over its own. Over what another one has written, each line comes
// from that one's caches first, which takes longer than to fill the part.
#include "transforms/lowering/arena/buffer_arena.h"

#include "base/integer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"
#include "transforms/lowering/share/c_functions.h"
#include "transforms/threads/thread_marks.h"

#include <stdlib.h>

typedef struct Life {
  MlirOperation alloc;
  MlirOperation dealloc;     // null when the program never frees the buffer
  MlirOperation first, last; // ops of the function's block
  int64_t bytes, offset;     // rounded up to BUFFER_ALIGNMENT; of a part where threads have parts
  int64_t parts;             // one of each thread; 0: the buffer is of all
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

int64_t arena_bytes(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirShapedTypeHasStaticShape(type) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) ||
      !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return 0;
  MlirAttribute alignment = mlirOperationGetAttributeByName(op, ir_string("alignment"));
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

// --- parts of threads

// Bytes from one part to the next where `use` sees one part of many, as pieces_lower makes it: a
// view at a number times that, which ends before the next. 0 for others.
static int64_t stride_of(MlirOperation use) {
  if (!ir_op_is(use, "memref.view") || !mlirValueIsAOpResult(mlirOperationGetOperand(use, 1)))
    return 0;
  MlirOperation product = mlirOpResultGetOwner(mlirOperationGetOperand(use, 1));
  int64_t stride = 0;
  bool is_multiple = ir_op_is(product, "arith.muli") &&
                     ir_constant_integer(mlirOperationGetOperand(product, 1), &stride);
  return is_multiple && arena_bytes(use) > 0 && arena_bytes(use) <= stride ? stride : 0;
}

// Where every use sees one of as many parts as there are threads, the life of a part.
static void read_parts(Life *life) {
  int64_t stride = 0, threads = 0;
  MlirValue buffer = mlirOperationGetResult(life->alloc, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (ir_op_is(user, "memref.dealloc"))
      continue;
    int64_t found = stride_of(user);
    int64_t count = thread_mark_read(mlirOperationGetParentOperation(user));
    if (found <= 0 || count < 2 || (stride > 0 && (found != stride || count != threads)))
      return;
    stride = found;
    threads = count;
  }
  if (stride == 0 || stride % BUFFER_ALIGNMENT != 0 || life->bytes != stride * threads)
    return;
  life->bytes = stride;
  life->parts = threads;
}

// The views of the parts, now `stride` bytes from one another.
static void move_parts(MlirValue buffer, int64_t stride) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation view = mlirOpOperandGetOwner(use);
    MlirOperation product = mlirOpResultGetOwner(mlirOperationGetOperand(view, 1));
    IrBuilder ir;
    ir_start(&ir, view, mlirOperationGetLocation(view));
    MlirValue bytes = ir_index(&ir, stride);
    MlirValue offset = ir_binary(&ir, "arith.muli", mlirOperationGetOperand(product, 0), bytes);
    mlirOperationSetOperand(view, 1, offset);
    ir_finish(&ir);
  }
}

// ---

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
    read_parts(&life);
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

// Gives every life its offset among those of all, or among those of parts; returns the size of
// what they share in bytes.
static int64_t place(Arena *arena, bool is_parts) {
  int64_t size = 0;
  for (int i = 0; i < arena->count; ++i) {
    Life *life = &arena->lives[i];
    int64_t offset = 0;
    if ((life->parts > 0) != is_parts)
      continue;
    for (bool moved = true; moved;) {
      moved = false;
      for (int j = 0; j < i; ++j) {
        const Life *other = &arena->lives[j];
        if ((other->parts > 0) == is_parts && offset < other->offset + other->bytes &&
            other->offset < offset + life->bytes && live_together(life, other)) {
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

static MlirType bytes_type(MlirContext context, int64_t bytes) {
  return mlirMemRefTypeContiguousGet(mlirIntegerTypeGet(context, 8), 1, &bytes,
                                     mlirAttributeGetNull());
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
  return arena_allocate_type(ir, bytes_type(ir->context, bytes));
}

// `common`: bytes of what all threads see, `own`: of the parts of a thread.
static void rewrite(const Arena *arena, int64_t common, int64_t own) {
  IrBuilder ir;
  int64_t threads = 0;
  for (int i = 0; i < arena->count; ++i)
    threads = arena->lives[i].parts > threads ? arena->lives[i].parts : threads;
  int64_t bytes = common + threads * own;
  MlirOperation terminator = mlirBlockGetTerminator(arena->block);
  MlirLocation location = mlirOperationGetLocation(terminator);
  ir_start(&ir, mlirBlockGetFirstOperation(arena->block), location);
  MlirValue buffer = arena->is_argument ? c_function_add_workspace(arena->function, bytes)
                                        : arena_allocate(&ir, bytes);
  for (int i = 0; i < arena->count; ++i) {
    const Life *life = &arena->lives[i];
    MlirValue old = mlirOperationGetResult(life->alloc, 0);
    MlirType type = mlirValueGetType(old);
    int64_t offset = life->offset;
    if (life->parts > 0) {
      type = bytes_type(ir.context, (life->parts - 1) * own + life->bytes);
      offset += common;
    }
    MlirValue operands[2] = {buffer, ir_index(&ir, offset)};
    MlirValue view = ir_value(&ir, "memref.view", type, 2, operands, 0, NULL);
    if (!mlirOperationIsNull(life->dealloc))
      mlirOperationDestroy(life->dealloc);
    mlirValueReplaceAllUsesOfWith(old, view);
    if (life->parts > 0)
      move_parts(view, own);
  }
  ir_finish(&ir);
  for (int i = 0; i < arena->count; ++i) // only now: the builder stood before one of them
    mlirOperationDestroy(arena->lives[i].alloc);
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
  if (arena.count > 0) {
    qsort(arena.lives, (size_t)arena.count, sizeof(Life), larger_first);
    int64_t common = place(&arena, false);
    int64_t own = place(&arena, true);
    rewrite(&arena, common, own);
  }
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
