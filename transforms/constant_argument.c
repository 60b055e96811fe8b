// Attributes of arguments are an array of dictionaries in the op, or nothing when all are empty.
#include "transforms/constant_argument.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"

#include <stdlib.h>

static const char ARGUMENT_ATTRIBUTES[] = "arg_attrs";

MlirAttribute argument_get_attribute(MlirOperation function, intptr_t index, const char *name) {
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string(ARGUMENT_ATTRIBUTES));
  if (mlirAttributeIsNull(all) || index >= mlirArrayAttrGetNumElements(all))
    return (MlirAttribute){NULL};
  return mlirDictionaryAttrGetElementByName(mlirArrayAttrGetElement(all, index), ir_string(name));
}

static MlirAttribute with_attribute(MlirAttribute dictionary, const char *name,
                                    MlirAttribute attribute) {
  MlirContext context = mlirAttributeGetContext(attribute);
  MlirIdentifier identifier = mlirIdentifierGet(context, ir_string(name));
  intptr_t count =
      mlirAttributeIsNull(dictionary) ? 0 : mlirDictionaryAttrGetNumElements(dictionary);
  intptr_t kept = 0; // the others
  MlirNamedAttribute *entries = ir_zeroed((size_t)count + 1, sizeof *entries);
  for (intptr_t i = 0; i < count; i++) {
    entries[kept] = mlirDictionaryAttrGetElement(dictionary, i);
    kept += !mlirIdentifierEqual(entries[kept].name, identifier);
  }
  entries[kept++] = mlirNamedAttributeGet(identifier, attribute);
  MlirAttribute result = mlirDictionaryAttrGet(context, kept, entries);
  free(entries);
  return result;
}

void argument_set_attribute(MlirOperation function, intptr_t index, const char *name,
                            MlirAttribute attribute) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string(ARGUMENT_ATTRIBUTES));
  intptr_t count = mlirBlockGetNumArguments(ir_function_body(function));
  MlirAttribute *entries = ir_zeroed((size_t)count + 1, sizeof *entries);
  for (intptr_t i = 0; i < count; i++)
    entries[i] = mlirAttributeIsNull(all) ? mlirDictionaryAttrGet(context, 0, NULL)
                                          : mlirArrayAttrGetElement(all, i);
  entries[index] = with_attribute(entries[index], name, attribute);
  mlirOperationSetAttributeByName(function, ir_string(ARGUMENT_ATTRIBUTES),
                                  mlirArrayAttrGet(context, count, entries));
  free(entries);
}

void argument_mark(MlirOperation function, intptr_t index, const char *name) {
  argument_set_attribute(function, index, name, mlirUnitAttrGet(mlirOperationGetContext(function)));
}

bool value_is_constant_argument(MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return false;
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  MlirOperation parent = mlirBlockGetParentOperation(block);
  if (!mlirBlockEqual(block, ir_function_body(parent)))
    return false;
  return !mlirAttributeIsNull(argument_get_attribute(parent, mlirBlockArgumentGetArgNumber(value),
                                                     CONSTANT_ARGUMENT_ATTRIBUTE));
}

static const char CONSTANT_RESULT[] = "autotune.constant_result";

void constant_result_mark(MlirOperation op) {
  mlirOperationSetDiscardableAttributeByName(op, ir_string(CONSTANT_RESULT),
                                             mlirUnitAttrGet(mlirOperationGetContext(op)));
}

bool constant_result_is_marked(MlirOperation op) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, ir_string(CONSTANT_RESULT)));
}

static MlirWalkResult unmark(MlirOperation op, void *user) {
  (void)user;
  mlirOperationRemoveDiscardableAttributeByName(op, ir_string(CONSTANT_RESULT));
  return MlirWalkResultAdvance;
}

void constant_results_unmark(MlirOperation root) {
  mlirOperationWalk(root, unmark, NULL, MlirWalkPreOrder);
}
