// Jit: compiles a module of the LLVM dialect in process, for this machine, at -O3.
//
// Compiled code takes its memory from runtime/arena. Results and arguments follow the C interface
// of MLIR (`_mlir_ciface_NAME`, see runtime/call.h).
#ifndef AUTOTUNE_RUNTIME_JIT_H
#define AUTOTUNE_RUNTIME_JIT_H

#include "core/status.h"
#include "mlir-c/IR.h"

typedef struct Jit Jit;

// Borrows the module during the call only. The caller owns the result. STATUS_LOWERING on failure.
Status jit_create(MlirModule module, Jit **out_jit);
void jit_destroy(Jit *jit); // null is a no-op
// Address of `_mlir_ciface_<function>`; valid until the Jit is destroyed. The first look-up
// compiles the machine code, so this takes most of the time.
Status jit_find(Jit *jit, const char *function, void **out_entry);
// Writes the object file of what jit_find compiled.
void jit_write_object(Jit *jit, const char *path);

#endif
