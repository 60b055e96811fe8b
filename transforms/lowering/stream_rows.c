// Rows past the caches.
//
// Of a result that the last cache does not hold, a line that is written is first read from memory,
// and pushes others out. A processor stores whole vectors past its caches, where they are aligned.
// Where the rows of a result lie only the run knows. So the nest that writes a row, where it
// computes each element of that column of its operands, becomes a loop that begins at the first
// vector that is aligned:
//
//   for i                                  for i
//     row = result[i, :]                     row[0 to a] = x[i, 0 to a] * s
//     for j { row[j] = x[i, j] * s }         for j from a { store past the caches x[i, j] * s }
//                                            row[b to end] = x[i, b to end] * s
//                                          fence
//
// Rows that several ops write one after the other, as a softmax in place, stay in the caches while
// the next ones are computed, and gain nothing.
//
// Invariant: every element gets the same number. Nobody else reads or writes the rows: the result
// is a buffer that the function makes, uses for these rows alone, and returns. So elements that the
// nest leaves out may get any number.
#include "transforms/lowering/stream_rows.h"

#include "base/integer.h"
#include "machine/architecture.h"
#include "transforms/annotation.h"
#include "transforms/element_types.h"
#include "transforms/function_target.h"
#include "transforms/lowering/bufferize_plan.h"
#include "transforms/lowering/prefetch_index.h"
#include "transforms/lowering/row_view.h"
#include "transforms/lowering/stream_build.h"

#include <stdlib.h>
#include <string.h>

enum {
  MIN_ROW_LINES = 16, // of shorter ones too many lines have two rows, which no store writes whole
  MIN_VECTOR_BYTES = 32,
};

// --- whose rows they are

static bool is_copy_to_itself(MlirOperation op) {
  return ir_op_is(op, "memref.copy") &&
         mlirValueEqual(mlirOperationGetOperand(op, 0), mlirOperationGetOperand(op, 1));
}

// Of a view of which others are made.
static bool is_only_user(MlirValue value, MlirOperation user) {
  bool is_only = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && is_only;
       use = mlirOpOperandGetNextUse(use))
    is_only = mlirOperationEqual(mlirOpOperandGetOwner(use), user) ||
              is_copy_to_itself(mlirOpOperandGetOwner(use));
  return is_only;
}

// Whether the whole is made by the function, which returns it, and has no other views.
static bool is_own_result(const RowView *row) {
  MlirOperation outermost = row->views[row->view_count - 1];
  bool is_own = ir_is_made_by(row->whole, "memref.alloc"), is_returned = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(row->whole); !mlirOpOperandIsNull(use) && is_own;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    is_returned |= ir_op_is(user, "func.return");
    is_own = ir_op_is(user, "func.return") || mlirOperationEqual(user, outermost) ||
             is_copy_to_itself(user);
  }
  for (int v = 1; v < row->view_count && is_own; v++)
    is_own = is_only_user(mlirOperationGetResult(row->views[v], 0), row->views[v - 1]);
  return is_own && is_returned;
}

// Whether steps of the variable take views that have no element in common.
static bool tells_apart(const RowView *row, MlirValue variable, int64_t step) {
  for (int v = 0; v < row->view_count; v++)
    for (int d = 0; d < row->rank; d++)
      if (!mlirValueIsNull(row->begin[v][d]) &&
          mlirValueEqual(row_view_variable(row->begin[v][d]), variable)) {
        MlirType type = mlirValueGetType(mlirOperationGetResult(row->views[v], 0));
        return mlirShapedTypeGetDimSize(type, d) <= step;
      }
  return false;
}

static bool loop_tells_apart(const RowView *row, MlirOperation loop) {
  int64_t step;
  if (loop_is(loop))
    return ir_constant_integer(mlirOperationGetOperand(loop, 2), &step) &&
           tells_apart(row, loop_variable(loop), step);
  if (!ir_op_is(loop, "scf.forall") || mlirOperationGetNumOperands(loop) > 0 ||
      mlirOperationGetNumResults(loop) > 0)
    return false;
  bool does = true;
  MlirAttribute steps = mlirOperationGetAttributeByName(loop, ir_string("staticStep"));
  for (int d = 0; d < (int)bufferize_forall_rank(loop) && does; d++)
    does = tells_apart(row, mlirBlockGetArgument(loop_body(loop), d),
                       mlirDenseI64ArrayGetElement(steps, d));
  return does;
}

// Whether no two iterations of the loops since the whole was made have a row in common.
static bool is_visited_once(const RowView *row) {
  MlirBlock made_in = mlirOperationGetBlock(mlirOpResultGetOwner(row->whole));
  MlirOperation view = row->views[0], op = view;
  if (!loop_is(row->loop) || !mlirBlockEqual(mlirOperationGetBlock(view), loop_body(row->loop)))
    return false;
  while (!mlirBlockEqual(mlirOperationGetBlock(op), made_in)) {
    op = mlirOperationGetParentOperation(op);
    if (mlirOperationIsNull(op) || !loop_tells_apart(row, op))
      return false;
  }
  return true;
}

// --- what is done with a row

// The op of the loop's body that alone uses the row, and only writes it; null: there is none.
static MlirOperation only_writer(const RowView *row) {
  MlirBlock body = loop_body(row->loop);
  MlirOperation found = {NULL}, none = {NULL};
  for (MlirOpOperand use = mlirValueGetFirstUse(row->part); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use), top = ir_ancestor_in(body, user);
    if (is_copy_to_itself(user))
      continue;
    if (!ir_op_is(user, "vector.transfer_write") ||
        (!mlirOperationIsNull(found) && !mlirOperationEqual(found, top)))
      return none;
    found = top;
  }
  return found;
}

// A loop nest that an elementwise op has become, whose statement is the same for all elements: no
// padding is part of it.
static bool is_elementwise(MlirOperation nest) {
  if (mlirOperationIsNull(nest))
    return false;
  MlirAttribute text = mlirOperationGetAttributeByName(nest, ir_string(SCHEDULE_ATTRIBUTE));
  if (!loop_is(nest) || mlirOperationGetNumResults(nest) > 0 || mlirAttributeIsNull(text) ||
      !mlirAttributeIsAString(text))
    return false;
  static const char rule[] = "direct(", padding[] = " pad=";
  MlirStringRef words = mlirStringAttrGetValue(text);
  return words.length >= sizeof rule - 1 && !memcmp(words.data, rule, sizeof rule - 1) &&
         memmem(words.data, words.length, padding, sizeof padding - 1) == NULL;
}

typedef struct Effects {
  MlirValue row;
  bool are_known; // nothing is written but the row
} Effects;

static MlirWalkResult look_for_effects(MlirOperation op, void *user) {
  static const char *const names[] = {"scf.for",     "scf.if",          "scf.yield",
                                      "memref.load", "affine.apply",    "affine.min",
                                      "affine.max",  "vector.broadcast"};
  Effects *effects = user;
  bool is_known =
      ir_op_begins(op, "arith.") || ir_op_begins(op, "math.") || ir_op_begins(op, "vector.");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is_known |= ir_op_is(op, names[i]);
  if (ir_op_is(op, "vector.transfer_write"))
    is_known = mlirValueEqual(mlirOperationGetOperand(op, 1), effects->row);
  else if (ir_op_is(op, "vector.store") || ir_op_is(op, "vector.scatter") ||
           ir_op_is(op, "vector.maskedstore") || ir_op_is(op, "vector.compressstore"))
    is_known = false;
  effects->are_known &= is_known;
  return effects->are_known ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static bool writes_row_alone(MlirOperation nest, MlirValue row) {
  Effects effects = {.row = row, .are_known = true};
  mlirOperationWalk(nest, look_for_effects, &effects, MlirWalkPreOrder);
  return effects.are_known;
}

// --- whether it pays

bool stream_rows_pays(const Target *target, int64_t all_bytes, int64_t row_bytes) {
  return target->architecture == &architecture_x86 && target->cache_count > 0 &&
         target->vector_bits >= 8 * MIN_VECTOR_BYTES &&
         all_bytes > target->cache_bytes[target->cache_count - 1] &&
         row_bytes >= MIN_ROW_LINES * target->cache_line_bytes;
}

static bool fits(const RowView *row, const StreamStatement *statement, int64_t length) {
  Target target = function_target(enclosing_function(row->views[0], (MlirOperation){NULL}));
  int64_t bytes = statement->bytes, vector = statement->lanes * bytes;
  int64_t row_bytes = integer_multiply(length, bytes), all = row_bytes;
  for (int d = 0; d + 1 < row->rank; d++)
    all = integer_multiply(all, mlirShapedTypeGetDimSize(mlirValueGetType(row->whole), d));
  return (bytes == 4 || bytes == 8) && vector >= MIN_VECTOR_BYTES && (vector & (vector - 1)) == 0 &&
         vector <= target.cache_line_bytes && stream_rows_pays(&target, all, row_bytes);
}

// --- the rows of a module

static bool is_view(MlirOperation op) { return ir_op_is(op, "memref.subview"); }

static void stream(MlirOperation view) {
  RowView row;
  StreamStatement statement;
  if (!row_view_read(view, &row) || !is_own_result(&row) || !is_visited_once(&row))
    return;
  MlirOperation nest = only_writer(&row);
  int64_t length = mlirShapedTypeGetDimSize(mlirValueGetType(row.part), row.rank - 1);
  if (!is_elementwise(nest) || !writes_row_alone(nest, row.part) ||
      !stream_statement_read(nest, row.part, &statement) || !fits(&row, &statement, length))
    return;
  stream_build(&statement, row.part, length);
  stream_build_fence(row.loop);
  mlirOperationDestroy(nest);
}

void stream_rows_add(MlirOperation module) {
  IrOps views = ir_collect(module, is_view);
  for (int i = 0; i < views.count; i++)
    stream(views.ops[i]);
  free(views.ops);
}
