// Kernels: how fast the machine goes through its kernels (machine/machine_kernels.h).
#ifndef AUTOTUNE_TOOLS_CALIBRATE_PROBE_KERNELS_H
#define AUTOTUNE_TOOLS_CALIBRATE_PROBE_KERNELS_H

#include "machine/machine_kernels.h"
#include "machine/target.h"

// What a probe is given.
typedef struct ProbeSetting {
  const Target *target; // the guess: widths, sizes of caches
  const MachineKernels *kernels;
  double clock_hz;       // as far as it is known
  unsigned char *memory; // PROBE_MEMORY_BYTES, aligned to PROBE_PAGE_BYTES
} ProbeSetting;

// The latter is a huge page, where the C library asks for them.
enum { PROBE_MEMORY_BYTES = 64 << 20, PROBE_PAGE_BYTES = 2 << 20 };

// Each returns how many there are in a second, 0 when there is nothing to measure: additions,
// multiply-adds, loads, stores, dot products.
double probe_clock(const ProbeSetting *setting, int argument);
// Additions beside vector code of 256 bits, on a processor with 512.
double probe_narrow_clock(const ProbeSetting *setting, int argument);
double probe_fma(const ProbeSetting *setting, int bits);
double probe_latency(const ProbeSetting *setting, int argument);
double probe_loads(const ProbeSetting *setting, int bits);
double probe_stores(const ProbeSetting *setting, int bits);
double probe_dot_i16(const ProbeSetting *setting, int bits);
double probe_dot_i8(const ProbeSetting *setting, int bits);
double probe_dot_bf16(const ProbeSetting *setting, int bits);

#endif
