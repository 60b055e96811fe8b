// Panels of weights, by the indexing maps of the product.
#include "transforms/dynamic/sized_panels.h"

#include "transforms/cut_mark.h"
#include "transforms/extract/extract.h"

// Whole vectors of every target. What is packed in a call are panels of one register tile.
static const int64_t widths[] = {64, 48, 32}, widths_of_call[] = {48, 64, 32};

enum {
  WORTH_BYTES = 256 * 1024,          // smaller ones stay in the cache from piece to piece of rows
  WORTH_BYTES_OF_CALL = 4096 * 1024, // as many are worth it that each call packs,
  WORTH_BYTES_OF_ONE_SET =
      2048 * 1024,             // or where all rows fall into one set of a first-level cache
  SET_PERIOD = 4096,           // bytes from line to line of a set, of most processors
  BYTES_AT_ONCE = 1024 * 1024, // of those, as many as stay in a second-level cache
};

// 0: no width divides the columns, or they are a panel of a call.
static int64_t width_of(int64_t columns, bool is_constant) {
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    int64_t width = is_constant ? widths[i] : widths_of_call[i];
    if (columns % width == 0 && (columns > width || !is_constant))
      return columns > width ? width : 0;
  }
  return 0;
}

// Two panels or more, as many as divide the columns and stay in a cache.
static int64_t columns_at_once(int64_t columns, int64_t width, int64_t bytes_of_column) {
  int64_t most = 2 * width;
  while (columns % most != 0)
    most += width;
  for (int64_t next = most; next <= columns && next * bytes_of_column <= BYTES_AT_ONCE;
       next += width)
    most = columns % next == 0 ? next : most;
  return most;
}

static int64_t float_bytes(MlirType element) {
  return mlirTypeIsAF32(element) ? 4 : mlirTypeIsAF64(element) ? 8 : 0;
}

// What the operand would be as panels.
static bool read_weights(const SizedOp *op, int operand, SizedPanels *out_panels) {
  MlirValue value = mlirOperationGetOperand(op->op, operand);
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeGetRank(type) != 2 ||
      !mlirShapedTypeHasStaticShape(type))
    return false;
  int terms = sized_op_loop_of(op, operand, 0), columns = sized_op_loop_of(op, operand, 1);
  int64_t of_column =
      mlirShapedTypeGetDimSize(type, 0) * float_bytes(mlirShapedTypeGetElementType(type));
  if (of_column == 0 || terms < 0 || columns < 0 || !op->is_reduction[terms] ||
      !sized_op_can_cut(op, columns))
    return false;
  MlirType result = mlirValueGetType(mlirOperationGetOperand(op->op, op->input_count));
  LoopUse use = sized_op_use(op, op->input_count, columns);
  bool is_constant = value_is_constant(value, mlirOperationGetBlock(op->op));
  int64_t count = op->extents[columns], width = width_of(count, is_constant);
  if (use.dim != (int)mlirShapedTypeGetRank(result) - 1 || width == 0)
    return false;
  *out_panels = (SizedPanels){
      .operand = operand,
      .loop = columns,
      .width = width,
      .at_once = is_constant ? count : columns_at_once(count, width, of_column),
      .is_constant = is_constant,
      .bytes = count * of_column,
      .row_bytes = count * float_bytes(mlirShapedTypeGetElementType(type)),
  };
  return true;
}

static bool are_worth_panels(const SizedOp *op, const SizedPanels *weights) {
  return weights->is_constant ? weights->bytes >= WORTH_BYTES : cut_mark_has_many(op->op);
}

static bool need_many(const SizedOp *op, const SizedPanels *weights) {
  bool is_one_set = weights->row_bytes % SET_PERIOD == 0;
  return !weights->is_constant && !cut_mark_has_many(op->op) &&
         weights->bytes >= (is_one_set ? WORTH_BYTES_OF_ONE_SET : WORTH_BYTES_OF_CALL);
}

static bool find_weights(const SizedOp *op,
                         bool (*are_wanted)(const SizedOp *op, const SizedPanels *weights),
                         SizedPanels *out_panels) {
  SizedPanels panels;
  bool is_product = op->input_count == 2 && op->operand_count == 3;
  for (int i = 0; i < op->input_count && is_product; i++)
    if (read_weights(op, i, &panels) && are_wanted(op, &panels)) {
      *out_panels = panels;
      return true;
    }
  return false;
}

bool sized_panels_read(const SizedOp *op, SizedPanels *out_panels) {
  return find_weights(op, are_worth_panels, out_panels);
}

bool sized_panels_need_many(const SizedOp *op) {
  SizedPanels panels;
  return find_weights(op, need_many, &panels);
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
