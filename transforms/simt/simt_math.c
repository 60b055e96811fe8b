// Functions of a device without a library of it: polynomials of the project, and LLVM's intrinsics
// for what its back end has instructions or expansions of.
#include "transforms/simt/simt_math.h"

#include "mlir-c/BuiltinAttributes.h"
#include "transforms/ir.h"
#include "transforms/lowering/math/vector_math.h"

#include <stdlib.h>

typedef struct Function {
  const char *name;
  const char *intrinsic; // NULL: a polynomial
  bool has_double;
} Function;

static const Function functions[] = {
    {"math.exp", NULL, true},
    {"math.exp2", NULL, true},
    {"math.log", NULL, true},
    {"math.log2", NULL, true},
    {"math.log10", NULL, true},
    {"math.tanh", NULL, true},
    {"math.expm1", NULL, false},
    {"math.log1p", NULL, false},
    {"math.sinh", NULL, false},
    {"math.cosh", NULL, false},
    {"math.asinh", NULL, false},
    {"math.acosh", NULL, false},
    {"math.atanh", NULL, false},
    {"math.asin", NULL, false},
    {"math.acos", NULL, false},
    {"math.atan", NULL, false},
    {"math.erf", NULL, false},
    {"math.cbrt", NULL, false},
    {"math.sqrt", "llvm.sqrt", true},
    {"math.rsqrt", "llvm.sqrt", true},
    {"math.absf", "llvm.fabs", true},
    {"math.floor", "llvm.floor", true},
    {"math.ceil", "llvm.ceil", true},
    {"math.trunc", "llvm.trunc", true},
    {"math.roundeven", "llvm.roundeven", true},
    {"math.copysign", "llvm.copysign", true},
    {"math.fma", "llvm.fma", true},
    {"arith.maxnumf", "llvm.maxnum", true},
    {"arith.minnumf", "llvm.minnum", true},
};

static const Function *find(MlirOperation op) {
  for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
    if (ir_op_is(op, functions[f].name))
      return &functions[f];
  return NULL;
}

static bool is_known_function(MlirOperation op, FpMode mode) {
  const Function *function = find(op);
  if (function == NULL)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (function->intrinsic != NULL)
    return mlirTypeIsAF32(type) || mlirTypeIsAF64(type);
  return fp_may_approximate(mode) && (!mlirTypeIsAF64(type) || function->has_double);
}

bool simt_op_is_known(MlirOperation op, FpMode mode) {
  // Of the 32 bits that it has in a kernel, and 64 on the host.
  if (mlirOperationGetNumResults(op) == 1 &&
      mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return false;
  // The lowering asks a library for these, or has no form of them.
  static const char *const others[] = {"arith.remf", "arith.ceildivsi", "arith.ceildivui",
                                       "arith.floordivsi"};
  for (size_t o = 0; o < sizeof others / sizeof *others; o++)
    if (ir_op_is(op, others[o]))
      return false;
  return ir_op_begins(op, "arith.") || is_known_function(op, mode);
}

static bool is_intrinsic(MlirOperation op) {
  const Function *function = find(op);
  return function != NULL && function->intrinsic != NULL;
}

static void lower(MlirOperation op) {
  IrBuilder ir;
  MlirValue operands[3], old = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(old);
  MlirType element = mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
  int count = (int)mlirOperationGetNumOperands(op);
  for (int i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, i);
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue value = ir_intrinsic(&ir, find(op)->intrinsic, type, count, operands);
  if (ir_op_is(op, "math.rsqrt")) {
    MlirValue one = ir_splat(&ir, type, mlirFloatAttrDoubleGet(ir.context, element, 1.0));
    value = ir_binary(&ir, "arith.divf", one, value);
  }
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(old, value);
  mlirOperationDestroy(op);
}

void simt_math_lower(MlirOperation gpu_module) {
  vector_math_expand(gpu_module);
  IrOps found = ir_collect(gpu_module, is_intrinsic);
  for (int i = 0; i < found.count; i++)
    lower(found.ops[i]);
  free(found.ops);
}
