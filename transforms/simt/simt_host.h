// The host's side of any kernel: buffers, the kernel's symbol, its launch, and the group's end.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_SIMT_HOST_H
#define AUTOTUNE_TRANSFORMS_SIMT_SIMT_HOST_H

#include "base/text.h"
#include "machine/device.h"
#include "transforms/group.h"
#include "transforms/ir.h"

// Whether it is a tensor, or a memref without strides and in the default memory space.
bool simt_is_plain(MlirValue buffer);
// The plain buffer of a tensor of that type.
MlirType simt_buffer_type(MlirType tensor);
// A tensor as a buffer that is only read; any other value as it is.
MlirValue simt_buffer_of(IrBuilder *host, MlirValue value);
// `extent`: the outermost size where the type does not say it.
MlirValue simt_allocate(IrBuilder *host, MlirType type, MlirValue extent);
// A name "autotune_gpu_N" that the module has no symbol of.
void simt_name_module(MlirOperation module, char *name, size_t size);
void simt_write_type(TextWriter *writer, MlirType type);
// The text of a module with a kernel, up to the end of the kernel's arguments: MLIR's C API has no
// constructor of either.
void simt_write_module(TextWriter *writer, const char *name, const Device *device,
                       const MlirValue *arguments, int count);
// The value of a constant of arith; null: it is none.
MlirAttribute simt_constant_of(MlirValue value);
// Launches the kernel of that module with one-dimensional blocks and threads, and so many bytes of
// shared memory beyond what the kernel has by itself.
MlirOperation simt_launch(IrBuilder *host, const char *module_name, MlirValue blocks,
                          int64_t threads, int64_t shared_bytes, int count,
                          const MlirValue *arguments, const char *schedule);
// The buffer that only the kernel has written as a tensor of that type.
MlirValue simt_tensor_of(IrBuilder *host, MlirValue buffer, MlirType type);
// Result `output` of the group is what the buffer holds; on memrefs nothing is left to do.
void simt_replace(IrBuilder *host, Group *group, int output, MlirValue buffer);

#endif
