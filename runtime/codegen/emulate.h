// Emulate: dot products that a processor does not have, by instructions that it has.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_EMULATE_H
#define AUTOTUNE_RUNTIME_CODEGEN_EMULATE_H

#include "llvm-c/Types.h"

// Replaces, in code for LLVM's processor `cpu` (NULL: the host) whatever it was tuned for, every
// call of an intrinsic of machine/instructions.def that it does not have. Results are those of the
// instruction but for what vdpbf16ps does to denormal numbers.
void emulate_dot_products(LLVMModuleRef module, const char *cpu);

#endif
