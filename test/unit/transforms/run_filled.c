#include "test/unit/transforms/run_filled.h"

Status run_filled(Jit *code, const Signature *signature, Operands *operands, int data_count,
                  Outputs *out_outputs) {
  enum { SEED = 7 };
  Status status = STATUS_OK;
  Executable executable = {.jit = code};
  operands_fill(operands, data_count, SEED);
  TRY(jit_find(code, signature->name, &executable.entry));
  TRY(call_create(signature, executable.entry, operands, &executable.call));
  status = executable_run(&executable, out_outputs);
  call_destroy(executable.call);
cleanup:
  return status;
}
