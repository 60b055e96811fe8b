// DeviceLibrary: from the file of a model to a library of kernels for a GPU, whose C functions take
// a stream and memory of the GPU and start the kernels through NVIDIA's driver.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_LIBRARY_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_LIBRARY_H

#include "machine/device.h"
#include "tools/compile/model_build.h"

// As model_build, for a device. Of `options->tune` only the mode of floats counts,
// and `cpu` means nothing here; `schedule` is tried
// for every op, "": the model's. STATUS_UNSUPPORTED names the first op that becomes no kernel.
Status device_library_build(const ModelBuildOptions *options, const Device *device,
                            const char *schedule, ModelBuildReport *report);

#endif
