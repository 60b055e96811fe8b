// What the indices of loads and stores say of the loops around them.
#include "transforms/dynamic/loop_nest_read.h"

#include <stdlib.h>

static int first_index(MlirOperation access) { return nest_op_is_store(access) ? 2 : 1; }

MlirValue nest_memref(MlirOperation access) {
  return mlirOperationGetOperand(access, first_index(access) - 1);
}

int nest_rank(MlirOperation access) {
  return (int)mlirShapedTypeGetRank(mlirValueGetType(nest_memref(access)));
}

static MlirAttribute map_of(MlirOperation op) {
  return mlirOperationGetAttributeByName(op, ir_string("map"));
}

// The operands of a map: its dimensions, then its symbols.
typedef struct Expression {
  MlirAffineExpr expression;
  MlirOperation op;
  int first, dim_count;
} Expression;

static Expression expression_of(MlirOperation op, int first, int result) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(map_of(op));
  return (Expression){mlirAffineMapGetResult(map, result), op, first,
                      (int)mlirAffineMapGetNumDims(map)};
}

static Expression part_of(const Expression *whole, MlirAffineExpr part) {
  Expression expression = *whole;
  expression.expression = part;
  return expression;
}

static bool is_operand(const Expression *e) {
  return mlirAffineExprIsADim(e->expression) || mlirAffineExprIsASymbol(e->expression);
}

static MlirValue operand_of(const Expression *e) {
  intptr_t place = mlirAffineExprIsADim(e->expression)
                       ? mlirAffineDimExprGetPosition(e->expression)
                       : e->dim_count + mlirAffineSymbolExprGetPosition(e->expression);
  return mlirOperationGetOperand(e->op, e->first + place);
}

// --- coefficients

enum { LARGEST = 1 << 20, MAX_LEVELS = 16 };

static bool add_value(const ScalarNest *nest, MlirValue value, int64_t factor, NestIndex *sum,
                      int level);

// Of arith.constant; false: the value is another op's.
static bool constant_of(MlirValue value, int64_t *out_number) {
  bool is = ir_is_made_by(value, "arith.constant") && mlirTypeIsAIndex(mlirValueGetType(value));
  if (is)
    *out_number = mlirIntegerAttrGetValueInt(
        mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value")));
  return is;
}

// Recursion: one level a part of the expression, at most MAX_LEVELS.
static bool add_expression(const ScalarNest *nest, const Expression *e, int64_t factor,
                           NestIndex *sum, int level) {
  if (level == MAX_LEVELS || llabs(factor) > LARGEST)
    return false;
  if (mlirAffineExprIsAConstant(e->expression)) {
    int64_t number = mlirAffineConstantExprGetValue(e->expression);
    sum->constant += llabs(number) <= LARGEST ? factor * number : 0;
    return llabs(number) <= LARGEST;
  }
  if (is_operand(e))
    return add_value(nest, operand_of(e), factor, sum, level + 1);
  bool is_sum = mlirAffineExprIsAAdd(e->expression);
  if (!is_sum && !mlirAffineExprIsAMul(e->expression))
    return false;
  Expression left = part_of(e, mlirAffineBinaryOpExprGetLHS(e->expression));
  Expression right = part_of(e, mlirAffineBinaryOpExprGetRHS(e->expression));
  if (is_sum)
    return add_expression(nest, &left, factor, sum, level + 1) &&
           add_expression(nest, &right, factor, sum, level + 1);
  if (!mlirAffineExprIsAConstant(right.expression))
    return false;
  int64_t number = mlirAffineConstantExprGetValue(right.expression);
  return llabs(number) <= LARGEST && add_expression(nest, &left, factor * number, sum, level + 1);
}

// Recursion: as above.
static bool add_value(const ScalarNest *nest, MlirValue value, int64_t factor, NestIndex *sum,
                      int level) {
  for (int l = 0; l < nest->loop_count; l++)
    if (mlirValueEqual(nest->loops[l].number, value)) {
      sum->factors[l] += factor;
      return true;
    }
  int64_t number;
  if (constant_of(value, &number)) {
    sum->constant += llabs(number) <= LARGEST ? factor * number : 0;
    return llabs(number) <= LARGEST;
  }
  if (nest_is_outside(nest->root, value)) {
    sum->has_value = true;
    return true;
  }
  if (level >= MAX_LEVELS || !mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (ir_op_is(op, "affine.apply")) {
    Expression e = expression_of(op, 0, 0);
    return add_expression(nest, &e, factor, sum, level + 1);
  }
  bool is_difference = ir_op_is(op, "arith.subi");
  if (ir_op_is(op, "arith.addi") || is_difference)
    return add_value(nest, mlirOperationGetOperand(op, 0), factor, sum, level + 1) &&
           add_value(nest, mlirOperationGetOperand(op, 1), is_difference ? -factor : factor, sum,
                     level + 1);
  return ir_op_is(op, "arith.muli") && constant_of(mlirOperationGetOperand(op, 1), &number) &&
         llabs(number) <= LARGEST && llabs(factor) <= LARGEST &&
         add_value(nest, mlirOperationGetOperand(op, 0), factor * number, sum, level + 1);
}

bool nest_index_read(const ScalarNest *nest, MlirOperation access, int dim, NestIndex *out_index) {
  *out_index = (NestIndex){.constant = 0};
  if (mlirAttributeIsNull(map_of(access)))
    return add_value(nest, mlirOperationGetOperand(access, first_index(access) + dim), 1, out_index,
                     0);
  Expression e = expression_of(access, first_index(access), dim);
  return add_expression(nest, &e, 1, out_index, 0);
}

int nest_loop_of(const ScalarNest *nest, MlirOperation access, int dim) {
  NestIndex index;
  int found = -1, count = 0;
  bool is_sum = nest_index_read(nest, access, dim, &index);
  for (int l = 0; l < nest->loop_count; l++)
    if (index.factors[l] != 0) {
      found = l;
      count++;
    }
  return is_sum && count == 1 ? found : -1;
}

bool nest_is_same_place(MlirOperation a, MlirOperation b) {
  int first_a = first_index(a), first_b = first_index(b);
  intptr_t count = mlirOperationGetNumOperands(a) - first_a;
  if (!mlirAttributeEqual(map_of(a), map_of(b)) &&
      !(mlirAttributeIsNull(map_of(a)) && mlirAttributeIsNull(map_of(b))))
    return false;
  bool is_same = count == mlirOperationGetNumOperands(b) - first_b;
  for (intptr_t i = -1; i < count && is_same; i++)
    is_same = mlirValueEqual(mlirOperationGetOperand(a, first_a + i),
                             mlirOperationGetOperand(b, first_b + i));
  return is_same;
}

// --- the first place

// Recursion: one level an op, at most MAX_LEVELS, as nest_coefficients has been there.
static MlirValue value_at(IrBuilder *ir, const ScalarNest *nest, MlirValue value,
                          const MlirValue *starts) {
  for (int l = 0; l < nest->loop_count; l++)
    if (mlirValueEqual(nest->loops[l].number, value))
      return starts[l];
  if (nest_is_outside(nest->root, value))
    return value;
  MlirOperation op = mlirOpResultGetOwner(value);
  int64_t number;
  if (constant_of(value, &number))
    return ir_index(ir, number);
  MlirValue operands[IR_MAX_OPERANDS];
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count; i++)
    operands[i] = value_at(ir, nest, mlirOperationGetOperand(op, i), starts);
  if (ir_op_is(op, "affine.apply"))
    return ir_affine(ir, "affine.apply", mlirAffineMapAttrGetValue(map_of(op)), (int)count,
                     operands);
  return ir_binary(ir,
                   ir_op_is(op, "arith.subi")   ? "arith.subi"
                   : ir_op_is(op, "arith.muli") ? "arith.muli"
                                                : "arith.addi",
                   operands[0], operands[1]);
}

MlirValue nest_index_at(IrBuilder *ir, const ScalarNest *nest, MlirOperation access, int dim,
                        const MlirValue *starts) {
  int first = first_index(access);
  if (mlirAttributeIsNull(map_of(access)))
    return value_at(ir, nest, mlirOperationGetOperand(access, first + dim), starts);
  Expression e = expression_of(access, first, dim);
  if (is_operand(&e))
    return value_at(ir, nest, operand_of(&e), starts);
  if (mlirAffineExprIsAConstant(e.expression))
    return ir_index(ir, mlirAffineConstantExprGetValue(e.expression));
  MlirValue operands[IR_MAX_OPERANDS];
  int count = (int)mlirOperationGetNumOperands(access) - first;
  intptr_t result = dim;
  for (int i = 0; i < count; i++)
    operands[i] = value_at(ir, nest, mlirOperationGetOperand(access, first + i), starts);
  return ir_affine(ir, "affine.apply",
                   mlirAffineMapGetSubMap(mlirAffineMapAttrGetValue(map_of(access)), 1, &result),
                   count, operands);
}
