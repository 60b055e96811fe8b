// RunSizes: the unknown sizes of a call, where arrays of NumPy tell them.
#ifndef AUTOTUNE_TOOLS_RUN_RUN_SIZES_H
#define AUTOTUNE_TOOLS_RUN_RUN_SIZES_H

#include "records/npz.h"
#include "runtime/signature.h"

// Adds the sizes that the arrays have to those that are given. STATUS_USAGE when two of them are
// not equal. `function` as for signature_read.
Status run_sizes_of_arrays(const NpyArrays *arrays, MlirModule module, const char *function,
                           OpenSizes *sizes);

#endif
