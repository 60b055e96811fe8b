// LoadCheck: what the checks of a processor at the load of a library have in common, whatever the
// processor.
#ifndef AUTOTUNE_MACHINE_LOAD_CHECK_H
#define AUTOTUNE_MACHINE_LOAD_CHECK_H

#include "llvm-c/Types.h"

// A pointer to the sentence that says which instruction set is lacking. `name` and `processor`:
// what it calls the library and its target.
LLVMValueRef load_check_sentence(LLVMBuilderRef builder, const char *name, const char *processor,
                                 const char *feature);
// Makes `function` one that runs when the library is loaded.
void load_check_add_constructor(LLVMModuleRef module, LLVMValueRef function);

#endif
