// A compiled function called once on operands that are drawn for it.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_RUN_FILLED_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_RUN_FILLED_H

#include "runtime/executable.h"

// Fills the operands, the first `data_count` as data, always with the same numbers, and calls the
// function of `code`. The caller owns the outputs.
Status run_filled(Jit *code, const Signature *signature, Operands *operands, int data_count,
                  Outputs *out_outputs);

#endif
