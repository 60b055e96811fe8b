// CudaDriver: what is called of NVIDIA's driver, looked up in libcuda.so.1 when the program runs,
// so that nothing of CUDA is needed to build. Names and numbers are those of the CUDA Driver API
// Reference Manual.
#ifndef AUTOTUNE_TOOLS_COMPILE_DEVICE_CUDA_DRIVER_H
#define AUTOTUNE_TOOLS_COMPILE_DEVICE_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

typedef enum CudaResult {
  CUDA_OK = 0,
  CUDA_OUT_OF_MEMORY = 2,
  CUDA_INVALID_CONTEXT = 201,
  CUDA_NO_BINARY_FOR_GPU = 209,
  CUDA_INVALID_PTX = 218,
  CUDA_UNSUPPORTED_PTX_VERSION = 222,
} CudaResult;

enum { CUDA_MAX_DYNAMIC_SHARED_BYTES = 8 }; // an attribute of functions

// Field, symbol, type of the parameters. All return a CUresult.
#define CUDA_FUNCTIONS(X)                                                                          \
  X(init, "cuInit", (unsigned flags))                                                              \
  X(get_context, "cuCtxGetCurrent", (void **out_context))                                          \
  X(load, "cuModuleLoadData", (void **out_module, const void *image))                              \
  X(unload, "cuModuleUnload", (void *module))                                                      \
  X(get_function, "cuModuleGetFunction", (void **out_function, void *module, const char *name))    \
  X(set_attribute, "cuFuncSetAttribute", (void *function, int attribute, int value))               \
  X(allocate, "cuMemAllocAsync", (uint64_t *out_address, size_t bytes, void *stream))              \
  X(release, "cuMemFreeAsync", (uint64_t address, void *stream))                                   \
  X(keep, "cuMemAlloc_v2", (uint64_t *out_address, size_t bytes))                                  \
  X(drop, "cuMemFree_v2", (uint64_t address))                                                      \
  X(upload, "cuMemcpyHtoD_v2", (uint64_t to, const void *from, size_t bytes))                      \
  X(copy, "cuMemcpyDtoDAsync_v2", (uint64_t to, uint64_t from, size_t bytes, void *stream))        \
  X(launch, "cuLaunchKernel",                                                                      \
    (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,          \
     unsigned block_y, unsigned block_z, unsigned shared_bytes, void *stream, void **parameters,   \
     void **extra))

typedef struct CudaDriver {
#define X(field, symbol, parameters) int(*field) parameters;
  CUDA_FUNCTIONS(X)
#undef X
  // Since CUDA 12: makes a tensor map of 128 bytes at a multiple of 64; NULL before.
  int (*encode)(void *out_map, int type, uint32_t rank, void *address, const uint64_t *sizes,
                const uint64_t *strides, const uint32_t *boxes, const uint32_t *element_strides,
                int interleave, int swizzle, int promotion, int fill);
  // Since CUDA 12: a number that no other context of the process ever has; NULL before.
  int (*context_id)(void *context, unsigned long long *out_id);
} CudaDriver;

#endif
