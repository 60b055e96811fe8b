// See ptx.h.
#include "ptx_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first registers, in the order of ptx_read.c.
enum { SPECIAL_TID, SPECIAL_CTAID = 3, SPECIAL_NTID = 6, SPECIAL_NCTAID = 9, SPECIAL_LANE = 12 };

void ptx_fail(const PtxRun *run, const char *what, int64_t number) {
  fprintf(stderr, "mock driver: %s: block %d %d %d, thread %d, PTX line %d: %s %lld\n",
          run->kernel->name, run->block[0], run->block[1], run->block[2], run->thread,
          run->at ? run->at->line : 0, what, (long long)number);
  exit(3);
}

uint64_t ptx_value(const PtxRun *run, const PtxOperand *operand, int lane) {
  int number = operand->registers[lane];
  return number < 0 ? (uint64_t)operand->number : run->registers[number];
}

// --- shared memory

static void use_byte(PtxRun *run, PtxByte *byte, int64_t at, bool is_write) {
  bool is_written_now = byte->writing == run->interval && byte->writer != run->thread;
  bool is_read_now = byte->reading == run->interval && byte->reader != run->thread;
  if (is_written_now || (is_write && is_read_now))
    ptx_fail(run, "two threads use between the same barriers the byte of shared memory", at);
  if (!is_write && !byte->is_written)
    ptx_fail(run, "is read before it is written: byte of shared memory", at);
  if (is_write) {
    byte->is_written = true;
    byte->writing = run->interval;
    byte->writer = run->thread;
    return;
  }
  byte->reader = byte->reading == run->interval && byte->reader != run->thread ? -1 : run->thread;
  byte->reading = run->interval;
}

static char *shared_bytes(PtxRun *run, uint64_t address, size_t bytes, bool is_write) {
  if (address + bytes > (uint64_t)run->shared_size || address % bytes != 0)
    ptx_fail(run, "is outside of shared memory or not aligned: address", (int64_t)address);
  for (uint64_t at = address; at < address + bytes; at++)
    use_byte(run, &run->bytes[at], (int64_t)at, is_write);
  return run->shared + address;
}

static char *global_bytes(PtxRun *run, uint64_t address, size_t bytes) {
  if (!run->is_memory(address, bytes) || address % bytes != 0)
    ptx_fail(run, "is outside of every buffer or not aligned: address", (int64_t)address);
  return (char *)(uintptr_t)address;
}

uint64_t ptx_address(const PtxRun *run, const PtxOperand *operand) {
  int number = operand->registers[0];
  return (number < 0 ? 0 : run->registers[number]) + (uint64_t)operand->number;
}

char *ptx_shared(PtxRun *run, const PtxOperand *operand, size_t bytes) {
  return shared_bytes(run, ptx_address(run, operand), bytes, false);
}

char *ptx_shared_at(PtxRun *run, uint64_t address, size_t bytes) {
  return shared_bytes(run, address, bytes, false);
}

static char *memory_bytes(PtxRun *run, const char *space, uint64_t address, size_t bytes,
                          bool is_write) {
  if (!strcmp(space, "param"))
    return (char *)run->parameters + address;
  if (!strcmp(space, "shared"))
    return shared_bytes(run, address, bytes, is_write);
  if (!strcmp(space, "global"))
    return global_bytes(run, address, bytes);
  ptx_fail(run, "is an access of a space that is not known here", 0);
  return NULL;
}

static void load(PtxRun *run, const PtxInstruction *at) {
  const PtxOperand *to = &at->operands[0];
  size_t bytes = (size_t)at->type.bits / 8;
  char *from = memory_bytes(run, at->space, ptx_address(run, &at->operands[1]),
                            bytes * (size_t)to->lanes, false);
  for (int lane = 0; lane < to->lanes; lane++) {
    uint64_t word = 0;
    memcpy(&word, from + bytes * (size_t)lane, bytes);
    if (at->type.kind == 's' && bytes < 8)
      word = (uint64_t)((int64_t)(word << (64 - 8 * bytes)) >> (64 - 8 * bytes));
    run->registers[to->registers[lane]] = word;
  }
}

static void store(PtxRun *run, const PtxInstruction *at) {
  const PtxOperand *from = &at->operands[1];
  size_t bytes = (size_t)at->type.bits / 8;
  char *to = memory_bytes(run, at->space, ptx_address(run, &at->operands[0]),
                          bytes * (size_t)from->lanes, true);
  for (int lane = 0; lane < from->lanes; lane++) {
    uint64_t word = ptx_value(run, from, lane);
    memcpy(to + bytes * (size_t)lane, &word, bytes);
  }
}

// --- copies that arrive when they are waited for

static void start_copy(PtxRun *run, const PtxInstruction *at) {
  PtxThread *thread = &run->threads[run->thread];
  size_t read = (size_t)at->operands[2].number;
  if (at->operand_count > 3)
    read = (size_t)ptx_value(run, &at->operands[3], 0);
  if (thread->copy_count == PTX_MAX_COPIES)
    ptx_fail(run, "too many copies wait", thread->copy_count);
  thread->copies[thread->copy_count++] = (PtxCopy){.to = ptx_address(run, &at->operands[0]),
                                                   .from = ptx_address(run, &at->operands[1]),
                                                   .bytes = (size_t)at->operands[2].number,
                                                   .read = read,
                                                   .group = thread->groups};
}

static void finish_copies(PtxRun *run, int64_t groups_left) {
  PtxThread *thread = &run->threads[run->thread];
  int kept = 0;
  for (int i = 0; i < thread->copy_count; i++) {
    const PtxCopy *copy = &thread->copies[i];
    if (copy->group >= thread->groups - groups_left) {
      thread->copies[kept++] = *copy;
      continue;
    }
    char *to = shared_bytes(run, copy->to, copy->bytes, true);
    memset(to, 0, copy->bytes);
    if (copy->read > 0)
      memcpy(to, global_bytes(run, copy->from, copy->read), copy->read);
  }
  thread->copy_count = kept;
}

static void wait_copies(PtxRun *run, const PtxInstruction *at) {
  PtxThread *thread = &run->threads[run->thread];
  if (at->how[0] == '0')
    thread->groups++; // those of no group, too
  finish_copies(run, at->operand_count > 0 ? at->operands[0].number : 0);
}

// --- threads

// Returns whether the thread goes on: false at a barrier and at the end.
static bool step(PtxRun *run, PtxThread *thread) {
  const PtxInstruction *at = &run->kernel->instructions[thread->next];
  run->at = at;
  run->executed++;
  thread->next++;
  if (at->guard >= 0 && (run->registers[at->guard] != 0) == at->is_guard_negated)
    return true;
  switch (at->op) {
  case PTX_ld:
    load(run, at);
    return true;
  case PTX_st:
    store(run, at);
    return true;
  case PTX_bra:
    thread->next = at->target;
    return true;
  case PTX_COPY:
    start_copy(run, at);
    return true;
  case PTX_ORDER:
    return true;
  case PTX_MAKE:
  case PTX_EXPECT:
  case PTX_PHASE:
  case PTX_BULK:
    return ptx_bulk_step(run, at);
  case PTX_COMMIT:
    thread->groups++;
    return true;
  case PTX_WAIT:
    wait_copies(run, at);
    return true;
  case PTX_bar:
  case PTX_barrier:
    return false;
  case PTX_shfl:
  case PTX_GROUP:
  case PTX_mma:
  case PTX_ldmatrix:
    thread->exchange = at;
    return false;
  case PTX_ret:
    thread->is_done = true;
    return false;
  default:
    ptx_compute(run, at);
    return true;
  }
}

void ptx_run_thread(PtxRun *run, int number) {
  PtxThread *thread = &run->threads[number];
  run->thread = number;
  run->registers = thread->registers;
  while (step(run, thread)) {
    if (thread->next >= run->kernel->count)
      ptx_fail(run, "runs past the end", thread->next);
  }
}

static void start_thread(PtxRun *run, const PtxLaunch *launch, int number) {
  PtxThread *thread = &run->threads[number];
  uint64_t *registers = thread->registers;
  *thread = (PtxThread){.registers = registers};
  int place[3] = {number % launch->block[0], number / launch->block[0] % launch->block[1],
                  number / (launch->block[0] * launch->block[1])};
  for (int d = 0; d < 3; d++) {
    registers[SPECIAL_TID + d] = (uint64_t)place[d];
    registers[SPECIAL_CTAID + d] = (uint64_t)run->block[d];
    registers[SPECIAL_NTID + d] = (uint64_t)launch->block[d];
    registers[SPECIAL_NCTAID + d] = (uint64_t)launch->grid[d];
  }
  registers[SPECIAL_LANE] = (uint64_t)number % 32;
}

static void run_block(PtxRun *run, const PtxLaunch *launch, int threads) {
  int done = 0;
  memset(run->shared, 0xff, (size_t)run->shared_size);
  memset(run->bytes, 0, (size_t)run->shared_size * sizeof *run->bytes);
  for (int t = 0; t < threads; t++)
    start_thread(run, launch, t);
  ptx_bulk_start();
  while (done < threads) {
    done = 0;
    run->interval++;
    for (int t = 0; t < threads; t++)
      if (!run->threads[t].is_done)
        ptx_run_thread(run, t);
    while (ptx_exchange(run, threads) || ptx_bulk_arrive(run, threads))
      ;
    for (int t = 0; t < threads; t++)
      done += run->threads[t].is_done;
    if (done > 0 && done < threads)
      ptx_fail(run, "others wait at a barrier when threads end:", done);
  }
}

static void copy_parameters(PtxRun *run, const PtxLaunch *launch) {
  const PtxKernel *kernel = run->kernel;
  for (int p = 0; p < kernel->parameter_count; p++)
    memcpy(run->parameters + kernel->parameters[p].offset, launch->parameters[p],
           (size_t)kernel->parameters[p].bytes);
}

int64_t ptx_run(const PtxKernel *kernel, const PtxLaunch *launch, PtxMemory is_memory) {
  int threads = launch->block[0] * launch->block[1] * launch->block[2];
  PtxRun run = {.kernel = kernel,
                .is_memory = is_memory,
                .shared_size = (kernel->shared_bytes + 127) / 128 * 128 + launch->shared_bytes};
  if (threads < 1 || threads > PTX_MAX_THREADS)
    ptx_fail(&run, "threads of a block:", threads);
  run.parameters = aligned_alloc(64, (size_t)(kernel->parameter_bytes + 64) / 64 * 64);
  run.shared = aligned_alloc(128, (size_t)(run.shared_size + 255) / 128 * 128);
  run.bytes = calloc((size_t)run.shared_size + 1, sizeof *run.bytes);
  run.threads = calloc((size_t)threads, sizeof *run.threads);
  for (int t = 0; t < threads; t++)
    run.threads[t].registers = calloc((size_t)kernel->registers, sizeof(uint64_t));
  copy_parameters(&run, launch);
  for (run.block[2] = 0; run.block[2] < launch->grid[2]; run.block[2]++)
    for (run.block[1] = 0; run.block[1] < launch->grid[1]; run.block[1]++)
      for (run.block[0] = 0; run.block[0] < launch->grid[0]; run.block[0]++)
        run_block(&run, launch, threads);
  for (int t = 0; t < threads; t++)
    free(run.threads[t].registers);
  free(run.threads);
  free(run.bytes);
  free(run.shared);
  free(run.parameters);
  return run.executed;
}
