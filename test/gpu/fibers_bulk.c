// Bulk copies by tensor maps, and the barriers in shared memory that count their bytes (mbarrier).
// A copy is carried out when a thread waits for its barrier and nothing else can go on, so that
// what is used earlier is an error, and so is a phase that ends before all of its copies, or never.
#include "fibers_run.h"

#include "driver/tensor_map.h"

#include <string.h>

enum { BARRIERS = 16, ARGUMENTS = 64, COPIES = 256, UNIT = 16 };

typedef struct Barrier {
  int64_t place, count, left; // threads of a phase, those that have not arrived
  int64_t bytes;              // that are expected and have not come
  int64_t phase;
  int maker;
  int64_t made, published; // interval, and how often the maker had published
} Barrier;

typedef struct BulkCopy {
  TensorMap map;
  int32_t at[TENSOR_MAP_RANK];
  int64_t to;
  int barrier;
} BulkCopy;

static char maps[ARGUMENTS][TENSOR_MAP_BYTES];
static Barrier barriers[BARRIERS];
static BulkCopy copies[COPIES];
static int barrier_count, copy_count;

void fibers_map(int64_t argument, const void *map) {
  memcpy(maps[argument], map, TENSOR_MAP_BYTES);
}

void fiber_bulk_start(void) { barrier_count = copy_count = 0; }

static int find(int64_t place) {
  for (int b = 0; b < barrier_count; b++)
    if (barriers[b].place == place)
      return b;
  return -1;
}

// One that the thread may use: another one has made it before a barrier of the block.
static Barrier *known(int64_t place) {
  int b = find(place);
  if (b < 0 || (barriers[b].maker != fiber_current && barriers[b].made == fiber_interval))
    fiber_fail("the barrier at address %lld is used before it is made (%lld)", place, b);
  return &barriers[b];
}

void fiber_bulk_init(int64_t place, int32_t count) {
  int64_t offset, buffer = fiber_locate(place, 8, &offset);
  if (find(place) >= 0 || barrier_count == BARRIERS || count < 1 || place % 8 != 0)
    fiber_fail("a second barrier, or too many of them, at address %lld of buffer %lld", place,
               buffer);
  barriers[barrier_count++] = (Barrier){
      place, count, count, 0, 0, fiber_current, fiber_interval, fibers[fiber_current].published};
}

static void end_phase(Barrier *barrier) {
  if (barrier->left > 0 || barrier->bytes != 0)
    return;
  barrier->left = barrier->count;
  barrier->phase++;
}

void fiber_bulk_expect(int64_t place, int32_t bytes) {
  Barrier *barrier = known(place);
  if (barrier->left == 0)
    fiber_fail("more threads than %lld arrive at the barrier at address %lld", barrier->count,
               place);
  barrier->bytes += bytes;
  barrier->left--;
  end_phase(barrier);
}

// --- copies

// Copies write to it, in whole pieces.
static void take(const BulkCopy *copy) {
  for (int64_t offset = 0; offset < tensor_map_box_bytes(&copy->map); offset += UNIT) {
    int64_t inside,
        place = (int64_t)tensor_map_place(&copy->map, (uint64_t)copy->to, (uint64_t)offset);
    int64_t buffer = fiber_locate(place, UNIT, &inside);
    int64_t size = fiber_buffers[buffer].element_bytes;
    fiber_shared(buffer, inside / size, UNIT / size, true);
    for (int64_t e = 0; e < UNIT / size; e++)
      fiber_element(buffer, inside)[e].is_copied = true;
  }
}

void fiber_bulk(int64_t argument, int64_t to, int64_t place, int64_t rank, int32_t at0, int32_t at1,
                int32_t at2, int32_t at3, int32_t at4) {
  BulkCopy copy = {.to = to, .at = {at0, at1, at2, at3, at4}};
  const Barrier *barrier = known(place);
  fiber_index(argument, 1, ARGUMENTS);
  fiber_index(copy_count, 1, COPIES);
  if (!tensor_map_decode(maps[argument], &copy.map) || copy.map.rank != rank)
    fiber_fail("argument %lld is no tensor map of rank %lld", argument, rank);
  const char *memory = (const char *)(uintptr_t)copy.map.address;
  if (!fiber_is_memory(memory, tensor_map_memory_bytes(&copy.map)))
    fiber_fail("the tensor map of argument %lld has more than a buffer (%lld)", argument, rank);
  if (to % 128 != 0)
    fiber_fail("a bulk copy to address %lld, of argument %lld, is not aligned", to, argument);
  if (fibers[barrier->maker].published <= barrier->published)
    fiber_fail("the barrier at address %lld is not published before a bulk copy (%lld)", place, 0);
  copy.barrier = find(place);
  take(&copy);
  copies[copy_count++] = copy;
}

static void carry_out(const BulkCopy *copy) {
  static char box[TENSOR_MAP_MOST_BOX_BYTES];
  tensor_map_read_box(&copy->map, copy->at, box);
  for (int64_t offset = 0; offset < tensor_map_box_bytes(&copy->map); offset += UNIT) {
    int64_t inside,
        place = (int64_t)tensor_map_place(&copy->map, (uint64_t)copy->to, (uint64_t)offset);
    int64_t buffer = fiber_locate(place, UNIT, &inside);
    FiberElement *first = fiber_element(buffer, inside);
    memcpy(fiber_buffers[buffer].base + inside, box + offset, UNIT);
    for (int64_t e = 0; e < UNIT / fiber_buffers[buffer].element_bytes; e++) {
      first[e].is_copied = false;
      first[e].writing = 0; // by no thread: whoever waits sees it, and so do products
      first[e].published = -1;
    }
  }
}

// --- waits

void fiber_bulk_wait(int64_t place, int32_t parity) {
  known(place);
  fibers[fiber_current].phase = (FiberPhase){place, parity};
  fiber_leave(FIBER_AT_PHASE);
}

static bool is_over(const FiberPhase *phase) {
  return (barriers[find(phase->place)].phase & 1) != phase->parity;
}

static bool let_go(int threads) {
  bool has = false;
  for (int t = 0; t < threads; t++)
    if (fibers[t].state == FIBER_AT_PHASE && is_over(&fibers[t].phase)) {
      fibers[t].state = FIBER_READY;
      has = true;
    }
  return has;
}

// The last copy of a barrier that somebody waits for; -1: there is none.
static int awaited(int threads) {
  for (int c = copy_count; c-- > 0;)
    for (int t = 0; t < threads; t++)
      if (fibers[t].state == FIBER_AT_PHASE &&
          fibers[t].phase.place == barriers[copies[c].barrier].place)
        return c;
  return -1;
}

bool fiber_bulk_run(int threads) {
  if (let_go(threads))
    return true;
  int c = awaited(threads);
  if (c < 0)
    return false;
  Barrier *barrier = &barriers[copies[c].barrier];
  carry_out(&copies[c]);
  barrier->bytes -= tensor_map_box_bytes(&copies[c].map);
  copies[c] = copies[--copy_count];
  end_phase(barrier);
  return true;
}
