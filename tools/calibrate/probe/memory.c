// Memory: how fast a core reads from every level of its caches and from memory, and how many pages
// it can go through.
#include "tools/calibrate/probe/memory.h"

#include "base/rng.h"
#include "runtime/timing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { REPEATS = 5 };

// --- bandwidth

static void sweep(const ProbeSetting *setting, bool writes, int64_t passes, int64_t bytes) {
  int bits = setting->target->vector_bits;
  if (writes)
    setting->kernels->write(bits, passes, setting->memory, bytes);
  else
    setting->kernels->read(bits, passes, setting->memory, bytes);
}

static double sweep_rate(const ProbeSetting *setting, bool writes, int64_t bytes) {
  static const double LEAST_SECONDS = 0.002;
  int64_t passes = 1;
  double best = INFINITY;
  sweep(setting, writes, 1, bytes);
  for (int repeat = 0; repeat < REPEATS;) {
    double start = timing_now();
    sweep(setting, writes, passes, bytes);
    double seconds = timing_now() - start;
    if (seconds < LEAST_SECONDS)
      passes *= 2;
    else {
      best = fmin(best, seconds / (double)passes);
      repeat++;
    }
  }
  return (double)bytes / best;
}

// Flushed lines come from memory, however large the last cache is.
static double memory_rate(const ProbeSetting *setting) {
  double best = INFINITY;
  for (int repeat = 0; repeat < 2; repeat++) {
    setting->kernels->flush(setting->memory, PROBE_MEMORY_BYTES);
    double start = timing_now();
    setting->kernels->read(setting->target->vector_bits, 1, setting->memory, PROBE_MEMORY_BYTES);
    best = fmin(best, timing_now() - start);
  }
  return PROBE_MEMORY_BYTES / best;
}

// What tells cache `level` by its size: it is in none above; 0: nothing does.
static int64_t bytes_of_level(const ProbeSetting *setting, int level) {
  const Target *target = setting->target;
  int64_t step = setting->kernels->step_bytes;
  if (level > target->cache_count)
    return 0;
  int64_t own = target->cache_bytes[level - 1];
  int64_t below = level > 1 ? target->cache_bytes[level - 2] : 0;
  int64_t bytes = level < 3 ? own / 2 : 4 * below;
  if (bytes > PROBE_MEMORY_BYTES)
    bytes = PROBE_MEMORY_BYTES;
  if (bytes > own / 2)
    bytes = own / 2;
  bytes -= bytes % step;
  return bytes >= step && bytes >= 2 * below ? bytes : 0;
}

double probe_level(const ProbeSetting *setting, int level) {
  if (level > TARGET_MAX_CACHES)
    return memory_rate(setting);
  int64_t bytes = bytes_of_level(setting, level);
  return bytes > 0 ? sweep_rate(setting, false, bytes) : 0;
}

double probe_write(const ProbeSetting *setting, int level) {
  int64_t bytes = bytes_of_level(setting, level);
  return bytes > 0 ? sweep_rate(setting, true, bytes) : 0;
}

// --- pages

// Line number n: in a page of its own, at changing places of it, or beside line n - 1.
static unsigned char *line_at(unsigned char *memory, int n, int64_t page, int64_t line) {
  return memory + (page > 0 ? n * page + n % (page / line) * line : (int64_t)n * line);
}

// Makes a random circle of `count` lines.
static void link_lines(unsigned char *memory, int count, int64_t page, int64_t line, int *order) {
  Rng rng = {7};
  for (int n = 0; n < count; n++)
    order[n] = n;
  for (int n = count - 1; n > 0; n--) {
    int other = (int)rng_below(&rng, n + 1), held = order[n];
    order[n] = order[other];
    order[other] = held;
  }
  for (int n = 0; n < count; n++)
    *(unsigned char **)line_at(memory, order[n], page, line) =
        line_at(memory, order[(n + 1) % count], page, line);
}

// Cycles of one step of the circle.
static double walk(const ProbeSetting *setting, unsigned char *memory, int count) {
  enum { STEPS = 50000 };
  double best = INFINITY;
  unsigned char *at = memory;
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    double start = timing_now();
    for (int n = 0; n < STEPS + count; n++) {
      at = *(unsigned char **)at;
      __asm__ volatile("" : "+r"(at));
    }
    best = fmin(best, (timing_now() - start) / (STEPS + count));
  }
  return best * setting->clock_hz;
}

// What a step costs because of its page: beyond that of as many lines side by side.
static double page_cost(const ProbeSetting *setting, unsigned char *memory, int count, int *order) {
  int64_t line = setting->target->cache_line_bytes;
  link_lines(memory, count, setting->target->page_bytes, line, order);
  double apart = walk(setting, memory, count);
  link_lines(memory, count, 0, line, order);
  return apart - walk(setting, memory, count);
}

double probe_tlb(const ProbeSetting *setting, int argument) {
  enum { MOST = 8192, WALK_CYCLES = 24 }; // about what most steps cost once most of them walk
  static const int counts[] = {256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, MOST};
  static int order[MOST];
  (void)argument;
  size_t bytes = (size_t)MOST * (size_t)setting->target->page_bytes;
  unsigned char *memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 0;
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  double first = page_cost(setting, memory, counts[0], order); // beyond the first level of the TLB
  int reached = counts[0];
  for (size_t c = 1; c < sizeof counts / sizeof *counts; c++) {
    if (page_cost(setting, memory, counts[c], order) > first + WALK_CYCLES)
      break;
    reached = counts[c];
  }
  munmap(memory, bytes);
  return reached < MOST ? reached : 0;
}
