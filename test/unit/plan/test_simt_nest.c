// SimtNest: which loops are blocks and threads, what is copied how, and what is no kernel.
#include "plan/simt/simt_nest.h"

#include "test/unit/base/check.h"

#include <string.h>

static const char product[] = "p512 p256 r64 | f32[512,64](i0,i2)@0 f32[64,256](i2,i1)@0 "
                              "f32[512,256](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";

typedef struct Case {
  Workload workload;
  SimtRoles roles;
} Case;

static Case read_case(const char *text) {
  Case out;
  CHECK(workload_parse(text, &out.workload));
  CHECK_EQUAL(simt_roles_read(&out.workload, &out.roles), STATUS_OK);
  return out;
}

static RejectReason build(const Case *c, const char *schedule_text, SimtNest *out_nest) {
  Schedule schedule;
  CHECK_EQUAL(schedule_parse(&c->workload, schedule_text, &schedule), STATUS_OK);
  return simt_nest_build(&c->workload, &c->roles, &schedule, device_find("sm_80", 5), out_nest);
}

static void test_whole(void) {
  SimtNest nest;
  Case whole = read_case(product);
  CHECK_EQUAL(build(&whole, "direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16])", &nest),
              REJECT_NONE);
  CHECK_EQUAL(nest.grid[SIMT_M], 4);
  CHECK_EQUAL(nest.grid[SIMT_N], 2);
  CHECK_EQUAL(nest.grid[SIMT_K], 4);
  CHECK_EQUAL(simt_thread_count(&nest), 256);
  CHECK_EQUAL(simt_block_count(&nest), 8);
  CHECK_EQUAL(nest.copy[SIMT_LEFT].along, SIMT_K);
  CHECK_EQUAL(nest.copy[SIMT_LEFT].width, 4);
  CHECK_EQUAL(nest.copy[SIMT_RIGHT].along, SIMT_N);
  CHECK_EQUAL(nest.copy[SIMT_RIGHT].width, 4);
  CHECK_EQUAL(nest.pitch[SIMT_LEFT], 132); // its columns are written: rows lie apart
  CHECK_EQUAL(nest.pitch[SIMT_RIGHT], 128);
  CHECK_EQUAL(nest.shared_bytes, 4 * 16 * (132 + 128));
  CHECK(nest.registers >= 110 && nest.registers <= 130);
}

// Sizes that no tile divides: threads cover the tile, and no load of a vector crosses a row.
static void test_odd(void) {
  SimtNest nest;
  Case odd = read_case("p37 p29 r50 | f32[37,50](i0,i2)@0 f32[50,29](i2,i1)@0 "
                       "f32[37,29](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split");
  CHECK_EQUAL(build(&odd, "direct(block=[4,1,2], tile0=[37,16,50])", &nest), REJECT_NONE);
  CHECK_EQUAL(nest.threads[SIMT_M], 10);
  CHECK_EQUAL(simt_rows(&nest, SIMT_LEFT), 40);
  CHECK_EQUAL(nest.grid[SIMT_N], 2);
  CHECK_EQUAL(nest.grid[SIMT_K], 1);
  CHECK_EQUAL(nest.copy[SIMT_LEFT].width, 2); // 50 is even
  CHECK_EQUAL(nest.copy[SIMT_RIGHT].width, 1);
}

static void test_rejected(void) {
  static const struct {
    const char *schedule;
    RejectReason reason;
  } cases[] = {
      {"direct(vector=i1x8, block=[8,8,4], tile0=[128,128,16])", REJECT_VECTOR},
      {"direct(vector=i0x4, block=[8,8,4], tile0=[128,128,16])", REJECT_VECTOR},
      {"reduce(vector=i2x4, block=[8,8,4], tile0=[128,128,16])", REJECT_VECTOR},
      {"direct(vector=i1x4, block=[8,8,3], tile0=[128,128,15])", REJECT_SHAPE},
      {"direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16], tile1=[64,64,16])", REJECT_SHAPE},
      {"direct(block=[1,1,4], tile0=[64,64,16])", REJECT_SHAPE}, // 4096 threads
      {"direct(vector=i1x4, block=[16,16,4], tile0=[128,128,16])", REJECT_REGISTERS},
      {"direct(vector=i1x4, block=[8,8,4], tile0=[128,128,64])", REJECT_BUFFERS},
      {"direct(vector=i1x4, block=[8,16,16], tile0=[128,128,16])", REJECT_NONE},
      {"direct(vector=i1x4, block=[8,16,32], tile0=[128,128,32])", REJECT_CODE_SIZE},
      {"direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16], pack=[1:3])", REJECT_SHAPE}};
  Case whole = read_case(product);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    SimtNest nest;
    CHECK_EQUAL(build(&whole, cases[c].schedule, &nest), cases[c].reason);
  }
}

// Whole stages have less than 2^31 steps, as what counts them has 32 bits.
static void test_long(void) {
  SimtNest nest;
  Case fits = read_case("r2147483632 | f32[2147483632](i0)@0 f32[2147483632](i0)@0 f32[]()@0!out "
                        "| body*:f32(fma=1) | add f32 x1 split");
  Case beyond = read_case("r2147483647 | f32[2147483647](i0)@0 f32[2147483647](i0)@0 f32[]()@0!out "
                          "| body*:f32(fma=1) | add f32 x1 split");
  CHECK_EQUAL(build(&fits, "direct(tile0=[16])", &nest), REJECT_NONE);
  CHECK_EQUAL(build(&beyond, "direct(tile0=[16])", &nest), REJECT_SHAPE);
}

// Transposed results make the other operand the right one; what both operands have is a batch.
static void test_roles(void) {
  Case turned = read_case("p512 p256 r64 | f32[512,64](i0,i2)@0 f32[64,256](i2,i1)@0 "
                          "f32[256,512](i1,i0)@0!out | body*:f32(fma=1) | add f32 x1 split");
  CHECK_EQUAL(turned.roles.iterator[SIMT_N], 0);
  CHECK_EQUAL(turned.roles.iterator[SIMT_M], 1);
  CHECK_EQUAL(turned.roles.operand[SIMT_RIGHT], 0);
  Case batched = read_case("p3 p20 p24 r16 | f32[3,20,16](i0,i1,i3)@0 f32[3,16,24](i0,i3,i2)@0 "
                           "f32[3,20,24](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 split");
  CHECK_EQUAL(batched.roles.batch_count, 1);
  CHECK_EQUAL(batched.roles.batches, 3);
}

static void test_unsupported(void) {
  static const struct {
    const char *workload, *reason;
  } cases[] = {{"p512 p256 r64 | f64[512,64](i0,i2)@0 f64[64,256](i2,i1)@0 "
                "f64[512,256](i0,i1)@0!out | body*:f64(fma=1) | add f64 x1 split",
                "only f32"},
               {"p512 p256 r64 | f32[512,64](i0,i2)@0 f32[64,256](i2,i1)@0 "
                "f32[512,256](i0,i1)@0!out | body*:f32(add=1 compare=1) | max f32 x1 split",
                "no products"},
               {"p512 p256 r8 r8 | f32[512,8,8](i0,i2,i3)@0 f32[8,8,256](i3,i2,i1)@0 "
                "f32[512,256](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split",
                "several iterators"}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Workload workload;
    SimtRoles roles;
    CHECK(workload_parse(cases[c].workload, &workload));
    CHECK_EQUAL(simt_roles_read(&workload, &roles), STATUS_UNSUPPORTED);
    CHECK(strstr(status_text(), cases[c].reason) != NULL);
  }
}

int main(void) {
  test_whole();
  test_odd();
  test_rejected();
  test_long();
  test_roles();
  test_unsupported();
  return check_result();
}
