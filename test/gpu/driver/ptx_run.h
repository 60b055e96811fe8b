// What the files of the interpreter share. ptx_run.c: threads and memory; ptx_compute.c:
// instructions on registers.
#ifndef AUTOTUNE_TEST_GPU_DRIVER_PTX_RUN_H
#define AUTOTUNE_TEST_GPU_DRIVER_PTX_RUN_H

#include "ptx.h"

enum { PTX_MAX_COPIES = 256 };

typedef struct PtxCopy {
  uint64_t to, from;
  size_t bytes, read; // the others are zeros
  int64_t group;
} PtxCopy;

typedef struct PtxThread {
  uint64_t *registers;
  int next;
  bool is_done;
  const PtxInstruction *exchange; // that the thread waits at; NULL: at none
  PtxCopy copies[PTX_MAX_COPIES];
  int copy_count;
  int64_t groups; // that are closed
} PtxThread;

// Who used a word of shared memory in which interval between barriers.
typedef struct PtxWord {
  bool is_written;
  int reader, writer;
  int64_t reading, writing;
} PtxWord;

typedef struct PtxRun {
  const PtxKernel *kernel;
  PtxMemory is_memory;
  char *shared, *parameters;
  int64_t shared_size;
  PtxWord *words;
  PtxThread *threads;
  int block[3], thread;
  uint64_t *registers; // of the thread
  const PtxInstruction *at;
  int64_t interval, executed;
} PtxRun;

void ptx_fail(const PtxRun *run, const char *what, int64_t number);
uint64_t ptx_value(const PtxRun *run, const PtxOperand *operand, int lane);
// ptx_exchange.c: gives the threads of every warp that waits at an exchange their values, and lets
// them go on. Whether there was one.
bool ptx_exchange(PtxRun *run, int threads);
// Runs a thread up to its next barrier, exchange or end.
void ptx_run_thread(PtxRun *run, int number);
// Every instruction that is no access, no jump and no barrier.
void ptx_compute(PtxRun *run, const PtxInstruction *at);

#endif
