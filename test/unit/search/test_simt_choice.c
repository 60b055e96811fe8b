// SimtChoice: what is chosen is legal, the same each time, and priced between the peak of the
// device and what a bad schedule takes.
#include "search/simt/simt_choice.h"

#include "test/unit/base/check.h"

#include <stdio.h>
#include <string.h>

static Workload product(int m, int n, int k) {
  char text[512];
  Workload workload;
  snprintf(text, sizeof text,
           "p%d p%d r%d | f32[%d,%d](i0,i2)@0 f32[%d,%d](i2,i1)@0 f32[%d,%d](i0,i1)@0!out | "
           "body*:f32(fma=1) | add f32 x1 split",
           m, n, k, m, k, k, n, m, n);
  CHECK(workload_parse(text, &workload));
  return workload;
}

static SimtChoice choose(const Workload *workload, const Device *device) {
  SimtChoice choice, again;
  SimtRoles roles;
  CHECK_EQUAL(simt_roles_read(workload, &roles), STATUS_OK);
  CHECK_EQUAL(simt_choose(workload, &roles, device, &choice), STATUS_OK);
  CHECK_EQUAL(simt_choose(workload, &roles, device, &again), STATUS_OK);
  CHECK(schedule_equal(&choice.schedule, &again.schedule));
  SimtNest nest;
  CHECK_EQUAL(simt_nest_build(workload, &roles, &choice.schedule, device, &nest), REJECT_NONE);
  CHECK(choice.price.resident >= 1 && choice.price.waves >= 1);
  return choice;
}

static double price_of(const Workload *workload, const Device *device, const char *text) {
  SimtRoles roles;
  Schedule schedule;
  SimtNest nest;
  CHECK_EQUAL(simt_roles_read(workload, &roles), STATUS_OK);
  CHECK_EQUAL(schedule_parse(workload, text, &schedule), STATUS_OK);
  CHECK_EQUAL(simt_nest_build(workload, &roles, &schedule, device, &nest), REJECT_NONE);
  return simt_price(workload, &nest, device).seconds;
}

// Large products run at half of the peak at least, and none beyond it.
static void test_peak(void) {
  Workload large = product(4096, 4096, 4096);
  for (int d = 0; device_at(d) != NULL; d++) {
    const Device *device = device_at(d);
    double best = workload_flops(&large) / device_peak_flops(device, DEVICE_FMA_F32);
    double seconds = choose(&large, device).price.seconds;
    CHECK(seconds > best && seconds < 2 * best);
    double poor = price_of(&large, device, "direct(block=[1,1,4], tile0=[16,16,16])");
    CHECK(poor > 1.5 * seconds);
  }
}

// Large products of f16 are those of tensor cores, at a third of their peak at least.
static void test_matrices(void) {
  Workload large;
  CHECK(workload_parse("p4096 p4096 r4096 | f16[4096,4096](i0,i2)@0 f16[4096,4096](i2,i1)@0 "
                       "f16[4096,4096](i0,i1)@0!out | body*:f16(fma=1) | add f16 x1 split",
                       &large));
  for (int d = 0; device_at(d) != NULL; d++) {
    const Device *device = device_at(d);
    double best = workload_flops(&large) / device_peak_flops(device, DEVICE_MMA_F16);
    SimtChoice choice = choose(&large, device);
    CHECK(choice.nest.mma != NULL && choice.nest.mma->operand == ELEMENT_F16);
    CHECK_EQUAL(choice.nest.stages > 1, device_copies_asynchronously(device));
    CHECK(choice.price.seconds > best && choice.price.seconds < 3 * best);
  }
}

static void test_sizes(void) {
  static const int sizes[][3] = {{1, 2, 2},     {2, 1, 3},      {37, 29, 50},  {1, 4096, 4096},
                                 {4096, 1, 64}, {127, 131, 13}, {17, 1000, 1}, {3, 3, 100003}};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    char text[512];
    int m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
    if (m > 1 && n > 1 && k > 1) {
      Workload workload = product(m, n, k);
      choose(&workload, device_at((int)(s % 5)));
    } else if (n > 1 && k > 1) { // an iterator of one step is none
      Workload workload;
      snprintf(text, sizeof text,
               "p%d r%d | f32[1,%d](0,i1)@0 f32[%d,%d](i1,i0)@0 f32[1,%d](0,i0)@0!out | "
               "body*:f32(fma=1) | add f32 x1 split",
               n, k, k, k, n, n);
      CHECK(workload_parse(text, &workload));
      choose(&workload, device_at((int)(s % 5)));
    }
  }
}

// A product that is too small for all multiprocessors gets smaller tiles than one that is not.
static void test_waves(void) {
  Workload small = product(256, 256, 1024), large = product(8192, 8192, 1024);
  const Device *device = device_find("sm_80", 5);
  SimtChoice of_small = choose(&small, device), of_large = choose(&large, device);
  CHECK(of_small.nest.tile[SIMT_M] * of_small.nest.tile[SIMT_N] <
        of_large.nest.tile[SIMT_M] * of_large.nest.tile[SIMT_N]);
  CHECK(simt_block_count(&of_small.nest) >= device->multiprocessors / 2);
}

// A product of few results and many terms is cut into parts that fill the device; of one with
// results for all multiprocessors no part is considered.
static void test_parts(void) {
  static const SimtPartCounts counts = {6, {2, 4, 8, 16, 32, 64}};
  Workload few = product(16, 512, 16384), many = product(4096, 4096, 4096);
  for (int d = 0; device_at(d) != NULL; d++) {
    const Device *device = device_at(d);
    SimtChoice whole, parts;
    SimtRoles roles;
    CHECK_EQUAL(simt_roles_read(&few, &roles), STATUS_OK);
    CHECK_EQUAL(simt_choose_parts(&few, &roles, device, &counts, false, &whole, &parts), STATUS_OK);
    CHECK(parts.candidates > 0 && parts.schedule.split >= 2);
    CHECK(parts.price.seconds < whole.price.seconds);
    CHECK(parts.price.seconds > simt_price_sum(&roles, parts.schedule.split, device));
    CHECK_EQUAL(parts.nest.roles.batches, parts.schedule.split);
    CHECK_EQUAL(parts.nest.roles.extent[SIMT_K], 16384 / parts.schedule.split);
    CHECK_EQUAL(simt_roles_read(&many, &roles), STATUS_OK);
    CHECK_EQUAL(simt_choose_parts(&many, &roles, device, &counts, false, &whole, &parts),
                STATUS_OK);
    CHECK(parts.candidates == 0 || parts.price.seconds > whole.price.seconds);
  }
}

int main(void) {
  test_peak();
  test_matrices();
  test_sizes();
  test_waves();
  test_parts();
  return check_result();
}
