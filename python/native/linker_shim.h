// LLVM's linker, within this process: it has no C API.
#ifndef AUTOTUNE_PYTHON_NATIVE_LINKER_SHIM_H
#define AUTOTUNE_PYTHON_NATIVE_LINKER_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A BuiltInLinker (tools/compile/link.h); one call at a time.
bool linker_run(const char *const *arguments, int count, char *out_why, size_t size);

#ifdef __cplusplus
}
#endif

#endif
