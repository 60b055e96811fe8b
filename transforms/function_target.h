// FunctionTarget: which processor a function is compiled for, as attributes that survive the
// lowering and become those of LLVM's functions: target_cpu and target_features.
#ifndef AUTOTUNE_TRANSFORMS_FUNCTION_TARGET_H
#define AUTOTUNE_TRANSFORMS_FUNCTION_TARGET_H

#include "machine/target.h"
#include "mlir-c/IR.h"

// The func.func around `op`, or `op` itself, that is `root` or below it, or with a null root any;
// null when there is none.
MlirOperation enclosing_function(MlirOperation op, MlirOperation root);

// Names the target's processor and features on the function, which may be null. It stays as it is
// where it names some already, and where vectors are passed by value to or from it: how they are
// passed depends on the features, so the other side would have to have the same.
void function_target_write(MlirOperation function, const Target *target);

// Takes the dot products from a target that code for the function cannot have, as LLVM has no other
// form of them: those that `named`, the target that the function's own attributes name, lacks; all
// where that has narrower vectors, or where the function is compiled as the rest of the program is.
// The function may be null.
void function_target_limit(MlirOperation function, const Target *named, Target *target);

// The row of the processor that the function names, in the words of the triple around it, with the
// features that it adds and takes away, or of what every processor with these has; the default
// target where nothing known is named, or a foreign processor, and for a null function.
Target function_target(MlirOperation function);

// Whether the function, which may be null, names a processor or features that are known. Where it
// does not, it is compiled as the rest of the program is, or as LLVM's least processor.
bool function_target_is_named(MlirOperation function);

#endif
