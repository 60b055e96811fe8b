// Reads linalg ops through their indexing maps.
#include "transforms/dynamic/sized_op.h"

#include "base/integer.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "transforms/annotation.h"
#include "transforms/combiner.h"
#include "transforms/cut_mark.h"
#include "transforms/extract/aliasing.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/structured_op.h"
#include "transforms/fp_mode.h"
#include "transforms/ir.h"

// So that no place within a piece of it leaves 64 bits.
static const int64_t MAX_WINDOW = INT64_C(1) << 40;

static bool is_plain_tensor(MlirType type) {
  return mlirTypeIsARankedTensor(type) &&
         mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)) &&
         mlirShapedTypeGetRank(type) <= WORKLOAD_MAX_RANK;
}

static bool is_plain_memref(MlirType type) {
  int64_t strides[WORKLOAD_MAX_RANK], offset;
  return mlirTypeIsAMemRef(type) && mlirShapedTypeGetRank(type) <= WORKLOAD_MAX_RANK &&
         mlirLogicalResultIsSuccess(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset));
}

static bool fits(MlirOperation op) {
  intptr_t inputs = linalg_op_input_count(op), count = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  if ((results > 0 && results != count - inputs) || count - inputs > SIZED_OP_MAX_RESULTS)
    return false;
  for (intptr_t i = 0; i < count; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    bool is_plain = results > 0 ? is_plain_tensor(type) : is_plain_memref(type);
    if (!is_plain && (i >= inputs || mlirTypeIsAShaped(type)))
      return false;
  }
  return true;
}

static bool is_disjoint(MlirOperation op) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, ir_string(DISJOINT_ATTRIBUTE)));
}

// Whether a destination is, or may be, a view of the buffer of another operand. That both are the
// same memref is asked of the op with known sizes.
static bool overlaps(MlirOperation op) {
  intptr_t inputs = linalg_op_input_count(op), count = mlirOperationGetNumOperands(op);
  if (is_disjoint(op))
    return false;
  for (intptr_t o = inputs; o < count; o++)
    for (intptr_t i = 0; i < o; i++) {
      MlirValue a = mlirOperationGetOperand(op, i), b = mlirOperationGetOperand(op, o);
      if (mlirTypeIsAMemRef(mlirValueGetType(a)) && !mlirValueEqual(a, b) &&
          memrefs_share_buffer(a, b))
        return true;
    }
  return false;
}

// MLIR takes an extent from the first operand that the loop is an index of, whatever others tell.
// On tensors, whose operands get the sizes (sized_known.h).
static void learn_extents(SizedOp *op) {
  for (int i = 0; i < op->operand_count; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, i));
    int rank = mlirTypeIsAShaped(type) ? (int)mlirShapedTypeGetRank(type) : 0;
    for (int d = 0; d < rank; d++) {
      MlirAffineExpr index = mlirAffineMapGetResult(sized_op_map(op, i), d);
      if (mlirAffineExprIsADim(index) && !mlirShapedTypeIsDynamicDim(type, d))
        op->extents[mlirAffineDimExprGetPosition(index)] = mlirShapedTypeGetDimSize(type, d);
    }
  }
}

bool sized_op_read(MlirOperation op, SizedOp *out_op) {
  if (!linalg_op_is_structured(op) || linalg_op_loop_count(op) > WORKLOAD_MAX_ITERATORS ||
      !fits(op) || annotation_keeps(op) || cut_mark_open_loop(op) >= 0 || overlaps(op))
    return false;
  *out_op = (SizedOp){.op = op,
                      .loop_count = linalg_op_loop_count(op),
                      .input_count = linalg_op_input_count(op),
                      .operand_count = (int)mlirOperationGetNumOperands(op),
                      .result_count = (int)mlirOperationGetNumResults(op),
                      .maps = mlirLinalgGetIndexingMapsAttribute(op)};
  if (mlirAttributeIsNull(out_op->maps) ||
      !linalg_op_get_loops(op, out_op->extents, out_op->is_reduction))
    return false;
  if (out_op->result_count > 0)
    learn_extents(out_op);
  return true;
}

bool sized_op_is_open(const SizedOp *op) {
  bool is_open = false;
  for (int l = 0; l < op->loop_count; l++)
    is_open |= op->extents[l] < 0;
  return is_open;
}

bool sized_op_is_product(const SizedOp *op) {
  bool has_sum = false;
  for (int l = 0; l < op->loop_count; l++)
    has_sum |= op->is_reduction[l];
  return has_sum && op->input_count > 1;
}

bool sized_op_shares_buffer(const SizedOp *op) { return is_disjoint(op->op); }

int sized_op_same_memref(const SizedOp *op, int operand) {
  MlirValue value = mlirOperationGetOperand(op->op, operand);
  bool is_memref = mlirTypeIsAMemRef(mlirValueGetType(value));
  for (int i = 0; i < operand && is_memref; i++)
    if (mlirValueEqual(mlirOperationGetOperand(op->op, i), value))
      return i;
  return -1;
}

// --- indices

MlirAffineMap sized_op_map(const SizedOp *op, int operand) {
  return mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(op->maps, operand));
}

bool sized_op_index(const SizedOp *op, int operand, int dim, IndexExpr *out_index) {
  return index_read(mlirAffineMapGetResult(sized_op_map(op, operand), dim), out_index);
}

// The index moves a window: how far, and how large a window is where all else of it is known.
static LoopUse read_window(const SizedOp *op, MlirAffineExpr expression, int loop) {
  IndexExpr sum;
  LoopUse none = {.access = LOOP_ACCESS_OTHER};
  if (!index_read(expression, &sum) || sum.coefficients[loop] <= 0 || sum.constant < 0)
    return none;
  LoopUse use = {
      .access = LOOP_ACCESS_WINDOW, .stride = sum.coefficients[loop], .window = sum.constant + 1};
  for (int l = 0; l < op->loop_count; l++) {
    if (l == loop || sum.coefficients[l] == 0)
      continue;
    if (sum.coefficients[l] < 0 || op->extents[l] <= 0)
      return none;
    use.window = integer_add(use.window, integer_multiply(sum.coefficients[l], op->extents[l] - 1));
  }
  return use.window > MAX_WINDOW ? none : use;
}

LoopUse sized_op_use(const SizedOp *op, int operand, int loop) {
  MlirAffineMap map = sized_op_map(op, operand);
  LoopUse use = {.access = LOOP_ACCESS_NONE};
  for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
    MlirAffineExpr expression = mlirAffineMapGetResult(map, d);
    if (!mlirAffineExprIsFunctionOfDim(expression, loop))
      continue;
    if (use.access != LOOP_ACCESS_NONE)
      return (LoopUse){.access = LOOP_ACCESS_OTHER};
    use = mlirAffineExprIsADim(expression)
              ? (LoopUse){.access = LOOP_ACCESS_DIM, .stride = 1, .window = 1}
              : read_window(op, expression, loop);
    use.dim = (int)d;
  }
  return use;
}

int64_t sized_op_span(const SizedOp *op, int operand, int dim) {
  IndexExpr sum;
  int64_t span = 1;
  if (!sized_op_index(op, operand, dim, &sum))
    return span;
  for (int l = 0; l < op->loop_count; l++)
    if (sum.coefficients[l] > 0)
      span = integer_add(span, integer_multiply(sum.coefficients[l], op->extents[l] - 1));
  return integer_max(integer_add(span, sum.constant), 1);
}

int sized_op_loop_of(const SizedOp *op, int operand, int dim) {
  MlirAffineExpr expression = mlirAffineMapGetResult(sized_op_map(op, operand), dim);
  if (!mlirAffineExprIsADim(expression))
    return -1;
  int loop = (int)mlirAffineDimExprGetPosition(expression);
  return sized_op_use(op, operand, loop).access == LOOP_ACCESS_DIM ? loop : -1;
}

int sized_op_operand_of(const SizedOp *op, int loop) {
  for (int i = 0; i < op->operand_count; i++)
    if (sized_op_use(op, i, loop).access == LOOP_ACCESS_DIM)
      return i;
  return -1;
}

bool sized_op_can_cut(const SizedOp *op, int loop) {
  bool can = !op->is_reduction[loop];
  for (int i = 0; i < op->operand_count && can; i++) {
    LoopAccess access = sized_op_use(op, i, loop).access;
    can = sized_op_is_init(op, i) ? access == LOOP_ACCESS_DIM : access != LOOP_ACCESS_OTHER;
  }
  return can;
}

// Whether the terms of the result may come in any order: the body joins them with what is there
// already, and reads that nowhere else.
static bool joins_in_any_order(const SizedOp *op, int result) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op->op, 0));
  MlirValue sum = mlirBlockGetArgument(body, op->input_count + result);
  MlirValue joined = mlirOperationGetOperand(mlirBlockGetTerminator(body), result);
  if (!mlirValueIsAOpResult(joined) || !ir_has_one_use(sum))
    return false;
  MlirOperation join = mlirOpResultGetOwner(joined);
  return combiner_of(join) && fp_may_reassociate(fp_mode_of(op->op), join) &&
         mlirOperationEqual(mlirOpOperandGetOwner(mlirValueGetFirstUse(sum)), join);
}

// The pieces come one after the other, so the order of the terms changes where another reduction
// is around the loop.
bool sized_op_takes_steps(const SizedOp *op, int loop) {
  bool can = op->is_reduction[loop], is_first = true;
  for (int l = 0; l < loop; l++)
    is_first &= !op->is_reduction[l] || op->extents[l] == 1;
  for (int i = op->input_count; i < op->operand_count && can; i++)
    can = sized_op_use(op, i, loop).access == LOOP_ACCESS_NONE;
  for (int r = 0; r < op->operand_count - op->input_count && can && !is_first; r++)
    can = joins_in_any_order(op, r);
  return can;
}

bool sized_op_can_cut_sum(const SizedOp *op, int loop) {
  bool can = sized_op_takes_steps(op, loop), has_extent = false;
  for (int i = 0; i < op->input_count && can; i++) {
    LoopAccess access = sized_op_use(op, i, loop).access;
    can = access != LOOP_ACCESS_OTHER;
    has_extent |= access == LOOP_ACCESS_DIM;
  }
  return can && has_extent;
}

bool sized_op_reads_destination(const SizedOp *op, int result) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op->op, 0));
  MlirValue old = mlirBlockGetArgument(body, op->input_count + result);
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(old));
}

bool sized_op_divides_integers(const SizedOp *op) {
  return !mlirOperationIsNull(ir_first(op->op, ir_divides_integers));
}
