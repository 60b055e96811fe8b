// DeviceMaps: the tensor maps that a launch says the host makes (transforms/annotation.h,
// TENSOR_MAPS_ATTRIBUTE), in the numbers of the CUDA Driver API, cuTensorMapEncodeTiled.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_MAPS_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_MAPS_H

#include "mlir-c/IR.h"
#include "tools/compile/launch_table.h"

#include <stdbool.h>

// Of a gpu.launch_func whose arguments are `count` operands from `first` on. The caller frees the
// maps, also where this is false: the attribute is none of such maps.
bool device_maps_read(MlirOperation launch, int first, int count, LaunchMap **out_maps,
                      int32_t *out_count);

#endif
