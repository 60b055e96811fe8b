// The check of a processor of AArch64 when a library is loaded, as Architecture.make_check says: by
// what Linux tells a program of it.
#ifndef AUTOTUNE_MACHINE_AARCH64_AARCH64_CHECK_H
#define AUTOTUNE_MACHINE_AARCH64_AARCH64_CHECK_H

#include "llvm-c/Types.h"

#include <stdint.h>

LLVMValueRef aarch64_check_make(LLVMModuleRef module, const char *name, const char *processor,
                                uint64_t features);

#endif
