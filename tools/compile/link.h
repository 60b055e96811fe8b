// Link: one file made of several objects in memory, by the linker that the compiler driver `cc`
// calls.
#ifndef AUTOTUNE_TOOLS_COMPILE_LINK_H
#define AUTOTUNE_TOOLS_COMPILE_LINK_H

#include "base/status.h"
#include "tools/compile/object.h"

typedef enum LinkForm {
  LINK_SHARED, // a shared library
  LINK_OBJECT, // one relocatable object
} LinkForm;

// Links into the new file `path`. `driver` is a program like cc, found on PATH. On failure there is
// no file. STATUS_USAGE when the driver cannot be started, STATUS_SYSTEM with the first line that
// it printed.
// `openmp`: the runtime library of threads that a shared library names; NULL: whoever loads it
// brings one.
Status link_objects(const Object *objects, int count, LinkForm form, const char *driver,
                    const char *openmp, const char *path);

#endif
