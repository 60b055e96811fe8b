// Subscripts, bounds and conditions as forms: constants, loops, and sums and multiples of them,
// from maps and from arithmetic on index values.
#include "affine/read/affine_reader.h"

#include "affine/analysis/affine_numbers.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

Status affine_read_form_fail_large(void) {
  return status_fail(STATUS_UNSUPPORTED,
                     "a subscript, bound or condition with numbers of more than 32 bits");
}

// Adds factor * other.
Status affine_read_form_add(AffineForm *form, const AffineForm *other, int64_t factor) {
  return affine_numbers_accumulate(form, other, factor) ? STATUS_OK : affine_read_form_fail_large();
}

// Whether integers of this type hold all values of the form.
static bool type_holds(const AffineReader *reader, MlirType type, const AffineForm *form) {
  return !mlirTypeIsAInteger(type) || affine_numbers_fit_form(reader->loops, reader->depth, form,
                                                              (int)mlirIntegerTypeGetWidth(type));
}

static Status fail_long(void) {
  return status_fail(STATUS_UNSUPPORTED,
                     "a subscript or bound is computed by more than %d operations",
                     AFFINE_MAX_FORM_OPS);
}

// Adds factor * expr, whose dimensions and symbols are `operands`.
static Status add_expression(AffineReader *reader, MlirAffineExpr expr, int dim_count,
                             const MlirValue *operands, int64_t factor, AffineForm *form) {
  Status status = STATUS_OK;
  if (mlirAffineExprIsAConstant(expr)) {
    AffineForm one = affine_form_constant(1);
    int64_t constant = mlirAffineConstantExprGetValue(expr);
    return affine_numbers_is_large(constant) ? affine_read_form_fail_large()
                                             : affine_read_form_add(form, &one, factor * constant);
  }
  if (mlirAffineExprIsADim(expr) || mlirAffineExprIsASymbol(expr)) {
    bool is_dim = mlirAffineExprIsADim(expr);
    intptr_t i = is_dim ? mlirAffineDimExprGetPosition(expr)
                        : dim_count + mlirAffineSymbolExprGetPosition(expr);
    AffineForm operand;
    TRY(affine_read_form_of_value(reader, operands[i], &operand));
    return affine_read_form_add(form, &operand, factor);
  }
  if (mlirAffineExprIsAAdd(expr)) {
    TRY(affine_read_form_of_expression(reader, mlirAffineBinaryOpExprGetLHS(expr), dim_count,
                                       operands, factor, form));
    TRY(affine_read_form_of_expression(reader, mlirAffineBinaryOpExprGetRHS(expr), dim_count,
                                       operands, factor, form));
    return STATUS_OK;
  }
  if (mlirAffineExprIsAMul(expr)) {
    MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr);
    MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expr);
    if (mlirAffineExprIsAConstant(left)) {
      MlirAffineExpr swap = left;
      left = right;
      right = swap;
    }
    if (mlirAffineExprIsAConstant(right)) {
      int64_t constant = mlirAffineConstantExprGetValue(right);
      if (affine_numbers_is_large(constant) || affine_numbers_is_large(factor * constant))
        return affine_read_form_fail_large();
      return affine_read_form_of_expression(reader, left, dim_count, operands, factor * constant,
                                            form);
    }
  }
  status = status_fail(STATUS_UNSUPPORTED, "a subscript or bound is not linear in the loops");
cleanup:
  return status;
}

// Recursion: at most AFFINE_MAX_FORM_LEVELS levels, one an expression.
Status affine_read_form_of_expression(AffineReader *reader, MlirAffineExpr expr, int dim_count,
                                      const MlirValue *operands, int64_t factor, AffineForm *form) {
  if (reader->form_levels == AFFINE_MAX_FORM_LEVELS)
    return fail_long();
  reader->form_levels++;
  Status status = add_expression(reader, expr, dim_count, operands, factor, form);
  reader->form_levels--;
  return status;
}

Status affine_read_form_of_map(AffineReader *reader, MlirAffineMap map, int result,
                               const MlirValue *operands, AffineForm *out_form) {
  *out_form = affine_form_constant(0);
  return affine_read_form_of_expression(reader, mlirAffineMapGetResult(map, result),
                                        (int)mlirAffineMapGetNumDims(map), operands, 1, out_form);
}

static Status arithmetic_form(AffineReader *reader, MlirOperation op, AffineForm *out_form) {
  Status status = STATUS_OK;
  AffineForm left, right;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool is_cast = ir_op_is(op, "arith.index_cast");
  *out_form = affine_form_constant(0);
  TRY(affine_read_form_of_value(reader, mlirOperationGetOperand(op, 0), &left));
  if (!is_cast)
    TRY(affine_read_form_of_value(reader, mlirOperationGetOperand(op, 1), &right));
  if (ir_op_is(op, "arith.muli")) {
    if (!affine_form_is_constant(&right)) {
      AffineForm swap = left;
      left = right;
      right = swap;
    }
    if (!affine_form_is_constant(&right))
      return status_fail(STATUS_UNSUPPORTED, "a subscript or bound is not linear in the loops");
    TRY(affine_read_form_add(out_form, &left, right.constant));
  } else {
    *out_form = left;
    if (!is_cast)
      TRY(affine_read_form_add(out_form, &right, ir_op_is(op, "arith.subi") ? -1 : 1));
  }
  if (!type_holds(reader, type, out_form))
    status = status_fail(STATUS_UNSUPPORTED, "a subscript wraps around in a narrow type");
cleanup:
  return status;
}

static Status form_of_result(AffineReader *reader, MlirOperation op, AffineForm *out_form) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (ir_op_is(op, "arith.constant")) {
    MlirAttribute constant =
        mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("value"));
    if (mlirAttributeIsAInteger(constant) &&
        (mlirTypeIsAIndex(type) || mlirIntegerTypeGetWidth(type) <= 64)) {
      *out_form = affine_form_constant(mlirIntegerAttrGetValueInt(constant));
      return affine_numbers_is_large(out_form->constant) ? affine_read_form_fail_large()
                                                         : STATUS_OK;
    }
  }
  if (ir_op_is(op, "affine.apply")) {
    int count = (int)mlirOperationGetNumOperands(op);
    MlirAttribute map = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("map"));
    MlirValue *operands = affine_reader_operands(reader->pool, op, 0, count);
    return affine_read_form_of_map(reader, mlirAffineMapAttrGetValue(map), 0, operands, out_form);
  }
  if (ir_op_is(op, "arith.addi") || ir_op_is(op, "arith.subi") || ir_op_is(op, "arith.muli") ||
      ir_op_is(op, "arith.index_cast"))
    return arithmetic_form(reader, op, out_form);
  return status_fail(STATUS_UNSUPPORTED, "a subscript or bound depends on a symbol");
}

// An index value that the nest does not change, and that no other nest makes, is a parameter. The
// nest is read anew with it.
static Status add_parameter(AffineReader *reader, MlirValue value) {
  bool is_result = mlirValueIsAOpResult(value);
  MlirOperation op = is_result ? mlirOpResultGetOwner(value)
                               : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (!mlirTypeIsAIndex(mlirValueGetType(value)) || affine_reader_op_is_inside(op, reader->program))
    return STATUS_UNSUPPORTED;
  if (is_result && (mlirOperationGetNumRegions(op) > 0 || ir_op_is(op, "arith.constant")))
    return STATUS_UNSUPPORTED;
  if (reader->parameter_count == AFFINE_MAX_PARAMETERS)
    return status_fail(STATUS_UNSUPPORTED, "more than %d values that only the run knows",
                       AFFINE_MAX_PARAMETERS);
  reader->parameters[reader->parameter_count++] = value;
  reader->has_new_parameter = true;
  return STATUS_UNSUPPORTED;
}

static Status read_value(AffineReader *reader, MlirValue value, AffineForm *out_form) {
  if (!mlirValueIsAOpResult(value))
    return status_fail(STATUS_UNSUPPORTED, "a subscript or bound depends on a symbol");
  if (reader->form_depth == 0)
    reader->form_ops = 0;
  if (++reader->form_ops > AFFINE_MAX_FORM_OPS)
    return fail_long();
  reader->form_depth++;
  Status status = form_of_result(reader, mlirOpResultGetOwner(value), out_form);
  reader->form_depth--;
  return status;
}

// A chain of ops may be as long as the module, and one that reads its operand twice at each step
// has twice as many ways at each: what one subscript looks at is limited.
// Recursion: at most AFFINE_MAX_FORM_OPS levels, one an op.
Status affine_read_form_of_value(AffineReader *reader, MlirValue value, AffineForm *out_form) {
  for (int d = 0; d < reader->depth; d++)
    if (mlirValueEqual(value, reader->ivs[d])) {
      *out_form = reader->iv_forms[d];
      return STATUS_OK;
    }
  Status status = read_value(reader, value, out_form);
  return status == STATUS_UNSUPPORTED && !reader->has_new_parameter ? add_parameter(reader, value)
                                                                    : status;
}
