// Tensor maps as arguments of kernels.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_TENSOR_MAPS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_TENSOR_MAPS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// The kernels of the module, which convert-gpu-to-nvvm has made functions of with one pointer an
// operand, take the arguments by value that TENSOR_MAPS_ATTRIBUTE names: 128 bytes that the driver
// has made.
void tensor_maps_pass_by_value(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
