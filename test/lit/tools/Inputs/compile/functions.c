// Calls every function of functions.mlir and counts what is not as C computes it.
#include "functions.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int errors;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      errors++;                                                                                    \
      printf("line %d: not %s\n", __LINE__, #condition);                                           \
    }                                                                                              \
  } while (0)

static void check_prime(void) {
  float a[7][13], b[13][11], product[7][11], sums[7], outer[7];
  for (int i = 0; i < 7 * 13; i++)
    a[0][i] = (float)(i % 5 - 2);
  for (int i = 0; i < 13 * 11; i++)
    b[0][i] = (float)(i % 7 - 3);
  CHECK(fn_prime(a[0], b[0], product[0], sums) == FN_OK);
  CHECK(fn_outer(a[0], b[0], outer) == FN_OK);
  for (int i = 0; i < 7; i++) {
    float sum = 0;
    for (int j = 0; j < 11; j++) {
      float expected = 0;
      for (int k = 0; k < 13; k++)
        expected += a[i][k] * b[k][j];
      CHECK(product[i][j] == expected);
      sum += expected;
    }
    CHECK(sums[i] == sum && outer[i] == sum);
  }
  CHECK(fn_prime(NULL, b[0], product[0], sums) == FN_NULL_ARGUMENT);
  CHECK(fn_prime(a[0], b[0], product[0], NULL) == FN_NULL_ARGUMENT);
}

static void check_scalars(void) {
  float difference;
  CHECK(fn_one_scalar(5, 3, &difference) == FN_OK && difference == 2);
  double real;
  uint8_t bit;
  int64_t index;
  uint16_t half;
  int8_t byte;
  int32_t values[3] = {1, -2, 3}, sums[3];
  CHECK(fn_scalars(2.5, 1, 21, 0x3e00 /* 1.5 */, -5, values, &real, sums, &bit, &index, &half,
                   &byte) == FN_OK);
  CHECK(real == 2.5 && bit == 0 && index == 42 && half == 0x4200 /* 3 */ && byte == -10);
  CHECK(sums[0] == 2 && sums[1] == -4 && sums[2] == 6);
  CHECK(values[0] == 1 && values[1] == -2 && values[2] == 3);
}

static void check_memrefs(void) {
  float a[5][7], b[3 + 5 * 9], before[3 + 5 * 9], four[4] = {1, 2, 3, 4}, twice[4];
  for (int i = 0; i < 5 * 7; i++)
    a[0][i] = (float)i;
  for (int i = 0; i < 3 + 5 * 9; i++)
    b[i] = before[i] = (float)(100 * i);
  CHECK(fn_in_place(a[0], b) == FN_OK);
  for (int i = 0; i < 3 + 5 * 9; i++) {
    int row = (i - 3) / 9, column = (i - 3) % 9;
    bool is_written = i >= 3 && row < 5 && column < 7;
    CHECK(b[i] == before[i] + (is_written ? a[row][column] : 0));
  }
  CHECK(fn_allocates(four, twice) == FN_OK);
  for (int i = 0; i < 4; i++)
    CHECK(twice[i] == 2 * four[i] && four[i] == (float)(i + 1));
}

static void check_views(void) {
  float a[6] = {1, 2, 3, 4, 5, 6}, first[6], second[6], flat[6], one = 3, two = 4, results[2];
  int16_t constant[5];
  CHECK(fn_same(a, first, second, flat) == FN_OK);
  CHECK(!memcmp(a, first, sizeof a) && !memcmp(a, second, sizeof a) && !memcmp(a, flat, sizeof a));
  CHECK(fn_constant(constant) == FN_OK);
  for (int i = 0; i < 5; i++)
    CHECK(constant[i] == (i % 2 ? -(i + 1) : i + 1));
  CHECK(fn_unit(&one, &two, &results[0], &results[1]) == FN_OK);
  CHECK(results[0] == 6 && results[1] == 8);
  CHECK(fn_empty(NULL, NULL) == FN_OK);
  CHECK(fn_main() == FN_OK);
}

static void check_names(void) {
  float a[2] = {0, 1}, result[2];
  CHECK(fn_not_an_identifier(a, result) == FN_OK);
  CHECK(fabsf(result[0] - 1) < 1e-6f && fabsf(result[1] - 2.7182818f) < 1e-5f);
  CHECK(!strcmp(fn_version(), FN_VERSION));
  CHECK(!strcmp(fn_status_text(FN_OK), "done"));
  CHECK(strstr(fn_status_text(FN_NULL_ARGUMENT), "null"));
  CHECK(strstr(fn_status_text(99), "no status"));
}

int main(void) {
  check_prime();
  check_scalars();
  check_memrefs();
  check_views();
  check_names();
  printf("%d errors\n", errors);
  return errors > 0;
}
