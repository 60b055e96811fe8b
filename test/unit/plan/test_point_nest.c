// PointNest and SimtView: who computes what, which loads are whole vectors, and what a convolution
// is as a product.
#include "plan/simt/point_nest.h"
#include "plan/simt/simt_view.h"

#include "test/unit/base/check.h"

static Workload read(const char *text) {
  Workload workload;
  CHECK(workload_parse(text, &workload));
  workload.can_split_reduction = true;
  return workload;
}

static const Device *device(void) { return device_find("sm_80", 5); }

static RejectReason build(const Workload *workload, const char *text, bool can_share,
                          PointNest *nest) {
  Schedule schedule;
  CHECK_EQUAL(schedule_parse(workload, text, &schedule), STATUS_OK);
  return point_nest_build(workload, &schedule, device(), can_share, nest);
}

static void test_threads(void) {
  PointNest nest;
  Workload sum = read("p40 p64 | f32[40,64](i0,i1)@0 f32[40,64](i0,i1)@0!out | body*:f32(add=1) | "
                      "none f32 x1 split");
  CHECK_EQUAL(build(&sum, "direct(vector=i1x4, block=[1,4], tile0=[8,64])", false, &nest),
              REJECT_NONE);
  CHECK_EQUAL(point_thread_count(&nest), 8 * 16);
  CHECK_EQUAL(point_block_count(&nest), 5);
  CHECK_EQUAL(nest.order[0], 1);
  CHECK(point_is_vector(&sum, 0, 1, 4) && !point_is_vector(&sum, 0, 0, 4));
  // More threads than a block has, and results of a thread that are no vector.
  CHECK_EQUAL(build(&sum, "direct(tile0=[40,64])", false, &nest), REJECT_SHAPE);
  CHECK_EQUAL(build(&sum, "direct(block=[2,1], tile0=[4,4])", false, &nest), REJECT_SHAPE);
  // Points have no products of matrices, and no stages.
  CHECK_EQUAL(build(&sum, "direct(tile0=[1,64], instruction=mma_f16)", false, &nest),
              REJECT_INSTRUCTION);
  CHECK_EQUAL(build(&sum, "direct(tile0=[1,64], stages=2)", false, &nest), REJECT_INSTRUCTION);
}

// A tile of the operand in shared memory: its lines lie along the iterator of its neighbours, and
// begin in different banks.
static void test_turned(void) {
  PointNest nest;
  Workload turned =
      read("p40 p67 | f32[67,40](i1,i0)@0 f32[40,67](i0,i1)@0 f32[40,67](i0,i1)@0!out "
           "| body*:f32(add=1) | none f32 x1 split");
  CHECK_EQUAL(point_across(&turned, 0), 0);
  CHECK_EQUAL(point_across(&turned, 1), -1);
  CHECK_EQUAL(build(&turned, "direct(block=[4,1], tile0=[32,32], pack=[0:0])", false, &nest),
              REJECT_NONE);
  CHECK_EQUAL(nest.turned, 0);
  CHECK_EQUAL(nest.results, 4);
  CHECK_EQUAL(nest.pitch, 33);
  CHECK_EQUAL(nest.shared_bytes, 4 * 32 * 33);
  CHECK_EQUAL(point_thread_count(&nest), 32 * 8);
  CHECK_EQUAL(point_block_count(&nest), 2 * 3);
  // Blocks beyond the extent; another operand; more results than a thread may have; vectors.
  CHECK_EQUAL(build(&turned, "direct(block=[16,1], tile0=[40,32], pack=[0:0])", false, &nest),
              REJECT_NONE);
  CHECK_EQUAL(point_tile(&nest, 0), 48);
  CHECK_EQUAL(build(&turned, "direct(block=[4,1], tile0=[32,32], pack=[1:0])", false, &nest),
              REJECT_PACK);
  CHECK_EQUAL(build(&turned, "direct(block=[20,1], tile0=[40,32], pack=[0:0])", false, &nest),
              REJECT_SHAPE);
  Workload even =
      read("p40 p64 | i8[64,40](i1,i0)@0 i8[40,64](i0,i1)@0!out | body*:i8(integer=1) | "
           "none i8 x1 split");
  CHECK_EQUAL(build(&even, "direct(block=[4,1], tile0=[32,32], pack=[0:0])", false, &nest),
              REJECT_NONE);
  CHECK_EQUAL(nest.pitch, 36); // nine words
  CHECK_EQUAL(
      build(&even, "direct(vector=i1x4, block=[1,4], tile0=[8,32], pack=[0:0])", false, &nest),
      REJECT_PACK);
}

static void test_sharers(void) {
  PointNest nest;
  Workload rows = read("p7 r100 | f32[7,100](i0,i1)@0 f32[7](i0)@0!out | body*:f32(add=1) | "
                       "add f32 x1 split");
  CHECK_EQUAL(build(&rows, "direct(tile0=[2,100])", true, &nest), REJECT_NONE);
  CHECK_EQUAL(nest.sharers, 128);
  CHECK(nest.shares_first && point_shuffles(&rows, &nest));
  CHECK_EQUAL(point_thread_count(&nest), 256);
  CHECK_EQUAL(point_block_count(&nest), 4);
  CHECK_EQUAL(build(&rows, "direct(tile0=[2,100])", false, &nest), REJECT_FUSION);
  Workload columns = read("r100 p64 | f64[100,64](i0,i1)@0 f64[64](i1)@0!out | body*:f64(add=1) | "
                          "add f64 x1 split");
  CHECK_EQUAL(build(&columns, "direct(tile0=[8,32])", true, &nest), REJECT_NONE);
  CHECK(!nest.shares_first && !point_shuffles(&columns, &nest));
  CHECK_EQUAL(nest.shared_bytes, 8 * 8 * 32);
  // Whole steps of all threads end beyond 2^31 - 1, those of one do not.
  Workload longest = read("r2147483647 | i8[2147483647](i0)@0 i8[]()@0!out | body*:i8(integer=1) | "
                          "add i8 x1 split");
  CHECK_EQUAL(build(&longest, "direct(tile0=[2])", true, &nest), REJECT_SHAPE);
  CHECK_EQUAL(build(&longest, "direct(tile0=[1])", true, &nest), REJECT_NONE);
}

// NHWC with a filter of 3 x 3: rows are 2 x 8 x 8 pixels, columns 32 features, terms 9 taps of 16.
static void test_convolution(void) {
  SimtView view;
  Workload convolution =
      read("p2 p8 p8 p32 r3 r3 r16 | f32[2,10,10,16](i0,i1+i4,i2+i5,i6)@0 "
           "f32[3,3,16,32](i4,i5,i6,i3)@0 f32[2,8,8,32](i0,i1,i2,i3)@0!out | body*:f32(fma=1) | "
           "add f32 x1 conv split");
  simt_view_read(&convolution, &view);
  CHECK(view.is_changed);
  CHECK_EQUAL(view.product.iterator_count, 3);
  CHECK_EQUAL(view.product.extents[0], 128);
  CHECK_EQUAL(view.product.extents[1], 32);
  CHECK_EQUAL(view.product.extents[2], 144);
  CHECK_EQUAL(view.part_count[0], 3);
  CHECK_EQUAL(view.parts[2][2], 6);
  CHECK_EQUAL(view.run[0], 16); // channels of the image
  CHECK_EQUAL(view.run[1], 32);
  CHECK(!view.product.is_convolution);
  Workload product = read("p8 p9 r7 | f32[8,7](i0,i2)@0 f32[7,9](i2,i1)@0 f32[8,9](i0,i1)@0!out | "
                          "body*:f32(fma=1) | add f32 x1 split");
  simt_view_read(&product, &view);
  CHECK(!view.is_changed);
  CHECK_EQUAL(workload_key(&view.product), workload_key(&product));
}

int main(void) {
  test_threads();
  test_turned();
  test_sharers();
  test_convolution();
  return check_result();
}
