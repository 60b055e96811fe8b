// Calls the functions of rows.mlir with several numbers of rows, on memory of the device, and
// compares the results with what it computes itself. "errors": what they say of sizes that cannot
// be.
#include "rows.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS = 24, COLUMNS = 40, MOST = 300 };

static int (*allocate)(unsigned long long *, size_t),
    (*upload)(unsigned long long, const void *, size_t),
    (*download)(void *, unsigned long long, size_t);

static float *on_device(const float *numbers, int count) {
  unsigned long long address;
  if (allocate(&address, (size_t)(count + 1) * sizeof *numbers) ||
      (numbers && upload(address, numbers, (size_t)count * sizeof *numbers)))
    exit(2);
  return (float *)address;
}

static int differ(const float *expected, const float *device, int count) {
  static float found[MOST * COLUMNS];
  int wrong = 0;
  if (count > 0 && download(found, (unsigned long long)device, (size_t)count * sizeof *found))
    exit(2);
  for (int i = 0; i < count; i++)
    wrong += !(fabsf(found[i] - expected[i]) <= 1e-5f + 1e-5f * fabsf(expected[i]));
  return wrong;
}

static int check(int rows) {
  static float a[MOST * TERMS], b[TERMS * COLUMNS], scores[MOST * COLUMNS], sums[COLUMNS];
  for (int i = 0; i < MOST * TERMS; i++)
    a[i] = (float)(i * 7 % 5 - 2) / 4;
  for (int i = 0; i < TERMS * COLUMNS; i++)
    b[i] = (float)(i * 11 % 7 - 3) / 4;
  memset(sums, 0, sizeof sums);
  for (int i = 0; i < rows; i++) {
    float *row = scores + i * COLUMNS, all = 0;
    for (int j = 0; j < COLUMNS; j++) {
      row[j] = 0;
      for (int k = 0; k < TERMS; k++)
        row[j] += a[i * TERMS + k] * b[k * COLUMNS + j];
      row[j] = row[j] > 0 ? row[j] : 0;
      sums[j] += row[j];
      all += expf(row[j]);
    }
    for (int j = 0; j < COLUMNS; j++)
      row[j] = expf(row[j]) / all;
  }
  float *scores_there = on_device(NULL, MOST * COLUMNS), *sums_there = on_device(NULL, COLUMNS);
  float *a_there = on_device(a, rows * TERMS), *same_there = on_device(NULL, rows * TERMS);
  int status = rows_scores(NULL, rows, rows ? a_there : NULL, on_device(b, TERMS * COLUMNS),
                           rows ? scores_there : NULL, sums_there);
  int status_of_same = rows_same(NULL, rows, a_there, same_there);
  int wrong = differ(scores, scores_there, rows * COLUMNS) + differ(sums, sums_there, COLUMNS) +
              differ(a, same_there, rows * 3);
  printf("%d rows: %s, %s, %d differ\n", rows, rows_status_text(status),
         rows_status_text(status_of_same), wrong);
  return status || status_of_same || wrong;
}

int main(int argc, char **argv) {
  static const int rows[] = {0, 1, 2, 7, 37, 128, 300};
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver)
    return 2;
  *(void **)&allocate = dlsym(driver, "cuMemAlloc_v2");
  *(void **)&upload = dlsym(driver, "cuMemcpyHtoD_v2");
  *(void **)&download = dlsym(driver, "cuMemcpyDtoH_v2");
  int failed = 0;
  for (size_t r = 0; argc == 1 && r < sizeof rows / sizeof *rows; r++)
    failed |= check(rows[r]);
  if (argc > 1 && !strcmp(argv[1], "errors")) {
    float *some = on_device(NULL, 64);
    printf("%s\n%s\n%s\n%s\n", rows_status_text(rows_same(NULL, -1, some, some)),
           rows_status_text(rows_same(NULL, (int64_t)1 << 40, some, some)),
           rows_status_text(rows_wide(NULL, 1 << 15, some, some, some, some)),
           rows_status_text(rows_same(NULL, 4, NULL, some)));
  }
  return failed;
}
