// Call: one compiled function with its arguments bound, called through libffi.
//
// The C interface of MLIR: every memref is passed as a pointer to its descriptor, scalars by value.
// One scalar result is returned; a memref result, or several results, are written as one struct
// through a pointer that comes first.
#ifndef AUTOTUNE_RUNTIME_CALL_H
#define AUTOTUNE_RUNTIME_CALL_H

#include "runtime/operands.h"

typedef struct Call Call;

// `entry` is what jit_find returned for a function of `signature`. Borrows all arguments: they must
// outlive the Call. The caller owns the result.
Status call_create(const Signature *signature, void *entry, const Operands *operands,
                   Call **out_call);
void call_destroy(Call *call); // null is a no-op
// Calls once. Results stay in the arena until arena_release.
void call_invoke(Call *call);
// From now on calls take turns with `count` more sets of operands, in their order after those bound
// so far, which come first again after the last. The sets are like the first one but for the data
// of tensors, and must outlive the Call, like it. What differs is prepared here: a call costs the
// same.
Status call_rotate(Call *call, const Operands *sets, int count);
// Copies what the last call left: its results, then its memref arguments.
void call_read_outputs(const Call *call, Outputs *out_outputs);

#endif
