// Buffers have the same layout in both widths, so they are copied element by element.
#include "runtime/agreement/double_reference.h"

#include "runtime/agreement/nudge_shim.h"
#include "runtime/agreement/widen_shim.h"
#include "runtime/codegen/compile.h"
#include "runtime/data/elements.h"

#include <string.h>

static void widen_operand(const Operand *from, const Operand *to) {
  ElementType type = from->type.type;
  int64_t count = from->type.is_buffer ? (int64_t)from->data_bytes / element_type_bytes(type) : 1;
  if (type == to->type.type)
    memcpy(to->data, from->data, (size_t)(count * element_type_bytes(type)));
  else
    for (int64_t i = 0; i < count; i++)
      element_set(to->type.type, to->data, i, element_get(type, from->data, i));
}

// In place: no type of the signature is wider than that of the wide one.
static void narrow_output(ElementType type, Output *output) {
  for (int64_t i = 0; i < output->count && type != output->type; i++)
    element_set(type, output->values, i, element_get(output->type, output->values, i));
  output->type = type;
}

// In the order of call_read_outputs: results, then memrefs among the arguments.
static void narrow_outputs(const Signature *signature, Outputs *outputs) {
  int next = 0;
  for (int i = 0; i < signature->result_count; i++)
    narrow_output(signature->results[i].type, &outputs->items[next++]);
  for (int i = 0; i < signature->argument_count; i++)
    if (signature->arguments[i].is_memref)
      narrow_output(signature->arguments[i].type, &outputs->items[next++]);
}

Status double_reference_compile(DoubleReference *reference, MlirModule untouched,
                                const char *pipeline, const Signature *signature, Nudge nudge) {
  Status status = STATUS_OK;
  if (reference->is_compiled && reference->nudge == nudge)
    return STATUS_OK;
  double_reference_destroy(reference);
  reference->nudge = nudge;
  reference->narrow = signature;
  MlirModule module =
      mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(untouched)));
  if (!widen_floats(module))
    TRY(status_fail(STATUS_UNSUPPORTED, "it means something else in double precision"));
  if (nudge != NUDGE_NONE && !nudge_roundings(module, nudge == NUDGE_UP ? 1 : -1))
    TRY(status_fail(STATUS_UNSUPPORTED, "it quantises nothing"));
  TRY(signature_read_sized(module, signature->name, &signature->sizes, &reference->signature));
  TRY(operands_create(&reference->signature, PLACE_ALIGNED, &reference->operands));
  compile_request_wrappers(module);
  TRY(compile_run_pipeline(module, pipeline));
  TRY(executable_create(module, CODE_FULL, NULL, &reference->signature, &reference->operands,
                        &reference->executable));
  reference->is_compiled = true;
cleanup:
  mlirModuleDestroy(module);
  return status == STATUS_LOWERING ? STATUS_UNSUPPORTED : status;
}

void double_reference_destroy(DoubleReference *reference) {
  executable_destroy(&reference->executable);
  operands_destroy(&reference->operands);
  signature_destroy(&reference->signature);
  *reference = (DoubleReference){0};
}

Status double_reference_run(DoubleReference *reference, const Operands *operands,
                            Outputs *out_outputs) {
  for (int i = 0; i < operands->count; i++)
    widen_operand(&operands->items[i], &reference->operands.items[i]);
  Status status = executable_run(&reference->executable, out_outputs);
  if (status == STATUS_OK)
    narrow_outputs(reference->narrow, out_outputs);
  return status;
}
