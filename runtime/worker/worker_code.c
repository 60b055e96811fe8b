// WorkerCode: the code of a task or of a candidate, compiled and bound to operands.
#include "runtime/worker/worker_code.h"

#include "runtime/codegen/compile.h"

static Status lower(MlirModule module, const char *pipeline) {
  if (!*pipeline)
    return STATUS_OK;
  compile_request_wrappers(module);
  return compile_run_pipeline(module, pipeline);
}

Status worker_code_create(MlirModule module, const WorkerSource *source, const Signature *signature,
                          const Operands *operands, OperandPlacement placement, WorkerCode *code) {
  Status status = STATUS_OK;
  PackedOperands *packed = &code->packed;
  *code = (WorkerCode){.is_packed = packed_operands_are_needed(module, signature->name)};
  if (code->is_packed)
    TRY(packed_operands_create(module, signature, operands, placement, packed));
  TRY(lower(module, source->pipeline));
  TRY(executable_create(module, source->effort, source->cpu,
                        code->is_packed ? &packed->signature : signature,
                        code->is_packed ? &packed->operands : operands, &code->executable));
  if (code->is_packed)
    TRY(packed_operands_bind(packed, code->executable.jit));
cleanup:
  if (status != STATUS_OK)
    worker_code_destroy(code);
  return status;
}

void worker_code_destroy(WorkerCode *code) {
  executable_destroy(&code->executable);
  packed_operands_destroy(&code->packed);
  *code = (WorkerCode){0};
}

Status worker_code_bind(WorkerCode *code, const Signature *signature, const Operands *operands,
                        OperandPlacement placement) {
  Status status = STATUS_OK;
  PackedOperands *packed = &code->packed;
  if (!code->is_packed)
    return executable_bind(&code->executable, signature, operands);
  TRY(packed_operands_move(packed, signature, operands, placement));
  TRY(packed_operands_bind(packed, code->executable.jit));
  TRY(executable_bind(&code->executable, &packed->signature, &packed->operands));
cleanup:
  return status;
}

Status worker_code_update(WorkerCode *code) {
  return code->is_packed ? packed_operands_update(&code->packed) : STATUS_OK;
}

const Operands *worker_code_operands(const WorkerCode *code, const Operands *operands) {
  return code->is_packed ? &code->packed.operands : operands;
}
