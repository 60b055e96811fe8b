// Gather: reads of tensors at computed places inside a linalg.generic become operands with an
// indexing map, where the places are affine in the loops and inside the tensor.
#ifndef AUTOTUNE_PASSES_GATHER_H
#define AUTOTUNE_PASSES_GATHER_H

#include "passes/tune.h"

#ifdef __cplusplus
extern "C" {
#endif

// Rewrites every linalg.generic on tensors below `root` of which all uses of linalg.index go into
// such reads, and that can be tuned afterwards. Any other stays bit-identical.
void gather_rewrite(MlirOperation root, RemarkCallback remark, void *payload, bool *out_changed);

#ifdef __cplusplus
}
#endif

#endif
