// Jit: compiles a module of the LLVM dialect in process, for this machine.
//
// Compiled code takes its memory from runtime/arena. Results and arguments follow the C interface
// of MLIR (`_mlir_ciface_NAME`, see runtime/call.h).
#ifndef AUTOTUNE_RUNTIME_JIT_H
#define AUTOTUNE_RUNTIME_JIT_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "runtime/codegen/machine_code.h"

typedef struct Jit Jit;

// Compiles to machine code, so this takes most of the time. The code is for the processor `cpu`, as
// -mcpu names it, or for the one that runs this where that is NULL, whatever its functions name:
// what is compared has to be for the same one, and has to run. Borrows the module during the call
// only. The caller owns the result. STATUS_LOWERING on failure.
Status jit_create(MlirModule module, CodeEffort effort, const char *cpu, Jit **out_jit);
void jit_destroy(Jit *jit); // null is a no-op
// Address of `_mlir_ciface_<function>`; valid until the Jit is destroyed.
Status jit_find(Jit *jit, const char *function, void **out_entry);
// Writes the object file.
Status jit_write_object(const Jit *jit, const char *path);

#endif
