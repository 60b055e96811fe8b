// RowView: views of rows as data.
#include "transforms/lowering/row_view.h"

#include "transforms/lowering/prefetch_index.h"

// A number of an operand that is one of static and dynamic numbers.
static int64_t number_of(MlirOperation op, const char *name, int d) {
  MlirAttribute list = mlirOperationGetAttributeByName(op, ir_string(name));
  return mlirDenseI64ArrayGetElement(list, d);
}

// A loop of threads has its rows in order, too, but for the first of each thread.
static bool goes_over_rows(MlirOperation op) {
  return loop_is(op) ||
         (ir_op_is(op, "scf.parallel") && mlirBlockGetNumArguments(loop_body(op)) == 1);
}

MlirValue row_view_variable(MlirValue value) {
  if (!ir_is_made_by(value, "affine.apply"))
    return value;
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(mlirOperationGetAttributeByName(op, ir_string("map")));
  bool is_same =
      mlirOperationGetNumOperands(op) == 1 && mlirAffineExprIsADim(mlirAffineMapGetResult(map, 0));
  return is_same ? mlirOperationGetOperand(op, 0) : value;
}

// Takes dimension `d` if the innermost loop so far moves it.
static void read_moving(RowView *row, MlirValue offset, int d) {
  if (!mlirValueIsABlockArgument(offset))
    return;
  MlirOperation loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(offset));
  if (!goes_over_rows(loop) || !mlirValueEqual(loop_variable(loop), offset) ||
      (row->moving >= 0 && !loop_holds(row->loop, loop)))
    return;
  row->loop = loop;
  row->moving = d;
}

// Where a view of the same rank begins, each index null or a value. False where rows in it are no
// whole rows.
static bool read_begin(MlirOperation op, int rank, MlirValue *out_index) {
  int operand = 1;
  bool fits = true;
  for (int d = 0; d < rank && fits; d++) {
    int64_t offset = number_of(op, "static_offsets", d);
    bool is_known = offset != mlirShapedTypeGetDynamicStrideOrOffset();
    out_index[d] = is_known ? (MlirValue){NULL} : mlirOperationGetOperand(op, operand++);
    fits = number_of(op, "static_strides", d) == 1 && (!is_known || offset == 0);
  }
  int64_t from =
      mlirShapedTypeGetDimSize(mlirValueGetType(mlirOperationGetOperand(op, 0)), rank - 1);
  int64_t to = mlirShapedTypeGetDimSize(mlirValueGetType(mlirOperationGetResult(op, 0)), rank - 1);
  return fits && from == to && mlirValueIsNull(out_index[rank - 1]);
}

static bool read_part(RowView *row, MlirOperation op) {
  MlirType from = mlirValueGetType(row->whole), to = mlirValueGetType(row->part);
  row->rank = (int)mlirShapedTypeGetRank(from);
  if (row->rank < 2 || row->rank > PREFETCH_MAX_RANK || mlirShapedTypeGetRank(to) != row->rank ||
      !mlirShapedTypeHasStaticShape(from) || !mlirShapedTypeHasStaticShape(to))
    return false;
  row->views[row->view_count] = op;
  bool fits = read_begin(op, row->rank, row->begin[row->view_count++]);
  for (int d = 0; d + 1 < row->rank && fits; d++) {
    fits = mlirShapedTypeGetDimSize(to, d) == 1;
    if (!mlirValueIsNull(row->begin[0][d]))
      read_moving(row, row_view_variable(row->begin[0][d]), d);
  }
  return fits && row->moving >= 0;
}

// Goes on to the whole where the rows are those of a piece of it.
static bool read_whole(RowView *row) {
  bool fits = true;
  while (fits && ir_is_made_by(row->whole, "memref.subview")) {
    MlirOperation op = mlirOpResultGetOwner(row->whole);
    row->whole = mlirOperationGetOperand(op, 0);
    MlirType type = mlirValueGetType(row->whole);
    fits = mlirShapedTypeGetRank(type) == row->rank && mlirShapedTypeHasStaticShape(type) &&
           row->view_count < ROW_MAX_VIEWS;
    if (fits) {
      row->views[row->view_count] = op;
      fits = read_begin(op, row->rank, row->begin[row->view_count++]);
    }
  }
  return fits;
}

bool row_view_read(MlirOperation subview, RowView *out_row) {
  *out_row = (RowView){.whole = mlirOperationGetOperand(subview, 0),
                       .part = mlirOperationGetResult(subview, 0),
                       .moving = -1};
  return read_part(out_row, subview) && read_whole(out_row);
}
