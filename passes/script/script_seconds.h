// What a function takes that a script has transformed, by the analytical model.
#ifndef AUTOTUNE_PASSES_SCRIPT_SCRIPT_SECONDS_H
#define AUTOTUNE_PASSES_SCRIPT_SCRIPT_SECONDS_H

#include "machine/target.h"
#include "mlir-c/IR.h"

// Seconds of one run of the function in a module that lower_to_loops has lowered.
// STATUS_UNSUPPORTED where there is none of that name, or where its code cannot be read.
Status script_function_seconds(MlirModule lowered, const char *name, const Target *target,
                               double *out_seconds);

#endif
