// What the files of the interpreter share. ptx_run.c: threads and memory; ptx_compute.c:
// instructions on registers; ptx_float.c: formats; ptx_bulk.c: copies by tensor maps;
// ptx_exchange.c, ptx_matrix.c and ptx_group.c: what the threads of a warp, or of four, do
// together.
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
  int64_t groups;   // that are closed
  bool is_at_phase; // waits for the end of one
} PtxThread;

// Who used a byte of shared memory in which interval between barriers.
typedef struct PtxByte {
  bool is_written;
  int reader, writer;
  int64_t reading, writing;
} PtxByte;

typedef struct PtxRun {
  const PtxKernel *kernel;
  PtxMemory is_memory;
  char *shared, *parameters;
  int64_t shared_size;
  PtxByte *bytes;
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
// Shared memory at an address that is an operand of the thread, which reads so many bytes.
char *ptx_shared(PtxRun *run, const PtxOperand *operand, size_t bytes);
char *ptx_shared_at(PtxRun *run, uint64_t address, size_t bytes);
uint64_t ptx_address(const PtxRun *run, const PtxOperand *operand);
// ptx_bulk.c: at the begin of a block; an instruction, false where the thread waits; whether
// threads that wait for a phase could go on, or a copy arrived.
void ptx_bulk_start(void);
bool ptx_bulk_step(PtxRun *run, const PtxInstruction *at);
bool ptx_bulk_arrive(PtxRun *run, int threads);
// ptx_group.c: wgmma of the four warps that begin with a thread, all of which wait.
void ptx_multiply_group(PtxRun *run, const PtxInstruction *at, int first);
// ptx_matrix.c: factor `bits` as an integer.
uint32_t ptx_integer(uint64_t bits, PtxType type);
// ptx_matrix.c: mma.sync and ldmatrix of the warp that begins with a thread, all of which wait.
void ptx_multiply(PtxRun *run, const PtxInstruction *at, int first);
void ptx_load_matrices(PtxRun *run, const PtxInstruction *at, int first);
// ptx_float.c: the bits of one float, and back, rounded to nearest: of tf32, which is as wide as
// f32, ties away from zero, else to even.
bool ptx_is_real(PtxType type);
float ptx_widen(uint64_t bits, PtxType type);
uint64_t ptx_narrow(double value, PtxType type);
// Every instruction that is no access, no jump and no barrier.
void ptx_compute(PtxRun *run, const PtxInstruction *at);

#endif
