// MachineKernels: loops whose speed is that of one thing in the core: arithmetic, latency, load
// ports, store ports, dot products, or reading a buffer. Each architecture writes them as
// instructions, so that no compiler changes what is timed.
#ifndef AUTOTUNE_MACHINE_MACHINE_KERNELS_H
#define AUTOTUNE_MACHINE_MACHINE_KERNELS_H

#include <stdint.h>

typedef struct Target Target;

typedef enum MachineKernelKind {
  MACHINE_KERNEL_CLOCK, // additions of one chain beside vector code
  MACHINE_KERNEL_FMA,
  MACHINE_KERNEL_LATENCY, // multiply-adds of one chain
  MACHINE_KERNEL_LOADS,
  MACHINE_KERNEL_STORES,
  MACHINE_KERNEL_DOT_I16, // dot products (machine/instructions.def), with what adds them up
  MACHINE_KERNEL_DOT_I8,
  MACHINE_KERNEL_DOT_BF16,
  MACHINE_KERNEL_COUNT
} MachineKernelKind;

// `memory` begins with small numbers; it is aligned to a page.
typedef void MachineKernel(int64_t iterations, unsigned char *memory);

typedef struct MachineKernels {
  // On vectors of `bits`; NULL: the target has none of them.
  MachineKernel *(*find)(const Target *target, MachineKernelKind kind, int bits);
  int each[MACHINE_KERNEL_COUNT]; // how many of them one iteration does
  // Reads `bytes`, a multiple of step_bytes, with vectors of `bits`, which there are, `passes`
  // times; or writes them, with copies of the first numbers in the memory.
  void (*read)(int bits, int64_t passes, const unsigned char *memory, int64_t bytes);
  void (*write)(int bits, int64_t passes, unsigned char *memory, int64_t bytes);
  int64_t step_bytes;
  // Takes the bytes out of all caches.
  void (*flush)(const unsigned char *memory, int64_t bytes);
} MachineKernels;

#endif
