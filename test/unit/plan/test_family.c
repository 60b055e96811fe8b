// Families by structure.
#include "plan/family.h"

#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

static void check_family(const char *text, const char *expected) {
  Workload workload;
  CHECK(workload_parse(text, &workload));
  CHECK_TEXT(workload_family_name(workload_family(&workload)), expected);
}

// Of the workloads that the tests share.
static const struct {
  const char *name, *family;
} shared[] = {
    {"matmul 8", "matmul"},
    {"conv", "conv"},
    {"padded conv", "conv"},
    {"strided conv", "conv"},
    {"nhwc conv", "conv"},
    {"gelu", "matmul"},
    {"matvec", "matvec"},
    {"prime batch matmul", "attention"},
    {"dot", "reduction"},
    {"depthwise nhwc", "depthwise"},
    {"max pool", "pooling"},
    {"transpose", "movement"},
    {"argmax", "reduction"},
    {"broadcast sum", "elementwise"},
    {"strided view", "elementwise"},
    {"padded sum", "elementwise"},
};

static void test_shared(void) {
  int found = 0;
  for (int w = 0; w < WORKLOAD_COUNT; w++)
    for (size_t s = 0; s < sizeof shared / sizeof *shared; s++)
      if (!strcmp(shared[s].name, workloads[w].name)) {
        check_family(workloads[w].text, shared[s].family);
        found++;
      }
  CHECK_EQUAL(found, sizeof shared / sizeof *shared);
}

int main(void) {
  test_shared();
  check_family("p2 p128 p26 p26 r48 r5 r5 | f32[1,2,48,30,30](0,i0,i4,i2+i5,i3+i6)@0 "
               "f32[2,128,48,5,5](i0,i1,i4,i5,i6)@0 f32[1,2,128,26,26](0,i0,i1,i2,i3)@0!out | "
               "body*:f32(fma=1) | add f32 x1 conv split",
               "grouped");
  check_family("p64 p56 p56 r64 | f32[64,56,56](i3,i1,i2)@0 f32[64,64](i0,i3)@0 "
               "f32[64,56,56](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 split",
               "pointwise");
  check_family("p64 r1000 | f32[64,1000](i0,i1)@0 f32[64](i0)@0!out | body*:f32(fma=1) | add f32 "
               "x1 split",
               "reduction"); // a sum of squares
  // The scales of groups of the weights are larger than the data, and no factor.
  check_family(
      "p16 p1024 r128 r32 | f32[16,128,32](i0,i2,i3)@1 i8[1024,128,32](i1,i2,i3)@0!produces0 "
      "f32[1024,128](i1,i2)@0 f32[16,1024](i0,i1)@1!out | body:f32(add=1,mul=1,cast=2) "
      "body*:f32(fma=1) | add f32 x1 split",
      "matmul");
  check_family("p4096 r128 r32 | f32[128,32](i1,i2)@1 i8[4096,128,32](i0,i1,i2)@0!produces0 "
               "f32[4096,128](i0,i1)@0 f32[4096](i0)@1!out | body:f32(add=1,mul=1,cast=2) "
               "body*:f32(fma=1) | add f32 x1 split",
               "matvec");
  // So are two operands that are multiplied before the product, and larger than the other factor.
  check_family("p64 p8 r32 | f32[64,32](i0,i2)@0 f32[64,32](i0,i2)@0 f32[8,32](i1,i2)@1 "
               "f32[64,8](i0,i1)@1!out | body:f32(mul=1) body*:f32(fma=1) | add f32 x1 split",
               "matmul");
  return check_result();
}
