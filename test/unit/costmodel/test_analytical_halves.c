// The analytical model on operands narrower than the sums: what panels of another type, casts and
// the next panel cost.
#include "costmodel/analytical.h"
#include "plan/schedule/schedule_check.h"
#include "test/unit/base/check.h"

#include <stdio.h>

enum { WEIGHTS = 1 }; // the second access

// A product of `rows` rows and weights of `size` x `size` in f16, which are cold.
static AnalyticalParts price(int rows, int size, const char *schedule_text,
                             const char *target_text) {
  char text[512];
  Workload workload;
  Schedule schedule;
  Target target;
  LoopNest nest;
  AnalyticalParts parts = {0};
  snprintf(text, sizeof text,
           "p%d p%d r%d | f16[%d,%d](i0,i2)@0 f16[%d,%d](i2,i1)@0!const f32[%d,%d](i0,i1)@0!out | "
           "body*:f32(fma=1,cast=2) | add f32 x1 split of 0f*1f",
           rows, size, size, rows, size, size, size, rows, size);
  CHECK(workload_parse(text, &workload));
  workload.accesses[WEIGHTS].is_cold = true;
  CHECK_EQUAL(target_parse(target_text, &target), STATUS_OK);
  CHECK_EQUAL(schedule_parse(&workload, schedule_text, &schedule), STATUS_OK);
  CHECK_TEXT(reject_reason_text(schedule_check(&workload, &schedule, &target)), "legal");
  CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
  analytical_seconds(&workload, &schedule, &nest, &target, &parts);
  return parts;
}

// Weights that are f32 in their panel are twice as many bytes from memory.
static void test_widened_panels_are_read_wide(void) {
  static const char narrow[] = "direct(vector=i1x16, block=[8,48,4], order2=[1,0], pack=[1:0])";
  static const char wide[] =
      "direct(vector=i1x16, block=[8,48,4], order2=[1,0], pack=[1:0], instruction=widen)";
  double of_halves = price(16, 960, narrow, "zen5").cold_seconds;
  double of_floats = price(16, 960, wide, "zen5").cold_seconds;
  CHECK(of_halves > 0);
  CHECK(of_floats > 1.9 * of_halves && of_floats < 2.1 * of_halves);
}

// AMD's cores convert beside their multipliers.
static void test_casts(void) {
  static const char schedule[] = "direct(vector=i1x16, block=[6,64,4], order2=[1,0], pack=[1:0])";
  double beside = price(60, 512, schedule, "zen5").kernel_seconds;
  double instead = price(60, 512, schedule, "zen5,vendor=2").kernel_seconds;
  CHECK(instead > 1.1 * beside);
}

// While the kernel comes back to a panel of 4096 x 48 x 2 bytes, the next one comes too: L2 holds
// one, and not both. Where nobody comes back, there is one.
static void test_next_panel_takes_room(void) {
  static const char whole[] = "direct(vector=i1x16, block=[8,48,8], order2=[1,0], pack=[1:0])";
  static const char tiled[] =
      "direct(vector=i1x16, block=[8,48,8], tile0=[16,4096,1024], order2=[1,0], pack=[1:0])";
  double one = price(8, 4096, whole, "zen5").l3_seconds;
  CHECK(price(16, 4096, whole, "zen5").l3_seconds >
        1.3 * price(16, 4096, tiled, "zen5").l3_seconds);
  CHECK(price(16, 4096, whole, "zen5").l3_seconds > 1.3 * one);
}

// One row by weights of 32 MB: what memory takes grows with the loads of a register tile, of panels
// too, and rows read in short pieces are slower than a panel.
static void test_loads_from_memory(void) {
  static const char few[] = "direct(vector=i1x16, block=[1,256,2], pack=[1:0])";
  static const char many[] = "direct(vector=i1x16, block=[1,256,8], pack=[1:0])";
  static const char rows[] = "direct(vector=i1x16, block=[1,256,2], tile0=[1,4096,8])";
  double of_few = price(1, 4096, few, "zen5").memory_seconds;
  CHECK(price(1, 4096, many, "zen5").memory_seconds >
        1.8 * of_few); // 128 loads: the stream is lost
  CHECK(price(1, 4096, rows, "zen5").memory_seconds > 1.02 * of_few);
  CHECK(price(1, 4096, rows, "zen5").memory_seconds < 1.5 * of_few);
}

// A cold panel that is read once from end to end comes no slower than rows do.
static void test_cold_stream(void) {
  static const char panel[] = "direct(vector=i1x16, block=[1,128,4], pack=[1:0])";
  static const char rows[] = "direct(vector=i1x16, block=[1,128,4], tile0=[1,960,8])";
  double of_panel = price(1, 960, panel, "zen5").cold_seconds;
  CHECK(of_panel > 0);
  CHECK(of_panel < price(1, 960, rows, "zen5").cold_seconds);
}

int main(void) {
  test_cold_stream();
  test_loads_from_memory();
  test_widened_panels_are_read_wide();
  test_casts();
  test_next_panel_takes_room();
  return check_result();
}
