// Products of matrices by warpgroups (wgmma), whose operands descriptors name in shared memory.
// They are computed when all 128 threads ask for them; that they go on until they are waited for is
// told by errors: sums that are read before, and what they read that is overwritten before all
// threads have waited and met. What is written by threads they see after fence.proxy and a barrier.
#include "fibers_run.h"

#include <string.h>

enum { ROWS = 64, TERM_BYTES = 32, MAX_TERMS = 32, MAX_COLUMNS = 256, UNIT = 16 };

static int64_t groups_met[FIBER_GROUPS]; // that all threads of a warpgroup had waited for

void fiber_group_start(int threads) {
  for (int t = 0; t < threads; t++) {
    Fiber *fiber = &fibers[t];
    fiber->groups = fiber->groups_done = fiber->published = fiber->published_met = 0;
    fiber->has_open = fiber->is_ordered = false;
  }
  memset(groups_met, 0, sizeof groups_met);
}

void fiber_group_meet(int threads) {
  for (int t = 0; t < threads; t++) {
    int64_t *met = &groups_met[t / FIBER_GROUP], done = fibers[t].groups_done;
    fibers[t].published_met = fibers[t].published;
    *met = t % FIBER_GROUP == 0 || done < *met ? done : *met;
  }
}

bool fiber_group_reads(const FiberElement *element) {
  for (int w = 0; w < FIBER_GROUPS; w++)
    if (element->group[w] > groups_met[w])
      return true;
  return false;
}

// --- what threads ask for

void fiber_publish(void) { fibers[fiber_current].published++; }

void fiber_wgmma_fence(void) { fibers[fiber_current].is_ordered = true; }

void fiber_wgmma_commit(void) {
  fibers[fiber_current].groups++;
  fibers[fiber_current].has_open = false;
}

void fiber_wgmma_wait(int64_t left) {
  Fiber *fiber = &fibers[fiber_current];
  if (fiber->groups - left > fiber->groups_done)
    fiber->groups_done = fiber->groups - left;
}

void fiber_wgmma_read(void) {
  Fiber *fiber = &fibers[fiber_current];
  if (fiber->has_open || fiber->groups_done < fiber->groups)
    fiber_fail("sums are read before products were waited for: %lld groups of %lld are done",
               fiber->groups_done, fiber->groups);
  fiber->is_ordered = false;
}

void fiber_wgmma(int64_t left_type, int64_t right_type, int64_t columns, int64_t left_turned,
                 int64_t right_turned, int64_t left, int64_t right, void *sums) {
  Fiber *fiber = &fibers[fiber_current];
  if (!fiber->is_ordered)
    fiber_fail("a product of %lld columns has no fence before it (%lld)", columns, 0);
  fiber->has_open = true;
  fiber->product = (FiberProduct){{(FiberType)left_type, (FiberType)right_type},
                                  columns,
                                  {left_turned != 0, right_turned != 0},
                                  {(uint64_t)left, (uint64_t)right},
                                  sums};
  fiber_leave(FIBER_AT_GROUP);
}

// --- operands

typedef struct Descriptor {
  int64_t start, leading, stride, line; // bytes
} Descriptor;

// PTX ISA, "Matrix Descriptor Format".
static Descriptor descriptor_of(uint64_t bits) {
  enum { MASK = (1 << 14) - 1, LEADING = 16, STRIDE = 32, OFFSET = 49, SWIZZLE = 62 };
  static const int64_t lines[] = {0, 128, 64, 32};
  Descriptor out = {.start = (int64_t)(bits & MASK) * UNIT,
                    .leading = (int64_t)(bits >> LEADING & MASK) * UNIT,
                    .stride = (int64_t)(bits >> STRIDE & MASK) * UNIT,
                    .line = lines[bits >> SWIZZLE]};
  if (out.line == 0 || (bits >> OFFSET & 7) != 0)
    fiber_fail("a descriptor without a swizzle, or with an offset, is not known: %llx (%lld)",
               (int64_t)bits, 0);
  return out;
}

// Of row, or column, `row` and term `k`: PTX ISA, "Strides" and "Swizzling Modes".
static int64_t address_of(const Descriptor *d, bool is_turned, int bytes, int64_t row, int64_t k) {
  enum { EIGHT = 8 };
  int64_t across = is_turned ? k : row, along = (is_turned ? row : k) * bytes;
  int64_t at = d->start + across / EIGHT * d->stride + across % EIGHT * d->line;
  at += is_turned ? along / d->line * d->leading + along % d->line : along;
  return at ^ ((at >> 7 & (d->line / UNIT - 1)) * UNIT);
}

static const void *read_element(int64_t address, int bytes, int group) {
  int64_t offset, buffer = fiber_locate(address, bytes, &offset);
  FiberElement *element = fiber_element(buffer, offset);
  if (element->is_copied || !element->is_written)
    fiber_fail("a product reads address %lld of shared buffer %lld before it is written", address,
               buffer);
  if (element->writing == fiber_interval ||
      element->published >= fibers[element->writer].published_met)
    fiber_fail("a product reads address %lld of shared buffer %lld, which is not published",
               address, buffer);
  element->group[group] = (int32_t)fibers[fiber_current].groups + 1;
  return fiber_buffers[buffer].base + offset;
}

// --- the product

typedef struct Factors {
  float real[MAX_COLUMNS][MAX_TERMS];
  uint32_t whole[MAX_COLUMNS][MAX_TERMS];
} Factors;

static bool is_integer(FiberType type) { return type == FIBER_S8 || type == FIBER_U8; }

static void read_factors(const FiberProduct *product, int operand, int64_t rows, int group,
                         Factors *out) {
  FiberType type = product->type[operand];
  int bytes = fiber_bytes_of(type);
  Descriptor descriptor = descriptor_of(product->descriptor[operand]);
  if (product->is_turned[operand] && bytes != 2)
    fiber_fail("factors of %lld bytes cannot be turned (%lld)", bytes, 0);
  for (int64_t row = 0; row < rows; row++)
    for (int64_t k = 0; k < TERM_BYTES / bytes; k++) {
      int64_t address = address_of(&descriptor, product->is_turned[operand], bytes, row, k);
      const void *place = read_element(address, bytes, group);
      uint32_t cut; // what tf32 lacks of f32
      if (type == FIBER_TF32) {
        memcpy(&cut, place, sizeof cut);
        cut &= ~0x1fffu;
        place = &cut;
      }
      if (is_integer(type))
        out->whole[row][k] = fiber_integer_of(place, type, 0);
      else
        out->real[row][k] = fiber_float_of(place, type, 0);
    }
}

// The sums of thread t: of every 8 columns two rows, and two neighbours of each.
static void add(int t, const FiberProduct *product, const Factors *left, const Factors *right) {
  float *sums = product->sums;
  uint32_t *wholes = product->sums;
  int terms = TERM_BYTES / fiber_bytes_of(product->type[0]);
  for (int s = 0; s < product->columns / 2; s++) {
    int row = t / 32 * 16 + t % 32 / 4 + s / 2 % 2 * 8, column = s / 4 * 8 + t % 4 * 2 + s % 2;
    for (int k = 0; k < terms; k++)
      if (is_integer(product->type[0]))
        wholes[s] += left->whole[row][k] * right->whole[column][k];
      else
        sums[s] += left->real[row][k] * right->real[column][k];
  }
}

void fiber_group_multiply(int first) {
  static Factors factors[2];
  const FiberProduct *product = &fibers[first].product;
  fiber_current = first;
  if (product->columns < 8 || product->columns > MAX_COLUMNS || product->columns % 8 != 0)
    fiber_fail("a product of %lld columns is not known (%lld)", product->columns, 0);
  for (int t = 0; t < FIBER_GROUP; t++)
    if (memcmp(fibers[first + t].product.descriptor, product->descriptor,
               sizeof product->descriptor) != 0 ||
        fibers[first + t].groups != fibers[first].groups)
      fiber_fail("threads %lld and %lld name different matrices", first, first + t);
  read_factors(product, 0, ROWS, first / FIBER_GROUP, &factors[0]);
  read_factors(product, 1, product->columns, first / FIBER_GROUP, &factors[1]);
  for (int t = 0; t < FIBER_GROUP; t++) {
    add(t, &fibers[first + t].product, &factors[0], &factors[1]);
    fibers[first + t].state = FIBER_READY;
  }
}
