// A piece of what views and paddings make is made of a piece of what they read:
//
//   %p = tensor.pad %x                     %y = tensor.extract_slice %x[%i] ...
//   tensor.extract_slice %p[%i] ...   ->   tensor.pad %y
//
// where nothing is padded along the dimension that is cut, so that the padding has known sizes,
// too, and can be fused. The same for reshapes that leave the dimension alone, and for
// concatenations along another one.
#include "transforms/dynamic/sized_slice.h"

#include "plan/workload.h"
#include "transforms/dynamic/sized_view.h"

static int rank_of(MlirValue value) { return (int)mlirShapedTypeGetRank(mlirValueGetType(value)); }

// A copy of the op on another first operand, whose result is the piece.
static MlirValue copy_on_piece(IrBuilder *ir, MlirOperation op, MlirValue first,
                               const Piece *piece) {
  MlirOperation copy = mlirOperationClone(op);
  MlirValue result = mlirOperationGetResult(copy, 0);
  mlirOperationSetOperand(copy, 0, first);
  mlirValueSetType(result, sized_type(mlirValueGetType(result), piece->dim, piece->size));
  mlirBlockAppendOwnedOperation(ir->block, copy);
  return result;
}

// --- concatenations

// A view (sized_view.h) of pieces.
static MlirValue view_of_pieces(IrBuilder *ir, MlirOperation op, const Piece *piece,
                                const PieceSource *made) {
  MlirValue parts[IR_MAX_OPERANDS];
  int count = sized_view_sources(op);
  for (int i = 0; i < count; i++)
    parts[i] = sized_extract_through(ir, mlirOperationGetOperand(op, i), piece, made);
  MlirValue result = copy_on_piece(ir, op, parts[0], piece);
  for (int i = 1; i < count; i++)
    mlirOperationSetOperand(mlirOpResultGetOwner(result), i, parts[i]);
  return result;
}

// --- reshapes

// The dimension of the side with fewer dimensions that stands for `dim` of the other one alone; -1:
// it is joined with others. `is_wide`: `dim` is of the side with more dimensions.
static int partner_of(MlirOperation reshape, int dim, bool is_wide) {
  MlirAttribute groups = mlirOperationGetAttributeByName(reshape, ir_string("reassociation"));
  for (int g = 0; g < mlirArrayAttrGetNumElements(groups); g++) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, g);
    bool is_single = mlirArrayAttrGetNumElements(group) == 1;
    int first = (int)mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, 0));
    if (is_single && (is_wide ? first : g) == dim)
      return is_wide ? g : first;
  }
  return -1;
}

static MlirValue expand_piece(IrBuilder *ir, MlirOperation op, MlirValue source,
                              const Piece *piece) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue operands[1 + WORKLOAD_MAX_RANK] = {source};
  int64_t shape[WORKLOAD_MAX_RANK];
  int count = 1, next = 1, rank = (int)mlirShapedTypeGetRank(type);
  MlirAttribute sizes = mlirOperationGetAttributeByName(op, ir_string("static_output_shape"));
  for (int d = 0; d < rank; d++) {
    shape[d] = mlirDenseI64ArrayGetElement(sizes, d);
    bool is_open = mlirShapedTypeIsDynamicSize(shape[d]);
    if (is_open && d != piece->dim)
      operands[count++] = mlirOperationGetOperand(op, next);
    next += is_open;
    shape[d] = d == piece->dim ? piece->size : shape[d];
  }
  MlirNamedAttribute attributes[2] = {
      ir_attribute(ir, "reassociation",
                   mlirOperationGetAttributeByName(op, ir_string("reassociation"))),
      ir_attribute(ir, "static_output_shape", mlirDenseI64ArrayGet(ir->context, rank, shape))};
  return ir_value(ir, "tensor.expand_shape", sized_type(type, piece->dim, piece->size), count,
                  operands, 2, attributes);
}

static MlirValue reshape_of_piece(IrBuilder *ir, MlirOperation op, int dim, const Piece *piece) {
  Piece source = {dim, piece->offset, piece->size, piece->valid};
  MlirValue part = sized_extract_through(ir, mlirOperationGetOperand(op, 0), &source, NULL);
  return ir_op_is(op, "tensor.expand_shape") ? expand_piece(ir, op, part, piece)
                                             : copy_on_piece(ir, op, part, piece);
}

MlirValue sized_extract_through(IrBuilder *ir, MlirValue tensor, const Piece *piece,
                                const PieceSource *made) {
  MlirValue piece_made = made ? made->find(made->context, tensor) : (MlirValue){NULL};
  if (!mlirValueIsNull(piece_made))
    return piece_made;
  if (!mlirValueIsAOpResult(tensor) || rank_of(tensor) > WORKLOAD_MAX_RANK)
    return sized_extract(ir, tensor, tensor, piece);
  MlirOperation op = mlirOpResultGetOwner(tensor);
  if (sized_is_view(op, piece->dim)) {
    MlirValue result = view_of_pieces(ir, op, piece, made);
    if (made)
      made->keep(made->context, tensor, result);
    return result;
  }
  bool expands = ir_op_is(op, "tensor.expand_shape");
  if (expands || ir_op_is(op, "tensor.collapse_shape")) {
    int dim = partner_of(op, piece->dim, expands);
    if (dim >= 0)
      return reshape_of_piece(ir, op, dim, piece);
  }
  return sized_extract(ir, tensor, tensor, piece);
}
