// OpenResults: buffers of unknown size that a function for C returns, computed in the memory of its
// caller.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_OPEN_RESULTS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_OPEN_RESULTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// In a func.func whose results have become its last arguments: an allocation of which a copy to one
// of them is made before the return, or a copy of it in another shape, becomes that argument. The
// caller gives arguments the sizes that the allocations have.
void open_results_place(MlirOperation function);

#ifdef __cplusplus
}
#endif

#endif
