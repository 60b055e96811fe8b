// DeviceNumbers: what the host of a function would compute of its sizes, as numbers of the launch
// table, and the buffers whose size is such a number.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_NUMBERS_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_DEVICE_NUMBERS_H

#include "mlir-c/IR.h"
#include "tools/compile/c_interface.h"
#include "tools/compile/launch_table.h"

typedef struct DeviceNumbers {
  LaunchNumber *items; // owned
  int count, capacity;
  MlirValue *values;      // owned: those that were read, of the function
  int32_t *value_numbers; // owned: of each; negative: it is none
  int value_count, value_capacity;
  MlirValue *temporaries; // owned: the buffers that the function allocates
  int32_t *bytes;         // owned: the number of each,
  int32_t *elements;      // owned: and of its elements
  int temporary_count, temporary_capacity;
} DeviceNumbers;

// Reads an op of arith, or memref.dim, of the function, one after the other.
void device_numbers_read(DeviceNumbers *numbers, const CFunction *c_function, MlirOperation op);
// The number that a value is which was read, or a constant; the bytes of a buffer without gaps,
// whose elements have so many; -1: it is none, as it depends on more than sizes.
int device_number_of(DeviceNumbers *numbers, MlirValue value);
int device_number_of_bytes(DeviceNumbers *numbers, const CFunction *c_function, MlirValue buffer,
                           int64_t element_bytes);
// `number` where another one is above 0, else 0.
int device_number_where(DeviceNumbers *numbers, int condition, int number);
// The elements of a parameter: sizes of the call, then arguments and results; -1 of a scalar.
int device_number_of_elements(DeviceNumbers *numbers, const CFunction *c_function, int parameter);
// The temporary buffer that the memref.alloc makes; -1: its size is no number.
int device_number_of_buffer(DeviceNumbers *numbers, const CFunction *c_function,
                            MlirOperation alloc);
void device_numbers_destroy(DeviceNumbers *numbers);

#endif
