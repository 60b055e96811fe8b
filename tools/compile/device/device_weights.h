// DeviceWeights: the constant tensors that kernels read. They lie in the library and are copied to
// each context once.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_WEIGHTS_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_WEIGHTS_H

#include "tools/compile/device/device_program.h"
#include "tools/compile/weights_object.h"

enum { DEVICE_WEIGHT_ALIGNMENT = 256 }; // bytes: as of what a device allocates

// The tensor of a memref.get_global, which is added when it is new; NULL: its bytes are not known,
// or its elements are less than bytes. Lent until the next call.
const DeviceWeight *device_weight_find(DeviceProgram *program, MlirModule module,
                                       MlirOperation get_global);

// The symbol of a tensor in the library.
void device_weight_symbol(const CInterface *interface, int number,
                          char out_symbol[2 * C_NAME_BYTES]);

// The object file with all of them, for the host; none where there is no tensor. As
// weights_object_create.
Status device_weights_create(const DeviceProgram *program, const CInterface *interface,
                             WeightsObject *out_object);

#endif
