// Contractions: the same computation under another layout, fusion or order has the same key.
#include "plan/contraction.h"

#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

#include <stdio.h>

// The key's text of a workload.
static const char *text_of(const char *workload_text) {
  static char text[256];
  Workload workload;
  CHECK(workload_parse(workload_text, &workload));
  CHECK(contraction_print(&workload, text, sizeof text) < (int)sizeof text);
  return text;
}

static void check_same(const char *a, const char *b) {
  Workload left, right;
  CHECK(workload_parse(a, &left) && workload_parse(b, &right));
  CHECK(workload_key(&left) != workload_key(&right));
  CHECK(contraction_key(&left) == contraction_key(&right));
}

static void check_other(const char *a, const char *b) {
  Workload left, right;
  CHECK(workload_parse(a, &left) && workload_parse(b, &right));
  CHECK(contraction_key(&left) != contraction_key(&right));
}

#define MATMUL                                                                                     \
  "p64 p96 r32 | f32[64,32](i0,i2)@0 f32[32,96](i2,i1)@0 f32[64,96](i0,i1)@0!out | "               \
  "body*:f32(fma=1) | add f32 x1 split"
#define CONV_NCHW                                                                                  \
  "p64 p56 p56 r32 r3 r3 | f32[32,58,58](i3,i1+i4,i2+i5)@0 f32[64,32,3,3](i0,i3,i4,i5)@0 "         \
  "f32[64,56,56](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split"

static void test_fusion(void) {
  check_same(MATMUL, "p64 p96 r32 | f32[96](i1)@0 f32[64,32](i0,i2)@1 f32[32,96](i2,i1)@1 "
                     "f32[64,96](i0,i1)@2!out | init:f32() body*:f32(fma=1) "
                     "epilogue:f32(compare=1) | add f32 x1 split");
}

static void test_layouts(void) {
  // b transposed; the product of the transposed matrices; one row of the output split in two.
  check_same(MATMUL,
             "p64 p96 r32 | f32[64,32](i0,i2)@0 f32[96,32](i1,i2)@0 f32[64,96](i0,i1)@0!out "
             "| body*:f32(fma=1) | add f32 x1 split");
  check_same(MATMUL,
             "p96 p64 r32 | f32[96,32](i0,i2)@0 f32[32,64](i2,i1)@0 f32[96,64](i0,i1)@0!out "
             "| body*:f32(fma=1) | add f32 x1 split");
  check_same(MATMUL, "p64 p48 p2 r32 | f32[64,32](i0,i3)@0 f32[32,2,48](i3,i2,i1)@0 "
                     "f32[64,2,48](i0,i2,i1)@0!out | body*:f32(fma=1) | add f32 x1 split");
  check_same(
      CONV_NCHW,
      "p56 p56 p64 r3 r3 r32 | f32[58,58,32](i0+i3,i1+i4,i5)@0 f32[3,3,32,64](i3,i4,i5,i2)@0 "
      "f32[56,56,64](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split");
}

static void test_differences(void) {
  check_other(MATMUL, "p64 p96 r33 | f32[64,33](i0,i2)@0 f32[33,96](i2,i1)@0 "
                      "f32[64,96](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split");
  check_other(MATMUL, "p64 p96 r32 | f64[64,32](i0,i2)@0 f64[32,96](i2,i1)@0 "
                      "f64[64,96](i0,i1)@0!out | body*:f64(fma=1) | add f64 x1 split");
  // strides 2
  check_other(CONV_NCHW,
              "p64 p56 p56 r32 r3 r3 | f32[32,113,113](i3,2*i1+i4,2*i2+i5)@0 "
              "f32[64,32,3,3](i0,i3,i4,i5)@0 f32[64,56,56](i0,i1,i2)@0!out | body*:f32(fma=1) | "
              "add f32 x1 conv split");
  // dilation 2: as many elements of the same operands, further apart
  check_other("p54 r3 | f32[58](i0+i1)@0 f32[3](i1)@0 f32[54](i0)@0!out | body*:f32(fma=1) | "
              "add f32 x1 conv split",
              "p54 r3 | f32[58](i0+2*i1)@0 f32[3](i1)@0 f32[54](i0)@0!out | body*:f32(fma=1) | "
              "add f32 x1 conv split");
  CHECK_TEXT(text_of(CONV_NCHW), "f32 f32 f32 | b1 m64 n1 k32 | w56:3/1/1 w56:3/1/1");
  CHECK_TEXT(text_of(MATMUL), "f32 f32 f32 | b1 m96 n64 k32 |");
}

static bool are_near(const char *a, const char *b) {
  uint64_t left_keys[CONTRACTION_NEAR_KEYS], right_keys[CONTRACTION_NEAR_KEYS];
  Workload left, right;
  CHECK(workload_parse(a, &left) && workload_parse(b, &right));
  int left_count = contraction_near_keys(&left, left_keys);
  int right_count = contraction_near_keys(&right, right_keys);
  CHECK(left_count >= 4 && left_count <= CONTRACTION_NEAR_KEYS);
  for (int l = 0; l < left_count; l++)
    for (int r = 0; r < right_count; r++)
      if (left_keys[l] == right_keys[r])
        return true;
  return false;
}

// A product of m, n and k as text.
static const char *matmul_text(int m, int n, int k) {
  static char text[256];
  snprintf(text, sizeof text,
           "p%d p%d r%d | f32[%d,%d](i0,i2)@0 f32[%d,%d](i2,i1)@0 f32[%d,%d](i0,i1)@0!out | "
           "body*:f32(fma=1) | add f32 x1 split",
           m, n, k, m, k, k, n, m, n);
  return text;
}

static void test_near(void) {
  CHECK(are_near(MATMUL, MATMUL));
  CHECK(are_near(MATMUL, matmul_text(64, 96, 33)));
  CHECK(are_near(MATMUL, matmul_text(1, 96, 32)));
  CHECK(are_near(MATMUL, matmul_text(1000, 96, 32))); // m and n change places
  CHECK(are_near(MATMUL, matmul_text(96, 1000, 32)));
  CHECK(!are_near(MATMUL, matmul_text(65, 97, 32)));
  CHECK(!are_near(MATMUL, matmul_text(65, 96, 31)));
  CHECK(!are_near(MATMUL, "p64 p96 r32 | f64[64,32](i0,i2)@0 f64[32,96](i2,i1)@0 "
                          "f64[64,96](i0,i1)@0!out | body*:f64(fma=1) | add f64 x1 split"));
  CHECK(!are_near(MATMUL, CONV_NCHW));
  CHECK(are_near(CONV_NCHW,
                 "p64 p55 p56 r32 r3 r3 | f32[32,57,58](i3,i1+i4,i2+i5)@0 "
                 "f32[64,32,3,3](i0,i3,i4,i5)@0 f32[64,55,56](i0,i1,i2)@0!out | body*:f32(fma=1) | "
                 "add f32 x1 conv split"));
  CHECK(!are_near(CONV_NCHW,
                  "p64 p56 p56 r32 r3 r3 | f32[32,113,113](i3,2*i1+i4,2*i2+i5)@0 "
                  "f32[64,32,3,3](i0,i3,i4,i5)@0 f32[64,56,56](i0,i1,i2)@0!out | body*:f32(fma=1) "
                  "| add f32 x1 conv split"));
}

// Every workload that the tests share has a key of its own computation.
static void test_shared(void) {
  for (int w = 0; w < WORKLOAD_COUNT; w++)
    CHECK(text_of(workloads[w].text)[0] != 0);
}

int main(void) {
  test_fusion();
  test_layouts();
  test_differences();
  test_near();
  test_shared();
  return check_result();
}
