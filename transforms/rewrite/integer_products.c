// Products of integers of eight bits that are widened first, with sums in i64 of which 32 bits are
// used, as importers write them:
//
//   %x = extend(%a) - %zero : i32
//   %y = extend(%b) : i32
//   %s = matmul ins(%x, %y : i32) outs(0 : i64)
//   %r = truncate(%s) : i32
//
// becomes
//
//   %r = generic ins(%a, %b : i8, %zero) outs(0 : i32) { out + (extend(a) - zero) * extend(b) }
//
// A zero point that is 0 is left out. Sums are narrowed where each reader truncates them, as the
// lower bits of a sum are those of its terms, or where no sum can leave i32; readers get it
// extended.
#include "transforms/annotation.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/integer_product.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>

static int bits_of(MlirType type) {
  return mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type) : 0;
}

static MlirValue initial_of(const IntegerProduct *product) {
  return product->op.operands[product->op.input_count].value;
}

// --- sums of 64 bits

// The argument in the body of a linalg.generic that may take the operand in another type; null: it
// may not.
static MlirValue reading_argument(MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  intptr_t place = mlirOpOperandGetOperandNumber(use);
  bool is_input = ir_op_is(user, "linalg.generic") && !annotation_keeps(user) &&
                  place < linalg_op_input_count(user);
  return is_input ? mlirBlockGetArgument(ir_body(user), place) : (MlirValue){NULL};
}

static bool truncates(MlirOpOperand use) {
  MlirValue argument = reading_argument(use);
  if (mlirValueIsNull(argument))
    return false;
  for (MlirOpOperand read = mlirValueGetFirstUse(argument); !mlirOpOperandIsNull(read);
       read = mlirOpOperandGetNextUse(read)) {
    MlirOperation op = mlirOpOperandGetOwner(read);
    if (!ir_op_is(op, "arith.trunci") ||
        bits_of(mlirValueGetType(mlirOperationGetResult(op, 0))) > 32)
      return false;
  }
  return true;
}

static bool can_narrow(const IntegerProduct *product) {
  MlirAttribute filling = constant_values_filling(initial_of(product));
  bool are_truncated = true;
  MlirValue result = mlirOperationGetResult(product->op.op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    are_truncated &= truncates(use);
  return are_truncated ||
         (!mlirAttributeIsNull(filling) && mlirIntegerAttrGetValueInt(filling) == 0 &&
          integer_product_fits(product));
}

typedef struct Cast {
  const char *name;
  MlirType type;
} Cast;

static MlirValue build_cast(IrBuilder *ir, MlirBlock body, void *user) {
  const Cast *cast = user;
  return ir_unary(ir, cast->name, cast->type, mlirBlockGetArgument(body, 0));
}

// The tensor cast element by element.
static MlirValue cast_tensor(IrBuilder *ir, MlirValue value, int bits) {
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(value));
  Cast cast = {bits > 32 ? "arith.extsi" : "arith.trunci", mlirIntegerTypeGet(ir->context, bits)};
  TensorGeneric made = {.build = build_cast, .user = &cast, .loop_count = rank, .input_count = 1};
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(mlirValueGetType(value), d);
  made.maps[0] = made.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, rank);
  made.operands[0] = value;
  made.operands[1] = tensor_ops_empty(ir, rank, shape, cast.type);
  return tensor_ops_generic(ir, &made);
}

// The initial value in i32.
static MlirValue narrow_initial(IrBuilder *ir, const IntegerProduct *product) {
  const StructuredOperand *output = &product->op.operands[product->op.input_count];
  MlirType type = mlirIntegerTypeGet(ir->context, 32);
  MlirAttribute filling = constant_values_filling(output->value);
  if (mlirAttributeIsNull(filling))
    return cast_tensor(ir, output->value, 32);
  int32_t number = (int32_t)mlirIntegerAttrGetValueInt(filling);
  return tensor_ops_filled(ir, output->rank, output->shape,
                           ir_constant(ir, type, mlirIntegerAttrGet(type, number)));
}

// An op of the body that casts what `argument`, in i32, was extended to casts the argument itself.
static void read_argument(MlirOperation op, MlirValue argument) {
  bool is_cast = ir_op_is(op, "arith.trunci"), is_float = ir_op_is(op, "arith.sitofp");
  if (is_cast && bits_of(mlirValueGetType(mlirOperationGetResult(op, 0))) == 32) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), argument);
    mlirOperationDestroy(op);
  } else if (is_cast || is_float) {
    mlirOperationSetOperand(op, 0, argument);
  }
}

// The reader takes `narrow` for the operand and extends it where it has to.
static void read_narrow(MlirOpOperand use, MlirValue narrow) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  MlirBlock body = ir_body(user);
  MlirValue argument = reading_argument(use);
  MlirType wide = mlirValueGetType(argument);
  mlirOperationSetOperand(user, mlirOpOperandGetOperandNumber(use), narrow);
  mlirValueSetType(argument, mlirShapedTypeGetElementType(mlirValueGetType(narrow)));
  MlirOperationState state =
      mlirOperationStateGet(ir_string("arith.extsi"), mlirOperationGetLocation(user));
  mlirOperationStateAddOperands(&state, 1, &argument);
  mlirOperationStateAddResults(&state, 1, &wide);
  MlirOperation extension = mlirOperationCreate(&state);
  MlirValue extended = mlirOperationGetResult(extension, 0);
  mlirBlockInsertOwnedOperation(body, 0, extension);
  mlirValueReplaceAllUsesExcept(argument, extended, 1, &extension);
  MlirOpOperand next, read = mlirValueGetFirstUse(extended);
  for (; !mlirOpOperandIsNull(read); read = next) {
    next = mlirOpOperandGetNextUse(read);
    read_argument(mlirOpOperandGetOwner(read), argument);
  }
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(extended)))
    mlirOperationDestroy(extension);
}

// All who read the sums in i64 read `narrow`, or it extended.
static void replace_wide(IrBuilder *ir, MlirOperation op, MlirValue narrow) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOpOperand next, use = mlirValueGetFirstUse(result);
  for (; !mlirOpOperandIsNull(use); use = next) {
    next = mlirOpOperandGetNextUse(use);
    if (!mlirValueIsNull(reading_argument(use)))
      read_narrow(use, narrow);
  }
  if (!mlirOpOperandIsNull(mlirValueGetFirstUse(result)))
    mlirValueReplaceAllUsesOfWith(result, cast_tensor(ir, narrow, 64));
}

// --- the rewrite

// Whether the op in i32 differs from this one.
static bool is_better(const IntegerProduct *product, bool is_wide) {
  bool is_better = is_wide;
  for (int i = 0; i < 2; i++) {
    const IntegerFactor *factor = &product->factors[i];
    is_better |= factor->drops_zero || factor->producer_count || factor->move_count;
  }
  return is_better;
}

static void rewrite_product(const IntegerProduct *product, bool is_wide, PassReport *report) {
  IrBuilder ir;
  MlirOperation op = product->op.op;
  pass_report_say(report, REMARK_REWRITTEN, op,
                  is_wide ? "its products are of i8 and its sums in i32"
                          : "its products are of i8");
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue initial = is_wide ? narrow_initial(&ir, product) : initial_of(product);
  MlirValue made = integer_product_build(&ir, product, initial);
  if (is_wide)
    replace_wide(&ir, op, made);
  else
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), made);
  ir_finish(&ir);
  tensor_ops_erase_dead(op);
  report->changed = true;
}

Status integer_products_rewrite(MlirOperation root, const RewriteOptions *options,
                                PassReport *report) {
  (void)options;
  IntegerProduct *product = ir_resized(NULL, sizeof *product);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    if (!integer_product_read(ops.ops[i], product) || product->is_float)
      continue;
    bool is_wide = product->op.operands[product->op.input_count].type == ELEMENT_I64;
    if (is_better(product, is_wide) && (!is_wide || can_narrow(product)))
      rewrite_product(product, is_wide, report);
  }
  free(ops.ops);
  free(product);
  return STATUS_OK;
}
