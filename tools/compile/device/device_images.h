// DeviceImages: the kernels of a module as the driver loads them: PTX by LLVM, or machine code by
// CUDA's ptxas where that is found.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_IMAGES_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_IMAGES_H

#include "mlir-c/IR.h"
#include "tools/compile/device/device_program.h"

typedef struct DeviceImage {
  char *bytes; // owned; a zero follows the last
  size_t size;
} DeviceImage;

typedef struct DeviceImages {
  DeviceImage *items; // owned, by kernel of the program
  int count;
  bool is_machine_code;
  int64_t bytes; // of all
} DeviceImages;

// Compiles the gpu.modules of `module`, which become gpu.binary ops. STATUS_LOWERING with the
// reason. The caller owns the contents: device_images_destroy.
Status device_images_make(MlirModule module, const DeviceProgram *program,
                          DeviceImages *out_images);
void device_images_destroy(DeviceImages *images);

#endif
