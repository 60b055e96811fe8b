// Ptx: kernels in NVIDIA's PTX, as LLVM writes it, run by an interpreter: the part of it that the
// kernels of this project need, but for f64. Semantics: PTX ISA, "Instruction Set".
#ifndef AUTOTUNE_TEST_GPU_DRIVER_PTX_H
#define AUTOTUNE_TEST_GPU_DRIVER_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PTX_NAME_BYTES = 96,
  PTX_MAX_OPERANDS = 8, // the parts of a vector count as one
  PTX_MAX_LANES = 4,
  PTX_MAX_PARAMETERS = 64,
  PTX_MAX_SHARED = 8, // variables
  PTX_MAX_THREADS = 1024,
};

// One row per mnemonic without its suffixes.
// clang-format off
#define PTX_OPS(X)                                                                                 \
  X(mov) X(ld) X(st) X(cvta) X(cvt) X(add) X(sub) X(mul) X(mad) X(fma) X(div) X(rem) X(min) X(max) \
  X(neg) X(abs) X(copysign) X(not) X(and) X(or) X(xor) X(shl) X(shr) X(setp) X(selp) X(bra) X(bar) X(barrier)  \
  X(ret) X(rcp) X(sqrt) X(rsqrt) X(ex2) X(lg2) X(bfe) X(prmt) X(shfl) \
  X(mma) X(ldmatrix)
// clang-format on

typedef enum PtxOp {
#define X(name) PTX_##name,
  PTX_OPS(X)
#undef X
      PTX_COPY, // cp.async
  PTX_COMMIT,   // cp.async.commit_group
  PTX_WAIT,     // cp.async.wait_group, wait_all
  PTX_GROUP,    // wgmma.mma_async
  PTX_MAKE,     // mbarrier.init
  PTX_EXPECT,   // mbarrier.arrive.expect_tx
  PTX_PHASE,    // mbarrier.try_wait.parity
  PTX_BULK,     // cp.async.bulk.tensor
  PTX_ORDER,    // what orders it, and fence.proxy: nothing, as it is computed at once
} PtxOp;

// A register, or two between which a bar stands, a number, or the address of a parameter or shared
// variable, which is one; of a tensor map the coordinates are the vector.
typedef struct PtxOperand {
  int registers[PTX_MAX_LANES]; // -1: none; of an address the one that is added to
  int *many;                    // all of them of a vector; NULL: it is none
  int lanes;                    // 1, or those of a vector
  int64_t number;
} PtxOperand;

// The last type of the suffixes is `type`; the one before it, of a conversion, is what it becomes.
typedef struct PtxType {
  char kind; // 'b', 'u', 's', 'f', 'p'; 'h': bf16, 't': tf32
  int bits;
  bool is_pair; // of two in a register, each of `bits`
} PtxType;

typedef struct PtxInstruction {
  PtxOp op;
  PtxType type, from;
  PtxType factors[2]; // of a product of matrices, which has so many
  int rows, columns, terms;
  char how[12];   // of a comparison, a product or a rounding: "lt", "wide", "rzi", "NaN"
  char space[12]; // "global", "shared", "param"
  PtxOperand operands[PTX_MAX_OPERANDS];
  int operand_count;
  int guard; // a register; -1: always
  bool is_guard_negated;
  int target; // of a branch: an instruction
  char label[PTX_NAME_BYTES];
  int line;
} PtxInstruction;

typedef struct PtxVariable {
  char name[PTX_NAME_BYTES];
  int64_t offset, bytes;
} PtxVariable;

typedef struct PtxKernel {
  char name[PTX_NAME_BYTES];
  char target[16];
  PtxInstruction *instructions;
  int count, capacity;
  int registers; // of a thread
  PtxVariable parameters[PTX_MAX_PARAMETERS];
  int parameter_count;
  int64_t parameter_bytes;
  PtxVariable shared[PTX_MAX_SHARED];
  int shared_count;
  int64_t shared_bytes; // without dynamic ones, which follow
} PtxKernel;

// The one kernel of a text. Exits with a line and status 3 where something is not known.
PtxKernel *ptx_read(const char *text);
void ptx_destroy(PtxKernel *kernel);

typedef struct PtxLaunch {
  int grid[3], block[3];
  int64_t shared_bytes; // dynamic
  void *const *parameters;
} PtxLaunch;

// Whether `bytes` from the address on are memory of the device.
typedef bool (*PtxMemory)(uint64_t address, size_t bytes);

// Runs all blocks, one after the other, the threads of a block in turns from barrier to barrier.
// Returns the instructions that were executed. Exits with a line and status 3 for an address
// outside of memory, shared memory that is read before it is written, two threads that use it
// between the same barriers where one writes, and a barrier that some threads never reach.
int64_t ptx_run(const PtxKernel *kernel, const PtxLaunch *launch, PtxMemory is_memory);

#endif
