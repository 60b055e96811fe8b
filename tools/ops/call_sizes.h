// CallSizes: at which sizes a function with unknown ones is called where a command measures it.
#ifndef AUTOTUNE_TOOLS_OPS_CALL_SIZES_H
#define AUTOTUNE_TOOLS_OPS_CALL_SIZES_H

#include "runtime/signature.h"

enum {
  CALL_SIZES_MAX = 3,   // the smallest, middle and largest of those that are expected
  CALL_SIZE_GUESS = 64, // of a dimension of which nobody says anything
};

// The sizes of up to CALL_SIZES_MAX calls of function `name`, which the module has: those that are
// given, else those that its attribute expects; one call where no size is unknown.
Status call_sizes_choose(MlirModule module, const char *name, const OpenSizes *given,
                         OpenSizes out_calls[CALL_SIZES_MAX], int *out_count);

// STATUS_USAGE where sizes that are given are none of the public function, or, with NULL, of some.
Status call_sizes_check(MlirModule module, const char *function, const OpenSizes *given);

#endif
