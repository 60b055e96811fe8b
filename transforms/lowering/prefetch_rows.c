// Prefetches of rows.
//
// A loop takes a tensor that no cache holds row by row, and the loops in it go over each row more
// than once: a softmax, a norm. The first of them waits for the memory, which has nothing to do
// while the others compute. So the last loop over a row asks for the row of the next iteration:
//
//   for i step s
//     row = whole[i, :]
//     for j  { ... row[j] ... }                                   // a maximum
//     for j  { prefetch whole[min(i + s, last), j]; ... row[j] ... } // exponentials
//
// The rows may be those of a piece of the whole, as threads have them. Rows of which the last cache
// does not hold two are asked for as streams (prefetch_stream.c), if at all.
// Invariant: nothing but prefetches and index arithmetic is added, and none is outside the buffer.
#include "transforms/lowering/prefetch_rows.h"

#include "base/integer.h"
#include "transforms/element_types.h"
#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/lowering/prefetch_build.h"
#include "transforms/lowering/prefetch_index.h"
#include "transforms/lowering/row_view.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>

enum {
  MIN_VISITS = 2,
  MAX_LINES = 16,     // of one trip: more would wait for one another
  MIN_ROW_LINES = 16, // shorter rows are there when the processor has found the stream
};

typedef struct Row {
  RowView view;
  MlirOperation last;          // the last loop over the row that is known
  int visits;                  // such loops
  int64_t length, bytes, line; // elements of the row, bytes of one, bytes of a line
  int64_t step, rows;          // of the loop over rows; of the whole
  int64_t stride;              // elements that one trip of the last loop takes
} Row;

static bool is_from_memory(Row *row, const Target *target) {
  MlirType type = mlirValueGetType(row->view.whole), element = mlirShapedTypeGetElementType(type);
  int bits = type_bits(element);
  int64_t bytes = row->bytes = bits / 8;
  if (bits != 16 && bits != 32 && bits != 64)
    return false;
  for (int d = 0; d < row->view.rank; d++)
    bytes = integer_multiply(bytes, mlirShapedTypeGetDimSize(type, d));
  row->length = mlirShapedTypeGetDimSize(type, row->view.rank - 1);
  row->rows = mlirShapedTypeGetDimSize(type, row->view.moving);
  row->line = target->cache_line_bytes;
  int64_t last = target->cache_bytes[target->cache_count - 1];
  return bytes > last && row->length < last / 2 / row->bytes &&
         row->length >= MIN_ROW_LINES * row->line / row->bytes;
}

// Whether the loop goes over what is left of a row alone.
static bool is_short(const Row *row, MlirOperation loop) {
  int64_t low, high, span;
  return ir_constant_integer(mlirOperationGetOperand(loop, 0), &low) &&
         ir_constant_integer(mlirOperationGetOperand(loop, 1), &high) &&
         (__builtin_sub_overflow(high, low, &span) || span < row->length / 2);
}

// A loop in the one over rows that reads the row, made outside of it, where its own variable is.
static bool visits(const Row *row, MlirOperation read, int64_t *out_stride) {
  MlirOperation loop = mlirOperationGetParentOperation(read);
  return ir_op_is(read, "vector.transfer_read") && loop_is(loop) &&
         loop_holds(row->view.loop, loop) &&
         !loop_holds(loop, mlirOpResultGetOwner(row->view.part)) &&
         mlirValueEqual(mlirOperationGetOperand(read, 0), row->view.part) &&
         mlirValueEqual(mlirOperationGetOperand(read, row->view.rank), loop_variable(loop)) &&
         ir_constant_integer(mlirOperationGetOperand(loop, 2), out_stride) && *out_stride > 0 &&
         !is_short(row, loop);
}

static MlirWalkResult count_visit(MlirOperation op, void *user) {
  Row *row = user;
  int64_t stride;
  MlirOperation loop = mlirOperationGetParentOperation(op);
  if (visits(row, op, &stride)) {
    row->visits += row->visits == 0 || !mlirOperationEqual(row->last, loop);
    row->last = loop;
    row->stride = stride;
  }
  return MlirWalkResultAdvance;
}

static bool read_row(Row *row, MlirOperation op) {
  if (!row_view_read(op, &row->view) || !mlirValueIsABlockArgument(row->view.whole))
    return false;
  Target target = function_target(enclosing_function(op, (MlirOperation){NULL}));
  if (!is_from_memory(row, &target) ||
      !ir_constant_integer(mlirOperationGetOperand(row->view.loop, 2), &row->step))
    return false;
  mlirOperationWalk(row->view.loop, count_visit, row, MlirWalkPreOrder);
  return row->visits >= MIN_VISITS && row->step > 0 && row->step < row->rows &&
         row->stride <= MAX_LINES * row->line / row->bytes;
}

// min(the sum of the values + more, most)
static MlirValue at_most(IrBuilder *ir, int count, MlirValue *values, int64_t more, int64_t most) {
  MlirContext c = ir->context;
  MlirAffineExpr ends[2] = {mlirAffineConstantExprGet(c, more), mlirAffineConstantExprGet(c, most)};
  for (int i = count; i-- > 0;)
    ends[0] = mlirAffineAddExprGet(mlirAffineDimExprGet(c, i), ends[0]);
  return ir_affine(ir, "affine.min", mlirAffineMapGet(c, count, 0, 2, ends), count, values);
}

// The index of the row in the whole, or of the one `more` after it.
static MlirValue index_of(IrBuilder *ir, const Row *row, int d, int64_t more) {
  MlirValue values[ROW_MAX_VIEWS];
  int count = 0;
  int64_t most = mlirShapedTypeGetDimSize(mlirValueGetType(row->view.whole), d) - 1;
  for (int v = row->view.view_count; v-- > 0;)
    if (!mlirValueIsNull(row->view.begin[v][d]))
      values[count++] = row->view.begin[v][d];
  if (count == 0)
    return ir_index(ir, 0);
  return count == 1 && more == 0 ? values[0] : at_most(ir, count, values, more, most);
}

static void ask(const Row *row) {
  IrBuilder ir;
  ir_start(&ir, mlirBlockGetFirstOperation(loop_body(row->last)),
           mlirOperationGetLocation(row->last));
  MlirValue index[PREFETCH_MAX_RANK], column = loop_variable(row->last);
  for (int d = 0; d < row->view.rank; d++)
    index[d] = index_of(&ir, row, d, d == row->view.moving ? row->step : 0);
  for (int64_t at = 0; at < row->stride; at += row->line / row->bytes) {
    index[row->view.rank - 1] = at_most(&ir, 1, &column, at, row->length - 1);
    prefetch_build_element(&ir, row->view.whole, index, PREFETCH_INTO_FIRST_CACHE);
  }
  ir_finish(&ir);
}

static bool is_part(MlirOperation op) { return ir_op_is(op, "memref.subview"); }

void prefetch_rows_add(MlirOperation module) {
  IrOps parts = ir_collect(module, is_part);
  for (int i = 0; i < parts.count; i++) {
    Row row = {.visits = 0};
    if (read_row(&row, parts.ops[i]))
      ask(&row);
  }
  free(parts.ops);
}
