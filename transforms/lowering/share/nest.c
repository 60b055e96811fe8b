// Nest: ops that follow one another, a loop nest mostly, as a text of bytes that is equal for nests
// that compute the same from what they capture: values from outside are numbered, constants among
// them are part of the text. Values get the number of their definition in a walk through the nest;
// a table of addresses finds it again.
#include "transforms/lowering/share/nest.h"

#include "transforms/cut_mark.h"
#include "transforms/ir.h"
#include "transforms/lowering/share/attributes_shim.h"

#include <stdlib.h>
#include <string.h>

typedef struct Slot {
  const void *value;
  int number;
} Slot;

typedef struct Reader {
  Nest *nest;
  Slot *slots; // owned; open addressing, room is a power of two
  size_t room;
  int used, most_constants;
  bool has_vectors, is_possible;
} Reader;

enum { FIRST_ROOM = 1024, OUTSIDE = 1 << 30, CONSTANT = 1 << 29 };

// --- the text

static void put_bytes(Nest *nest, const void *bytes, size_t size) {
  if (nest->text_size + size > nest->text_room) {
    nest->text_room = 2 * nest->text_room + size + 4096;
    nest->text = ir_resized(nest->text, nest->text_room);
  }
  memcpy(nest->text + nest->text_size, bytes, size);
  nest->text_size += size;
}

static void put_pointer(Nest *nest, const void *pointer) {
  put_bytes(nest, &pointer, sizeof pointer);
}

static void put_number(Nest *nest, int64_t number) { put_bytes(nest, &number, sizeof number); }

// --- numbers of values

static Slot *find_slot(const Reader *reader, const void *value) {
  size_t at = (size_t)((uintptr_t)value >> 4) * UINT64_C(0x9e3779b97f4a7c15);
  for (;; at++) {
    Slot *slot = &reader->slots[at & (reader->room - 1)];
    if (!slot->value || slot->value == value)
      return slot;
  }
}

static void grow(Reader *reader) {
  Reader larger = {.room = 2 * reader->room,
                   .slots = ir_zeroed(2 * reader->room, sizeof *larger.slots)};
  for (size_t i = 0; i < reader->room; i++)
    if (reader->slots[i].value)
      *find_slot(&larger, reader->slots[i].value) = reader->slots[i];
  free(reader->slots);
  reader->slots = larger.slots;
  reader->room = larger.room;
}

static void add_value(Reader *reader, MlirValue value, int number) {
  if (2 * (size_t)reader->used >= reader->room)
    grow(reader);
  *find_slot(reader, value.ptr) = (Slot){value.ptr, number};
  reader->used++;
}

static void define(Reader *reader, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  reader->has_vectors = reader->has_vectors || mlirTypeIsAVector(type);
  add_value(reader, value, reader->used);
  put_pointer(reader->nest, type.ptr);
}

// --- what comes from outside

static bool is_constant(MlirValue value) { return ir_is_made_by(value, "arith.constant"); }

MlirType nest_capture_type(MlirType type) {
  int64_t strides[IR_MAX_DEPTH], offset;
  intptr_t rank = mlirTypeIsAMemRef(type) ? mlirShapedTypeGetRank(type) : 0;
  if (rank == 0 || rank > IR_MAX_DEPTH || !mlirShapedTypeHasStaticShape(type) ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return type;
  for (intptr_t d = 0; d < rank; d++)
    if (mlirShapedTypeIsDynamicStrideOrOffset(strides[d]))
      return type;
  int64_t shape[IR_MAX_DEPTH];
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirAttribute layout = mlirStridedLayoutAttrGet(
      mlirTypeGetContext(type), mlirShapedTypeGetDynamicStrideOrOffset(), rank, strides);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, shape, layout,
                           mlirMemRefTypeGetMemorySpace(type));
}

// The op does the same wherever its buffers begin: no type of a result depends on that.
static bool is_access(MlirOperation op) {
  static const char *const names[] = {"vector.transfer_read", "vector.transfer_write",
                                      "memref.load",          "memref.store",
                                      "memref.dim",           "memref.prefetch"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ir_op_is(op, names[i]))
      return true;
  return false;
}

static int capture(Reader *reader, MlirValue value) {
  Nest *nest = reader->nest;
  bool is_fixed = is_constant(value);
  int *count = is_fixed ? &nest->constant_count : &nest->capture_count;
  if (*count == (is_fixed ? reader->most_constants : NEST_MAX_CAPTURES)) {
    reader->is_possible = false;
    return 0;
  }
  (is_fixed ? nest->constants : nest->captures)[*count] = value;
  int number = (is_fixed ? CONSTANT : OUTSIDE) + (*count)++;
  MlirType type = mlirValueGetType(value);
  put_pointer(nest, nest->is_anywhere ? nest_capture_type(type).ptr : type.ptr);
  if (is_fixed)
    put_pointer(nest, attributes_key(mlirOpResultGetOwner(value)));
  add_value(reader, value, number);
  return number;
}

static void use(Reader *reader, MlirOperation op, MlirValue value) {
  const Slot *slot = find_slot(reader, value.ptr);
  put_number(reader->nest, slot->value ? slot->number : capture(reader, value));
  if (reader->nest->is_anywhere && !is_access(op))
    put_pointer(reader->nest, mlirValueGetType(value).ptr);
}

// --- ops

static void read_op(Reader *reader, MlirOperation op);

static void read_region(Reader *reader, MlirRegion region) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  put_number(reader->nest, mlirBlockIsNull(block) ? 0 : mlirBlockGetNumArguments(block));
  if (mlirBlockIsNull(block))
    return;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++)
    define(reader, mlirBlockGetArgument(block, i));
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op) && reader->is_possible; op = mlirOperationGetNextInBlock(op))
    read_op(reader, op);
  put_number(reader->nest, -1); // the end of the block
  reader->is_possible = reader->is_possible && mlirBlockIsNull(mlirBlockGetNextInRegion(block));
}

static void read_op(Reader *reader, MlirOperation op) {
  Nest *nest = reader->nest;
  nest->op_count++;
  reader->is_possible = reader->is_possible && mlirOperationGetNumSuccessors(op) == 0;
  put_pointer(nest, mlirOperationGetName(op).ptr);
  put_pointer(nest, attributes_key(op));
  put_number(nest, mlirOperationGetNumOperands(op));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    use(reader, op, mlirOperationGetOperand(op, i));
  put_number(nest, mlirOperationGetNumResults(op));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    define(reader, mlirOperationGetResult(op, i));
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op) && reader->is_possible; r++)
    read_region(reader, mlirOperationGetRegion(op, r));
}

static uint64_t hash_of(const char *text, size_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i + 8 <= size; i += 8) { // the text is made of words of 8 bytes
    uint64_t word;
    memcpy(&word, text + i, 8);
    hash = (hash ^ word) * UINT64_C(0x100000001b3);
    hash ^= hash >> 29;
  }
  return hash;
}

// One op of the block, with what is below it.
static void read_outermost(Reader *reader, MlirOperation op) {
  bool is_loop = mlirOperationGetNumRegions(op) > 0;
  reader->has_vectors = false;
  read_op(reader, op);
  reader->nest->is_scalar = reader->nest->is_scalar || (is_loop && !reader->has_vectors);
}

bool nest_read(MlirOperation first, MlirOperation last, bool is_anywhere, Nest *out_nest) {
  *out_nest = (Nest){.first = first, .last = last, .is_anywhere = is_anywhere};
  Reader reader = {.nest = out_nest,
                   .most_constants =
                       cut_mark_is_loop(first) ? NEST_MAX_CONSTANTS : NEST_MAX_CAPTURES,
                   .slots = ir_zeroed(FIRST_ROOM, sizeof *reader.slots),
                   .room = FIRST_ROOM,
                   .is_possible = true};
  for (MlirOperation op = first; reader.is_possible; op = mlirOperationGetNextInBlock(op)) {
    read_outermost(&reader, op);
    if (mlirOperationEqual(op, last))
      break;
  }
  free(reader.slots);
  out_nest->hash = hash_of(out_nest->text, out_nest->text_size);
  return reader.is_possible;
}

bool nest_equal(const Nest *a, const Nest *b) {
  return a->hash == b->hash && a->text_size == b->text_size &&
         !memcmp(a->text, b->text, a->text_size);
}
