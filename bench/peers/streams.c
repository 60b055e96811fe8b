// How fast so many threads go through memory: streams THREADS BYTES [warm]. Each thread has one
// piece of two arrays of BYTES / 2. One thread has written both, and as many bytes beside them,
// before every pass, as the driver of PolyBench does; `warm`: before the first pass alone. Prints
// GB/s of each pattern, the fastest of seven passes: bytes read and bytes written, once each.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 7, LINE = 64 };

static double *a, *b, *other;
static long count; // elements of each array
static double sink;

static void fill(void) {
  for (long e = 0; e < count; e++)
    a[e] = other[e] = 1e-3 * (double)(e & 1023);
  for (long e = 0; e < count; e++)
    b[e] = other[count + e] = 1e-3 * (double)(e & 511);
}

static void piece(long *from, long *to) {
  long part = count / omp_get_num_threads() / LINE * LINE;
  *from = part * omp_get_thread_num();
  *to = omp_get_thread_num() + 1 == omp_get_num_threads() ? count : *from + part;
}

// Sums of eight vectors each: loads do not wait for additions.
static double sum_of(const double *x, long from, long to) {
  enum { SUMS = 64 };
  double sums[SUMS] = {0}, sum = 0;
  for (long e = from; e + SUMS <= to; e += SUMS)
    for (int s = 0; s < SUMS; s++)
      sums[s] += x[e + s];
  for (int s = 0; s < SUMS; s++)
    sum += sums[s];
  return sum;
}

static void read_both(long from, long to) {
  double sum = sum_of(a, from, to) + sum_of(b, from, to);
#pragma omp atomic
  sink += sum;
}

static void update_both(long from, long to) {
  for (long e = from; e < to; e++)
    a[e] = a[e] * 0.5 + 1.0;
  for (long e = from; e < to; e++)
    b[e] = b[e] * 0.5 + 1.0;
}

static void copy_one(long from, long to) {
  for (long e = from; e < to; e++)
    b[e] = a[e] * 0.5;
}

static const struct {
  const char *name;
  void (*run)(long from, long to);
  int bytes; // per pair of elements
} patterns[] = {{"read", read_both, 16}, {"update", update_both, 32}, {"copy", copy_one, 16}};

static double pass(void (*run)(long, long), int threads) {
  double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
  {
    long from, to;
    piece(&from, &to);
    run(from, to);
  }
  return omp_get_wtime() - start;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  int threads = atoi(argv[1]), is_warm = argc > 3;
  count = atol(argv[2]) / 16;
  size_t bytes = ((size_t)count * sizeof *a + LINE - 1) / LINE * LINE;
  a = aligned_alloc(LINE, bytes), b = aligned_alloc(LINE, bytes);
  other = aligned_alloc(LINE, 2 * bytes);
  if (!a || !b || !other)
    return 1;
  fill();
  for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
    double least = pass(patterns[p].run, threads);
    for (int n = 0; n < PASSES; n++) {
      if (!is_warm)
        fill();
      double seconds = pass(patterns[p].run, threads);
      least = seconds < least ? seconds : least;
    }
    printf("%s %.3f\n", patterns[p].name, (double)count * patterns[p].bytes / least * 1e-9);
  }
  return sink == 0.25;
}
