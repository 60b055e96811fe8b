// Pieces: loops over the pieces of a kernel, after bufferization, become loops that OpenMP can
// take.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_PIECES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_PIECES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every scf.forall on memrefs that carries a mark (transforms/threads/thread_marks.h) becomes a
// scf.parallel over the number of its piece, which carries the mark. Buffers of static shape that a
// marked loop allocates in each iteration become parts of one buffer around it, so that no thread
// allocates.
void pieces_lower(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
