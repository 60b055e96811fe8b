// How one op is moved: which dimension of its result goes last, and the op that reads and writes
// moved tensors. An op is rebuilt from a clone: its body and its attributes that say nothing of
// maps go on, so that a named op becomes the linalg.generic that it stands for.
#include "transforms/layout/layout_ops.h"

#include "transforms/extract/extract.h"
#include "transforms/extract/scalar_body.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

// --- which dimension

// A parallel loop and a reduction walk one dimension together.
static bool has_window(const StructuredOp *op, const StructuredOperand *operand) {
  for (int d = 0; d < operand->rank; d++) {
    bool is_found[2] = {false};
    for (int i = 0; i < op->loop_count; i++)
      if (operand->index[d].coefficients[i])
        is_found[op->kinds[i] == ITERATOR_REDUCTION] = true;
    if (is_found[0] && is_found[1])
      return true;
  }
  return false;
}

// Taps that are apart, but closer than the image is long: where all but one tap read padding alone,
// no price is right.
static bool is_dilated(const StructuredOp *op, const StructuredOperand *image) {
  for (int d = 0; d < image->rank; d++) {
    int64_t apart = 0, length = 0;
    for (int i = 0; i < op->loop_count; i++)
      if (image->index[d].coefficients[i] && op->kinds[i] == ITERATOR_REDUCTION)
        apart = llabs(image->index[d].coefficients[i]);
      else if (image->index[d].coefficients[i])
        length = op->extents[i];
    if (apart > 1 && apart < length)
      return true;
  }
  return false;
}

static bool uses_loop(const StructuredOperand *operand, int loop) {
  for (int d = 0; d < operand->rank; d++)
    if (operand->index[d].coefficients[loop])
      return true;
  return false;
}

// Of the loops that weights and result share, one that the image lacks goes before the others.
static int find_channels(const StructuredOperand *image, const StructuredOperand *weights,
                         const StructuredOperand *result) {
  int found = LAYOUT_PLAIN;
  for (int d = 0; d < result->rank; d++) {
    int loop = index_only_loop(&result->index[d]);
    if (loop < 0 || !uses_loop(weights, loop))
      continue;
    if (!uses_loop(image, loop))
      return d;
    found = d;
  }
  return found;
}

bool layout_op_is_convolution(const StructuredOp *op, int *out_dim) {
  if (op->is_pad || !op->on_tensors || op->input_count != 2 || op->operand_count != 3)
    return false;
  int image = has_window(op, &op->operands[0]) ? 0 : 1;
  const StructuredOperand *weights = &op->operands[1 - image];
  if (!has_window(op, &op->operands[image]) || has_window(op, weights) ||
      !(value_is_constant(weights->value, mlirOperationGetBlock(op->op)) ||
        is_dilated(op, &op->operands[image])))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op->op, 0));
  *out_dim = find_channels(&op->operands[image], weights, &op->operands[2]);
  return *out_dim != LAYOUT_PLAIN && layout_moves_elements(type, *out_dim);
}

int layout_follow(const LayoutValues *values, const StructuredOp *op) {
  const StructuredOperand *result = &op->operands[op->operand_count - 1];
  for (int i = 0; i < op->input_count; i++) {
    const LayoutValue *known = layout_values_find(values, op->operands[i].value);
    if (!known || known->dim == LAYOUT_PLAIN)
      continue;
    int loop = index_only_loop(&op->operands[i].index[known->dim]);
    for (int d = 0; d < result->rank && loop >= 0; d++)
      if (index_only_loop(&result->index[d]) == loop &&
          layout_moves_elements(mlirValueGetType(mlirOperationGetResult(op->op, 0)), d))
        return d;
  }
  return LAYOUT_PLAIN;
}

// --- linalg ops

static MlirWalkResult find_index(MlirOperation op, void *is_found) {
  *(bool *)is_found |= ir_op_is(op, "linalg.index");
  return MlirWalkResultAdvance;
}

bool layout_can_rebuild(const StructuredOp *op) {
  bool has_index = false;
  mlirOperationWalk(op->op, find_index, &has_index, MlirWalkPreOrder);
  return !op->is_pad && op->on_tensors && !has_index && op->operand_count - op->input_count == 1;
}

// The operands, the loops in their new order and what each index is.
typedef struct Rebuilding {
  const StructuredOp *op;
  MlirValue operands[GROUP_MAX_ARGUMENTS];
  int dims[GROUP_MAX_ARGUMENTS];
  int loop_count, order[WORKLOAD_MAX_ITERATORS]; // the old number of each new loop
} Rebuilding;

static void append_loops(Rebuilding *rebuilding, int operand) {
  const StructuredOperand *from = &rebuilding->op->operands[operand];
  for (int place = 0; place < from->rank; place++) {
    const IndexExpr *index =
        &from->index[layout_source(from->rank, rebuilding->dims[operand], place)];
    for (int loop = 0; loop < rebuilding->op->loop_count; loop++) {
      bool is_listed = !index->coefficients[loop];
      for (int i = 0; i < rebuilding->loop_count; i++)
        is_listed |= rebuilding->order[i] == loop;
      if (!is_listed)
        rebuilding->order[rebuilding->loop_count++] = loop;
    }
  }
}

// Reductions in the order of the op, at the places that reductions have.
static void restore_order_of_sums(Rebuilding *rebuilding) {
  const IteratorKind *kinds = rebuilding->op->kinds;
  int reduction = 0;
  for (int i = 0; i < rebuilding->loop_count; i++) {
    if (kinds[rebuilding->order[i]] != ITERATOR_REDUCTION)
      continue;
    while (kinds[reduction] != ITERATOR_REDUCTION)
      reduction++;
    rebuilding->order[i] = reduction++;
  }
}

// As they are in an op that was written for this layout: those of the result, then those of the
// operands, in the order of their memory. Where sums keep the order of the source, so do their
// loops.
static void order_loops(Rebuilding *rebuilding) {
  append_loops(rebuilding, rebuilding->op->operand_count - 1);
  for (int i = 0; i < rebuilding->op->input_count; i++)
    append_loops(rebuilding, i);
  if (fp_mode_of(rebuilding->op->op) < FP_REASSOC)
    restore_order_of_sums(rebuilding);
}

static MlirAttribute map_of(const Rebuilding *rebuilding, MlirContext context, int operand) {
  const StructuredOperand *from = &rebuilding->op->operands[operand];
  MlirAffineExpr places[WORKLOAD_MAX_RANK];
  for (int place = 0; place < from->rank; place++) {
    const IndexExpr *index =
        &from->index[layout_source(from->rank, rebuilding->dims[operand], place)];
    IndexExpr renumbered = {.constant = index->constant};
    for (int i = 0; i < rebuilding->loop_count; i++)
      renumbered.coefficients[i] = index->coefficients[rebuilding->order[i]];
    places[place] = tensor_ops_expression(context, &renumbered);
  }
  return mlirAffineMapAttrGet(
      mlirAffineMapGet(context, rebuilding->loop_count, 0, from->rank, places));
}

static MlirAttribute maps_of(const Rebuilding *rebuilding, MlirContext context) {
  MlirAttribute maps[GROUP_MAX_ARGUMENTS];
  for (int i = 0; i < rebuilding->op->operand_count; i++)
    maps[i] = map_of(rebuilding, context, i);
  return mlirArrayAttrGet(context, rebuilding->op->operand_count, maps);
}

static MlirAttribute kinds_of(const Rebuilding *rebuilding, MlirContext context) {
  MlirAttribute kinds[WORKLOAD_MAX_ITERATORS];
  for (int i = 0; i < rebuilding->loop_count; i++) {
    bool is_reduction = rebuilding->op->kinds[rebuilding->order[i]] == ITERATOR_REDUCTION;
    kinds[i] =
        mlirAttributeParseGet(context, ir_string(is_reduction ? "#linalg.iterator_type<reduction>"
                                                              : "#linalg.iterator_type<parallel>"));
  }
  return mlirArrayAttrGet(context, rebuilding->loop_count, kinds);
}

// Attributes of a dialect, which say what the op is for and not what it is.
static void keep_attributes(MlirOperation from, MlirOperationState *state) {
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(from); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(from, i);
    MlirStringRef name = mlirIdentifierStr(attribute.name);
    if (memchr(name.data, '.', name.length))
      mlirOperationStateAddAttributes(state, 1, &attribute);
  }
}

static MlirValue build_generic(const Rebuilding *rebuilding) {
  const StructuredOp *op = rebuilding->op;
  MlirContext context = mlirOperationGetContext(op->op);
  int count = op->operand_count;
  int32_t segments[2] = {op->input_count, count - op->input_count};
  IrBuilder ir;
  ir_start(&ir, op->op, mlirOperationGetLocation(op->op));
  MlirNamedAttribute attributes[3] = {
      ir_attribute(&ir, "indexing_maps", maps_of(rebuilding, context)),
      ir_attribute(&ir, "iterator_types", kinds_of(rebuilding, context)),
      ir_attribute(&ir, "operandSegmentSizes", mlirDenseI32ArrayGet(context, 2, segments))};
  ir_finish(&ir);
  MlirType type = mlirValueGetType(rebuilding->operands[count - 1]);
  MlirOperation clone = mlirOperationClone(op->op);
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(clone, 0));
  MlirOperationState state =
      mlirOperationStateGet(ir_string("linalg.generic"), mlirOperationGetLocation(op->op));
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddOperands(&state, count, rebuilding->operands);
  mlirOperationStateAddAttributes(&state, 3, attributes);
  keep_attributes(clone, &state);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation made = mlirOperationCreate(&state);
  mlirOperationDestroy(clone);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op->op), op->op, made);
  return mlirOperationGetResult(made, 0);
}

// Whether the op only moves elements, or gives all of them one value.
static bool is_movement(const StructuredOp *op) {
  bool is_used[GROUP_MAX_RESULTS] = {true};
  ScalarBody body;
  return structured_op_is_parallel(op) && layout_can_rebuild(op) &&
         scalar_body_read(op, is_used, &body) == STATUS_OK && body.is_forward;
}

// The plain tensor with `dim` last: known, or made as the payload makes it where that costs
// nothing.
static MlirValue moved_version(const LayoutValues *values, MlirValue plain, int dim,
                               MlirOperation reader) {
  const LayoutValue *known = layout_values_find(values, plain);
  if (dim == LAYOUT_PLAIN)
    return plain;
  if (known && known->dim == dim)
    return known->moved;
  MlirOperation maker =
      mlirValueIsAOpResult(plain) ? mlirOpResultGetOwner(plain) : (MlirOperation){NULL};
  StructuredOp op;
  if (!mlirOperationIsNull(maker) && !known && structured_op_read(maker, &op) == STATUS_OK &&
      is_movement(&op))
    return layout_rebuild(values, &op, dim);
  IrBuilder ir;
  ir_start(&ir, reader, mlirOperationGetLocation(reader));
  MlirValue moved;
  if (!mlirOperationIsNull(maker) && ir_op_is(maker, "tensor.empty"))
    moved =
        ir_value(&ir, "tensor.empty", layout_type(mlirValueGetType(plain), dim), 0, NULL, 0, NULL);
  else
    moved = layout_transpose(&ir, plain, dim);
  ir_finish(&ir);
  return moved;
}

MlirValue layout_rebuild(const LayoutValues *values, const StructuredOp *op, int dim) {
  Rebuilding rebuilding = {.op = op};
  int last = op->operand_count - 1;
  for (int i = 0; i < last; i++) {
    const LayoutValue *known = layout_values_find(values, op->operands[i].value);
    rebuilding.operands[i] = known ? known->moved : op->operands[i].value;
    rebuilding.dims[i] = known ? known->dim : LAYOUT_PLAIN;
  }
  rebuilding.operands[last] = moved_version(values, op->operands[last].value, dim, op->op);
  rebuilding.dims[last] = dim;
  order_loops(&rebuilding);
  return build_generic(&rebuilding);
}

// --- paddings and concatenations

static MlirAttribute moved_list(MlirOperation op, const char *name, int dim) {
  MlirAttribute list = mlirOperationGetAttributeByName(op, ir_string(name));
  int rank = (int)mlirDenseArrayGetNumElements(list);
  int64_t values[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++)
    values[d] = mlirDenseI64ArrayGetElement(list, layout_source(rank, dim, d));
  return mlirDenseI64ArrayGet(mlirOperationGetContext(op), rank, values);
}

static MlirValue place_before(MlirOperation op, MlirOperation made, int dim) {
  MlirValue result = mlirOperationGetResult(made, 0);
  mlirValueSetType(result, layout_type(mlirValueGetType(result), dim));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, made);
  return result;
}

MlirValue layout_rebuild_pad(MlirOperation op, MlirValue source, int dim) {
  MlirOperation made = mlirOperationClone(op);
  mlirOperationSetOperand(made, 0, source);
  mlirOperationSetAttributeByName(made, ir_string("static_low"), moved_list(op, "static_low", dim));
  mlirOperationSetAttributeByName(made, ir_string("static_high"),
                                  moved_list(op, "static_high", dim));
  return place_before(op, made, dim);
}

MlirValue layout_rebuild_concat(const LayoutValues *values, MlirOperation op, int dim) {
  MlirOperation made = mlirOperationClone(op);
  MlirAttribute along = mlirOperationGetAttributeByName(op, ir_string("dim"));
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetResult(op, 0))), place = 0;
  while (layout_source(rank, dim, place) != mlirIntegerAttrGetValueInt(along))
    place++;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    mlirOperationSetOperand(made, i,
                            moved_version(values, mlirOperationGetOperand(op, i), dim, op));
  mlirOperationSetAttributeByName(made, ir_string("dim"),
                                  mlirIntegerAttrGet(mlirAttributeGetType(along), place));
  return place_before(op, made, dim);
}
