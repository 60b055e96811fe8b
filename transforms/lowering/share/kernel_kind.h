// KernelKind: what a function that was made of a piece of scheduled code still needs from LLVM.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_KERNEL_KIND_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_KERNEL_KIND_H

#include "mlir-c/IR.h"

#define KERNEL_ATTRIBUTE "autotune.kernel"
typedef enum KernelKind {
  KERNEL_NONE,      // no such function
  KERNEL_SCHEDULED, // "scheduled": vector code in its final loops
  KERNEL_LOOPS,     // "loops": loops of scalars, which LLVM may vectorise
} KernelKind;

// What kind of function this is, lowered or not, and how it is written down.
KernelKind kernel_kind(MlirOperation function);
MlirAttribute kernel_kind_attribute(MlirContext context, KernelKind kind);

#endif
