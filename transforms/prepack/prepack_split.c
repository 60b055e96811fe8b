// The second function is a clone of the first one that returns the values and loses what they do
// not need; the first one then gets arguments in their places.
#include "transforms/prepack/prepack.h"
#include "transforms/prepack/prepack_slice.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/constant_argument.h"
#include "transforms/extract/structured_op.h"
#include "transforms/function_shim.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>

static MlirAttribute get(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, ir_string(name));
}

static void set(MlirOperation op, const char *name, MlirAttribute value) {
  mlirOperationSetAttributeByName(op, ir_string(name), value);
}

// --- signatures

static MlirAttribute without(MlirAttribute dictionary, const char *name) {
  intptr_t count = mlirDictionaryAttrGetNumElements(dictionary), kept = 0;
  MlirNamedAttribute *entries = ir_zeroed((size_t)count + 1, sizeof *entries);
  for (intptr_t i = 0; i < count; i++) {
    entries[kept] = mlirDictionaryAttrGetElement(dictionary, i);
    kept += !mlirStringRefEqual(mlirIdentifierStr(entries[kept].name), ir_string(name));
  }
  MlirAttribute result = mlirDictionaryAttrGet(mlirAttributeGetContext(dictionary), kept, entries);
  free(entries);
  return result;
}

// --- the function that packs

static void return_values(MlirOperation function, const PrepackSlice *slice) {
  MlirBlock block = ir_function_body(function);
  MlirValue *values = ir_zeroed((size_t)slice->value_count + 1, sizeof *values);
  MlirOperation *ops = ir_zeroed((size_t)slice->op_count + 1, sizeof *ops);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (int i = 0; i < slice->op_count; i++, op = mlirOperationGetNextInBlock(op))
    ops[i] = op;
  for (int v = 0; v < slice->value_count; v++) {
    SliceValue value = slice->values[v];
    values[v] = value.op < 0 ? mlirBlockGetArgument(block, value.index)
                             : mlirOperationGetResult(ops[value.op], value.index);
  }
  MlirOperation old = ops[slice->op_count - 1];
  MlirOperationState state =
      mlirOperationStateGet(ir_string("func.return"), mlirOperationGetLocation(old));
  mlirOperationStateAddOperands(&state, slice->value_count, values);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&state));
  for (int i = slice->op_count; i-- > 0;) // users go before what they use
    if (!ir_op_is_used(ops[i]))
      mlirOperationDestroy(ops[i]);
  free(ops);
  free(values);
}

static void keep_constant_arguments(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute all = get(function, "arg_attrs"); // there is one: a constant argument has it
  intptr_t count = mlirArrayAttrGetNumElements(all), kept = 0;
  bool *is_constant = ir_zeroed((size_t)count, sizeof *is_constant);
  MlirAttribute *entries = ir_zeroed((size_t)count, sizeof *entries);
  for (intptr_t i = 0; i < count; i++) {
    is_constant[i] =
        value_is_constant_argument(mlirBlockGetArgument(ir_function_body(function), i));
    if (is_constant[i])
      entries[kept++] = without(mlirArrayAttrGetElement(all, i), CONSTANT_ARGUMENT_ATTRIBUTE);
  }
  for (intptr_t i = count; i-- > 0;)
    if (!is_constant[i])
      mlirBlockEraseArgument(ir_function_body(function), (unsigned)i);
  set(function, "arg_attrs", mlirArrayAttrGet(context, kept, entries));
  free(entries);
  free(is_constant);
}

static void add_packing_function(MlirOperation function, const PrepackSlice *slice) {
  char name[512];
  MlirStringRef old = ir_symbol(function);
  MlirOperation packing = mlirOperationClone(function);
  snprintf(name, sizeof name, "%.*s" PACKING_FUNCTION_SUFFIX, (int)old.length, old.data);
  set(packing, "sym_name", mlirStringAttrGet(mlirOperationGetContext(function), ir_string(name)));
  mlirOperationRemoveAttributeByName(packing, ir_string("res_attrs"));
  return_values(packing, slice);
  keep_constant_arguments(packing);
  ir_function_retype(packing);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(function), function, packing);
}

// --- the function that is called

static MlirValue value_of(const PrepackSlice *slice, SliceValue value) {
  return value.op < 0 ? mlirBlockGetArgument(slice->block, value.index)
                      : mlirOperationGetResult(slice->ops[value.op].op, value.index);
}

// Appends an argument for each value, and replaces it.
static void append_arguments(const PrepackSlice *slice) {
  for (int v = 0; v < slice->value_count; v++) {
    MlirValue value = value_of(slice, slice->values[v]);
    MlirLocation location = mlirOperationGetLocation(mlirBlockGetParentOperation(slice->block));
    MlirValue argument = mlirBlockAddArgument(slice->block, mlirValueGetType(value), location);
    mlirValueReplaceAllUsesOfWith(value, argument);
  }
  for (int i = slice->op_count; i-- > 0;)
    if (slice->ops[i].kind != SLICE_CALL && !ir_op_is_used(slice->ops[i].op))
      mlirOperationDestroy(slice->ops[i].op);
}

// Attributes of the arguments in their new order.
typedef struct Order {
  MlirValue *arguments; // that are kept or new
  MlirAttribute *attributes;
  int count;
} Order;

static void order_add(Order *order, MlirValue argument, MlirAttribute attributes) {
  order->arguments[order->count] = argument;
  order->attributes[order->count++] = attributes;
}

static void find_order(MlirOperation function, const PrepackSlice *slice, Order *order) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute all = get(function, "arg_attrs");
  MlirNamedAttribute packed = mlirNamedAttributeGet(
      mlirIdentifierGet(context, ir_string(PACKED_ARGUMENT_ATTRIBUTE)), mlirUnitAttrGet(context));
  int next = 0; // value
  for (int a = 0; a < slice->argument_count; a++) {
    MlirValue argument = mlirBlockGetArgument(slice->block, a);
    if (!value_is_constant_argument(argument))
      order_add(order, argument, mlirArrayAttrGetElement(all, a));
    for (; next < slice->value_count && slice->values[next].argument == a; next++)
      order_add(order, mlirBlockGetArgument(slice->block, slice->argument_count + next),
                mlirDictionaryAttrGet(context, 1, &packed));
  }
}

// Arguments of a block cannot be moved: each gets another one behind all that are there.
static void apply_order(MlirOperation function, const Order *order) {
  MlirBlock block = ir_function_body(function);
  intptr_t before = mlirBlockGetNumArguments(block);
  MlirLocation location = mlirOperationGetLocation(function);
  for (int i = 0; i < order->count; i++) {
    MlirValue old = order->arguments[i];
    MlirValue argument = mlirBlockAddArgument(block, mlirValueGetType(old), location);
    mlirValueReplaceAllUsesOfWith(old, argument);
  }
  for (intptr_t i = before; i-- > 0;)
    mlirBlockEraseArgument(block, (unsigned)i);
  set(function, "arg_attrs",
      mlirArrayAttrGet(mlirOperationGetContext(function), order->count, order->attributes));
}

static void take_packed(MlirOperation function, const PrepackSlice *slice) {
  size_t most = (size_t)(slice->argument_count + slice->value_count);
  Order order = {ir_zeroed(most, sizeof *order.arguments),
                 ir_zeroed(most, sizeof *order.attributes), 0};
  append_arguments(slice);
  find_order(function, slice, &order);
  apply_order(function, &order);
  ir_function_retype(function);
  free(order.arguments);
  free(order.attributes);
}

// --- all functions

static bool has_constant_argument(MlirOperation op) {
  MlirBlock body = ir_function_body(op);
  intptr_t count = mlirBlockIsNull(body) ? 0 : mlirBlockGetNumArguments(body);
  for (intptr_t i = 0; i < count; i++)
    if (value_is_constant_argument(mlirBlockGetArgument(body, i)))
      return true;
  return false;
}

static void tell(MlirOperation function, const PrepackSlice *slice, PassReport *report) {
  char text[600];
  int constants = 0;
  MlirStringRef name = ir_symbol(function);
  for (int a = 0; a < slice->argument_count; a++)
    constants += value_is_constant_argument(mlirBlockGetArgument(slice->block, a));
  snprintf(text, sizeof text,
           "@%.*s_prepack makes %d value%s of %d constant argument%s of @%.*s, "
           "which takes them in their places",
           (int)name.length, name.data, slice->value_count, slice->value_count == 1 ? "" : "s",
           constants, constants == 1 ? "" : "s", (int)name.length, name.data);
  TuneRemark remark = remark_start(REMARK_REWRITTEN, function);
  remark.function = name;
  remark.reason = text;
  pass_report_remark(report, &remark);
}

static int64_t count_bytes(const PrepackSlice *slice) {
  int64_t bytes = 0;
  for (int v = 0; v < slice->value_count; v++) {
    int64_t known = tensor_type_bytes(mlirValueGetType(value_of(slice, slice->values[v])));
    bytes += known > 0 ? known : 0;
  }
  return bytes;
}

void prepack_split(MlirOperation root, PassReport *report) {
  IrOps functions = ir_collect(root, has_constant_argument);
  for (int i = 0; i < functions.count; i++) {
    MlirOperation function = functions.ops[i];
    PrepackSlice slice = prepack_slice_create(function);
    tell(function, &slice, report);
    report->statistics->packed_bytes += count_bytes(&slice);
    add_packing_function(function, &slice);
    take_packed(function, &slice);
    prepack_slice_destroy(&slice);
    report->changed = true;
  }
  free(functions.ops);
}
