// Leftovers: what cannot be lowered, said in one line that names the op, the type and the remedy.
#include "transforms/lowering/leftovers.h"

#include "base/integer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

typedef struct Check {
  Status (*check_op)(MlirOperation op);
  Status status;
  MlirOperation op;
} Check;

static MlirWalkResult visit(MlirOperation op, void *user) {
  Check *check = user;
  if (ir_is_device_code(op))
    return MlirWalkResultSkip;
  check->status = check->check_op(op);
  check->op = op;
  return check->status == STATUS_OK ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

// The op itself, or the one around it that has a place: bodies of named linalg ops have none.
static MlirOperation placed_op(MlirOperation op, MlirOperation module) {
  MlirLocation unknown = mlirLocationUnknownGet(mlirOperationGetContext(op));
  while (mlirLocationEqual(mlirOperationGetLocation(op), unknown) &&
         !mlirOperationEqual(op, module))
    op = mlirOperationGetParentOperation(op);
  return op;
}

static Status check_all(MlirOperation module, Status (*check_op)(MlirOperation op),
                        MlirOperation *out_op) {
  Check check = {check_op, STATUS_OK, module};
  mlirOperationWalk(module, visit, &check, MlirWalkPreOrder);
  if (check.status != STATUS_OK)
    *out_op = placed_op(check.op, module);
  return check.status;
}

static IrText type_text(MlirType type) {
  IrText text = {.used = 0};
  mlirTypePrint(type, ir_text_add, &text);
  return text;
}

// Null: the op has none.
static MlirType function_type(MlirOperation op) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(op, ir_string("function_type"));
  bool is_there = !mlirAttributeIsNull(attribute) && mlirAttributeIsAType(attribute);
  return is_there ? mlirTypeAttrGetValue(attribute) : (MlirType){NULL};
}

// --- memory spaces

static bool has_named_space(MlirType type) {
  if (!mlirTypeIsAMemRef(type))
    return false;
  MlirAttribute space = mlirMemRefTypeGetMemorySpace(type);
  return !mlirAttributeIsNull(space) && !mlirAttributeIsAInteger(space);
}

static int64_t element_bytes(MlirType type) {
  int bits = type_bits(type);
  return bits ? integer_ceil_div(bits, 8) : 1; // no less
}

// By the extents that are known. Addresses are computed of them without a look at overflow.
static bool is_larger_than_memory(MlirType type) {
  if (!mlirTypeIsAMemRef(type) && !mlirTypeIsARankedTensor(type))
    return false;
  int64_t elements = 1;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    if (!mlirShapedTypeIsDynamicDim(type, d))
      elements = integer_multiply(elements, mlirShapedTypeGetDimSize(type, d));
  return integer_multiply(elements, element_bytes(mlirShapedTypeGetElementType(type))) >
         MEMORY_MAX_BYTES;
}

static Status check_type(MlirType type) {
  if (is_larger_than_memory(type))
    return status_fail(STATUS_LOWERING, "%s cannot be lowered: it is larger than any memory",
                       type_text(type).bytes);
  if (!has_named_space(type))
    return STATUS_OK;
  return status_fail(
      STATUS_LOWERING,
      "%s cannot be lowered: its memory space is not a number; convert memory spaces "
      "to numbers before, or drop them for code that runs on the CPU",
      type_text(type).bytes);
}

static Status check_function(MlirOperation op) {
  MlirType type = function_type(op);
  Status status = STATUS_OK;
  if (mlirTypeIsNull(type) || !mlirTypeIsAFunction(type))
    return STATUS_OK;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++)
    TRY(check_type(mlirFunctionTypeGetInput(type, i)));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); i++)
    TRY(check_type(mlirFunctionTypeGetResult(type, i)));
cleanup:
  return status;
}

static Status check_spaces(MlirOperation op) {
  Status status = STATUS_OK;
  TRY(check_function(op));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    TRY(check_type(mlirValueGetType(mlirOperationGetResult(op, i))));
cleanup:
  return status;
}

// --- modules in modules

typedef struct NestedModules {
  MlirOperation root;
  MlirOperation found; // null while there is none
} NestedModules;

static bool needs_passes_on_functions(MlirOperation op) {
  if (ir_op_begins(op, "linalg."))
    return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    if (mlirTypeIsATensor(mlirValueGetType(mlirOperationGetResult(op, i))))
      return true;
  return false;
}

// The innermost module around an op that only passes on the functions of a module lower.
static MlirWalkResult visit_nested(MlirOperation op, void *user) {
  NestedModules *nested = user;
  if (ir_is_device_code(op))
    return MlirWalkResultSkip;
  if (!needs_passes_on_functions(op))
    return MlirWalkResultAdvance;
  MlirOperation module = op;
  while (!mlirOperationEqual(module, nested->root) && !ir_op_is(module, "builtin.module"))
    module = mlirOperationGetParentOperation(module);
  if (mlirOperationEqual(module, nested->root))
    return MlirWalkResultAdvance;
  nested->found = module;
  return MlirWalkResultInterrupt;
}

static Status check_nested_modules(MlirOperation root, MlirOperation *out_op) {
  NestedModules nested = {root, {NULL}};
  mlirOperationWalk(root, visit_nested, &nested, MlirWalkPreOrder);
  if (mlirOperationIsNull(nested.found))
    return STATUS_OK;
  *out_op = nested.found;
  return status_fail(STATUS_LOWERING,
                     "a module in a module cannot be lowered with it: lower the inner one by "
                     "itself, as --pass-pipeline=\"builtin.module(builtin.module("
                     "autotune-to-llvm))\" does");
}

Status lowering_check_input(MlirOperation module, MlirOperation *out_op) {
  Status status = STATUS_OK;
  TRY(check_all(module, check_spaces, out_op));
  TRY(check_nested_modules(module, out_op));
cleanup:
  return status;
}

// --- ops that nothing took

// The dialects that the pipelines lower completely.
static const char *const dialects[] = {"affine", "arith",  "bufferization", "cf",     "func",
                                       "index",  "linalg", "math",          "memref", "scf",
                                       "tensor", "ub",     "vector"};

static const struct {
  const char *op, *remedy;
} remedies[] = {
    {"arith.extf",
     "only f8E8M0FNU and f4E2M1FN have code in MLIR 22: cast outside of the module, or "
     "run --convert-arith-to-apfloat and link its runtime"},
    {"arith.truncf",
     "only f8E8M0FNU and f4E2M1FN have code in MLIR 22: cast outside of the module, "
     "or run --convert-arith-to-apfloat and link its runtime"},
    {"func.func", "LLVM has no type for one of these: convert or cast it before"},
};

static bool is_lowered_dialect(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (int i = 0; i < COUNT(dialects); i++) {
    size_t length = strlen(dialects[i]);
    if (name.length > length && name.data[length] == '.' && !memcmp(name.data, dialects[i], length))
      return true;
  }
  return false;
}

static bool is_small_float(MlirType type) {
  MlirType element = mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
  return mlirTypeIsAFloat(element) && mlirFloatTypeGetWidth(element) <= 8;
}

// The type that says most: that of a function, a small float, else the first operand's, else the
// result's.
static MlirType telling_type(MlirOperation op) {
  MlirType type = function_type(op);
  if (!mlirTypeIsNull(type))
    return type;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    type = mlirValueGetType(mlirOperationGetResult(op, i));
  for (intptr_t i = mlirOperationGetNumOperands(op); i-- > 0;)
    if (mlirTypeIsNull(type) || !is_small_float(type))
      type = mlirValueGetType(mlirOperationGetOperand(op, i));
  return type;
}

static const char *remedy_for(MlirOperation op, MlirType type) {
  for (int i = 0; i < COUNT(remedies); i++)
    if (ir_op_is(op, remedies[i].op))
      return remedies[i].remedy;
  if (!mlirTypeIsNull(type) && is_small_float(type))
    return "there is no arithmetic on this type: compute in f32 between casts";
  return "no step of this pipeline takes it: lower it before";
}

static Status check_lowered(MlirOperation op) {
  if (!is_lowered_dialect(op))
    return STATUS_OK;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  MlirType type = telling_type(op);
  IrText text = {.used = 0};
  if (!mlirTypeIsNull(type))
    text = type_text(type);
  return status_fail(STATUS_LOWERING, "%.*s%s%s cannot be lowered: %s", (int)name.length, name.data,
                     text.used ? " of " : "", text.used ? text.bytes : "", remedy_for(op, type));
}

Status lowering_check_output(MlirOperation module, MlirOperation *out_op) {
  return check_all(module, check_lowered, out_op);
}
