// Layout: a function whose convolutions have constant weights or taps apart, with channels last.
// The ops of the block are looked at in their order, and so are those of loops with convolutions.
// Those that are rebuilt stay until the end, and go when nobody uses them; who still does gets a
// transpose.
#include "transforms/layout/layout.h"

#include "transforms/annotation.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/layout/layout_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>

// An op of the payload as it was.
typedef struct LayoutOp {
  MlirOperation op;
  bool was_used, is_replaced;
} LayoutOp;

typedef struct Layout {
  LayoutValues values;
  LayoutOp *ops; // owned
  int op_count, current, convolutions;
} Layout;

// --- ops

static bool is_moved(const LayoutValues *values, MlirValue value) {
  const LayoutValue *known = layout_values_find(values, value);
  return known && known->dim != LAYOUT_PLAIN;
}

static bool reads_moved(const LayoutValues *values, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (is_moved(values, mlirOperationGetOperand(op, i)))
      return true;
  return false;
}

static void replace(Layout *layout, MlirOperation op, MlirValue made, int dim) {
  layout_values_add(&layout->values, mlirOperationGetResult(op, 0), made, dim);
  layout->ops[layout->current].is_replaced = true;
}

static void visit_pad(Layout *layout, const StructuredOp *op) {
  const LayoutValue *source = layout_values_find(&layout->values, op->operands[0].value);
  if (source && source->dim != LAYOUT_PLAIN) {
    int dim = source->dim;
    replace(layout, op->op, layout_rebuild_pad(op->op, source->moved, dim), dim);
  }
}

static void visit_linalg(Layout *layout, const StructuredOp *op) {
  int dim = LAYOUT_PLAIN;
  bool is_convolution = layout_op_is_convolution(op, &dim);
  if (!layout_can_rebuild(op) || (!is_convolution && !reads_moved(&layout->values, op->op)))
    return;
  if (!is_convolution)
    dim = layout_follow(&layout->values, op);
  layout->convolutions += is_convolution;
  replace(layout, op->op, layout_rebuild(&layout->values, op, dim), dim);
}

// A part whose shape is not known cannot be transposed.
static bool has_static_parts(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!mlirShapedTypeHasStaticShape(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return false;
  return mlirShapedTypeHasStaticShape(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

static void visit_concat(Layout *layout, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    const LayoutValue *known = layout_values_find(&layout->values, mlirOperationGetOperand(op, i));
    if (!known || known->dim == LAYOUT_PLAIN || !has_static_parts(op))
      continue;
    int dim = known->dim;
    replace(layout, op, layout_rebuild_concat(&layout->values, op, dim), dim);
    return;
  }
}

static void visit(Layout *layout, MlirOperation op) {
  StructuredOp structured;
  if (ir_op_is(op, "tensor.concat"))
    visit_concat(layout, op);
  else if (structured_op_read(op, &structured) != STATUS_OK)
    return;
  else if (structured.is_pad)
    visit_pad(layout, &structured);
  else
    visit_linalg(layout, &structured);
}

// --- the end

// Who cannot read the moved tensor reads a copy that lies as before, made where the tensor is.
static void restore_for_others(const Layout *layout, MlirOperation op) {
  MlirValue plain = mlirOperationGetResult(op, 0);
  const LayoutValue *known = layout_values_find(&layout->values, plain);
  MlirValue value = known->moved;
  if (known->dim != LAYOUT_PLAIN) {
    IrBuilder ir;
    ir_start(&ir, op, mlirOperationGetLocation(op));
    value = layout_restore(&ir, known->moved, known->dim);
    ir_finish(&ir);
  }
  mlirValueReplaceAllUsesOfWith(plain, value);
}

// Backwards: who reads an op has gone before it.
static void finish(Layout *layout) {
  for (int i = layout->op_count; i-- > 0;) {
    const LayoutOp *old = &layout->ops[i];
    bool is_needed = ir_op_is_used(old->op);
    if (old->is_replaced && is_needed)
      restore_for_others(layout, old->op);
    if (old->is_replaced || (old->was_used && !is_needed && op_leaves_memory_alone(old->op)))
      mlirOperationDestroy(old->op);
  }
  free(layout->ops);
  free(layout->values.items);
}

// --- the function

static bool is_annotated(MlirOperation op) { return !mlirAttributeIsNull(annotation_get(op)); }

static bool is_convolution(MlirOperation op) {
  StructuredOp structured;
  int dim;
  return structured_op_read(op, &structured) == STATUS_OK &&
         layout_op_is_convolution(&structured, &dim);
}

bool layout_has_convolutions(MlirOperation function) {
  return !mlirBlockIsNull(ir_function_body(function)) && !annotation_is_of_script(function) &&
         mlirOperationIsNull(ir_first(function, is_annotated)) &&
         !mlirOperationIsNull(ir_first(function, is_convolution));
}

static void list_ops(Layout *layout, MlirBlock block) {
  int capacity = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (layout->op_count == capacity) {
      capacity = capacity ? 2 * capacity : 256;
      layout->ops = ir_resized(layout->ops, (size_t)capacity * sizeof *layout->ops);
    }
    layout->ops[layout->op_count++] = (LayoutOp){.op = op, .was_used = ir_op_is_used(op)};
  }
}

static int move_block(MlirBlock block) {
  Layout layout = {.ops = NULL};
  list_ops(&layout, block);
  for (; layout.current < layout.op_count; layout.current++)
    visit(&layout, layout.ops[layout.current].op);
  finish(&layout);
  return layout.convolutions;
}

// The blocks of convolutions, each once.
static int move_blocks(MlirOperation function) {
  IrOps convolutions = ir_collect(function, is_convolution);
  MlirBlock *blocks = ir_zeroed((size_t)convolutions.count + 1, sizeof *blocks);
  int count = 0, moved = 0;
  for (int i = 0; i < convolutions.count; i++) {
    MlirBlock block = mlirOperationGetBlock(convolutions.ops[i]);
    bool is_known = false;
    for (int b = 0; b < count && !is_known; b++)
      is_known = mlirBlockEqual(blocks[b], block);
    if (!is_known)
      blocks[count++] = block;
  }
  for (int b = 0; b < count; b++)
    moved += move_block(blocks[b]);
  free(blocks);
  free(convolutions.ops);
  return moved;
}

void layout_move_channels(MlirOperation function, PassReport *report) {
  char text[96];
  int moved = move_blocks(function);
  snprintf(text, sizeof text, "channels go last in the results of %d convolution%s", moved,
           moved == 1 ? "" : "s");
  pass_report_say(report, REMARK_REWRITTEN, function, text);
  report->changed = true;
}
