// PrefetchIndex: which element of a buffer a read begins at, as a number, for given iterations of
// the loops around it. Invariant: a number is the one that the running code would compute.
#include "transforms/lowering/prefetch_index.h"

#include "base/integer.h"
#include "transforms/ir.h"

bool loop_is(MlirOperation op) { return ir_op_is(op, "scf.for"); }

MlirBlock loop_body(MlirOperation loop) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
}

MlirValue loop_variable(MlirOperation loop) { return mlirBlockGetArgument(loop_body(loop), 0); }

bool loop_holds(MlirOperation loop, MlirOperation inner) {
  for (MlirOperation op = inner; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, loop))
      return true;
  return false;
}

// False where the number is none.
static bool combine(MlirAffineExpr expression, int64_t left, int64_t right, int64_t *out_number) {
  if (mlirAffineExprIsAAdd(expression))
    return !__builtin_add_overflow(left, right, out_number);
  if (mlirAffineExprIsAMul(expression))
    return !__builtin_mul_overflow(left, right, out_number);
  if (right <= 0)
    return false;
  *out_number = mlirAffineExprIsACeilDiv(expression) ? integer_ceil_div(left, right)
                : mlirAffineExprIsAMod(expression)   ? integer_floor_mod(left, right)
                                                     : integer_floor_div(left, right);
  return true;
}

// `numbers`: of the dimensions, then of the symbols.
static bool expression_value(MlirAffineExpr expression, const int64_t *numbers, int dims,
                             int64_t *out_number) {
  int64_t left, right;
  if (mlirAffineExprIsAConstant(expression))
    *out_number = mlirAffineConstantExprGetValue(expression);
  else if (mlirAffineExprIsADim(expression))
    *out_number = numbers[mlirAffineDimExprGetPosition(expression)];
  else if (mlirAffineExprIsASymbol(expression))
    *out_number = numbers[dims + mlirAffineSymbolExprGetPosition(expression)];
  else
    return expression_value(mlirAffineBinaryOpExprGetLHS(expression), numbers, dims, &left) &&
           expression_value(mlirAffineBinaryOpExprGetRHS(expression), numbers, dims, &right) &&
           combine(expression, left, right, out_number);
  return true;
}

// affine.apply, affine.min or affine.max.
static bool evaluate_affine(const LoopPoint *point, MlirOperation op, int64_t *out_number) {
  int64_t numbers[16];
  int count = (int)mlirOperationGetNumOperands(op);
  if (count > 16)
    return false;
  for (int i = 0; i < count; i++)
    if (!loop_point_evaluate(point, mlirOperationGetOperand(op, i), &numbers[i]))
      return false;
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(mlirOperationGetAttributeByName(op, ir_string("map")));
  int dims = (int)mlirAffineMapGetNumDims(map);
  bool is_maximum = ir_op_is(op, "affine.max");
  for (int r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    int64_t number;
    if (!expression_value(mlirAffineMapGetResult(map, r), numbers, dims, &number))
      return false;
    if (r == 0 || (is_maximum ? number > *out_number : number < *out_number))
      *out_number = number;
  }
  return true;
}

bool loop_point_evaluate(const LoopPoint *point, MlirValue value, int64_t *out_number) {
  for (int i = 0; i < point->count; i++)
    if (mlirValueEqual(point->variables[i], value)) {
      *out_number = point->values[i];
      return true;
    }
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (ir_op_is(op, "arith.constant")) {
    *out_number =
        mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(op, ir_string("value")));
    return true;
  }
  bool is_affine =
      ir_op_is(op, "affine.apply") || ir_op_is(op, "affine.min") || ir_op_is(op, "affine.max");
  return is_affine && evaluate_affine(point, op, out_number);
}

typedef struct Bounds {
  int64_t low, high, step;
} Bounds;

static bool bounds_of(const LoopPoint *point, MlirOperation loop, Bounds *out_bounds) {
  return loop_point_evaluate(point, mlirOperationGetOperand(loop, 0), &out_bounds->low) &&
         loop_point_evaluate(point, mlirOperationGetOperand(loop, 1), &out_bounds->high) &&
         loop_point_evaluate(point, mlirOperationGetOperand(loop, 2), &out_bounds->step) &&
         out_bounds->step > 0;
}

bool loop_point_trips(const LoopPoint *point, MlirOperation loop, int64_t *out_trips) {
  Bounds bounds;
  if (!bounds_of(point, loop, &bounds))
    return false;
  int64_t span;
  if (__builtin_sub_overflow(bounds.high, bounds.low, &span))
    return false;
  *out_trips = span > 0 ? integer_ceil_div(span, bounds.step) : 0;
  return true;
}

bool loop_point_enter(LoopPoint *point, MlirOperation loop, int64_t trip) {
  Bounds bounds;
  if (point->count == PREFETCH_MAX_LOOPS || !bounds_of(point, loop, &bounds))
    return false;
  point->variables[point->count] = loop_variable(loop);
  point->values[point->count++] = bounds.low + trip * bounds.step;
  return true;
}

bool loop_point_offset(const LoopPoint *point, MlirOperation read, int64_t *out_offset) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(read, 0));
  int64_t offset = 0, index;
  for (int d = 0; d < mlirShapedTypeGetRank(type); d++) {
    if (!loop_point_evaluate(point, mlirOperationGetOperand(read, 1 + d), &index) ||
        __builtin_mul_overflow(offset, mlirShapedTypeGetDimSize(type, d), &offset) ||
        __builtin_add_overflow(offset, index, &offset))
      return false;
  }
  *out_offset = offset;
  return offset <= PREFETCH_MAX_NUMBER && offset >= -PREFETCH_MAX_NUMBER;
}

bool loop_point_enter_around(LoopPoint *point, MlirOperation op, MlirOperation outermost,
                             MlirOperation moved) {
  MlirOperation loops[PREFETCH_MAX_LOOPS];
  int count = 0;
  for (MlirOperation loop = mlirOperationGetParentOperation(op); !mlirOperationIsNull(loop);
       loop = mlirOperationGetParentOperation(loop)) {
    if (!loop_is(loop))
      continue;
    if (count == PREFETCH_MAX_LOOPS)
      return false;
    loops[count++] = loop;
    if (!mlirOperationIsNull(outermost) && mlirOperationEqual(loop, outermost))
      break;
  }
  while (count-- > 0) {
    bool moves = !mlirOperationIsNull(moved) && mlirOperationEqual(loops[count], moved);
    if (!loop_point_enter(point, loops[count], moves))
      return false;
  }
  return true;
}

bool loop_moves_by(MlirOperation loop, MlirOperation read, int64_t *out_elements) {
  LoopPoint here = {.count = 0}, there = {.count = 0};
  int64_t from, to;
  if (!loop_point_enter_around(&here, read, (MlirOperation){NULL}, (MlirOperation){NULL}) ||
      !loop_point_enter_around(&there, read, (MlirOperation){NULL}, loop) ||
      !loop_point_offset(&here, read, &from) || !loop_point_offset(&there, read, &to))
    return false;
  *out_elements = to - from;
  return true;
}
