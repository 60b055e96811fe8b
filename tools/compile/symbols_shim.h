// The symbols of an object file: LLVM's C API does not tell which ones are undefined.
#ifndef AUTOTUNE_TOOLS_COMPILE_SYMBOLS_SHIM_H
#define AUTOTUNE_TOOLS_COMPILE_SYMBOLS_SHIM_H

#include "tools/compile/object.h"

#ifdef __cplusplus
extern "C" {
#endif

// Visits the names of what the code in the object needs from elsewhere, each ending in a zero.
void object_needs_each(const Object *object, void (*visit)(const char *name, void *user),
                       void *user);

#ifdef __cplusplus
}
#endif

#endif
