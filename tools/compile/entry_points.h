// EntryPoints: the code of the C functions of a library, as a module of LLVM IR: the check of the
// processor when the library is loaded, of the pointers at every call, then the call of the
// compiled function. It runs on every processor of its architecture.
#ifndef AUTOTUNE_TOOLS_COMPILE_ENTRY_POINTS_H
#define AUTOTUNE_TOOLS_COMPILE_ENTRY_POINTS_H

#include "machine/architecture.h"
#include "tools/compile/entry.h"
#include "llvm-c/Types.h"

#include <stdint.h>

// `processor` names what the code is for, `features` what it needs (bits of the architecture). The
// caller owns the module.
LLVMModuleRef entry_points_create(LLVMContextRef context, const CInterface *interface,
                                  const Architecture *architecture, const char *processor,
                                  uint64_t features);

#endif
