// Jit and Call under one owner.
#include "runtime/executable.h"

#include "runtime/arena.h"

Status executable_create(MlirModule lowered, CodeEffort effort, const char *cpu,
                         const Signature *signature, const Operands *operands,
                         Executable *out_executable) {
  Status status = STATUS_OK;
  Executable executable = {0};
  TRY(jit_create(lowered, effort, cpu, &executable.jit));
  TRY(jit_find(executable.jit, signature->name, &executable.entry));
  TRY(executable_bind(&executable, signature, operands));
  *out_executable = executable;
  return STATUS_OK;
cleanup:
  executable_destroy(&executable);
  return status;
}

void executable_destroy(Executable *executable) {
  call_destroy(executable->call);
  jit_destroy(executable->jit);
  *executable = (Executable){0};
}

Status executable_bind(Executable *executable, const Signature *signature,
                       const Operands *operands) {
  call_destroy(executable->call);
  executable->call = NULL;
  return call_create(signature, executable->entry, operands, &executable->call);
}

Status executable_run(Executable *executable, Outputs *out_outputs) {
  arena_take_violations();
  call_invoke(executable->call);
  call_read_outputs(executable->call, out_outputs);
  arena_release();
  int64_t violations = arena_take_violations();
  if (violations == 0)
    return STATUS_OK;
  outputs_destroy(out_outputs);
  return status_fail(STATUS_WORKER, "the code wrote past the end of %lld of its buffers",
                     (long long)violations);
}
