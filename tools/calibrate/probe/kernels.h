// Kernels: loops whose speed is that of one thing in the core: arithmetic, latency, load ports,
// store ports, or reading a buffer. They are written as instructions, so that no compiler changes
// what is timed, and each exists for 128, 256 and 512 bits: a kernel wider than the processor's
// vectors must not be called.
#ifndef AUTOTUNE_TOOLS_CALIBRATE_PROBE_KERNELS_H
#define AUTOTUNE_TOOLS_CALIBRATE_PROBE_KERNELS_H

#include "machine/target.h"

// What a probe is given.
typedef struct ProbeSetting {
  const Target *target;  // the guess: widths, sizes of caches
  double clock_hz;       // as far as it is known
  unsigned char *memory; // PROBE_MEMORY_BYTES, aligned to a page
} ProbeSetting;

enum { PROBE_MEMORY_BYTES = 64 << 20 };

// Each returns how many there are in a second, 0 when there is nothing to measure: additions,
// multiply-adds, loads, stores.
double probe_clock(const ProbeSetting *setting, int argument);
// Additions beside vector code of 256 bits, on a processor with 512.
double probe_narrow_clock(const ProbeSetting *setting, int argument);
double probe_fma(const ProbeSetting *setting, int bits);
double probe_latency(const ProbeSetting *setting, int argument);
double probe_loads(const ProbeSetting *setting, int bits);
double probe_stores(const ProbeSetting *setting, int bits);

// Runs `kernel` so often that it takes some milliseconds, several times: seconds of one iteration
// in the fastest.
typedef void ProbeKernel(int64_t iterations, unsigned char *memory);
double probe_time(ProbeKernel *kernel, unsigned char *memory);

// Reads `bytes`, a multiple of 512, with vectors of that width, `passes` times.
void kernel_read(int bits, int64_t passes, const unsigned char *memory, int64_t bytes);
// Writes them, with copies of the first numbers in the memory.
void kernel_write(int bits, int64_t passes, unsigned char *memory, int64_t bytes);

#endif
