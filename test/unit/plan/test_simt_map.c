// Operands as tensor maps: dimensions, strides and boxes, and what has none.
#include "plan/simt/simt_nest.h"

#include "test/unit/base/check.h"

#include <stdio.h>
#include <string.h>

static RejectReason build(const char *text, const char *schedule_text, Workload *out_workload,
                          SimtNest *out_nest) {
  Schedule schedule;
  SimtRoles roles;
  CHECK(workload_parse(text, out_workload));
  CHECK_EQUAL(simt_roles_read(out_workload, &roles), STATUS_OK);
  CHECK_EQUAL(schedule_parse(out_workload, schedule_text, &schedule), STATUS_OK);
  return simt_nest_build(out_workload, &roles, &schedule, device_find("sm_90a", 6), out_nest);
}

static void check_dimension(const SimtMap *map, int d, int64_t size, int64_t stride, int64_t box) {
  CHECK_EQUAL(map->size[d], size);
  CHECK_EQUAL(map->stride[d], stride);
  CHECK_EQUAL(map->box[d], box);
}

// A line of a panel by its lines; barriers lie behind the buffers, and threads copy nothing.
static void test_whole(void) {
  Workload workload;
  SimtNest nest;
  SimtMap map;
  CHECK_EQUAL(build("p512 p256 r320 | f16[512,320](i0,i2)@0 f16[320,256](i2,i1)@0 "
                    "f32[512,256](i0,i1)@0!out | body*:f32(fma=1 cast=2) | add f32 x1 split",
                    "direct(block=[64,128,64], tile0=[128,128,64], instruction=wgmma_f16_tma, "
                    "stages=4)",
                    &workload, &nest),
              REJECT_NONE);
  CHECK(nest.is_bulk[SIMT_LEFT] && nest.is_bulk[SIMT_RIGHT]);
  CHECK(!nest.is_asynchronous[SIMT_LEFT] && !simt_has_copies(&nest));
  CHECK_EQUAL(simt_copy_count(&nest, SIMT_LEFT), 0);
  CHECK_EQUAL(nest.shared_bytes, 1024 + 4 * (2 * 64 * (128 + 128) + 8));
  CHECK(simt_map_read(&workload, &nest, SIMT_LEFT, &map));
  CHECK_EQUAL(map.rank, 2);
  CHECK_EQUAL(map.lines, 1);
  check_dimension(&map, 0, 320, 1, 64);
  check_dimension(&map, 1, 512, 320, 128);
  CHECK(simt_map_read(&workload, &nest, SIMT_RIGHT, &map));
  check_dimension(&map, 0, 256, 1, 64);
  check_dimension(&map, 1, 320, 256, 64);
}

// Dimensions go by their strides, whatever they are; a panel of many lines is several boxes.
static void test_batches(void) {
  Workload workload;
  SimtNest nest;
  SimtMap map;
  CHECK_EQUAL(build("p3 p1024 p16 r64 | f16[1024,3,64](i1,i0,i3)@0 f16[3,16,64](i0,i2,i3)@0 "
                    "f32[3,1024,16](i0,i1,i2)@0!out | body*:f32(fma=1 cast=2) | add f32 x1 split",
                    "direct(block=[1,64,16,64], tile0=[1,512,16,64], instruction=wgmma_f16_tma)",
                    &workload, &nest),
              REJECT_NONE);
  CHECK(simt_map_read(&workload, &nest, SIMT_LEFT, &map));
  CHECK_EQUAL(map.rank, 3);
  CHECK_EQUAL(map.lines, 2);
  check_dimension(&map, 0, 64, 1, 64);
  check_dimension(&map, 1, 3, 64, 1);
  check_dimension(&map, 2, 1024, 192, 256);
  CHECK(simt_map_read(&workload, &nest, SIMT_RIGHT, &map));
  CHECK_EQUAL(map.lines, 1);
  check_dimension(&map, 2, 3, 16 * 64, 1);
}

// Strides in units of 16 bytes; one operand that has none is copied by threads.
static void test_strides(void) {
  static const struct {
    const char *workload;
    RejectReason reason;
    bool is_bulk[SIMT_OPERANDS];
  } cases[] = {{"p64 p32 r40 | f16[64,40](i0,i2)@0 f16[40,32](i2,i1)@0 f32[64,32](i0,i1)@0!out",
                REJECT_NONE,
                {true, true}},
               {"p64 p30 r40 | f16[64,40](i0,i2)@0 f16[40,30](i2,i1)@0 f32[64,30](i0,i1)@0!out",
                REJECT_NONE,
                {true, false}},
               {"p64 p32 r50 | f16[64,50](i0,i2)@0 f16[50,32](i2,i1)@0 f32[64,32](i0,i1)@0!out",
                REJECT_NONE,
                {false, true}},
               {"p64 p30 r50 | f16[64,50](i0,i2)@0 f16[50,30](i2,i1)@0 f32[64,30](i0,i1)@0!out",
                REJECT_INSTRUCTION,
                {false, false}},
               // From the second column on.
               {"p64 p32 r40 | f16[64,48](i0,i2+8)@0 f16[40,32](i2,i1)@0 f32[64,32](i0,i1)@0!out",
                REJECT_NONE,
                {false, true}}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Workload workload;
    SimtNest nest;
    char text[256], schedule[128];
    snprintf(schedule, sizeof schedule,
             "direct(block=[64,%.2s,32], tile0=[64,%.2s,32], instruction=wgmma_f16_tma)",
             cases[c].workload + strlen("p64 p"), cases[c].workload + strlen("p64 p"));
    snprintf(text, sizeof text, "%s | body*:f32(fma=1 cast=2) | add f32 x1 split",
             cases[c].workload);
    CHECK_EQUAL(build(text, schedule, &workload, &nest), cases[c].reason);
    for (int o = 0; o < SIMT_OPERANDS && cases[c].reason == REJECT_NONE; o++)
      CHECK_EQUAL(nest.is_bulk[o], cases[c].is_bulk[o]);
  }
}

int main(void) {
  test_whole();
  test_batches();
  test_strides();
  return check_result();
}
