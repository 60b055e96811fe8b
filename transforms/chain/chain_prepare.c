// Ops of a function that may have a chain, so that they read each other's results directly:
//
//   linalg.softmax                          ->   maximum, subtraction and exp, sum, division
//   %c = tensor.collapse_shape %x                linalg.generic {maps: (i, j) -> (i, 0)} ins(%x)
//   linalg.generic {(i, j) -> (i)} ins(%c)
#include "transforms/annotation.h"
#include "transforms/chain/chain.h"
#include "transforms/chain/chain_ops.h"
#include "transforms/decompose_shim.h"
#include "transforms/dynamic/sizes.h"
#include "transforms/extract/linalg_shim.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"

#include <stdlib.h>

// --- what may be the beginning of a chain

static bool is_tensor_aggregate(MlirOperation op) {
  return op_is_aggregate(op) && mlirOperationGetNumResults(op) > 0 && !annotation_keeps(op) &&
         mlirShapedTypeHasStaticShape(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

static bool may_begin(MlirOperation op) {
  SizedOp sized;
  return is_tensor_aggregate(op) || (sized_op_read(op, &sized) && chain_is_sum(&sized));
}

static void decompose(MlirOperation function) {
  Decomposition parts;
  IrOps aggregates = ir_collect(function, is_tensor_aggregate);
  for (int i = 0; i < aggregates.count; i++)
    if (op_decompose(aggregates.ops[i], &parts))
      decomposition_commit(&parts);
  free(aggregates.ops);
}

// --- reshapes

// For each dimension of the wide side, the one of the narrow side that it stands for; -1: it has
// one element, and is none of that side.
typedef struct UnitReshape {
  MlirValue source;
  bool expands;
  int wide_rank, narrow_rank;
  int narrow_of[WORKLOAD_MAX_RANK];
} UnitReshape;

static MlirAttribute attribute_of(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

// Writes the dimensions of group `g`; false when more than one of them has several elements.
static bool read_dims(MlirAttribute group, int g, MlirType wide, UnitReshape *out_reshape) {
  int kept = -1, count = (int)mlirArrayAttrGetNumElements(group);
  for (int n = 0; n < count; n++) {
    int dim = (int)mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, n));
    bool is_unit = mlirShapedTypeGetDimSize(wide, dim) == 1;
    if (!is_unit && kept >= 0)
      return false;
    out_reshape->narrow_of[dim] = -1;
    kept = !is_unit || (kept < 0 && n == count - 1) ? dim : kept;
  }
  if (kept < 0)
    return false;
  out_reshape->narrow_of[kept] = g;
  return true;
}

static bool read_reshape(MlirValue value, UnitReshape *out_reshape) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  bool expands = ir_op_is(op, "tensor.expand_shape");
  if (!expands && !ir_op_is(op, "tensor.collapse_shape"))
    return false;
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType from = mlirValueGetType(source), to = mlirValueGetType(value);
  MlirType wide = expands ? to : from, narrow = expands ? from : to;
  if (!mlirShapedTypeHasStaticShape(wide) || mlirShapedTypeGetRank(wide) > WORKLOAD_MAX_RANK)
    return false;
  *out_reshape = (UnitReshape){.source = source,
                               .expands = expands,
                               .wide_rank = (int)mlirShapedTypeGetRank(wide),
                               .narrow_rank = (int)mlirShapedTypeGetRank(narrow)};
  MlirAttribute groups = attribute_of(op, "reassociation");
  bool fits = out_reshape->narrow_rank > 0;
  for (int g = 0; g < out_reshape->narrow_rank && fits; g++)
    fits = read_dims(mlirArrayAttrGetElement(groups, g), g, wide, out_reshape);
  return fits;
}

// The indices of the source for those of what the reshape makes.
static MlirAffineMap map_behind(MlirAffineMap map, const UnitReshape *reshape) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr indices[WORKLOAD_MAX_RANK];
  int rank = reshape->expands ? reshape->narrow_rank : reshape->wide_rank;
  for (int d = 0; d < reshape->wide_rank; d++) {
    int narrow = reshape->narrow_of[d];
    if (reshape->expands && narrow >= 0)
      indices[narrow] = mlirAffineMapGetResult(map, d);
    else if (!reshape->expands)
      indices[d] =
          narrow >= 0 ? mlirAffineMapGetResult(map, narrow) : mlirAffineConstantExprGet(context, 0);
  }
  return mlirAffineMapGet(context, mlirAffineMapGetNumDims(map), 0, rank, indices);
}

// Whether the maps still say how long every loop is.
static bool knows_loops(MlirAttribute maps, int loop_count) {
  bool knows = true;
  for (int l = 0; l < loop_count && knows; l++) {
    knows = false;
    for (int i = 0; i < mlirArrayAttrGetNumElements(maps); i++) {
      MlirAffineMap map = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
      for (int d = 0; d < mlirAffineMapGetNumResults(map); d++) {
        MlirAffineExpr index = mlirAffineMapGetResult(map, d);
        knows |= mlirAffineExprIsADim(index) && mlirAffineDimExprGetPosition(index) == l;
      }
    }
  }
  return knows;
}

// Lets input `operand` be read from before its reshape. False: it is none that fits.
static bool fold_reshape(SizedOp *op, int operand) {
  UnitReshape reshape;
  if (!read_reshape(mlirOperationGetOperand(op->op, operand), &reshape))
    return false;
  MlirAffineMap map = sized_op_map(op, operand);
  map = map_behind(map, &reshape);
  if (!knows_loops(chain_maps_with(op, operand, map), op->loop_count))
    return false;
  MlirOperation generic = linalg_op_generalize(op->op);
  if (mlirOperationIsNull(generic))
    return false;
  op->op = generic;
  chain_set_input(op, operand, reshape.source, map);
  return true;
}

static void fold_reshapes(MlirOperation function) {
  SizedOp sized;
  IrOps ops = ir_collect(function, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    if (!sized_op_read(ops.ops[i], &sized) || sized.operand_count > IR_MAX_OPERANDS)
      continue;
    for (int operand = 0; operand < sized.input_count; operand++)
      while (fold_reshape(&sized, operand)) {
      }
  }
  free(ops.ops);
}

static MlirWalkResult erase_unused(MlirOperation op, void *unused) {
  (void)unused;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      sizes_erase_whole(block);
  return MlirWalkResultAdvance;
}

bool chains_prepare(MlirOperation function) {
  if (mlirOperationIsNull(ir_first(function, may_begin)))
    return false;
  decompose(function);
  sizes_part_fills(function);
  fold_reshapes(function);
  mlirOperationWalk(function, erase_unused, NULL, MlirWalkPreOrder);
  return true;
}
