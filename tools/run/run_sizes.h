// RunSizes: the unknown sizes of each call, as --dim gives them or arrays of NumPy tell them.
#ifndef AUTOTUNE_TOOLS_RUN_RUN_SIZES_H
#define AUTOTUNE_TOOLS_RUN_RUN_SIZES_H

#include "records/npz.h"
#include "runtime/signature.h"

// Calls that --dim is of: its text joins the sizes of each by slashes. 1 where it is NULL.
int run_sizes_count(const char *text);
// The part of one of them; the caller owns it. NULL: no memory.
char *run_sizes_text(const char *text, int call);
// Its sizes. STATUS_USAGE.
Status run_sizes_read(const char *text, int call, OpenSizes *out_sizes);

// Adds the sizes that the arrays have to those that are given. STATUS_USAGE when two of them are
// not equal. `function` as for signature_read.
Status run_sizes_of_arrays(const NpyArrays *arrays, MlirModule module, const char *function,
                           OpenSizes *sizes);

#endif
