// How threads share what is packed or gathered whole: which dimension is cut, and where, counted by
// hand.
#include "plan/threads/copy_share.h"

#include <math.h>

#include "test/unit/plan/split_case.h"
#include "test/unit/plan/workloads.h"

// Pixels in one dimension: 12 rows of patches, three taps of each of four channels.
#define WORKLOAD_CONV_1D                                                                           \
  "p8 p6 r4 r3 | f32[4,8](i2,i1+i3)@0 f32[8,4,3](i0,i2,i3)@0 f32[8,6](i0,i1)@0!out | "             \
  "body*:f32(fma=1) | add f32 x1 conv"
#define WORKLOAD_DEPTHWISE                                                                         \
  "p8 p6 p6 r3 r3 | f32[8,8,8](i0,i1+i3,i2+i4)@0 f32[8,3,3](i0,i3,i4)@0 f32[8,6,6](i0,i1,i2)@0!"   \
  "out | body*:f32(fma=1) | add f32 x1 conv"

static void check_share(CopyShare share, int dim, int64_t step, int64_t pieces, double largest) {
  CHECK_EQUAL(share.pieces, pieces);
  if (pieces > 1) {
    CHECK_EQUAL(share.dim, dim);
    CHECK_EQUAL(share.step, step);
  }
  CHECK(fabs(share.largest - largest) < 1e-12);
}

static CopyShare patches_of(const char *text, int threads) {
  Workload workload, storage;
  CHECK(workload_parse(text, &workload));
  const Workload *knobs = rule_workload(RULE_IM2COL, &workload, &storage);
  CHECK(knobs != NULL);
  return knobs ? copy_share_made(&workload, knobs, &rule_im2col, threads) : copy_share_none;
}

// Rows of patches go by channels, their columns by rows of pixels.
static void test_patches(void) {
  check_share(patches_of(WORKLOAD_CONV, 16), 0, 4 * 9, 16, 1.0 / 16); // of 64 channels
  check_share(patches_of(WORKLOAD_CONV, 7), 1, 8 * 56, 7, 1.0 / 7);   // of 56 rows
  // Taps are outermost, and unrolled.
  check_share(patches_of(WORKLOAD_NHWC_CONV, 14), 1, 14, 14, 1.0 / 14);
  check_share(patches_of(WORKLOAD_NHWC_CONV, 64), 1, 14, 14, 1.0 / 14);
  check_share(patches_of(WORKLOAD_DEPTHWISE, 4), 0, 2, 4, 1.0 / 4); // channels are a batch
  check_share(patches_of(WORKLOAD_CONV_1D, 2), 0, 2 * 3, 2, 1.0 / 2);
  check_share(patches_of(WORKLOAD_CONV_1D, 64), 0, 3, 4,
              1.0 / 4); // the one row of pixels is unrolled
}

static CopyShare pack_of(const char *text, const char *schedule_text, int threads) {
  Workload workload;
  Schedule schedule;
  LoopNest nest;
  CHECK(workload_parse(text, &workload));
  CHECK_EQUAL(schedule_parse(&workload, schedule_text, &schedule), STATUS_OK);
  CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
  CHECK_EQUAL(nest.pack_count, 1);
  return copy_share_pack(&workload, &schedule, &nest.packs[0], threads);
}

static void test_packs(void) {
  // 21 register tiles of rows, 16 vectors of the reduction.
  check_share(pack_of(matmul, packed, 2), 1, 128, 2, 1.0 / 2);
  check_share(pack_of(matmul, packed, 7), 0, 3, 7, 1.0 / 7);
  check_share(pack_of(matmul, packed, 64), 0, 1, 21, 1.0 / 21);
  // Inside loops a panel belongs to the piece.
  check_share(pack_of(matmul, "direct(vector=i1x8, block=[8,16,1], pack=[0:1])", 2), 0, 0, 1, 1);
  // Images go by channels or rows, never within a row: 2 x 3 x 229 rows.
  static const char *const image = "direct(vector=i3x16, pad=pack)";
  check_share(pack_of(WORKLOAD_STRIDED_CONV, image, 3), 1, 1, 3, 1.0 / 3);
  check_share(pack_of(WORKLOAD_STRIDED_CONV, image, 16), 2, 15, 16, 15.0 / 229);
  check_share(pack_of(WORKLOAD_STRIDED_CONV, image, 1000), 2, 1, 229, 1.0 / 229);
}

int main(void) {
  test_patches();
  test_packs();
  return check_result();
}
