// Calls functions with unknown sizes at several of them, with a workspace of its own and without,
// in memory of exactly the size that is needed.
#include "sizes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int errors;
static void check(int is_right, const char *what) {
  if (is_right)
    return;
  errors++;
  printf("wrong: %s\n", what);
}

static float *made(int64_t count) {
  float *values = malloc((size_t)count * sizeof *values + 1);
  for (int64_t i = 0; i < count; i++)
    values[i] = (float)((i * 7) % 11) / 4.0f - 1.0f;
  return values;
}

static int is_near(float a, double b) { return fabs(a - b) <= 1e-4 * (1 + fabs(b)); }

static void *workspace_of(size_t bytes) { return aligned_alloc(64, (bytes + 64) / 64 * 64); }

static void test_dense(int64_t n) {
  int64_t shape[2];
  check(m_dense_result_shapes(n, shape) == M_OK && shape[0] == n && shape[1] == 40, "dense shape");
  float *a = made(n * 24), *w = made(24 * 40), *more = made(n * 40), *r = made(n * 40),
        *r2 = made(n * 40);
  void *workspace = workspace_of(m_dense_workspace_bytes());
  check(m_dense(n, a, w, more, r) == M_OK, "dense");
  check(m_dense_in(workspace, n, a, w, more, r2) == M_OK, "dense_in");
  check(!memcmp(r, r2, (size_t)(n * 40) * sizeof *r), "dense and dense_in");
  for (int64_t i = 0; i < n; i++)
    for (int j = 0; j < 40; j++) {
      double sum = more[i * 40 + j];
      for (int k = 0; k < 24; k++)
        sum += (double)a[i * 24 + k] * w[k * 40 + j];
      check(is_near(r[i * 40 + j], sum), "dense element");
    }
  free(a), free(w), free(more), free(r), free(r2), free(workspace);
}

static void test_shapes(int64_t m, int64_t n, int64_t k) {
  int64_t shape0[2], shape2[1];
  check(m_shapes_result_shapes(m, n, k, shape0, shape2) == M_OK, "shapes");
  check(shape0[0] == m + k && shape0[1] == n && shape2[0] == k * n, "sizes that are computed");
  float *a = made(m * n), *b = made(k * n), *r = made((m + k) * n), *flat = made(k * n), number;
  double sum = 0;
  check(m_shapes(m, n, k, a, b, r, &number, flat) == M_OK, "shapes");
  for (int64_t i = 0; i < m * n; i++)
    sum += a[i];
  check(is_near(number, sum), "sum");
  check(!memcmp(r, a, (size_t)(m * n) * sizeof *r), "first part");
  check(!memcmp(r + m * n, b, (size_t)(k * n) * sizeof *r), "second part");
  for (int64_t i = 0; i < k * n; i++)
    check(flat[i] == -b[i], "negated element");
  free(a), free(b), free(r), free(flat);
}

static void test_windows(int64_t h, int64_t w) {
  int64_t shape[4];
  check(m_windows_result_shapes(h, w, shape) == M_OK, "window shape");
  check(shape[0] == 1 && shape[1] == h - 2 && shape[2] == w - 2 && shape[3] == 8, "window sizes");
  float *a = made(h * w * 3), *f = made(3 * 3 * 3 * 8), *r = made((h - 2) * (w - 2) * 8);
  check(m_windows(h, w, a, f, r) == M_OK, "windows");
  for (int64_t i = 0; i < (h - 2) * (w - 2) * 8; i++) {
    int64_t y = i / 8 / (w - 2), x = i / 8 % (w - 2), c = i % 8;
    double sum = 0;
    for (int q = 0; q < 27; q++)
      sum += (double)a[((y + q / 9) * w + x + q / 3 % 3) * 3 + q % 3] * f[q * 8 + c];
    check(is_near(r[i], sum), "window element");
  }
  free(a), free(f), free(r);
}

static void test_repeat(int64_t n) {
  int64_t shape[2];
  float *row = made(5), *r = made(n * 5);
  check(m_repeat_result_shapes(n, shape) == M_OK && shape[0] == n && shape[1] == 5, "repeat shape");
  check(m_repeat(row, n, r) == M_OK, "repeat");
  for (int64_t i = 0; i < n * 5; i++)
    check(r[i] == row[i % 5], "repeated element");
  free(row), free(r);
}

static void test_update(int64_t m, int64_t n) {
  float *a = made(m * 6), *before = made(m * 6), *rows = made(n * 6), sums[6];
  check(m_update(m, n, a, rows, sums) == M_OK, "update");
  for (int64_t i = 0; i < m * 6; i++)
    check(a[i] == 2 * before[i], "updated element");
  for (int j = 0; j < 6; j++) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
      sum += rows[i * 6 + j];
    check(is_near(sums[j], sum), "summed element");
  }
  free(a), free(before), free(rows);
}

static void test_mistakes(void) {
  float a[24] = {0}, w[24 * 40] = {0}, more[40] = {0}, r[40];
  int64_t shape[4];
  check(m_dense(-1, a, w, more, r) == M_BAD_SIZE, "negative");
  check(m_dense(INT64_MAX, a, w, more, r) == M_BAD_SIZE, "huge");
  check(m_dense(1, NULL, w, more, r) == M_NULL_ARGUMENT, "null");
  check(m_dense(0, NULL, w, NULL, NULL) == M_OK, "null of no elements");
  check(m_dense_result_shapes(-1, shape) == M_BAD_SIZE, "negative, shape");
  check(m_dense_result_shapes(1, NULL) == M_NULL_ARGUMENT, "null, shape");
  check(m_windows_result_shapes(1, 5, shape) == M_BAD_SIZE, "less than a window, shape");
  check(m_windows(1, 5, a, w, r) == M_BAD_SIZE, "less than a window");
  check(m_repeat(a, -1, r) == M_BAD_SIZE, "negative number");
  check(strstr(m_status_text(M_BAD_SIZE), "size") != NULL, "status");
}

int main(void) {
  static const int64_t sizes[] = {0, 1, 2, 7, 37, 128};
  for (int i = 0; i < 6; i++) {
    test_dense(sizes[i]);
    test_shapes(sizes[i], 5, sizes[5 - i]);
    test_shapes(3, sizes[i], 1);
    test_windows(2 + sizes[i] % 50, 9);
    test_repeat(sizes[i]);
    test_update(sizes[i], sizes[(i + 2) % 6]);
  }
  test_mistakes();
  float fixed[4] = {1, 2, 3, 4}, negated[4];
  check(m_fixed(fixed, negated) == M_OK && negated[3] == -4, "fixed");
  printf("%d errors\n", errors);
  return errors != 0;
}
