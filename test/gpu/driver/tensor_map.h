// Tensor maps without a GPU: made with the checks of the driver, 128 bytes of a form of their own,
// and boxes of them. CUDA Driver API, "Tensor Map Object Management"; PTX ISA, "Tensors".
#ifndef AUTOTUNE_TEST_GPU_DRIVER_TENSOR_MAP_H
#define AUTOTUNE_TEST_GPU_DRIVER_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

enum { TENSOR_MAP_BYTES = 128, TENSOR_MAP_RANK = 5, TENSOR_MAP_MOST_BOX_BYTES = 256 * 256 };

// As cuTensorMapEncodeTiled: dimensions from the innermost on, strides in bytes from the second on.
// 0, or 1 where the driver finds a value that is not valid, or one that is not known here.
int tensor_map_encode(void *out_map, int type, uint32_t rank, void *address, const uint64_t *sizes,
                      const uint64_t *strides, const uint32_t *box, const uint32_t *element_strides,
                      int interleave, int swizzle, int promotion, int fill);

// What is read of memory, and of shared memory written.
typedef struct TensorMap {
  uint64_t address;
  int rank, bytes; // of an element
  int line;        // bytes that a swizzle takes: 32, 64 or 128; 16: there is none
  uint64_t size[TENSOR_MAP_RANK], stride[TENSOR_MAP_RANK]; // bytes
  int box[TENSOR_MAP_RANK];
} TensorMap;

// False where the 128 bytes are none that tensor_map_encode has made.
bool tensor_map_decode(const void *map, TensorMap *out_map);
int64_t tensor_map_box_bytes(const TensorMap *map);
int64_t tensor_map_memory_bytes(const TensorMap *map); // from its address on
// The box whose first element is at `at`, in its order, zeros beyond the sizes.
void tensor_map_read_box(const TensorMap *map, const int32_t *at, char *out_bytes);
// Where a byte goes that is so many behind the begin of a box at an address of shared memory.
uint64_t tensor_map_place(const TensorMap *map, uint64_t begin, uint64_t offset);

#endif
