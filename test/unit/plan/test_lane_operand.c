// Which operands are loaded as lanes of a vector, in place and from packs.
#include "plan/lane_operand.h"

#include "test/unit/base/check.h"

typedef struct Case {
  const char *workload, *schedule;
  int iterator, lanes; // of access 0
} Case;

#define PRODUCT(m, n, k)                                                                           \
  "p" #m " p" #n " r" #k " | f32[" #m "," #k "](i0,i2)@0 f32[" #k "," #n "](i2,i1)@0 "             \
  "f32[" #m "," #n "](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split"

#define LONG_PRODUCT                                                                               \
  "p8 p8 r8 | f16[8,8](i0,i2)@0 f16[8,8](i2,i1)@0 f32[8,8](i0,i1)@0!out | "                        \
  "body*:f32(fma=1) | add f32 x1 split of 0f*1f"

static const Case cases[] = {
    {PRODUCT(8, 8, 8), "direct(vector=i1x4, block=[4,8,1])", -1, 1},
    {PRODUCT(8, 8, 8), "direct(vector=i1x4, block=[4,8,4])", 2, 4},
    {PRODUCT(8, 8, 8), "direct(vector=i1x4, block=[4,8,1], pack=[0:0])", 0, 4},
    // Of f16 as many lanes as a vector of the sums has, and where the instruction takes lanes.
    {LONG_PRODUCT, "direct(vector=i1x4, block=[4,8,4], instruction=fmlal)", 2, 4},
    {LONG_PRODUCT, "direct(vector=i1x4, block=[4,8,4])", -1, 1},
    // Packed as the type of the sums they are of that one.
    {LONG_PRODUCT, "direct(vector=i1x4, block=[4,8,1], pack=[0:0,1:0], instruction=widen)", 0, 4},
    // Rows of one element are neighbours in this memory, and not in a part of a larger one.
    {PRODUCT(8, 8, 1), "direct(vector=i1x4, block=[8,8,1])", -1, 1},
    // A pack of one element has no dimension.
    {PRODUCT(1, 8, 1), "direct(vector=i1x4, block=[1,8,1], pack=[0:0])", -1, 1},
};

static void check_case(const Case *expected) {
  Workload workload = {0};
  Schedule schedule;
  LoopNest nest;
  CHECK(workload_parse(expected->workload, &workload));
  CHECK_EQUAL(schedule_parse(&workload, expected->schedule, &schedule), STATUS_OK);
  CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
  LaneAccess access = lane_access_of(&workload, 0);
  const PackedBuffer *pack = nest.pack_count > 0 ? &nest.packs[0] : NULL;
  LaneOperand operand = lane_operand_of(&access, &schedule, &nest, pack,
                                        target_row_named("neoverse-n1", strlen("neoverse-n1")));
  CHECK_EQUAL(operand.iterator, expected->iterator);
  CHECK_EQUAL(operand.lanes, expected->lanes);
}

int main(void) {
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    check_case(&cases[c]);
  return check_result();
}
