// See tensor_map.h.
#include "tensor_map.h"

#include <string.h>

enum { MAGIC = 0x70616d54, UNIT = 16, MOST_BOX = 256, OK = 0, INVALID = 1 };

// Sizes less one, of 32 bits.
typedef struct Packed {
  uint32_t magic;
  uint8_t rank, bytes, line;
  uint64_t address;
  uint32_t last[TENSOR_MAP_RANK], box[TENSOR_MAP_RANK];
  uint64_t stride[TENSOR_MAP_RANK - 1];
} Packed;

_Static_assert(sizeof(Packed) <= TENSOR_MAP_BYTES, "a tensor map has 128 bytes");

// CUtensorMapDataType: u8, u16, u32, i32, u64, i64, f16, f32, f64, bf16.
static int type_bytes(int type) {
  static const int bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};
  return type >= 0 && type < (int)(sizeof bytes / sizeof *bytes) ? bytes[type] : 0;
}

static bool has_strides(uint32_t rank, int bytes, const uint64_t *sizes, const uint64_t *strides) {
  uint64_t inner = sizes[0] * (uint64_t)bytes;
  for (uint32_t d = 0; d + 1 < rank; d++) {
    if (strides[d] % UNIT != 0 || strides[d] >= (uint64_t)1 << 40 || strides[d] < inner ||
        (d > 0 && strides[d] % strides[d - 1] != 0))
      return false;
    inner = strides[d] * sizes[d + 1];
  }
  return true;
}

static bool has_box(uint32_t rank, const uint64_t *sizes, const uint32_t *box,
                    const uint32_t *element_strides) {
  for (uint32_t d = 0; d < rank; d++)
    if (sizes[d] < 1 || sizes[d] > (uint64_t)1 << 32 || box[d] < 1 || box[d] > MOST_BOX ||
        element_strides[d] != 1)
      return false;
  return true;
}

int tensor_map_encode(void *out_map, int type, uint32_t rank, void *address, const uint64_t *sizes,
                      const uint64_t *strides, const uint32_t *box, const uint32_t *element_strides,
                      int interleave, int swizzle, int promotion, int fill) {
  int bytes = type_bytes(type);
  if ((uintptr_t)out_map % 64 != 0 || bytes == 0 || rank < 1 || rank > TENSOR_MAP_RANK ||
      address == NULL || (uintptr_t)address % UNIT != 0 || interleave != 0 || swizzle < 0 ||
      swizzle > 3 || promotion < 0 || promotion > 3 || fill != 0 ||
      !has_box(rank, sizes, box, element_strides) || !has_strides(rank, bytes, sizes, strides))
    return INVALID;
  int line = UNIT << swizzle;
  int64_t inner = (int64_t)box[0] * bytes;
  if (inner % UNIT != 0 || (swizzle > 0 && inner > line))
    return INVALID;
  Packed packed = {.magic = MAGIC,
                   .rank = (uint8_t)rank,
                   .bytes = (uint8_t)bytes,
                   .line = (uint8_t)line,
                   .address = (uint64_t)(uintptr_t)address};
  for (uint32_t d = 0; d < rank; d++) {
    packed.last[d] = (uint32_t)(sizes[d] - 1);
    packed.box[d] = box[d];
    if (d > 0)
      packed.stride[d - 1] = strides[d - 1];
  }
  memset(out_map, 0, TENSOR_MAP_BYTES);
  memcpy(out_map, &packed, sizeof packed);
  return OK;
}

bool tensor_map_decode(const void *map, TensorMap *out_map) {
  Packed packed;
  memcpy(&packed, map, sizeof packed);
  *out_map = (TensorMap){packed.address, packed.rank, packed.bytes, packed.line, {0}, {0}, {0}};
  for (int d = 0; packed.magic == MAGIC && d < packed.rank; d++) {
    out_map->size[d] = (uint64_t)packed.last[d] + 1;
    out_map->stride[d] = d == 0 ? packed.bytes : packed.stride[d - 1];
    out_map->box[d] = (int)packed.box[d];
  }
  return packed.magic == MAGIC;
}

int64_t tensor_map_box_bytes(const TensorMap *map) {
  int64_t bytes = map->bytes;
  for (int d = 0; d < map->rank; d++)
    bytes *= map->box[d];
  return bytes;
}

int64_t tensor_map_memory_bytes(const TensorMap *map) {
  uint64_t bytes = (uint64_t)map->bytes;
  for (int d = 0; d < map->rank; d++)
    bytes += (map->size[d] - 1) * map->stride[d];
  return (int64_t)bytes;
}

void tensor_map_read_box(const TensorMap *map, const int32_t *at, char *out_bytes) {
  int64_t count = tensor_map_box_bytes(map) / map->bytes;
  for (int64_t element = 0; element < count; element++) {
    uint64_t from = map->address;
    int64_t rest = element;
    bool is_inside = true;
    for (int d = 0; d < map->rank; d++) {
      int64_t index = at[d] + rest % map->box[d];
      is_inside = is_inside && index >= 0 && (uint64_t)index < map->size[d];
      from += (uint64_t)index * map->stride[d];
      rest /= map->box[d];
    }
    char *to = out_bytes + element * map->bytes;
    if (is_inside)
      memcpy(to, (const char *)(uintptr_t)from, (size_t)map->bytes);
    else
      memset(to, 0, (size_t)map->bytes);
  }
}

uint64_t tensor_map_place(const TensorMap *map, uint64_t begin, uint64_t offset) {
  uint64_t pieces = (uint64_t)map->line / UNIT, at = begin + offset;
  return at ^ ((at >> 7 & (pieces - 1)) * UNIT);
}
