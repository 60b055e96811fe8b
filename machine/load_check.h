// LoadCheck: what the checks of a processor at the load of a library have in common, whatever the
// processor.
#ifndef AUTOTUNE_MACHINE_LOAD_CHECK_H
#define AUTOTUNE_MACHINE_LOAD_CHECK_H

#include "llvm-c/Types.h"

// A pointer to the sentence that says which instruction set is lacking. `name` and `processor`:
// what it calls the library and its target.
LLVMValueRef load_check_sentence(LLVMBuilderRef builder, const char *name, const char *processor,
                                 const char *feature);
// A function that runs when the library is loaded, and where `builder` stands at its begin.
// *out_lack: the global that it sets to that sentence, or null.
LLVMValueRef load_check_open(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef *out_lack);
// Ends it: `lack` is what the global is set to.
void load_check_close(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef function,
                      LLVMValueRef lack, LLVMValueRef global);

#endif
