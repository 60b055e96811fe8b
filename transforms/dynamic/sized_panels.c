// Panels of weights, by the indexing maps of the product.
#include "transforms/dynamic/sized_panels.h"

#include "transforms/extract/extract.h"

static const int64_t widths[] = {64, 48, 32}; // whole vectors of every target

// Smaller weights stay in the cache from one piece of rows to the next.
enum { WORTH_BYTES = 256 * 1024 };

// 0: no width divides the columns.
static int64_t width_of(int64_t columns) {
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
    if (columns % widths[i] == 0 && columns > widths[i])
      return widths[i];
  return 0;
}

static int64_t float_bytes(MlirType element) {
  return mlirTypeIsAF32(element) ? 4 : mlirTypeIsAF64(element) ? 8 : 0;
}

static bool are_weights(const SizedOp *op, int operand, SizedPanels *out_panels) {
  MlirValue value = mlirOperationGetOperand(op->op, operand);
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeGetRank(type) != 2 ||
      !mlirShapedTypeHasStaticShape(type) ||
      !value_is_constant(value, mlirOperationGetBlock(op->op)))
    return false;
  int terms = sized_op_loop_of(op, operand, 0), columns = sized_op_loop_of(op, operand, 1);
  int64_t bytes = mlirShapedTypeGetDimSize(type, 0) * mlirShapedTypeGetDimSize(type, 1) *
                  float_bytes(mlirShapedTypeGetElementType(type));
  if (terms < 0 || columns < 0 || !op->is_reduction[terms] || !sized_op_can_cut(op, columns) ||
      bytes < WORTH_BYTES)
    return false;
  MlirType result = mlirValueGetType(mlirOperationGetOperand(op->op, op->input_count));
  LoopUse use = sized_op_use(op, op->input_count, columns);
  *out_panels = (SizedPanels){operand, columns, width_of(op->extents[columns])};
  return use.dim == (int)mlirShapedTypeGetRank(result) - 1 && out_panels->width > 0;
}

bool sized_panels_read(const SizedOp *op, SizedPanels *out_panels) {
  SizedPanels panels;
  bool is_product = op->input_count == 2 && op->operand_count == 3;
  for (int i = 0; i < op->input_count && is_product; i++)
    if (are_weights(op, i, &panels)) {
      *out_panels = panels;
      return true;
    }
  return false;
}

MlirValue sized_panel(IrBuilder *ir, MlirValue packed, MlirValue number) {
  MlirType type = mlirValueGetType(packed);
  int64_t sizes[3] = {1, mlirShapedTypeGetDimSize(type, 1), mlirShapedTypeGetDimSize(type, 2)};
  int64_t offsets[3] = {mlirShapedTypeGetDynamicStrideOrOffset(), 0, 0}, strides[3] = {1, 1, 1};
  int32_t segments[4] = {1, 1, 0, 0};
  MlirNamedAttribute attributes[4] = {
      ir_attribute(ir, "static_offsets", mlirDenseI64ArrayGet(ir->context, 3, offsets)),
      ir_attribute(ir, "static_sizes", mlirDenseI64ArrayGet(ir->context, 3, sizes)),
      ir_attribute(ir, "static_strides", mlirDenseI64ArrayGet(ir->context, 3, strides)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 4, segments))};
  MlirValue operands[2] = {packed, number};
  return ir_value(ir, "tensor.extract_slice",
                  mlirRankedTensorTypeGet(2, sizes + 1, mlirShapedTypeGetElementType(type),
                                          mlirAttributeGetNull()),
                  2, operands, 4, attributes);
}
