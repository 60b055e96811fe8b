// The loops of machine_kernels.h in instructions of AArch64. Twenty-four registers take results,
// two are operands: enough that no chain of one register is what is waited for.
#include "machine/aarch64/aarch64.h"
#include "machine/target.h"

#if defined(__aarch64__) && defined(__linux__)

enum {
  RESULTS = 24,
  ADDITIONS = 48,
  CHAIN = 16,
  ACCESSES = 16,
  STEP = 512,
  FLUSHED = 64,
  BITS = 128
};

#define ALL "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23"
#define TAKEN                                                                                      \
  "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",   \
      "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v30", "v31", "cc", "memory"
#define EACH_RESULT(text) ".irp k," ALL "\n" text "\n.endr\n"
#define REPEAT(times, text) ".rept " #times "\n" text "\n.endr\n"

// Operands that are no zeros, since those take less power: the memory begins with small numbers.
#define KERNEL(name, body)                                                                         \
  static void name(int64_t iterations, unsigned char *memory) {                                    \
    int64_t sum = 0, one = 1;                                                                      \
    __asm__ volatile("ldr q30, [%[memory]]\nldr q31, [%[memory], #64]\n" EACH_RESULT(              \
                         "ldr q\\k, [%[memory], #64]") ".p2align 6\n1:\n" body                     \
                                                       "subs %[count], %[count], #1\nb.ne 1b\n"    \
                     : [count] "+&r"(iterations), [sum] "+&r"(sum)                                 \
                     : [memory] "r"(memory), [one] "r"(one)                                        \
                     : TAKEN);                                                                     \
  }

#define ARITHMETIC EACH_RESULT("fmla v\\k\\().4s, v30.4s, v31.4s")
#define EACH_OFFSET(text) ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n" text "\n.endr\n"
KERNEL(clock_loop, ARITHMETIC REPEAT(48, "add %[sum], %[sum], %[one]"))
KERNEL(fma_loop, ARITHMETIC)
#define DOT(extension, op, type)                                                                   \
  ".arch armv8.2-a+" extension "\n" EACH_RESULT(op " v\\k\\().4s, v30." type ", v31." type)
KERNEL(dot_i8_loop, DOT("dotprod", "sdot", "16b"))
KERNEL(dot_bf16_loop, DOT("bf16", "bfdot", "8h"))
KERNEL(latency_loop, REPEAT(16, "fmla v0.4s, v30.4s, v0.4s"))
KERNEL(loads_loop, EACH_OFFSET("ldr q0, [%[memory], #(128+16*\\n)]"))
KERNEL(stores_loop, EACH_OFFSET("str q0, [%[memory], #(128+16*\\n)]"))

#define PLACES                                                                                     \
  "0,16,32,48,64,80,96,112,128,144,160,176,192,208,224,240,256,272,288,304,320,336,352,368,384,"   \
  "400,416,432,448,464,480,496"

// `access`: one of a vector, at \place of [%[at]].
#define SWEEP(name, access)                                                                        \
  static void name(int64_t passes, const unsigned char *memory, int64_t bytes) {                   \
    const unsigned char *at, *end = memory + bytes;                                                \
    __asm__ volatile("ldr q0, [%[memory]]\n1:\nmov %[at], %[memory]\n.p2align 6\n2:\n"             \
                     ".irp place," PLACES "\n" access "\n.endr\n"                                  \
                     "add %[at], %[at], #512\ncmp %[at], %[end]\nb.lo 2b\n"                        \
                     "subs %[passes], %[passes], #1\nb.ne 1b\n"                                    \
                     : [passes] "+&r"(passes), [at] "=&r"(at)                                      \
                     : [memory] "r"(memory), [end] "r"(end)                                        \
                     : "v0", "v1", "cc", "memory");                                                \
  }

SWEEP(read_loop, "ldr q1, [%[at], #\\place]")
SWEEP(write_loop, "str q0, [%[at], #\\place]")

static void read_memory(int bits, int64_t passes, const unsigned char *memory, int64_t bytes) {
  (void)bits;
  read_loop(passes, memory, bytes);
}

static void write_memory(int bits, int64_t passes, unsigned char *memory, int64_t bytes) {
  (void)bits;
  write_loop(passes, memory, bytes);
}

static void flush(const unsigned char *memory, int64_t bytes) {
  for (int64_t at = 0; at < bytes; at += FLUSHED)
    __asm__ volatile("dc civac, %0" : : "r"(memory + at) : "memory");
  __asm__ volatile("dsb sy" : : : "memory");
}

static bool has(const Target *target, MachineKernelKind kind) {
  switch (kind) {
  case MACHINE_KERNEL_DOT_I8: // sdot and udot, which are one extension
    return target->has_dot_i8_alike;
  case MACHINE_KERNEL_DOT_BF16:
    return target->has_dot_bf16;
  default:
    return true;
  }
}

static MachineKernel *find(const Target *target, MachineKernelKind kind, int bits) {
  static MachineKernel *const kernels[MACHINE_KERNEL_COUNT] = {
      [MACHINE_KERNEL_CLOCK] = clock_loop,       [MACHINE_KERNEL_FMA] = fma_loop,
      [MACHINE_KERNEL_LATENCY] = latency_loop,   [MACHINE_KERNEL_LOADS] = loads_loop,
      [MACHINE_KERNEL_STORES] = stores_loop,     [MACHINE_KERNEL_DOT_I8] = dot_i8_loop,
      [MACHINE_KERNEL_DOT_BF16] = dot_bf16_loop,
  };
  return bits == BITS && bits <= target->vector_bits && has(target, kind) ? kernels[kind] : NULL;
}

const MachineKernels aarch64_kernels = {.find = find,
                                        .each = {[MACHINE_KERNEL_CLOCK] = ADDITIONS,
                                                 [MACHINE_KERNEL_FMA] = RESULTS,
                                                 [MACHINE_KERNEL_LATENCY] = CHAIN,
                                                 [MACHINE_KERNEL_LOADS] = ACCESSES,
                                                 [MACHINE_KERNEL_STORES] = ACCESSES,
                                                 [MACHINE_KERNEL_DOT_I8] = RESULTS,
                                                 [MACHINE_KERNEL_DOT_BF16] = RESULTS},
                                        .read = read_memory,
                                        .write = write_memory,
                                        .step_bytes = STEP,
                                        .flush = flush};

#endif
