// X86Check: code that looks, when the library is loaded, whether the processor has what the code
// needs. It asks cpuid itself, so that it needs no runtime library, and runs on every x86-64.
#ifndef AUTOTUNE_MACHINE_X86_X86_CHECK_H
#define AUTOTUNE_MACHINE_X86_X86_CHECK_H

#include "llvm-c/Types.h"

#include <stdint.h>

// Adds a constructor to `module` and the global pointer that it sets, which is returned: to a
// sentence that names one of the instruction sets that are lacking, or null. `features`: bits of
// x86_code_features.h; `name` and `processor`: what the sentence calls the library and its target.
LLVMValueRef x86_check_make(LLVMModuleRef module, const char *name, const char *processor,
                            uint64_t features);

#endif
