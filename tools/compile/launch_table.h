// LaunchTable: what a library for a GPU knows of its kernels and functions, as constant data. The
// compiler writes it into the library (device_entry.c), the launcher reads it when a function is
// called (launcher.c).
#ifndef AUTOTUNE_TOOLS_COMPILE_LAUNCH_TABLE_H
#define AUTOTUNE_TOOLS_COMPILE_LAUNCH_TABLE_H

#include <stdint.h>

// What a C function of such a library returns.
#define DEVICE_STATUSES(X)                                                                         \
  X(OK, 0, "done; what was started may still run on the stream")                                   \
  X(NULL_ARGUMENT, 1, "a pointer is null; nothing was computed")                                   \
  X(WRONG_DEVICE, 2, "the kernels are not for this GPU, or its driver is too old for them")        \
  X(NO_MEMORY, 3, "there is no memory for kernels or temporary buffers; nothing was computed")     \
  X(BAD_WORKSPACE, 4, "the workspace is null or not aligned; nothing was computed")                \
  X(UNALIGNED, 5, "a pointer is no multiple of 16 bytes; nothing was computed")                    \
  X(NO_DRIVER, 6, "libcuda.so.1 of NVIDIA's driver, of CUDA 11.2 or later, cannot be loaded")      \
  X(NO_CONTEXT, 7, "no context of a GPU is current to this thread (cuCtxSetCurrent sets one)")     \
  X(DRIVER_FAILED, 8, "the driver refused a launch, or something before it has failed")            \
  X(BAD_SIZE, 9, "a size is negative, or a buffer has 2^31 elements or more; nothing was computed")

typedef enum DeviceStatus {
#define X(name, number, meaning) DEVICE_STATUS_##name = number,
  DEVICE_STATUSES(X)
#undef X
} DeviceStatus;

enum {
  LAUNCH_MAX_OPERANDS = 64,        // of a kernel
  LAUNCH_WORKSPACE = -1,           // in place of a parameter: the function's workspace
  LAUNCH_CONSTANT = -2,            // a number
  LAUNCH_WEIGHT = -3,              // the library's constant tensors
  LAUNCH_NUMBER = -4,              // what a call computes of its sizes
  LAUNCH_TEMPORARY = -5,           // a buffer whose size a call knows
  LAUNCH_KNOWN = -1,               // in place of a number
  LAUNCH_COPY = -1,                // in place of a kernel: from operand 0 to operand 1
  LAUNCH_ALIGNMENT = 16,           // bytes, of every buffer,
  LAUNCH_WORKSPACE_ALIGNMENT = 64, // and of the workspace
  LAUNCH_MAP_RANK = 5,             // dimensions of a tensor map at most
  LAUNCH_MAX_MAPS = 2,             // of a kernel
};

// What a kernel is given: a parameter of the function as it came, an address `offset` bytes behind
// a buffer, or the bits of a number.
typedef struct LaunchOperand {
  int32_t parameter;
  int32_t index; // of a number or a temporary buffer
  int64_t offset;
} LaunchOperand;

// A number that a call computes of its sizes and of numbers before it, none of which is negative.
// What is too large for 64 bits is INT64_MAX.
typedef enum LaunchOperation {
  LAUNCH_LITERAL, // `value`
  LAUNCH_SIZE,    // parameter `value`, an int64_t
  LAUNCH_ADD,
  LAUNCH_MULTIPLY,
  LAUNCH_DIVIDE,
  LAUNCH_REMAINDER,
  LAUNCH_LARGER,
  LAUNCH_SMALLER
} LaunchOperation;

typedef struct LaunchNumber {
  int32_t operation, left, right, unused;
  int64_t value;
} LaunchNumber;

// A tensor map that a kernel takes in place of an operand, of the buffer that this is. Types and
// swizzles are the driver's numbers; dimensions are from the innermost on.
typedef struct LaunchMap {
  int32_t operand, type, rank, swizzle;
  uint64_t sizes[LAUNCH_MAP_RANK], strides[LAUNCH_MAP_RANK]; // elements; bytes
  uint32_t boxes[LAUNCH_MAP_RANK];                           // elements
  int32_t unused;
} LaunchMap;

typedef struct LaunchStep {
  int32_t kernel; // of the library's images
  int32_t operand_count;
  const LaunchOperand *operands;
  int64_t bytes; // of a copy
  int32_t grid[3], block[3];
  int32_t shared_bytes; // dynamic ones
  int32_t number; // in place of the bytes of a copy, or of grid[0], where there is no launch of 0
                  // blocks
  int32_t map_count;
  const LaunchMap *maps;
} LaunchStep;

typedef struct LaunchImage {
  const void *bytes; // PTX, ending in a zero, or machine code
  const char *kernel;
  int32_t shared_bytes; // the most of its launches
  int32_t unused;
} LaunchImage;

// A constant tensor, of which every context gets a copy.
typedef struct LaunchWeight {
  const void *bytes;
  int64_t size, offset; // from the start of all of them
} LaunchWeight;

// What was loaded for each context; zeros at first. Only the launcher looks inside.
typedef struct LaunchState {
  int64_t words[16];
} LaunchState;

typedef struct LaunchLibrary {
  const LaunchImage *images;
  LaunchState *state;
  const LaunchWeight *weights;
  int32_t image_count, weight_count;
  int64_t weight_bytes; // of all
} LaunchLibrary;

// What a parameter is.
typedef enum LaunchKind { LAUNCH_SCALAR, LAUNCH_BUFFER, LAUNCH_EMPTY_BUFFER } LaunchKind;

typedef struct LaunchFunction {
  const LaunchLibrary *library;
  const LaunchStep *steps;
  const uint8_t *kinds; // of the parameters, unknown sizes first: LaunchKind
  const LaunchNumber *numbers;
  const int32_t *elements; // of the parameters, then of the temporary buffers: the number that says
                           // how many there are
  const int32_t *temporary; // of the temporary buffers of unknown size: the number of their bytes
  int32_t step_count, parameter_count, number_count, temporary_count;
  int64_t workspace_bytes;
} LaunchFunction;

// The launcher's functions, by the names that the compiled library calls them. `values` are
// addresses of the parameters. They return a DeviceStatus.
#define LAUNCHER_RUN "autotune_launcher_run"       // with a workspace of its own
#define LAUNCHER_RUN_IN "autotune_launcher_run_in" // with a workspace of the caller
#define LAUNCHER_LOAD "autotune_launcher_load"     // for the current context
int autotune_launcher_run(const LaunchFunction *function, void *stream, void *const *values);
int autotune_launcher_run_in(const LaunchFunction *function, void *stream, void *workspace,
                             void *const *values);
int autotune_launcher_load(const LaunchLibrary *library);

#endif
