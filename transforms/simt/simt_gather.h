// SimtGather: reads of tensors at computed places, as of embeddings, as a kernel with a thread for
// each element:
//
//   linalg.generic ins(%tokens) outs(%e)        %t = index_cast %token
//     yield table[%token, linalg.index 1]  ->   %e[i, j] = table[%t, j]
//
// No schedule is chosen: threads of a block are neighbours of the results.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_SIMT_GATHER_H
#define AUTOTUNE_TRANSFORMS_SIMT_SIMT_GATHER_H

#include "base/status.h"
#include "machine/device.h"
#include "mlir-c/IR.h"

enum { SIMT_GATHER_THREADS = 256 };

// STATUS_UNSUPPORTED where the op reads no tensor at computed places; STATUS_REJECTED with the
// reason where it does, and is no kernel.
Status simt_gather_read(MlirOperation op);
// Makes the kernel of an op that was read, launches it and takes the op's place; the op is gone.
void simt_gather_emit(MlirOperation op, const Device *device, MlirOperation module);

#endif
