// DeviceProgram: what the functions of a module do once their ops are kernels: launches and copies,
// one after the other, on buffers of the caller and in a workspace.
//
// It is read from a module that device_buffers_text (transforms/lowering/device_steps.h) has
// lowered: the results of a function are buffers behind its arguments, its temporaries views of the
// argument after these.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_PROGRAM_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_PROGRAM_H

#include "mlir-c/IR.h"
#include "tools/compile/c_interface.h"
#include "tools/compile/device/device_numbers.h"
#include "tools/compile/device/device_weights.h"
#include "tools/compile/launch_table.h"

typedef struct DeviceFunction {
  LaunchStep *steps; // owned, with their operands
  int count, capacity;
  DeviceNumbers numbers;
  int32_t *elements; // owned, by parameter, then by temporary buffer: the number of them, or
                     // LAUNCH_KNOWN
} DeviceFunction;

// A kernel by its module's symbol and its own.
typedef struct DeviceKernel {
  char module[C_NAME_BYTES], name[C_NAME_BYTES];
  int32_t shared_bytes; // dynamic ones, the most of its launches
} DeviceKernel;

typedef struct DeviceProgram {
  DeviceFunction *functions; // owned, by function of the interface
  int function_count;
  DeviceKernel *kernels; // owned
  int kernel_count, kernel_capacity;
  DeviceWeights weights;
} DeviceProgram;

// STATUS_UNSUPPORTED as below names the first op with code inside, a loop or a condition, once all
// that can be one is a kernel and before buffers are made.
Status device_program_check(MlirModule module, const CInterface *interface);

// STATUS_UNSUPPORTED names the first op that neither a launch nor a copy of whole buffers stands
// for, which would have to run on the host, and its place in the model. The caller owns the
// contents: device_program_destroy.
Status device_program_read(MlirModule module, const CInterface *interface,
                           DeviceProgram *out_program);
void device_program_destroy(DeviceProgram *program);

#endif
