// Needs: what the code of a library takes from elsewhere. A library that nobody can load is an
// error before its file is there.
#ifndef AUTOTUNE_TOOLS_COMPILE_NEEDS_H
#define AUTOTUNE_TOOLS_COMPILE_NEEDS_H

#include "base/status.h"
#include "mlir-c/IR.h"
#include "tools/compile/object.h"

// The functions that the module declares for others to define. The caller frees the names.
typedef struct Needs {
  char **declared; // owned
  int count;
} Needs;
Status needs_read(MlirModule module, Needs *out_needs);
void needs_destroy(Needs *needs);

// STATUS_LOWERING names a symbol that neither the objects, nor the declarations, nor libc, libm and
// libgcc of this system define. Symbols of the library itself begin with `prefix` and a dot.
Status needs_check(const Needs *needs, const Object *objects, int count, const char *prefix);

#endif
