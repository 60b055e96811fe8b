// Copies by tensor maps, and the barriers in shared memory whose phases they end (mbarrier). A copy
// arrives when a thread waits for its barrier and no other can go on. PTX ISA,
// "cp.async.bulk.tensor" and "mbarrier".
#include "ptx_run.h"
#include "tensor_map.h"

#include <string.h>

enum { BARRIERS = 16, COPIES = 256 };

typedef struct Barrier {
  uint64_t place;
  int64_t count, left, bytes; // threads, those that have not arrived, bytes that have not come
  int64_t phase;
} Barrier;

typedef struct Copy {
  TensorMap map;
  int32_t at[TENSOR_MAP_RANK];
  uint64_t to, barrier;
} Copy;

static Barrier barriers[BARRIERS];
static Copy copies[COPIES];
static int barrier_count, copy_count;

void ptx_bulk_start(void) { barrier_count = copy_count = 0; }

static Barrier *find(PtxRun *run, uint64_t place) {
  for (int b = 0; b < barrier_count; b++)
    if (barriers[b].place == place)
      return &barriers[b];
  ptx_fail(run, "is no barrier that was made: address", (int64_t)place);
  return NULL;
}

static void end_phase(Barrier *barrier) {
  if (barrier->left > 0 || barrier->bytes != 0)
    return;
  barrier->left = barrier->count;
  barrier->phase++;
}

static void make(PtxRun *run, const PtxInstruction *at) {
  uint64_t place = ptx_address(run, &at->operands[0]);
  int64_t count = (int64_t)ptx_value(run, &at->operands[1], 0);
  if (barrier_count == BARRIERS || place % 8 != 0 || place + 8 > (uint64_t)run->shared_size)
    ptx_fail(run, "is no place for a barrier, or there are too many: address", (int64_t)place);
  barriers[barrier_count++] = (Barrier){place, count, count, 0, 0};
}

static void expect(PtxRun *run, const PtxInstruction *at) {
  Barrier *barrier = find(run, ptx_address(run, &at->operands[1]));
  if (barrier->left == 0)
    ptx_fail(run, "more threads arrive at a barrier than", barrier->count);
  barrier->bytes += (int64_t)ptx_value(run, &at->operands[2], 0);
  barrier->left--;
  end_phase(barrier);
}

static bool is_over(PtxRun *run, const PtxInstruction *at) {
  const Barrier *barrier = find(run, ptx_address(run, &at->operands[1]));
  return (barrier->phase & 1) != (int64_t)ptx_value(run, &at->operands[2], 0);
}

// What is there is read no more: it is being overwritten.
static void ask(PtxRun *run, const PtxInstruction *at) {
  Copy copy = {.to = ptx_address(run, &at->operands[0]),
               .barrier = find(run, ptx_address(run, &at->operands[2]))->place};
  const PtxOperand *map = &at->operands[1];
  const char *bytes = (const char *)(uintptr_t)ptx_value(run, map, 0);
  bool is_parameter =
      bytes >= run->parameters && bytes < run->parameters + run->kernel->parameter_bytes;
  if (!is_parameter || (uintptr_t)bytes % 64 != 0 || !tensor_map_decode(bytes, &copy.map) ||
      copy.map.rank != map->lanes)
    ptx_fail(run, "is no tensor map among the parameters, of rank", map->lanes);
  for (int d = 0; d < map->lanes; d++) {
    PtxOperand one = {.registers = {map->many[d]}, .number = 0};
    if (map->many[d] < 0) // only the last number of a vector is kept
      ptx_fail(run, "is a coordinate that is no register: dimension", d);
    copy.at[d] = (int32_t)ptx_value(run, &one, 0);
  }
  int64_t size = tensor_map_box_bytes(&copy.map);
  if (copy_count == COPIES || copy.to % 128 != 0 ||
      copy.to + (uint64_t)size > (uint64_t)run->shared_size ||
      !run->is_memory(copy.map.address, (size_t)tensor_map_memory_bytes(&copy.map)))
    ptx_fail(run, "is a bulk copy that is not aligned, or outside of memory: address",
             (int64_t)copy.to);
  for (int64_t b = 0; b < size; b++)
    run->bytes[tensor_map_place(&copy.map, copy.to, (uint64_t)b)].is_written = false;
  copies[copy_count++] = copy;
}

bool ptx_bulk_step(PtxRun *run, const PtxInstruction *at) {
  PtxThread *thread = &run->threads[run->thread];
  if (at->op == PTX_MAKE)
    make(run, at);
  else if (at->op == PTX_EXPECT)
    expect(run, at);
  else if (at->op == PTX_BULK)
    ask(run, at);
  else if (is_over(run, at))
    run->registers[at->operands[0].registers[0]] = 1;
  else
    thread->is_at_phase = true;
  thread->next -= thread->is_at_phase;
  return !thread->is_at_phase;
}

// --- arrival

static void carry_out(PtxRun *run, const Copy *copy) {
  static char box[TENSOR_MAP_MOST_BOX_BYTES];
  tensor_map_read_box(&copy->map, copy->at, box);
  for (int64_t b = 0; b < tensor_map_box_bytes(&copy->map); b++) {
    uint64_t place = tensor_map_place(&copy->map, copy->to, (uint64_t)b);
    run->shared[place] = box[b];
    run->bytes[place].is_written = true;
    run->bytes[place].writing = 0; // by no thread: whoever waits sees it
  }
}

static const PtxInstruction *phase_of(const PtxRun *run, int t) {
  return run->threads[t].is_at_phase ? &run->kernel->instructions[run->threads[t].next] : NULL;
}

static void take(PtxRun *run, int t, const PtxInstruction *at) {
  run->thread = t;
  run->registers = run->threads[t].registers;
  run->at = at;
}

static bool let_go(PtxRun *run, int threads) {
  bool has = false;
  for (int t = 0; t < threads; t++) {
    const PtxInstruction *at = phase_of(run, t);
    if (!at)
      continue;
    take(run, t, at);
    if (!is_over(run, at))
      continue;
    has = true;
    run->threads[t].is_at_phase = false;
    ptx_run_thread(run, t);
  }
  return has;
}

bool ptx_bulk_arrive(PtxRun *run, int threads) {
  bool waits = false;
  if (let_go(run, threads))
    return true;
  for (int t = 0; t < threads; t++) {
    const PtxInstruction *at = phase_of(run, t);
    if (!at)
      continue;
    waits = true;
    take(run, t, at);
    for (int c = copy_count; c-- > 0;)
      if (copies[c].barrier == ptx_address(run, &at->operands[1])) {
        Barrier *barrier = find(run, copies[c].barrier);
        carry_out(run, &copies[c]);
        barrier->bytes -= tensor_map_box_bytes(&copies[c].map);
        copies[c] = copies[--copy_count];
        end_phase(barrier);
        return true;
      }
  }
  if (waits)
    ptx_fail(run, "waits for a phase that never ends, of copies that are left:", copy_count);
  return false;
}
