// PrefetchStream: what a loop nest reads once, from memory.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_STREAM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_STREAM_H

#include "machine/target.h"

#include "mlir-c/IR.h"

// Adds memref.prefetch to the nests of vector code that read each element of `buffer` once, into
// the second cache: when half of the last cache does not hold it and they read nothing else; when
// the second cache does not hold it and they read it in several places at a time, beside others.
// See prefetch_stream.c. Its shape is static and row-major, of `elements` of `element_bytes`.
void prefetch_streams(MlirValue buffer, int64_t elements, int64_t element_bytes,
                      const Target *target);

#endif
