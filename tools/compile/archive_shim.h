// A static library made of objects in memory: LLVM's C API cannot write archives.
#ifndef AUTOTUNE_TOOLS_COMPILE_ARCHIVE_SHIM_H
#define AUTOTUNE_TOOLS_COMPILE_ARCHIVE_SHIM_H

#include "tools/compile/object.h"

#ifdef __cplusplus
extern "C" {
#endif

// The archive with its table of symbols, in GNU's format, with no dates or owners in it. Lends the
// bytes to `take`, some at a time. False with LLVM's reason in `why`.
bool archive_make(const Object *objects, int count,
                  bool (*take)(const void *bytes, size_t size, void *user), void *user, char *why,
                  size_t why_size);

#ifdef __cplusplus
}
#endif

#endif
