// Link: one file made of several objects in memory, by the linker that the compiler driver `cc`
// calls.
#ifndef AUTOTUNE_TOOLS_COMPILE_LINK_H
#define AUTOTUNE_TOOLS_COMPILE_LINK_H

#include "base/status.h"
#include "tools/compile/object.h"

#include <stddef.h>

typedef enum LinkForm {
  LINK_SHARED, // a shared library
  LINK_OBJECT, // one relocatable object
} LinkForm;

// A linker within this program: links `arguments`, those of GNU's ld without its name, and writes
// why it did not.
typedef bool (*BuiltInLinker)(const char *const *arguments, int count, char *out_why, size_t size);
// From now on it is there.
void link_set_built_in(BuiltInLinker linker);
bool link_is_built_in(void);

// Links into the new file `path`. `driver` is a program like cc, found on PATH, or "", the
// linker that is built in. On failure there is
// no file. STATUS_USAGE when the driver cannot be started, STATUS_SYSTEM with the first line that
// it printed.
// `openmp`: the runtime library of threads that a shared library names; NULL: whoever loads it
// brings one.
Status link_objects(const Object *objects, int count, LinkForm form, const char *driver,
                    const char *openmp, const char *path);

#endif
