// DeviceValues: constants and buffers of a function that is read for a GPU, as its launch table has
// them.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_VALUES_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_VALUES_H

#include "tools/compile/device/device_numbers.h"
#include "tools/compile/device/device_weights.h"

typedef struct DeviceProgram DeviceProgram;
typedef struct DeviceFunction DeviceFunction;

// The function that is read.
typedef struct DeviceReading {
  MlirModule module;
  DeviceProgram *program;
  DeviceFunction *function;
  DeviceWeights *weights; // of the program
  DeviceNumbers *numbers; // of the function
  const CFunction *c_function;
  int condition; // the number that has to be above 0 for what is read to be done; -1: none
} DeviceReading;

// The bits of a constant; false where the value is none of at most 64 bits.
bool device_read_constant(MlirValue value, int64_t *out_bits);
// Whether an op makes another view of its first operand, which begins where that does, or where its
// own type says.
bool device_is_plain_view(MlirOperation op);
// Where the elements of a buffer are counted from: a view's own offset is in its type.
bool device_read_base(const DeviceReading *reading, MlirValue buffer, LaunchOperand *out_operand);
// Offset and size in bytes of a buffer of known size without gaps; false of another.
bool device_read_extent(MlirType type, int64_t *out_offset, int64_t *out_bytes);
// Of a buffer of unknown size, which begins where it is counted from: the number of its bytes.
bool device_read_open_extent(DeviceReading *reading, MlirValue buffer, int32_t *out_number);

#endif
