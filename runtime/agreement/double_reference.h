// The untouched function in double precision: what it leaves has next to no rounding of its own, so
// it tells apart a wrong result from one that was rounded in another order. Nudged, it tells how
// far that other order may move results by way of numbers that are rounded to integers
// (nudge_shim.h).
#ifndef AUTOTUNE_RUNTIME_AGREEMENT_DOUBLE_REFERENCE_H
#define AUTOTUNE_RUNTIME_AGREEMENT_DOUBLE_REFERENCE_H

#include "runtime/executable.h"

typedef enum Nudge { NUDGE_NONE, NUDGE_UP, NUDGE_DOWN } Nudge;

typedef struct DoubleReference {
  const Signature *narrow; // lent
  bool is_compiled;
  Nudge nudge;
  Signature signature;
  Operands operands;
  Executable executable;
} DoubleReference;

// Compiles the function of `signature` of `untouched`, which is not changed, with f64 for every
// narrower float; `pipeline` lowers it. STATUS_UNSUPPORTED where that would mean something else,
// cannot be lowered, or there is nothing to nudge. The signature must outlive the result, which is
// zeros before. Compiled already,
// nothing happens; with another nudge, it is compiled anew. Whatever the outcome,
// double_reference_destroy is due.
Status double_reference_compile(DoubleReference *reference, MlirModule untouched,
                                const char *pipeline, const Signature *signature, Nudge nudge);
void double_reference_destroy(DoubleReference *reference); // of zeros: does nothing
// Calls it on what `operands` hold, and rounds what it leaves once, to the types of the signature
// that it was compiled for. The caller owns the outputs.
Status double_reference_run(DoubleReference *reference, const Operands *operands,
                            Outputs *out_outputs);

#endif
