// The kernels of the machine, timed.
#include "tools/calibrate/probe/kernels.h"

#include "runtime/timing.h"

#include <math.h>

// Runs `kernel` so often that it takes some milliseconds, several times: seconds of one iteration
// in the fastest.
static double probe_time(MachineKernel *kernel, unsigned char *memory) {
  enum { REPEATS = 5 };
  static const double LEAST_SECONDS = 0.002;
  int64_t iterations = 1000;
  double best = INFINITY;
  for (int repeat = 0; repeat < REPEATS;) {
    double start = timing_now();
    kernel(iterations, memory);
    double seconds = timing_now() - start;
    if (seconds < LEAST_SECONDS)
      iterations *= 2;
    else {
      best = fmin(best, seconds / (double)iterations);
      repeat++;
    }
  }
  return best;
}

static double measure_rate(const ProbeSetting *setting, MachineKernelKind kind, int bits) {
  const MachineKernels *kernels = setting->kernels;
  MachineKernel *kernel = kernels->find(setting->target, kind, bits);
  return kernel ? kernels->each[kind] / probe_time(kernel, setting->memory) : 0;
}

double probe_clock(const ProbeSetting *setting, int argument) {
  (void)argument;
  return measure_rate(setting, MACHINE_KERNEL_CLOCK, setting->target->vector_bits);
}

double probe_narrow_clock(const ProbeSetting *setting, int argument) {
  (void)argument;
  return setting->target->vector_bits > 256 ? measure_rate(setting, MACHINE_KERNEL_CLOCK, 256) : 0;
}

double probe_fma(const ProbeSetting *setting, int bits) {
  return measure_rate(setting, MACHINE_KERNEL_FMA, bits);
}

double probe_latency(const ProbeSetting *setting, int argument) {
  (void)argument;
  return measure_rate(setting, MACHINE_KERNEL_LATENCY, setting->target->vector_bits);
}

double probe_loads(const ProbeSetting *setting, int bits) {
  return measure_rate(setting, MACHINE_KERNEL_LOADS, bits);
}

double probe_stores(const ProbeSetting *setting, int bits) {
  return measure_rate(setting, MACHINE_KERNEL_STORES, bits);
}

double probe_dot_i16(const ProbeSetting *setting, int bits) {
  return measure_rate(setting, MACHINE_KERNEL_DOT_I16, bits);
}

double probe_dot_i8(const ProbeSetting *setting, int bits) {
  return measure_rate(setting, MACHINE_KERNEL_DOT_I8, bits);
}

double probe_dot_bf16(const ProbeSetting *setting, int bits) {
  return measure_rate(setting, MACHINE_KERNEL_DOT_BF16, bits);
}
