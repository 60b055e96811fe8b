// FunctionTarget: which processor a function is compiled for, as attributes that survive the
// lowering and become those of LLVM's functions: target_cpu and target_features. The attribute of
// features is parsed: the C API has no constructor of it.
#include "transforms/function_target.h"

#include "machine/llvm_processor.h"
#include "transforms/function_shim.h"
#include "transforms/ir.h"

#include <string.h>

static const char TRIPLE_ATTRIBUTE[] = "llvm.target_triple";
static const char CPU_ATTRIBUTE[] = "target_cpu";
static const char FEATURES_ATTRIBUTE[] = "target_features";

MlirOperation enclosing_function(MlirOperation op, MlirOperation root) {
  while (!ir_op_is(op, "func.func") && !mlirOperationEqual(op, root)) {
    op = mlirOperationGetParentOperation(op);
    if (mlirOperationIsNull(op))
      return op;
  }
  return ir_op_is(op, "func.func") ? op : (MlirOperation){NULL};
}

static bool has_attribute(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string(name)));
}

// --- what the function names already

static bool is_text(MlirAttribute attribute, const char *text) {
  return mlirAttributeIsAString(attribute) &&
         mlirStringRefEqual(mlirStringAttrGetValue(attribute), ir_string(text));
}

// Whether an entry of `passthrough`, a name or a pair of name and value, is about the processor.
static bool is_target_entry(MlirAttribute entry) {
  if (mlirAttributeIsAArray(entry) && mlirArrayAttrGetNumElements(entry) > 0)
    entry = mlirArrayAttrGetElement(entry, 0);
  return is_text(entry, "target-cpu") || is_text(entry, "target-features");
}

static bool names_target(MlirOperation function) {
  MlirAttribute entries = mlirOperationGetAttributeByName(function, ir_string("passthrough"));
  bool is_list = !mlirAttributeIsNull(entries) && mlirAttributeIsAArray(entries);
  intptr_t count = is_list ? mlirArrayAttrGetNumElements(entries) : 0;
  for (intptr_t i = 0; i < count; i++)
    if (is_target_entry(mlirArrayAttrGetElement(entries, i)))
      return true;
  return has_attribute(function, CPU_ATTRIBUTE) || has_attribute(function, FEATURES_ATTRIBUTE);
}

// --- vectors by value

static bool signature_has_vector(MlirOperation function) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(function, ir_string("function_type"));
  MlirType type = mlirTypeAttrGetValue(attribute);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++)
    if (mlirTypeIsAVector(mlirFunctionTypeGetInput(type, i)))
      return true;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); i++)
    if (mlirTypeIsAVector(mlirFunctionTypeGetResult(type, i)))
      return true;
  return false;
}

static bool call_has_vector(MlirOperation call) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); i++)
    if (mlirTypeIsAVector(mlirValueGetType(mlirOperationGetOperand(call, i))))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(call); i++)
    if (mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(call, i))))
      return true;
  return false;
}

static MlirWalkResult find_vector(MlirOperation op, void *is_found) {
  bool is_call =
      ir_op_is(op, "func.call") || ir_op_is(op, "func.call_indirect") || ir_op_is(op, "llvm.call");
  *(bool *)is_found = is_call && call_has_vector(op);
  return *(bool *)is_found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool passes_vectors(MlirOperation function) {
  bool is_found = signature_has_vector(function);
  if (!is_found)
    mlirOperationWalk(function, find_vector, &is_found, MlirWalkPreOrder);
  return is_found;
}

// --- writing

static MlirAttribute features_of(MlirContext context, const Target *target) {
  const char *features[TARGET_MAX_FEATURES];
  char text[32 * (TARGET_MAX_FEATURES + 1)];
  int used = snprintf(text, sizeof text, "#llvm.target_features<[");
  int count = target_llvm_features(target, features);
  for (int i = 0; i < count; i++)
    used +=
        snprintf(text + used, sizeof text - (size_t)used, "%s\"%s\"", i ? ", " : "", features[i]);
  snprintf(text + used, sizeof text - (size_t)used, "]>");
  return mlirAttributeParseGet(context, ir_string(text));
}

void function_target_write(MlirOperation function, const Target *target) {
  if (mlirOperationIsNull(function) || names_target(function) || passes_vectors(function))
    return;
  MlirContext context = mlirOperationGetContext(function);
  mlirOperationSetAttributeByName(function, ir_string(CPU_ATTRIBUTE),
                                  mlirStringAttrGet(context, ir_string(target->llvm_cpu)));
  mlirOperationSetAttributeByName(function, ir_string(FEATURES_ATTRIBUTE),
                                  features_of(context, target));
}

// Whether an op of the function was tuned for the target before.
static bool is_written_for(MlirOperation function, const Target *target) {
  MlirContext context = mlirOperationGetContext(function);
  MlirAttribute cpu = mlirOperationGetAttributeByName(function, ir_string(CPU_ATTRIBUTE));
  MlirAttribute features = mlirOperationGetAttributeByName(function, ir_string(FEATURES_ATTRIBUTE));
  return mlirAttributeEqual(cpu, mlirStringAttrGet(context, ir_string(target->llvm_cpu))) &&
         mlirAttributeEqual(features, features_of(context, target));
}

void function_target_limit(MlirOperation function, const Target *named, Target *target) {
  static const Target none;
  if (mlirOperationIsNull(function) || is_written_for(function, target))
    return;
  bool is_named = names_target(function);
  if (!is_named && !passes_vectors(function))
    return;
  // LLVM takes no intrinsic of wider vectors than the function's apart.
  const Target *most = is_named && named->vector_bits >= target->vector_bits ? named : &none;
  target->has_dot_i16 &= most->has_dot_i16;
  target->has_dot_i8 &= most->has_dot_i8;
  target->has_dot_bf16 &= most->has_dot_bf16;
  target->has_dot_f16 &= most->has_dot_f16;
  target->has_dot_i8_alike &= most->has_dot_i8_alike;
  target->has_tiles &= most->has_tiles;
  target->has_fma_f16 &= most->has_fma_f16;
}

// --- reading

static MlirStringRef text_of(MlirOperation op, const char *name) {
  MlirAttribute text = mlirOperationGetAttributeByName(op, ir_string(name));
  bool is_said = !mlirAttributeIsNull(text) && mlirAttributeIsAString(text);
  return is_said ? mlirStringAttrGetValue(text) : ir_string("");
}

// Whether the function names a processor or features that are known.
static bool read_target(MlirOperation function, Target *out_target) {
  LlvmProcessor processor = {0};
  MlirStringRef triple = ir_string(""), cpu = ir_string("");
  for (MlirOperation op = function; !mlirOperationIsNull(op) && triple.length == 0;
       op = mlirOperationGetParentOperation(op))
    triple = text_of(op, TRIPLE_ATTRIBUTE);
  if (!mlirOperationIsNull(function))
    cpu = text_of(function, CPU_ATTRIBUTE);
  llvm_processor_read_triple(&processor, triple.data, triple.length);
  llvm_processor_read_cpu(&processor, cpu.data, cpu.length);
  if (!mlirOperationIsNull(function)) {
    char features[512];
    function_features(function, features, sizeof features);
    llvm_processor_read_features(&processor, features, strlen(features));
  }
  if (llvm_processor_target(&processor, target_default(), out_target) == STATUS_OK)
    return llvm_processor_is_named(&processor);
  *out_target = *target_default();
  return false;
}

Target function_target(MlirOperation function) {
  Target target;
  (void)read_target(function, &target);
  return target;
}

bool function_target_is_named(MlirOperation function) {
  Target target;
  return read_target(function, &target);
}
