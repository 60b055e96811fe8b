// Follows an operand back to the arguments that it is a copy, a part or an element of. What was
// computed in between is not looked through, but for the factors of a product.
#include "runtime/data/draw_read.h"

#include "base/integer.h"
#include "runtime/data/draw_index.h"

#include "mlir-c/BuiltinTypes.h"

#include <stddef.h>
#include <string.h>

enum { ANY_OPERAND = -1, MAX_STEPS = 64 };

typedef struct DrawRow {
  const char *op;
  int operand;
  DrawKind kind;
} DrawRow;

static const DrawRow draw_rows[] = {
#define READS(op, operand, kind) {op, operand, kind},
#define COMBINES(op, kind) {op, ANY_OPERAND, kind},
#include "runtime/data/draws.def"
#undef READS
#undef COMBINES
};

// Ops whose result is a copy, a part or an element of their first operand, or that in another type.
static const char *const copies[] = {
    "tensor.extract_slice",
    "tensor.collapse_shape",
    "tensor.expand_shape",
    "tensor.cast",
    "tensor.reshape",
    "tensor.pad",
    "tensor.extract",
    "memref.subview",
    "memref.cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.load",
    "memref.reinterpret_cast",
    "memref.transpose",
    "affine.load",
    "vector.load",
    "vector.transfer_read",
    "vector.broadcast",
    "vector.extract",
    "bufferization.to_tensor",
    "bufferization.to_buffer",
    "arith.extsi",
    "arith.extui",
    "arith.trunci",
    "arith.index_cast",
    "arith.index_castui",
    "arith.extf",
    "arith.truncf",
    "arith.sitofp",
    "arith.uitofp",
};

typedef struct Reader {
  MlirBlock entry; // whose arguments are those of the function
  Draw *draws;
} Reader;

static MlirStringRef name_of(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op));
}

static bool is_named(MlirOperation op, const char *name) {
  return mlirStringRefEqual(name_of(op), mlirStringRefCreateFromCString(name));
}

static bool is_linalg(MlirOperation op) {
  MlirStringRef name = name_of(op);
  return name.length > 7 && !memcmp(name.data, "linalg.", 7);
}

static bool is_copy(MlirOperation op) {
  for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
    if (is_named(op, copies[i]))
      return true;
  return false;
}

static int64_t elements_of(MlirType type) {
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasStaticShape(type))
    return 1;
  int64_t count = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    count = integer_multiply(count, mlirShapedTypeGetDimSize(type, d));
  return count;
}

// --- back to an argument

// What the argument of a structured op's body stands for; null for another block's.
static MlirValue operand_behind(MlirValue argument) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  MlirOperation op = mlirBlockGetParentOperation(block);
  intptr_t position = mlirBlockArgumentGetArgNumber(argument);
  return !mlirOperationIsNull(op) && is_linalg(op) && position < mlirOperationGetNumOperands(op)
             ? mlirOperationGetOperand(op, position)
             : (MlirValue){NULL};
}

// The value that an element of this result of a structured op has; null of another op.
static MlirValue yielded_value(MlirOperation op, MlirValue result) {
  MlirValue none = {NULL};
  if (!is_linalg(op) || mlirOperationGetNumRegions(op) != 1)
    return none;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirOperation yield =
      mlirBlockIsNull(body) ? (MlirOperation){NULL} : mlirBlockGetTerminator(body);
  intptr_t position = mlirOpResultGetResultNumber(result);
  return !mlirOperationIsNull(yield) && position < mlirOperationGetNumOperands(yield)
             ? mlirOperationGetOperand(yield, position)
             : none;
}

static bool is_product(MlirOperation op) {
  return is_named(op, "arith.mulf") || is_named(op, "arith.muli");
}

static void ask(const Reader *reader, MlirValue value, Draw draw, int steps);

// A draw's `terms` are the elements of what is combined until the argument is known.
static void ask_argument(const Reader *reader, MlirValue argument, Draw draw) {
  Draw *all = &reader->draws[mlirBlockArgumentGetArgNumber(argument)];
  int64_t terms = elements_of(mlirValueGetType(argument)) / (draw.terms > 0 ? draw.terms : 1);
  draw.terms = terms > 1 ? terms : 1;
  *all = draw_join(*all, draw);
}

static void ask_result(const Reader *reader, MlirValue value, Draw draw, int steps) {
  MlirOperation op = mlirOpResultGetOwner(value);
  if (draw.kind == DRAW_FACTOR && is_product(op)) {
    ask(reader, mlirOperationGetOperand(op, 0), draw, steps / 2);
    ask(reader, mlirOperationGetOperand(op, 1), draw, steps / 2);
    return;
  }
  MlirValue source = is_copy(op) ? mlirOperationGetOperand(op, 0) : yielded_value(op, value);
  if (!mlirValueIsNull(source))
    ask(reader, source, draw, steps - 1);
}

static void ask(const Reader *reader, MlirValue value, Draw draw, int steps) {
  if (steps <= 0)
    return;
  if (mlirValueIsAOpResult(value)) {
    ask_result(reader, value, draw, steps);
    return;
  }
  if (mlirBlockEqual(mlirBlockArgumentGetOwner(value), reader->entry)) {
    ask_argument(reader, value, draw);
    return;
  }
  MlirValue source = operand_behind(value);
  if (!mlirValueIsNull(source))
    ask(reader, source, draw, steps - 1);
}

// --- what is carried

// Whether an op of the body takes the value that the term before left, and what all of them are
// combined to; null: one number.
static bool is_carried_argument(MlirValue value, MlirValue *out_whole) {
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation op = mlirBlockGetParentOperation(block);
  intptr_t position = mlirBlockArgumentGetArgNumber(value);
  *out_whole = (MlirValue){NULL};
  if (mlirOperationIsNull(op))
    return false;
  if (!is_linalg(op)) // the first argument of a loop counts
    return position > 0 && (is_named(op, "scf.for") || is_named(op, "affine.for"));
  MlirOperation yield = mlirBlockGetTerminator(block);
  *out_whole = operand_behind(value);
  return position >= mlirBlockGetNumArguments(block) - mlirOperationGetNumOperands(yield);
}

// An element that is loaded, combined and stored.
static bool is_carried_element(MlirValue value, MlirOperation combines, MlirValue *out_whole) {
  MlirOperation load = mlirOpResultGetOwner(value);
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(combines, 0));
  if ((!is_named(load, "memref.load") && !is_named(load, "affine.load")) ||
      mlirOpOperandIsNull(use))
    return false;
  MlirOperation store = mlirOpOperandGetOwner(use);
  *out_whole = mlirOperationGetOperand(load, 0);
  return (is_named(store, "memref.store") || is_named(store, "affine.store")) &&
         mlirValueEqual(mlirOperationGetOperand(store, 1), *out_whole);
}

static bool is_carried(MlirValue value, MlirOperation combines, MlirValue *out_whole) {
  return mlirValueIsAOpResult(value) ? is_carried_element(value, combines, out_whole)
                                     : is_carried_argument(value, out_whole);
}

// The elements of what the op combines its terms to; 0: it combines none.
static int64_t combined_elements(MlirOperation op) {
  MlirValue whole;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (is_carried(mlirOperationGetOperand(op, i), op, &whole))
      return mlirValueIsNull(whole) ? 1 : elements_of(mlirValueGetType(whole));
  return 0;
}

// --- every op

static void apply_row(const Reader *reader, MlirOperation op, const DrawRow *row) {
  Draw draw = {.kind = row->kind, .terms = 1};
  if (row->operand != ANY_OPERAND) {
    ask(reader, mlirOperationGetOperand(op, row->operand), draw, MAX_STEPS);
    return;
  }
  draw.terms = combined_elements(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && draw.terms > 0; i++)
    ask(reader, mlirOperationGetOperand(op, i), draw, MAX_STEPS);
}

static MlirWalkResult visit(MlirOperation op, void *user) {
  const Reader *reader = user;
  for (size_t i = 0; i < sizeof draw_rows / sizeof *draw_rows; i++)
    if (is_named(op, draw_rows[i].op))
      apply_row(reader, op, &draw_rows[i]);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    Draw draw = {.kind = DRAW_INDEX, .terms = 1, .limit = draw_index_limit(op, i)};
    if (draw.limit > 0)
      ask(reader, mlirOperationGetOperand(op, i), draw, MAX_STEPS);
  }
  return MlirWalkResultAdvance;
}

void draw_read(MlirOperation function, Draw *draws) {
  Reader reader = {mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)), draws};
  mlirOperationWalk(function, visit, &reader, MlirWalkPreOrder);
}
