// ModuleParts: a module of the LLVM dialect taken apart into modules that are compiled one by one,
// on any number of threads, to the same code.
//
// Every function that is worth it gets a module of its own. Small private functions and small
// constants are repeated in each module that uses them, everything else is declared there and
// becomes a hidden symbol of the library. Constant tensors stay in no module at all: they are
// weights. What goes where depends on the module alone.
#ifndef AUTOTUNE_TOOLS_COMPILE_MODULE_PARTS_H
#define AUTOTUNE_TOOLS_COMPILE_MODULE_PARTS_H

#include "base/status.h"
#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct PartWeight {
  char *name;        // of the llvm.mlir.global, owned
  const void *bytes; // lent by the context
  size_t size;
} PartWeight;

typedef struct PartModule {
  MlirModule module;
  int64_t op_count;
  bool is_kernel; // one function of scheduled code
} PartModule;

typedef struct ModuleParts {
  PartModule *modules; // owned
  int count;
  PartWeight *weights; // owned
  int weight_count;
  char **names; // owned: of every symbol that the library defines itself, sorted
  int name_count;
} ModuleParts;

// Takes the contents of `lowered`, which is empty or to be thrown away afterwards. `is_whole`: all
// goes into one module, and the weights stay where they are. The caller owns the contents:
// module_parts_destroy. STATUS_USAGE when a resource has no data.
Status module_parts_create(MlirModule lowered, bool is_whole, ModuleParts *out_parts);
void module_parts_destroy(ModuleParts *parts);

// Whether the library defines the symbol itself.
bool module_parts_has_name(const ModuleParts *parts, const char *name);

#endif
