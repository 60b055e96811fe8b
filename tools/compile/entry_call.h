// EntryCall: the call of a compiled function with what a C function got.
#ifndef AUTOTUNE_TOOLS_COMPILE_ENTRY_CALL_H
#define AUTOTUNE_TOOLS_COMPILE_ENTRY_CALL_H

#include "tools/compile/entry.h"

// In the C function NAME_in, whose parameters are the workspace, the sizes, arguments and results:
// checks them, calls the compiled function and stores its scalars.
void entry_call_compiled(const Entry *entry, LLVMValueRef function, const CFunction *c_function);

// Parameters of C function NAME, without workspace.
int entry_parameter_count(const CFunction *c_function);

#endif
