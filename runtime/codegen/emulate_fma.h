// EmulateFma: multiply-adds of f16 that a processor does not have, in one rounding as it would.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_EMULATE_FMA_H
#define AUTOTUNE_RUNTIME_CODEGEN_EMULATE_FMA_H

#include "llvm-c/Types.h"

// Replaces, in code for LLVM's processor `cpu` (NULL: the host), calls of llvm.fma and llvm.fmuladd
// on f16 where it has no such instruction.
void emulate_half_fma(LLVMModuleRef module, const char *cpu);

#endif
