// A table of ops: which operand is the buffer, and where its indices begin.
#include "runtime/data/draw_index.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum IndexForm {
  INDEX_PLAIN,  // one operand for each dimension
  INDEX_AFFINE, // operands of the op's map
  INDEX_OFFSET, // offsets of a part of the buffer, those that are not static
} IndexForm;

typedef struct IndexRow {
  const char *op;
  int buffer, first;
  IndexForm form;
} IndexRow;

static const IndexRow index_rows[] = {
    {"memref.load", 0, 1, INDEX_PLAIN},           {"memref.store", 1, 2, INDEX_PLAIN},
    {"tensor.extract", 0, 1, INDEX_PLAIN},        {"tensor.insert", 1, 2, INDEX_PLAIN},
    {"affine.load", 0, 1, INDEX_AFFINE},          {"affine.store", 1, 2, INDEX_AFFINE},
    {"tensor.extract_slice", 0, 1, INDEX_OFFSET}, {"tensor.insert_slice", 1, 2, INDEX_OFFSET},
    {"memref.subview", 0, 1, INDEX_OFFSET},
};

static const IndexRow *find_row(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (size_t i = 0; i < sizeof index_rows / sizeof *index_rows; i++)
    if (mlirStringRefEqual(name, mlirStringRefCreateFromCString(index_rows[i].op)))
      return &index_rows[i];
  return NULL;
}

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString(name));
}

// The dimension that operand `position` of the map indexes all alone, -1: none, -2: it is part of
// some sum.
static int64_t dimension_of(MlirAffineMap map, intptr_t position) {
  intptr_t dims = mlirAffineMapGetNumDims(map);
  int64_t found = -1;
  for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, d);
    bool is_it = mlirAffineExprIsADim(expr)
                     ? mlirAffineDimExprGetPosition(expr) == position
                     : mlirAffineExprIsASymbol(expr) &&
                           mlirAffineSymbolExprGetPosition(expr) == position - dims;
    if (is_it && found == -1)
      found = d;
    else if (is_it || (position < dims && mlirAffineExprIsFunctionOfDim(expr, position)) ||
             (!mlirAffineExprIsADim(expr) && !mlirAffineExprIsAConstant(expr)))
      return -2;
  }
  return found;
}

static int64_t affine_limit(MlirOperation op, MlirType type, intptr_t position) {
  int64_t dimension = dimension_of(mlirAffineMapAttrGetValue(attribute(op, "map")), position);
  return dimension == -2 ? 1 : dimension < 0 ? 0 : mlirShapedTypeGetDimSize(type, dimension);
}

// How far a part may be moved along a dimension.
static int64_t part_limit(MlirOperation op, MlirType type, int64_t dimension) {
  int64_t size = mlirDenseI64ArrayGetElement(attribute(op, "static_sizes"), dimension);
  int64_t stride = mlirDenseI64ArrayGetElement(attribute(op, "static_strides"), dimension);
  bool is_static = !mlirShapedTypeIsDynamicSize(size) && stride == 1;
  return is_static ? mlirShapedTypeGetDimSize(type, dimension) - size + 1 : 1;
}

static int64_t offset_limit(MlirOperation op, MlirType type, intptr_t position) {
  MlirAttribute offsets = attribute(op, "static_offsets");
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(offsets); d++)
    if (mlirShapedTypeIsDynamicStrideOrOffset(mlirDenseI64ArrayGetElement(offsets, d)) &&
        position-- == 0)
      return part_limit(op, type, d);
  return 0;
}

int64_t draw_index_limit(MlirOperation op, intptr_t operand) {
  const IndexRow *row = find_row(op);
  if (!row || operand < row->first)
    return 0;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, row->buffer));
  intptr_t position = operand - row->first;
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasStaticShape(type))
    return 0;
  switch (row->form) {
  case INDEX_AFFINE:
    return affine_limit(op, type, position);
  case INDEX_OFFSET:
    return offset_limit(op, type, position);
  default:
    return position < mlirShapedTypeGetRank(type) ? mlirShapedTypeGetDimSize(type, position) : 0;
  }
}
