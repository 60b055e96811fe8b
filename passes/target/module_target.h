// ModuleTarget: the machine that the attributes around an op name, which the option target=auto
// takes. See docs/reference/options.md for what is read.
#ifndef AUTOTUNE_PASSES_TARGET_MODULE_TARGET_H
#define AUTOTUNE_PASSES_TARGET_MODULE_TARGET_H

#include "machine/target.h"
#include "mlir-c/IR.h"

typedef struct ModuleTarget {
  Target target;       // valid unless `foreign` says something
  char origin[208];    // names of the attributes that it was taken from; "" = none: the default
  char foreign[192];   // why nothing can be tuned for what they name; "" = it can
  char ignored[384];   // what had no effect because it makes no sense; "" = nothing
  bool is_of_function; // an attribute that LLVM compiles the function by is among them
} ModuleTarget;

// What the attributes of `op` and of all ops around it say, the innermost first; `outer`, which may
// be null, stands around the outermost of them. Reads only.
void module_target_read(MlirOperation op, MlirOperation outer, ModuleTarget *out_target);

// The same text for targets that are the same: what target_print gives.
typedef struct TargetText {
  char bytes[TARGET_TEXT_BYTES];
} TargetText;
TargetText target_text(const Target *target);

#endif
