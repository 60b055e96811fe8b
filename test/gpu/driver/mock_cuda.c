// A libcuda.so.1 without a GPU, for tests: the functions of NVIDIA's driver that this project
// calls. Memory of the device is memory of the host, kernels are run from their PTX by an
// interpreter (ptx.h) at once, and every use of a stream is in the order of the calls.
//
// Times are made up: an event is the number of instructions executed so far, of which a thousand
// take a microsecond, more or less a hundredth. MOCK_CUDA_LOG names a file to which launches,
// copies and allocations are written; MOCK_CUDA_DEVICE=none is a driver without a device,
// MOCK_CUDA_CONTEXT=none a thread without a context; MOCK_CUDA_TARGET=sm_NN a device that kernels
// for others are refused on.
#include "ptx.h"
#include "tensor_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

enum {
  OK = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NO_DEVICE = 100,
  INVALID_IMAGE = 200,
  INVALID_CONTEXT = 201,
  NO_BINARY_FOR_GPU = 209,
  NOT_FOUND = 500,
  MAX_BUFFERS = 4096,
  MAX_DYNAMIC_SHARED_BYTES = 8,  // an attribute of functions
  SHARED_BYTES = 48 << 10,       // of a block that did not ask for more
  MOST_SHARED_BYTES = 227 << 10, // of one that did
};

typedef struct Buffer {
  char *bytes;
  size_t size;
} Buffer;

typedef struct Function {
  PtxKernel *kernel;
  int64_t most_shared_bytes;
} Function;

typedef struct Event {
  int64_t executed;
} Event;

static Buffer buffers[MAX_BUFFERS];
static int64_t executed;
static int context;

static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

static void tell(const char *format, int64_t a, int64_t b, int64_t c) {
  const char *path = setting("MOCK_CUDA_LOG");
  FILE *file = *path ? fopen(path, "a") : NULL;
  if (!file)
    return;
  fprintf(file, format, (long long)a, (long long)b, (long long)c);
  fputc('\n', file);
  fclose(file);
}

// --- the device

EXPORTED int cuInit(unsigned flags) {
  (void)flags;
  return strcmp(setting("MOCK_CUDA_DEVICE"), "none") ? OK : NO_DEVICE;
}

EXPORTED int cuDriverGetVersion(int *out_version) {
  *out_version = 12000;
  return OK;
}

EXPORTED int cuDeviceGet(int *out_device, int ordinal) {
  *out_device = ordinal;
  return ordinal == 0 ? OK : NO_DEVICE;
}

EXPORTED int cuDeviceGetName(char *name, int size, int device) {
  (void)device;
  snprintf(name, (size_t)size, "mock");
  return OK;
}

// Compute capability, clocks in kHz, multiprocessors, bytes of L2.
EXPORTED int cuDeviceGetAttribute(int *out_value, int attribute, int device) {
  static const int values[][2] = {{75, 8},       {76, 0}, {13, 1000000},
                                  {36, 1000000}, {16, 1}, {38, 1 << 20}};
  (void)device;
  *out_value = 0;
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (values[i][0] == attribute)
      *out_value = values[i][1];
  return OK;
}

EXPORTED int cuDevicePrimaryCtxRetain(void **out_context, int device) {
  (void)device;
  *out_context = &context;
  return OK;
}

EXPORTED int cuCtxSetCurrent(void *given) { return given == &context ? OK : INVALID_CONTEXT; }

EXPORTED int cuCtxGetCurrent(void **out_context) {
  *out_context = strcmp(setting("MOCK_CUDA_CONTEXT"), "none") ? &context : NULL;
  return OK;
}

EXPORTED int cuCtxGetId(void *given, unsigned long long *out_id) {
  *out_id = 7;
  return given == &context ? OK : INVALID_CONTEXT;
}

EXPORTED int cuCtxSynchronize(void) { return OK; }

EXPORTED int cuGetErrorName(int error, const char **out_name) {
  *out_name = error == OK ? "CUDA_SUCCESS" : "an error of the mock driver";
  return OK;
}

// --- memory

static bool is_memory(uint64_t address, size_t bytes) {
  static int last;
  for (int tried = 0; tried < MAX_BUFFERS; tried++) {
    int at = (last + tried) % MAX_BUFFERS;
    uint64_t start = (uint64_t)(uintptr_t)buffers[at].bytes;
    if (start && address >= start && address + bytes <= start + buffers[at].size) {
      last = at;
      return true;
    }
  }
  return false;
}

EXPORTED int cuMemAlloc_v2(uint64_t *out_address, size_t bytes) {
  int free_one = 0;
  while (free_one < MAX_BUFFERS && buffers[free_one].bytes)
    free_one++;
  if (bytes == 0 || free_one == MAX_BUFFERS)
    return bytes == 0 ? INVALID_VALUE : OUT_OF_MEMORY;
  char *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!memory)
    return OUT_OF_MEMORY;
  memset(memory, 0xff, bytes);
  buffers[free_one] = (Buffer){memory, bytes};
  *out_address = (uint64_t)(uintptr_t)memory;
  tell("allocate %lld", (int64_t)bytes, 0, 0);
  return OK;
}

EXPORTED int cuMemFree_v2(uint64_t address) {
  for (int i = 0; i < MAX_BUFFERS; i++)
    if (buffers[i].bytes && (uint64_t)(uintptr_t)buffers[i].bytes == address) {
      free(buffers[i].bytes);
      buffers[i] = (Buffer){0};
      tell("free", 0, 0, 0);
      return OK;
    }
  return INVALID_VALUE;
}

EXPORTED int cuMemAllocAsync(uint64_t *out_address, size_t bytes, void *stream) {
  (void)stream;
  return cuMemAlloc_v2(out_address, bytes);
}

EXPORTED int cuMemFreeAsync(uint64_t address, void *stream) {
  (void)stream;
  return cuMemFree_v2(address);
}

EXPORTED int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  if (!is_memory(to, bytes))
    return INVALID_VALUE;
  memcpy((void *)(uintptr_t)to, from, bytes);
  return OK;
}

EXPORTED int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  if (!is_memory(from, bytes))
    return INVALID_VALUE;
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return OK;
}

EXPORTED int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream) {
  (void)stream;
  if (!is_memory(to, bytes) || !is_memory(from, bytes))
    return INVALID_VALUE;
  memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
  tell("copy %lld", (int64_t)bytes, 0, 0);
  return OK;
}

EXPORTED int cuMemsetD32Async(uint64_t to, unsigned value, size_t count, void *stream) {
  (void)stream;
  if (!is_memory(to, 4 * count))
    return INVALID_VALUE;
  for (size_t i = 0; i < count; i++)
    ((unsigned *)(uintptr_t)to)[i] = value;
  return OK;
}

EXPORTED int cuTensorMapEncodeTiled(void *out_map, int type, uint32_t rank, void *address,
                                    const uint64_t *sizes, const uint64_t *strides,
                                    const uint32_t *box, const uint32_t *element_strides,
                                    int interleave, int swizzle, int promotion, int fill) {
  tell("tensor map of rank %lld, box %lld x %lld", rank, box[0], rank > 1 ? box[1] : 1);
  return tensor_map_encode(out_map, type, rank, address, sizes, strides, box, element_strides,
                           interleave, swizzle, promotion, fill)
             ? INVALID_VALUE
             : OK;
}

// --- kernels

EXPORTED int cuModuleLoadData(void **out_module, const void *image) {
  const char *wanted = setting("MOCK_CUDA_TARGET");
  if (!memchr(image, '.', 4) && memcmp(image, "//", 2))
    return INVALID_IMAGE; // no PTX
  Function *function = calloc(1, sizeof *function);
  function->kernel = ptx_read(image);
  tell("load", 0, 0, 0);
  if (*wanted && strcmp(wanted, function->kernel->target)) {
    ptx_destroy(function->kernel);
    free(function);
    return NO_BINARY_FOR_GPU;
  }
  *out_module = function;
  return OK;
}

EXPORTED int cuModuleUnload(void *module) {
  Function *function = module;
  ptx_destroy(function->kernel);
  free(function);
  return OK;
}

EXPORTED int cuModuleGetFunction(void **out_function, void *module, const char *name) {
  Function *function = module;
  *out_function = function;
  return strcmp(function->kernel->name, name) ? NOT_FOUND : OK;
}

EXPORTED int cuFuncSetAttribute(void *function, int attribute, int value) {
  Function *asking = function;
  if (attribute != MAX_DYNAMIC_SHARED_BYTES)
    return OK;
  tell("ask for %lld bytes", value, 0, 0);
  if (asking->kernel->shared_bytes + value > MOST_SHARED_BYTES)
    return INVALID_VALUE;
  asking->most_shared_bytes = value;
  return OK;
}

EXPORTED int cuFuncGetAttribute(int *out_value, int attribute, void *function) {
  *out_value = attribute == 4 ? 32 : 0; // registers; no spills
  (void)function;
  return OK;
}

EXPORTED int cuLaunchKernel(void *given, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                            unsigned block_x, unsigned block_y, unsigned block_z,
                            unsigned shared_bytes, void *stream, void **parameters, void **extra) {
  Function *function = given;
  PtxLaunch launch = {{(int)grid_x, (int)grid_y, (int)grid_z},
                      {(int)block_x, (int)block_y, (int)block_z},
                      shared_bytes,
                      parameters};
  (void)stream;
  (void)extra;
  if (function->kernel->shared_bytes + shared_bytes > SHARED_BYTES &&
      shared_bytes > function->most_shared_bytes)
    return INVALID_VALUE;
  tell("launch %lld blocks of %lld threads", (int64_t)grid_x * grid_y * grid_z,
       (int64_t)block_x * block_y * block_z, 0);
  executed += ptx_run(function->kernel, &launch, is_memory);
  return OK;
}

// --- streams and events

EXPORTED int cuStreamCreate(void **out_stream, unsigned flags) {
  (void)flags;
  *out_stream = &context;
  return OK;
}

EXPORTED int cuStreamSynchronize(void *stream) {
  (void)stream;
  return OK;
}

EXPORTED int cuEventCreate(void **out_event, unsigned flags) {
  (void)flags;
  *out_event = calloc(1, sizeof(Event));
  return OK;
}

EXPORTED int cuEventRecord(void *event, void *stream) {
  (void)stream;
  ((Event *)event)->executed = executed;
  return OK;
}

EXPORTED int cuEventSynchronize(void *event) {
  (void)event;
  return OK;
}

EXPORTED int cuEventElapsedTime(float *out_milliseconds, void *start, void *end) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  float noise = 0.99f + 0.02f * (float)(state >> 16) / 65536;
  *out_milliseconds =
      1e-6f * noise * (float)(((Event *)end)->executed - ((Event *)start)->executed);
  return OK;
}
