// Families by structure.
#include "core/family.h"

#include "test/unit/check.h"
#include "test/unit/workloads.h"

static void check_family(const char *text, const char *expected) {
  Workload workload;
  CHECK(workload_parse(text, &workload));
  CHECK_TEXT(workload_family_name(workload_family(&workload)), expected);
}

int main(void) {
  static const char *const families[] = {"matmul",      "conv",      "conv",        "conv",
                                         "conv",        "matmul",    "attention",   "matvec",
                                         "reduction",   "depthwise", "pooling",     "movement",
                                         "elementwise", "reduction", "elementwise", "elementwise"};
  for (int w = 0; w < WORKLOAD_COUNT; w++)
    check_family(workloads[w].text, families[w]);
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
  return check_result();
}
