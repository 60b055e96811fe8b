// DeviceWeights: the constant tensors that kernels read. They lie in the library and are copied to
// each context once.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_WEIGHTS_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_WEIGHTS_H

#include "mlir-c/IR.h"
#include "tools/compile/c_interface.h"
#include "tools/compile/weights_object.h"

enum { DEVICE_WEIGHT_ALIGNMENT = 256 }; // bytes: as of what a device allocates

// A constant tensor, by the symbol of its memref.global.
typedef struct DeviceWeight {
  char name[C_NAME_BYTES];
  const void *bytes; // lent by the context, or
  void *expanded;    // owned: elements that are all equal, written out; NULL: they differ
  int64_t size, offset;
} DeviceWeight;

typedef struct DeviceWeights {
  DeviceWeight *items; // owned
  int count, capacity;
  int64_t bytes; // of all
} DeviceWeights;

// The tensor of a memref.get_global, which is added when it is new; NULL: its bytes are not known,
// or its elements are less than bytes. Lent until the next call.
const DeviceWeight *device_weights_find(DeviceWeights *weights, MlirModule module,
                                        MlirOperation get_global);
void device_weights_destroy(DeviceWeights *weights);

// The symbol of a tensor in the library.
void device_weights_symbol(const CInterface *interface, int number,
                           char out_symbol[2 * C_NAME_BYTES]);

// The object file with all of them, for the host; none where there is no tensor. As
// weights_object_create.
Status device_weights_create(const DeviceWeights *weights, const CInterface *interface,
                             WeightsObject *out_object);

#endif
