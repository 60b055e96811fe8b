// How cold the weights of a module are when it runs: see ColdWeights
// (transforms/extract/isolate.h).
#ifndef AUTOTUNE_TOOLS_OPS_COLD_WEIGHTS_H
#define AUTOTUNE_TOOLS_OPS_COLD_WEIGHTS_H

#include "machine/target.h"
#include "transforms/extract/isolate.h"

// Of the module of a file, which says how many arguments are data (records/args_file.h). Between
// two calls of an op, a call of the module reads all its weights: those of its functions, as the
// choice counts them (transforms/cold/cold_operands.h). 0 bytes: the module has no weights.
Status cold_weights_read(MlirModule module, const char *path, const Target *target,
                         ColdWeights *out_weights);

#endif
