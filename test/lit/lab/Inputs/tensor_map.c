// Tensor maps that the driver takes and refuses, and a box of one.
#include "tensor_map.h"

#include <stdio.h>
#include <string.h>

typedef struct Map {
  int type, interleave, swizzle, fill;
  uint32_t rank;
  int64_t shift; // of the address
  uint64_t sizes[5], strides[5];
  uint32_t box[5], steps[5];
} Map;

static _Alignas(64) char out[TENSOR_MAP_BYTES];
static _Alignas(64) uint16_t memory[6 * 24];

static int encode(const Map *map) {
  return tensor_map_encode(out, map->type, map->rank, (char *)memory + map->shift, map->sizes,
                           map->strides, map->box, map->steps, map->interleave, map->swizzle, 2,
                           map->fill);
}

// 5 rows of 20 halves, 48 bytes apart; boxes of 16 x 4.
static Map good(void) { return (Map){6, 0, 1, 0, 2, 0, {20, 5}, {48}, {16, 4}, {1, 1, 1, 1, 1}}; }

static int check_box(void) {
  TensorMap map;
  char box[128];
  const int32_t at[] = {16, 3};
  int wrong = 0;
  for (int i = 0; i < 6 * 24; i++)
    memory[i] = (uint16_t)(i + 1);
  Map made = good();
  wrong += encode(&made) != 0 || !tensor_map_decode(out, &map) || tensor_map_box_bytes(&map) != 128;
  tensor_map_read_box(&map, at, box);
  for (int row = 0; row < 4; row++)
    for (int column = 0; column < 16; column++) {
      uint16_t value, expected = (uint16_t)((3 + row) * 24 + 16 + column + 1);
      memcpy(&value, box + 2 * (16 * row + column), sizeof value);
      wrong += value != (row < 2 && column < 4 ? expected : 0);
    }
  // Lines of 32 bytes: every fifth to eighth has its two pieces turned.
  wrong += tensor_map_place(&map, 1024, 16) != 1040 || tensor_map_place(&map, 1024, 128) != 1168 ||
           tensor_map_place(&map, 1024, 144) != 1152;
  return wrong > 0;
}

int main(void) {
  int wrong = 0, count = 0;
  Map map = good();
  wrong += (count++, encode(&map) != 0);
#define REFUSES(change)                                                                            \
  map = good();                                                                                    \
  change;                                                                                          \
  wrong += (count++, encode(&map) == 0)
  REFUSES(map.shift = 8);       // of 16 bytes
  REFUSES(map.strides[0] = 40); // the same
  REFUSES(map.strides[0] = 32); // less than a row
  REFUSES(map.strides[0] = (uint64_t)1 << 40);
  REFUSES(map.box[1] = 257);
  REFUSES(map.box[0] = 12); // 24 bytes
  REFUSES(map.box[0] = 32); // more than the swizzle
  REFUSES(map.box[1] = 0);
  REFUSES(map.rank = 6);
  REFUSES(map.sizes[1] = 0);
  REFUSES(map.type = 20);
  REFUSES(map.swizzle = 4);
  REFUSES(map.steps[0] = 9);
  REFUSES((map.rank = 3, map.sizes[2] = 2, map.strides[1] = 112, map.box[2] = 1)); // inside rows
  wrong += (count++, check_box());
  printf("%d of %d wrong\n", wrong, count);
  return wrong > 0;
}
