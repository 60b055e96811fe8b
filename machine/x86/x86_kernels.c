// The loops of machine_kernels.h in instructions of x86-64. Twelve registers take results, two are
// operands: enough that no chain of one register is what is waited for.
#include "machine/machine_kernels.h"
#include "machine/target.h"
#include "machine/x86/x86.h"

#if defined(__x86_64__)

enum { RESULTS = 12, ADDITIONS = 24, CHAIN = 16, ACCESSES = 16, STEP = 512, FLUSHED = 64 };

#define TWELVE "0,1,2,3,4,5,6,7,8,9,10,11"
#define LOADED                                                                                     \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",         \
      "xmm11", "xmm12", "xmm13", "cc", "memory"
#define EACH_RESULT(text) ".irp k," TWELVE "\n" text "\n.endr\n"
#define REPEAT(times, text) ".rept " #times "\n" text "\n.endr\n"

// Operands that are no zeros, since those take less power: the memory begins with small numbers.
#define START(move, r)                                                                             \
  move " (%[memory]), %%" r "12\n" move " 64(%[memory]), %%" r                                     \
       "13\n" EACH_RESULT(move " 64(%[memory]), %%" r "\\k") ".p2align 6\n1:\n"
#define END(clear) "dec %[count]\njnz 1b\n" clear

#define KERNEL(name, move, r, body, clear)                                                         \
  static void name(int64_t iterations, unsigned char *memory) {                                    \
    int64_t sum = 0, one = 1;                                                                      \
    __asm__ volatile(START(move, r) body END(clear)                                                \
                     : [count] "+&r"(iterations), [sum] "+&r"(sum)                                 \
                     : [memory] "r"(memory), [one] "r"(one)                                        \
                     : LOADED);                                                                    \
  }

#define FMA(r) EACH_RESULT("vfmadd231ps %%" r "12, %%" r "13, %%" r "\\k")
#define MULTIPLY_ADD EACH_RESULT("mulps %%xmm12, %%xmm\\k\naddps %%xmm13, %%xmm\\k")
#define ADDITION "add %[one], %[sum]"
// Additions of registers: some processors drop those of constants.
#define CLOCK(arithmetic) arithmetic REPEAT(24, ADDITION)
#define CHAIN_FMA(r) REPEAT(16, "vfmadd231ps %%" r "12, %%" r "0, %%" r "0")
#define CHAIN_MULTIPLY_ADD REPEAT(16, "mulps %%xmm12, %%xmm0\naddps %%xmm13, %%xmm0")
#define EACH_OFFSET(text) ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n" text "\n.endr\n"
#define LOAD(move, r, bytes) EACH_OFFSET(move " 128+" bytes "*\\n(%[memory]), %%" r "0")
#define STORE(move, r, bytes) EACH_OFFSET(move " %%" r "0, 128+" bytes "*\\n(%[memory])")

#define DOT(op, r) EACH_RESULT(op " %%" r "12, %%" r "13, %%" r "\\k")
// The same with sums of their own, six of them, as each takes a register between.
#define PAIRS(r)                                                                                   \
  ".irp k,0,2,4,6,8,10\nvpmaddwd %%" r "12, %%" r "13, %%" r "\\k\n.endr\n"                        \
  "vpaddd %%" r "0, %%" r "1, %%" r "1\nvpaddd %%" r "2, %%" r "3, %%" r "3\n"                     \
  "vpaddd %%" r "4, %%" r "5, %%" r "5\nvpaddd %%" r "6, %%" r "7, %%" r "7\n"                     \
  "vpaddd %%" r "8, %%" r "9, %%" r "9\nvpaddd %%" r "10, %%" r "11, %%" r "11\n"

// One set for each width: the moves, the registers, what is left to clear.
#define KERNELS(bits, move, r, bytes, clear, arithmetic, chain)                                    \
  KERNEL(clock_##bits, move, r, CLOCK(arithmetic), clear)                                          \
  KERNEL(fma_##bits, move, r, arithmetic, clear)                                                   \
  KERNEL(latency_##bits, move, r, chain, clear)                                                    \
  KERNEL(loads_##bits, move, r, LOAD(move, r, bytes), clear)                                       \
  KERNEL(stores_##bits, move, r, STORE(move, r, bytes), clear)

// AVX-VNNI has an encoding of its own.
#define DOTS(bits, move, r)                                                                        \
  KERNEL(dot_i16_##bits, move, r, PAIRS(r), "vzeroupper\n")                                        \
  KERNEL(dot_i8_##bits, move, r, DOT("vpdpbusd", r), "vzeroupper\n")                               \
  KERNEL(dot_bf16_##bits, move, r, DOT("vdpbf16ps", r), "vzeroupper\n")
DOTS(128, "vmovups", "xmm")
DOTS(256, "vmovups", "ymm")
DOTS(512, "vmovups", "zmm")
KERNEL(dot_i8_vex_128, "vmovups", "xmm", DOT("%{vex%} vpdpbusd", "xmm"), "vzeroupper\n")
KERNEL(dot_i8_vex_256, "vmovups", "ymm", DOT("%{vex%} vpdpbusd", "ymm"), "vzeroupper\n")

KERNELS(plain, "movups", "xmm", "16", "", MULTIPLY_ADD, CHAIN_MULTIPLY_ADD)
KERNELS(128, "vmovups", "xmm", "16", "vzeroupper\n", FMA("xmm"), CHAIN_FMA("xmm"))
KERNELS(256, "vmovups", "ymm", "32", "vzeroupper\n", FMA("ymm"), CHAIN_FMA("ymm"))
KERNELS(512, "vmovups", "zmm", "64", "vzeroupper\n", FMA("zmm"), CHAIN_FMA("zmm"))

// `access`: one of a vector, at \place(%[at]).
#define SWEEP(name, move, r, access, offsets, clear)                                               \
  static void name(int64_t passes, const unsigned char *memory, int64_t bytes) {                   \
    const unsigned char *at, *end = memory + bytes;                                                \
    __asm__ volatile(move " (%[memory]), %%" r                                                     \
                          "0\n1:\nmov %[memory], %[at]\n.p2align 6\n2:\n.irp place," offsets       \
                          "\n" access "\n.endr\n"                                                  \
                          "add $512, %[at]\ncmp %[end], %[at]\njb 2b\n"                            \
                          "dec %[passes]\njnz 1b\n" clear                                          \
                     : [passes] "+&r"(passes), [at] "=&r"(at)                                      \
                     : [memory] "r"(memory), [end] "r"(end)                                        \
                     : "xmm0", "cc", "memory");                                                    \
  }

#define LINES "0,64,128,192,256,320,384,448"
#define HALVES LINES ",32,96,160,224,288,352,416,480"
#define QUARTERS HALVES ",16,80,144,208,272,336,400,464,48,112,176,240,304,368,432,496"
#define READ(name, move, r, offsets, clear)                                                        \
  SWEEP(name, move, r, move " \\place(%[at]), %%" r "0", offsets, clear)
#define WRITE(name, move, r, offsets, clear)                                                       \
  SWEEP(name, move, r, move " %%" r "0, \\place(%[at])", offsets, clear)
READ(read_128, "movups", "xmm", QUARTERS, "")
READ(read_256, "vmovups", "ymm", HALVES, "vzeroupper\n")
READ(read_512, "vmovups", "zmm", LINES, "vzeroupper\n")
WRITE(write_128, "movups", "xmm", QUARTERS, "")
WRITE(write_256, "vmovups", "ymm", HALVES, "vzeroupper\n")
WRITE(write_512, "vmovups", "zmm", LINES, "vzeroupper\n")

static void read_memory(int bits, int64_t passes, const unsigned char *memory, int64_t bytes) {
  (bits >= 512 ? read_512 : bits >= 256 ? read_256 : read_128)(passes, memory, bytes);
}

static void write_memory(int bits, int64_t passes, unsigned char *memory, int64_t bytes) {
  (bits >= 512 ? write_512 : bits >= 256 ? write_256 : write_128)(passes, memory, bytes);
}

static void flush(const unsigned char *memory, int64_t bytes) {
  for (int64_t at = 0; at < bytes; at += FLUSHED)
    __asm__ volatile("clflush %0" : : "m"(memory[at]));
  __asm__ volatile("mfence" : : : "memory");
}

// A dot product; NULL: the target has none of these.
static MachineKernel *find_dot(const Target *target, MachineKernelKind kind, int width) {
  static MachineKernel *const i16[] = {dot_i16_128, dot_i16_256, dot_i16_512};
  static MachineKernel *const i8[] = {dot_i8_128, dot_i8_256, dot_i8_512};
  static MachineKernel *const i8_vex[] = {dot_i8_vex_128, dot_i8_vex_256, NULL};
  static MachineKernel *const bf16[] = {dot_bf16_128, dot_bf16_256, dot_bf16_512};
  switch (kind) {
  case MACHINE_KERNEL_DOT_I16: // of AVX2 and, in the widest registers, AVX512BW
    return target->has_dot_i16 && target->has_fma ? i16[width] : NULL;
  case MACHINE_KERNEL_DOT_I8:
    return !target->has_dot_i8 ? NULL : target->has_masks ? i8[width] : i8_vex[width];
  default:
    return target->has_dot_bf16 ? bf16[width] : NULL;
  }
}

static MachineKernel *find(const Target *target, MachineKernelKind kind, int bits) {
#define SET(bits)                                                                                  \
  {                                                                                                \
    clock_##bits, fma_##bits, latency_##bits, loads_##bits, stores_##bits                          \
  }
  static MachineKernel *const kernels[][MACHINE_KERNEL_DOT_I16] = {SET(plain), SET(128), SET(256),
                                                                   SET(512)};
#undef SET
  int width = bits >= 512 ? 2 : bits >= 256 ? 1 : 0;
  if (bits > target->vector_bits)
    return NULL;
  return kind >= MACHINE_KERNEL_DOT_I16 ? find_dot(target, kind, width)
                                        : kernels[target->has_fma ? width + 1 : 0][kind];
}

const MachineKernels x86_kernels = {.find = find,
                                    .each = {[MACHINE_KERNEL_CLOCK] = ADDITIONS,
                                             [MACHINE_KERNEL_FMA] = RESULTS,
                                             [MACHINE_KERNEL_LATENCY] = CHAIN,
                                             [MACHINE_KERNEL_LOADS] = ACCESSES,
                                             [MACHINE_KERNEL_STORES] = ACCESSES,
                                             [MACHINE_KERNEL_DOT_I16] = RESULTS / 2,
                                             [MACHINE_KERNEL_DOT_I8] = RESULTS,
                                             [MACHINE_KERNEL_DOT_BF16] = RESULTS},
                                    .read = read_memory,
                                    .write = write_memory,
                                    .step_bytes = STEP,
                                    .flush = flush};

#endif
