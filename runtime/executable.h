// Executable: one function of a lowered module, compiled and bound to operands.
#ifndef AUTOTUNE_RUNTIME_EXECUTABLE_H
#define AUTOTUNE_RUNTIME_EXECUTABLE_H

#include "runtime/call.h"
#include "runtime/jit.h"

typedef struct Executable {
  Jit *jit;
  void *entry;
  Call *call;
} Executable;

// `lowered` is in the LLVM dialect and is not needed afterwards, `cpu` as in jit_create;
// `signature` was read before it was lowered. Signature and operands must outlive the result. On
// failure nothing is left to destroy.
Status executable_create(MlirModule lowered, CodeEffort effort, const char *cpu,
                         const Signature *signature, const Operands *operands,
                         Executable *out_executable);
void executable_destroy(Executable *executable);
// Binds other operands of the same signature.
Status executable_bind(Executable *executable, const Signature *signature,
                       const Operands *operands);

// Calls once on what the operands hold, reads what it leaves and releases the arena. The caller
// owns the outputs. STATUS_WORKER when the code wrote past the end of a buffer it allocated.
Status executable_run(Executable *executable, Outputs *out_outputs);

#endif
