// StreamBuild: a row by vectors that lie in memory as the processor stores past its caches: whole
// and aligned. What is before the first and after the last of them is stored by masks.
#include "transforms/lowering/stream_build.h"

#include "transforms/element_types.h"
#include "transforms/lowering/prefetch_index.h"

// --- the statement

static bool is_inside(const StreamStatement *statement, MlirValue value) {
  MlirOperation owner = mlirValueIsAOpResult(value)
                            ? mlirOpResultGetOwner(value)
                            : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return loop_holds(statement->nest, owner);
}

// The number of the operand of a transfer that is the index along the last dimension; its memref is
// operand `memref`.
static int last_index_of(MlirOperation transfer, int memref) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(transfer, memref));
  return memref + (int)mlirShapedTypeGetRank(type);
}

// One vector along the last dimension, without a mask, in bounds.
static bool is_plain(MlirOperation transfer, int memref, MlirType vector) {
  MlirAttribute map = mlirOperationGetAttributeByName(transfer, ir_string("permutation_map"));
  MlirAttribute bounds = mlirOperationGetAttributeByName(transfer, ir_string("in_bounds"));
  int rank = last_index_of(transfer, memref) - memref;
  int operands = memref + 1 + rank + (memref == 0); // a read has a padding
  if (mlirShapedTypeGetRank(vector) != 1 || rank < 1 || mlirAttributeIsNull(map) ||
      mlirAttributeIsNull(bounds) || mlirOperationGetNumOperands(transfer) != operands)
    return false;
  MlirAffineExpr along = mlirAffineMapGetResult(mlirAffineMapAttrGetValue(map), 0);
  return mlirAffineExprIsADim(along) && mlirAffineDimExprGetPosition(along) == rank - 1 &&
         mlirBoolAttrGetValue(mlirArrayAttrGetElement(bounds, 0));
}

// Whether the indices of a transfer are those of outside, but for the last one, which is `last`.
static bool has_indices(const StreamStatement *statement, MlirOperation transfer, int memref,
                        MlirValue last) {
  int end = last_index_of(transfer, memref);
  bool fits = mlirValueEqual(mlirOperationGetOperand(transfer, end), last);
  for (int i = memref + 1; i < end && fits; i++)
    fits = !is_inside(statement, mlirOperationGetOperand(transfer, i));
  return fits && !is_inside(statement, mlirOperationGetOperand(transfer, memref));
}

static bool takes_of_outside(const StreamStatement *statement, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (is_inside(statement, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

// Lanes that are masked may hold anything, so nothing may trap on them, as division of integers
// does.
static bool is_of_floats(MlirOperation op) {
  static const char *const names[] = {"vector.broadcast", "vector.extract", "vector.fma"};
  bool is_known = ir_op_begins(op, "math.") || ir_op_begins(op, "arith.");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is_known |= ir_op_is(op, names[i]);
  if (!is_known || mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) > 0)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType element = mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
  return mlirTypeIsAFloat(element) ||
         (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1);
}

// Whether an operand has all columns of the row: the loop may read more of them than the nest did.
static bool has_columns_of(MlirValue memref, MlirValue row) {
  MlirType of = mlirValueGetType(memref), to = mlirValueGetType(row);
  return mlirShapedTypeGetDimSize(of, (int)mlirShapedTypeGetRank(of) - 1) >=
         mlirShapedTypeGetDimSize(to, (int)mlirShapedTypeGetRank(to) - 1);
}

static bool is_of_statement(const StreamStatement *statement, MlirOperation op, MlirValue row) {
  if (!ir_op_is(op, "vector.transfer_read"))
    return is_of_floats(op) || (ir_op_is(op, "memref.load") && takes_of_outside(statement, op));
  if (takes_of_outside(statement, op))
    return !mlirValueEqual(mlirOperationGetOperand(op, 0), row);
  MlirType vector = mlirValueGetType(mlirOperationGetResult(op, 0));
  return is_plain(op, 0, vector) && has_indices(statement, op, 0, statement->column) &&
         mlirShapedTypeGetDimSize(vector, 0) == statement->lanes &&
         has_columns_of(mlirOperationGetOperand(op, 0), row);
}

static bool holds(const StreamStatement *statement, MlirOperation op) {
  for (int i = 0; i < statement->count; i++)
    if (mlirOperationEqual(statement->ops[i], op))
      return true;
  return false;
}

// Adds what makes the operands of the op, as far as that is in the nest.
static bool add_makers(StreamStatement *statement, MlirOperation op, MlirValue row) {
  bool is_index = ir_op_is(op, "vector.transfer_read") || ir_op_is(op, "memref.load");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && !is_index; i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!is_inside(statement, value))
      continue;
    if (!mlirValueIsAOpResult(value) || statement->count == STREAM_MAX_OPS)
      return false;
    MlirOperation maker = mlirOpResultGetOwner(value);
    if (holds(statement, maker))
      continue;
    if (!is_of_statement(statement, maker, row))
      return false;
    statement->ops[statement->count++] = maker;
  }
  return true;
}

typedef struct Search {
  const StreamStatement *of;
  StreamStatement *to;
  MlirValue row;
} Search;

static MlirWalkResult take_in_order(MlirOperation op, void *user) {
  Search *search = user;
  if (holds(search->of, op))
    search->to->ops[search->to->count++] = op;
  return MlirWalkResultAdvance;
}

static void put_in_order(StreamStatement *statement) {
  StreamStatement found = *statement;
  Search search = {.of = &found, .to = statement};
  statement->count = 0;
  mlirOperationWalk(statement->nest, take_in_order, &search, MlirWalkPreOrder);
}

static bool read_write(StreamStatement *statement, MlirOperation write, MlirValue row) {
  MlirValue value = mlirOperationGetOperand(write, 0);
  MlirType vector = mlirValueGetType(value);
  statement->write = write;
  statement->count = 0;
  if (!mlirTypeIsAVector(vector) || !is_plain(write, 1, vector))
    return false;
  statement->column = mlirOperationGetOperand(write, last_index_of(write, 1));
  statement->lanes = mlirShapedTypeGetDimSize(vector, 0);
  statement->bytes = type_bits(mlirShapedTypeGetElementType(vector)) / 8;
  if (!is_inside(statement, statement->column) ||
      !has_indices(statement, write, 1, statement->column) || !is_inside(statement, value) ||
      !mlirValueIsAOpResult(value) || !is_of_statement(statement, mlirOpResultGetOwner(value), row))
    return false;
  statement->ops[statement->count++] = mlirOpResultGetOwner(value);
  for (int i = 0; i < statement->count; i++)
    if (!add_makers(statement, statement->ops[i], row))
      return false;
  put_in_order(statement);
  return true;
}

static MlirWalkResult find_write(MlirOperation op, void *user) {
  Search *search = user;
  bool is_write = ir_op_is(op, "vector.transfer_write") &&
                  mlirValueEqual(mlirOperationGetOperand(op, 1), search->row);
  if (is_write && read_write(search->to, op, search->row))
    return MlirWalkResultInterrupt;
  search->to->count = 0;
  return MlirWalkResultAdvance;
}

bool stream_statement_read(MlirOperation nest, MlirValue row, StreamStatement *out_statement) {
  *out_statement = (StreamStatement){.nest = nest};
  Search search = {.to = out_statement, .row = row};
  mlirOperationWalk(nest, find_write, &search, MlirWalkPreOrder);
  return out_statement->count > 0;
}

// --- the loop

// Elements of a row from one on; all of a vector where the mask is null.
typedef struct Place {
  MlirValue column, mask;
} Place;

static MlirValue copied(const StreamStatement *statement, const MlirValue *made, MlirValue value) {
  for (int i = 0; i < statement->count; i++)
    if (mlirValueEqual(mlirOperationGetResult(statement->ops[i], 0), value))
      return made[i];
  return value;
}

// The operands of a transfer at the place. Returns their number.
static int operands_at(MlirOperation transfer, int memref, Place place, MlirValue *out_operands) {
  int count = (int)mlirOperationGetNumOperands(transfer);
  for (int i = 0; i < count; i++)
    out_operands[i] = mlirOperationGetOperand(transfer, i);
  out_operands[last_index_of(transfer, memref)] = place.column;
  if (!mlirValueIsNull(place.mask))
    out_operands[count++] = place.mask;
  return count;
}

enum { MAX_TRANSFER_OPERANDS = 16 };

static MlirOperation transfer_at(IrBuilder *ir, MlirOperation transfer, Place place,
                                 const MlirValue *value) {
  MlirValue operands[MAX_TRANSFER_OPERANDS];
  bool is_read = value == NULL, has_mask = !mlirValueIsNull(place.mask);
  int memref = is_read ? 0 : 1, count = operands_at(transfer, memref, place, operands);
  int indices = last_index_of(transfer, memref) - memref;
  const int32_t of_read[4] = {1, indices, 1, has_mask}, of_write[4] = {1, 1, indices, has_mask};
  MlirNamedAttribute attributes[3] = {
      ir_attribute(ir, "permutation_map",
                   mlirOperationGetAttributeByName(transfer, ir_string("permutation_map"))),
      ir_attribute(ir, "in_bounds",
                   mlirOperationGetAttributeByName(transfer, ir_string("in_bounds"))),
      ir_attribute(ir, "operandSegmentSizes",
                   mlirDenseI32ArrayGet(ir->context, 4, is_read ? of_read : of_write))};
  MlirType type = mlirValueGetType(is_read ? mlirOperationGetResult(transfer, 0) : operands[0]);
  if (!is_read)
    operands[0] = *value;
  return ir_op(ir, is_read ? "vector.transfer_read" : "vector.transfer_write", is_read, &type,
               count, operands, 3, attributes);
}

// What the statement computes at the place.
static MlirValue compute_at(IrBuilder *ir, const StreamStatement *statement, Place place) {
  MlirValue made[STREAM_MAX_OPS];
  for (int i = 0; i < statement->count; i++) {
    MlirOperation op = statement->ops[i], copy;
    if (ir_op_is(op, "vector.transfer_read") && !takes_of_outside(statement, op)) {
      copy = transfer_at(ir, op, place, NULL);
    } else {
      copy = mlirOperationClone(op);
      for (intptr_t o = 0; o < mlirOperationGetNumOperands(op); o++)
        mlirOperationSetOperand(copy, o, copied(statement, made, mlirOperationGetOperand(op, o)));
      ir_insert(ir, copy);
    }
    made[i] = mlirOperationGetResult(copy, 0);
  }
  return copied(statement, made, mlirOperationGetOperand(statement->write, 0));
}

static void store_masked(IrBuilder *ir, const StreamStatement *statement, MlirValue column,
                         MlirValue count) {
  MlirType flags = ir_vector_type(mlirIntegerTypeGet(ir->context, 1), statement->lanes);
  Place place = {column, ir_unary(ir, "vector.create_mask", flags, count)};
  MlirValue value = compute_at(ir, statement, place);
  transfer_at(ir, statement->write, place, &value);
}

static void store_past_caches(IrBuilder *ir, MlirValue value, MlirValue address, int64_t bytes) {
  MlirType i64 = mlirIntegerTypeGet(ir->context, 64);
  MlirType pointer = mlirTypeParseGet(ir->context, ir_string("!llvm.ptr"));
  MlirValue number = ir_unary(ir, "arith.index_cast", i64, address);
  MlirValue operands[2] = {value, ir_unary(ir, "llvm.inttoptr", pointer, number)};
  MlirNamedAttribute attributes[2] = {
      ir_attribute(ir, "alignment", mlirIntegerAttrGet(i64, bytes)),
      ir_attribute(ir, "nontemporal", mlirUnitAttrGet(ir->context))};
  ir_op(ir, "llvm.store", 0, NULL, 2, operands, 2, attributes);
}

// Where the row begins, in bytes.
static MlirValue address_of(IrBuilder *ir, MlirValue row, int64_t bytes) {
  enum { MOST = 2 + 2 * 8 };
  MlirType type = mlirValueGetType(row), index = mlirIndexTypeGet(ir->context), types[MOST];
  int rank = (int)mlirShapedTypeGetRank(type), count = 2 + 2 * rank;
  types[0] = mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), 0, NULL,
                                         mlirMemRefTypeGetMemorySpace(type));
  for (int i = 1; i < count; i++)
    types[i] = index;
  MlirValue base = ir_unary(ir, "memref.extract_aligned_pointer_as_index", index, row);
  MlirOperation parts =
      ir_op(ir, "memref.extract_strided_metadata", count, types, 1, &row, 0, NULL);
  MlirValue scale = ir_index(ir, bytes);
  MlirValue offset = ir_binary(ir, "arith.muli", mlirOperationGetResult(parts, 1), scale);
  return ir_binary(ir, "arith.addi", base, offset);
}

void stream_build(const StreamStatement *statement, MlirValue row, int64_t length) {
  IrBuilder ir;
  int64_t lanes = statement->lanes, bytes = statement->bytes;
  ir_start(&ir, statement->nest, mlirOperationGetLocation(statement->nest));
  MlirValue start = address_of(&ir, row, bytes), zero = ir_index(&ir, 0);
  MlirValue scale = ir_index(&ir, bytes), step = ir_index(&ir, lanes);
  // Elements up to the first vector that is aligned.
  MlirValue number = ir_binary(&ir, "arith.divui", start, scale);
  MlirValue below = ir_binary(&ir, "arith.subi", zero, number);
  MlirValue before = ir_binary(&ir, "arith.andi", below, ir_index(&ir, lanes - 1));
  store_masked(&ir, statement, zero, before);
  MlirValue column = ir_open_for(&ir, before, ir_index(&ir, length - lanes + 1), step, 0, NULL);
  MlirValue value = compute_at(&ir, statement, (Place){column, {NULL}});
  MlirValue distance = ir_binary(&ir, "arith.muli", column, scale);
  MlirValue address = ir_binary(&ir, "arith.addi", start, distance);
  store_past_caches(&ir, value, address, lanes * bytes);
  ir_close_for(&ir, 0, NULL);
  MlirValue end = ir_index(&ir, length), left = ir_binary(&ir, "arith.subi", end, before);
  MlirValue whole = ir_binary(&ir, "arith.andi", left, ir_index(&ir, -lanes));
  MlirValue last = ir_binary(&ir, "arith.addi", before, whole);
  store_masked(&ir, statement, last, ir_binary(&ir, "arith.subi", left, whole));
  ir_finish(&ir);
}

void stream_build_fence(MlirOperation loop) {
  IrBuilder ir;
  ir_start(&ir, mlirOperationGetNextInBlock(loop), mlirOperationGetLocation(loop));
  ir_intrinsic_run(&ir, "llvm.x86.sse.sfence");
  ir_finish(&ir);
}
