// The check is a list of what is allowed; whatever else MLIR has is refused.
#include "tools/ops/stored_module.h"

#include "mlir-c/BuiltinAttributes.h"
#include "plan/cold_argument.h"
#include "runtime/codegen/compile.h"
#include "transforms/constant_argument.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/structured_op.h"
#include "transforms/ir.h"

#include <string.h>

// What planning copies into a function. A name that ends in a dot is a dialect; ops of linalg have
// to be structured, or to stand in the body of one that is.
static const char *const allowed_ops[] = {
    "builtin.module", "func.func",    "func.return",           "linalg.",
    "arith.",         "math.",        "tensor.empty",          "tensor.expand_shape",
    "tensor.pad",     "tensor.yield", "tensor.collapse_shape",
};
static const char *const body_ops[] = {"linalg.yield", "linalg.index"};
static const char *const argument_attributes[] = {CONSTANT_ARGUMENT_ATTRIBUTE,
                                                  COLD_ARGUMENT_ATTRIBUTE};

static Status refuse(MlirOperation op, const char *why) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  return status_fail(STATUS_USAGE, "its module holds %.*s, %s", (int)name.length, name.data, why);
}

static bool is_allowed(MlirOperation op) {
  for (size_t i = 0; i < sizeof allowed_ops / sizeof *allowed_ops; i++) {
    bool is_dialect = allowed_ops[i][strlen(allowed_ops[i]) - 1] == '.';
    if (is_dialect ? ir_op_begins(op, allowed_ops[i]) : ir_op_is(op, allowed_ops[i]))
      return true;
  }
  return false;
}

static bool is_body_op(MlirOperation op) {
  for (size_t i = 0; i < sizeof body_ops / sizeof *body_ops; i++)
    if (ir_op_is(op, body_ops[i]))
      return true;
  return false;
}

// --- what ops reach

// Whether every value of a linear index lies within the dimension; a wide loop cannot overflow.
static bool index_is_within(const StructuredOp *op, const IndexExpr *index, int64_t size) {
  __int128 low = index->constant, high = index->constant;
  for (int i = 0; i < op->loop_count; i++) {
    __int128 reach = (__int128)index->coefficients[i] * (op->extents[i] - 1);
    low += reach < 0 ? reach : 0;
    high += reach > 0 ? reach : 0;
  }
  return low >= 0 && high < size;
}

// MLIR's verifier looks at the first and the last point of the loops alone, and not at all at
// shapes that are dynamic; a tensor.pad may also cut.
static Status check_reach(MlirOperation op) {
  StructuredOp read;
  if (structured_op_read(op, &read) != STATUS_OK)
    return status_fail(STATUS_USAGE, "its module holds what is not measured: %s", status_text());
  for (int o = 0; o < read.operand_count; o++) {
    const StructuredOperand *operand = &read.operands[o];
    for (int d = 0; d < operand->rank; d++) {
      bool is_padded = read.is_pad && o == 0;
      int64_t low = -operand->index[d].constant;
      if (is_padded ? low < 0 || low > read.extents[d] - operand->shape[d]
                    : !index_is_within(&read, &operand->index[d], operand->shape[d]))
        return refuse(op, "which reads or writes outside of an operand");
    }
  }
  return STATUS_OK;
}

static Status check_values(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    if (ir_type_is_open(mlirValueGetType(mlirOperationGetResult(op, i))))
      return refuse(op, "whose shape is dynamic");
  return STATUS_OK;
}

// --- the function

static Status check_arguments(MlirOperation function) {
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  for (intptr_t a = 0; !mlirAttributeIsNull(all) && a < mlirArrayAttrGetNumElements(all); a++) {
    MlirAttribute own = mlirArrayAttrGetElement(all, a);
    for (intptr_t n = 0; n < mlirDictionaryAttrGetNumElements(own); n++) {
      MlirStringRef name = mlirIdentifierStr(mlirDictionaryAttrGetElement(own, n).name);
      bool is_known = false;
      for (size_t i = 0; i < sizeof argument_attributes / sizeof *argument_attributes; i++)
        is_known |= mlirStringRefEqual(name, ir_string(argument_attributes[i]));
      if (!is_known)
        return refuse(function, "an argument of which has an attribute of another kind");
    }
  }
  return STATUS_OK;
}

static Status check_function(MlirOperation function) {
  bool is_op = mlirStringRefEqual(ir_symbol(function), ir_string("op"));
  if (!is_op || !ir_is_defined_function(function))
    return refuse(function, "which is not the function @op that is measured");
  if (mlirOperationGetNumDiscardableAttributes(function) > 0 ||
      !mlirAttributeIsNull(mlirOperationGetAttributeByName(function, ir_string("res_attrs"))))
    return refuse(function, "which has attributes of another kind");
  return check_arguments(function);
}

static Status check_op(MlirOperation op) {
  if (!is_allowed(op))
    return refuse(op, "which no op that is measured is made of");
  if (ir_op_is(op, "func.func"))
    return check_function(op);
  bool has_loops = ir_op_begins(op, "linalg.") && !is_body_op(op);
  return has_loops || ir_op_is(op, "tensor.pad") ? check_reach(op) : check_values(op);
}

static MlirWalkResult visit_op(MlirOperation op, void *user) {
  Status *status = user;
  *status = check_op(op);
  return *status == STATUS_OK ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

Status stored_module_check(MlirModule module) {
  MlirOperation root = mlirModuleGetOperation(module);
  MlirOperation first = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  Status status = STATUS_OK;
  mlirOperationWalk(root, visit_op, &status, MlirWalkPreOrder);
  bool is_alone = !mlirOperationIsNull(first) && ir_op_is(first, "func.func") &&
                  mlirOperationIsNull(mlirOperationGetNextInBlock(first));
  if (status == STATUS_OK && (!is_alone || mlirOperationGetNumDiscardableAttributes(root) > 0))
    status = refuse(root, "which has to hold the function @op alone, and no attributes");
  return status;
}

// --- tasks

Status stored_module_parse(MlirContext context, const StoreTask *task, MlirModule *out_module) {
  Target target;
  MlirModule module;
  Status status = target_parse(task->target, &target); // no file: that is for users to name
  if (status == STATUS_OK)
    status = compile_parse(context, task->module, &module);
  if (status != STATUS_OK)
    return status;
  status = stored_module_check(module);
  if (status == STATUS_OK)
    *out_module = module;
  else
    mlirModuleDestroy(module);
  return status;
}

Status stored_task_check(const StoreTask *task, void *context) {
  MlirModule module;
  if (!task->module[0] || store_task_is_script(task))
    return STATUS_OK;
  Status status = stored_module_parse((MlirContext){context}, task, &module);
  if (status == STATUS_OK)
    mlirModuleDestroy(module);
  return status;
}
