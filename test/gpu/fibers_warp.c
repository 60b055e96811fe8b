// What the threads of a warp do together: shuffles, products of matrices and their loads.
#include "fibers_run.h"

#include <stddef.h>
#include <string.h>

int32_t fiber_shuffle_i32(int32_t value, int32_t mask) {
  fibers[fiber_current].shuffle = (FiberShuffle){value, mask};
  fiber_leave(FIBER_SHUFFLING);
  return fibers[fiber_current].shuffle.word;
}

float fiber_shuffle_f32(float value, int32_t mask) {
  int32_t word;
  memcpy(&word, &value, sizeof word);
  word = fiber_shuffle_i32(word, mask);
  memcpy(&value, &word, sizeof value);
  return value;
}

void fiber_exchange(Fiber *warp, int lanes) {
  int32_t words[FIBER_LANES];
  for (int lane = 0; lane < lanes; lane++) {
    int other = lane ^ warp[lane].shuffle.mask;
    words[lane] = other >= 0 && other < lanes ? warp[other].shuffle.word : 0;
  }
  for (int lane = 0; lane < lanes; lane++) {
    warp[lane].shuffle.word = words[lane];
    warp[lane].state = FIBER_READY;
  }
}

// --- products of matrices

int32_t fiber_tf32(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (int32_t)((bits + (1u << 12)) & ~((1u << 13) - 1));
}

void fiber_mma(int64_t left_type, int64_t right_type, int64_t terms, int32_t a0, int32_t a1,
               int32_t a2, int32_t a3, int32_t b0, int32_t b1, int32_t c0, int32_t c1, int32_t c2,
               int32_t c3) {
  fibers[fiber_current].matrices = (FiberMatrices){{(FiberType)left_type, (FiberType)right_type},
                                                   (int)terms,
                                                   {a0, a1, a2, a3},
                                                   {b0, b1},
                                                   {c0, c1, c2, c3},
                                                   .loaded = 0};
  fiber_leave(FIBER_AT_MATRICES);
}

int32_t fiber_sum(int64_t number) { return fibers[fiber_current].matrices.sums[number]; }

int fiber_bytes_of(FiberType type) {
  return type == FIBER_TF32 ? 4 : type == FIBER_F16 || type == FIBER_BF16 ? 2 : 1;
}

float fiber_float_of(const void *first, FiberType type, int number) {
  float value;
  _Float16 half;
  const char *place = (const char *)first + (ptrdiff_t)number * fiber_bytes_of(type);
  uint16_t upper;
  uint32_t bits;
  if (type == FIBER_F16) {
    memcpy(&half, place, sizeof half);
    return (float)half;
  }
  if (type == FIBER_BF16) {
    memcpy(&upper, place, sizeof upper);
    bits = (uint32_t)upper << 16;
  } else {
    memcpy(&bits, place, sizeof bits);
  }
  memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t fiber_integer_of(const void *first, FiberType type, int number) {
  uint8_t byte = ((const uint8_t *)first)[number];
  return type == FIBER_S8 ? (uint32_t)(int8_t)byte : byte;
}

// Sum `number` of the thread in `lane`, whose row and column its place in the warp says.
static int32_t sum_of(const Fiber *warp, int lane, int number) {
  const FiberMatrices *own = &warp[lane].matrices;
  int row = lane / 4 + number / 2 * 8, column = lane % 4 * 2 + number % 2;
  int each = 4 / fiber_bytes_of(own->type[0]); // terms of a register
  bool is_integer = own->type[0] == FIBER_S8 || own->type[0] == FIBER_U8;
  int32_t bits = own->sums[number];
  uint32_t whole = (uint32_t)bits;
  float sum;
  memcpy(&sum, &bits, sizeof sum);
  for (int k = 0; k < own->terms; k++) {
    int part = k % (4 * each) / each, last = k / (4 * each);
    const int32_t *x = &warp[row % 8 * 4 + part].matrices.left[2 * last + row / 8];
    const int32_t *y = &warp[column * 4 + part].matrices.right[last];
    if (is_integer)
      whole +=
          fiber_integer_of(x, own->type[0], k % each) * fiber_integer_of(y, own->type[1], k % each);
    else
      sum += fiber_float_of(x, own->type[0], k % each) * fiber_float_of(y, own->type[1], k % each);
  }
  memcpy(&bits, is_integer ? (const void *)&whole : (const void *)&sum, sizeof bits);
  return bits;
}

void fiber_ldmatrix(int64_t line, int64_t count, int64_t is_transposed) {
  enum { LINE = 16 };
  int64_t offset, buffer = fiber_locate(line, LINE, &offset);
  if (line % LINE != 0)
    fiber_fail("a line of %lld bytes at %lld is not aligned", LINE, line);
  if (fiber_current % FIBER_LANES < 8 * count)
    fiber_shared(buffer, offset / fiber_buffers[buffer].element_bytes,
                 LINE / fiber_buffers[buffer].element_bytes, false);
  fibers[fiber_current].matrices = (FiberMatrices){.loaded = (int)count,
                                                   .is_transposed = is_transposed != 0,
                                                   .line = fiber_buffers[buffer].base + offset};
  fiber_leave(FIBER_AT_MATRICES);
}

int32_t fiber_word(int64_t number) { return fibers[fiber_current].matrices.words[number]; }

void fiber_load(Fiber *warp) {
  for (int lane = 0; lane < FIBER_LANES; lane++) {
    FiberMatrices *own = &warp[lane].matrices;
    for (int m = 0; m < own->loaded; m++)
      for (int e = 0; e < 2; e++) {
        int row = own->is_transposed ? lane % 4 * 2 + e : lane / 4;
        int column = own->is_transposed ? lane / 4 : lane % 4 * 2 + e;
        memcpy((char *)&own->words[m] + (ptrdiff_t)2 * e,
               warp[8 * m + row].matrices.line + (ptrdiff_t)2 * column, 2);
      }
    warp[lane].state = FIBER_READY;
  }
}

void fiber_multiply(Fiber *warp) {
  int32_t sums[FIBER_LANES][4];
  for (int lane = 0; lane < FIBER_LANES; lane++)
    for (int s = 0; s < 4; s++)
      sums[lane][s] = sum_of(warp, lane, s);
  for (int lane = 0; lane < FIBER_LANES; lane++) {
    memcpy(warp[lane].matrices.sums, sums[lane], sizeof sums[lane]);
    warp[lane].state = FIBER_READY;
  }
}
