// SimtNest: which loops are blocks and threads, what is copied how, and what is no kernel.
#include "plan/simt/simt_nest.h"

#include "test/unit/base/check.h"

#include <stdio.h>
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

static RejectReason build_on(const Case *c, const char *schedule_text, const char *device,
                             SimtNest *out_nest) {
  Schedule schedule;
  CHECK_EQUAL(schedule_parse(&c->workload, schedule_text, &schedule), STATUS_OK);
  return simt_nest_build(&c->workload, &c->roles, &schedule, device_find(device, strlen(device)),
                         out_nest);
}

static RejectReason build(const Case *c, const char *schedule_text, SimtNest *out_nest) {
  return build_on(c, schedule_text, "sm_80", out_nest);
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
      {"direct(vector=i1x4, block=[8,8,4], tile0=[128,128,64])", REJECT_NONE}, // the host asks
      {"direct(vector=i1x4, block=[16,8,4], tile0=[512,256,64])", REJECT_BUFFERS},
      {"direct(vector=i1x4, block=[8,8,4], tile0=[128,128,32], stages=2)", REJECT_NONE},
      {"direct(vector=i1x4, block=[8,8,4], tile0=[128,128,32], stages=3)", REJECT_SHAPE},
      {"direct(vector=i1x4, block=[8,16,16], tile0=[128,128,16])", REJECT_NONE},
      {"direct(vector=i1x4, block=[8,16,32], tile0=[128,128,32])", REJECT_CODE_SIZE},
      {"direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16], pack=[1:3])", REJECT_SHAPE}};
  Case whole = read_case(product);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    SimtNest nest;
    CHECK_EQUAL(build(&whole, cases[c].schedule, &nest), cases[c].reason);
  }
}

static const char halves[] = "p512 p256 r64 | f16[512,64](i0,i2)@0 f16[64,256](i2,i1)@0 "
                             "f16[512,256](i0,i1)@0!out | body*:f16(fma=1) | add f16 x1 split";

// Warps instead of threads; operands lie as they do in memory, lines of 16 bytes more.
static void test_matrices(void) {
  SimtNest nest;
  Case whole = read_case(halves);
  CHECK_EQUAL(whole.roles.sum, ELEMENT_F32);
  CHECK_EQUAL(
      build(&whole, "direct(block=[64,32,32], tile0=[128,128,32], instruction=mma_f16)", &nest),
      REJECT_NONE);
  CHECK_EQUAL(nest.threads[SIMT_M], 2);
  CHECK_EQUAL(nest.threads[SIMT_N], 4);
  CHECK_EQUAL(simt_thread_count(&nest), 256);
  CHECK_EQUAL(nest.copy[SIMT_LEFT].width, 8);
  CHECK_EQUAL(nest.shared_role[SIMT_LEFT], SIMT_K);
  CHECK_EQUAL(nest.lines[SIMT_LEFT], 128);
  CHECK_EQUAL(nest.pitch[SIMT_LEFT], 40);
  CHECK_EQUAL(nest.shared_role[SIMT_RIGHT], SIMT_N);
  CHECK_EQUAL(nest.lines[SIMT_RIGHT], 32);
  CHECK_EQUAL(nest.pitch[SIMT_RIGHT], 136);
  CHECK_EQUAL(nest.shared_bytes, 2 * (128 * 40 + 32 * 136));
}

// One matrix may reach beyond the extents, not several.
static void test_odd_matrices(void) {
  SimtNest nest;
  Case odd = read_case("p5 p29 r13 | f16[5,13](i0,i2)@0 f16[13,29](i2,i1)@0 f32[5,29](i0,i1)@0!out "
                       "| body*:f32(fma=1 cast=2) | add f32 x1 split");
  CHECK_EQUAL(build(&odd, "direct(block=[5,8,13], tile0=[5,16,13], instruction=mma_f16)", &nest),
              REJECT_NONE);
  CHECK_EQUAL(simt_rows(&nest, SIMT_LEFT), 16);
  CHECK_EQUAL(nest.tile[SIMT_K], 16);
  CHECK_EQUAL(build(&odd, "direct(block=[5,9,13], tile0=[5,18,13], instruction=mma_f16)", &nest),
              REJECT_INSTRUCTION);
  CHECK_EQUAL(build(&odd, "direct(block=[5,8,4], tile0=[5,16,4], instruction=mma_f16)", &nest),
              REJECT_INSTRUCTION);
}

// Four warps have 64 rows; operands lie in panels of lines that a swizzle takes, and the host asks
// for what begins at a multiple of 1 KiB.
static void test_warpgroups(void) {
  SimtNest nest;
  Case whole = read_case(halves);
  static const char schedule[] =
      "direct(block=[64,128,64], tile0=[128,128,64], instruction=wgmma_f16)";
  CHECK_EQUAL(build_on(&whole, schedule, "sm_90a", &nest), REJECT_NONE);
  CHECK_EQUAL(simt_thread_count(&nest), 256);
  CHECK_EQUAL(nest.shared_role[SIMT_LEFT], SIMT_K);
  CHECK_EQUAL(nest.pitch[SIMT_LEFT], 64);
  CHECK_EQUAL(nest.panel_lines[SIMT_LEFT], 128);
  CHECK_EQUAL(nest.lines[SIMT_LEFT], 128);
  CHECK_EQUAL(nest.shared_role[SIMT_RIGHT], SIMT_N);
  CHECK_EQUAL(nest.pitch[SIMT_RIGHT], 64);
  CHECK_EQUAL(nest.panel_lines[SIMT_RIGHT], 64);
  CHECK_EQUAL(nest.lines[SIMT_RIGHT], 128);
  CHECK_EQUAL(nest.shared_bytes, 1024 + 2 * 64 * (128 + 128));
  CHECK(simt_asks_host(&nest));
  CHECK_EQUAL(build(&whole, schedule, &nest), REJECT_INSTRUCTION); // sm_80
}

// Columns that one instruction has, and lines of fewer bytes.
static void test_warpgroup_widths(void) {
  SimtNest nest;
  Case whole = read_case(halves);
  static const struct {
    const char *schedule;
    RejectReason reason;
    int64_t left, right; // pitches
    int right_role;
  } cases[] = {{"direct(block=[64,32,16], tile0=[64,64,16], instruction=wgmma_f16)", REJECT_NONE,
                16, 32, SIMT_N},
               {"direct(block=[64,8,32], tile0=[64,64,32], instruction=wgmma_f16)", REJECT_NONE, 32,
                32, SIMT_K},
               {"direct(block=[32,8,32], tile0=[64,64,32], instruction=wgmma_f16)",
                REJECT_INSTRUCTION, 0, 0, 0},
               {"direct(block=[64,12,32], tile0=[64,24,32], instruction=wgmma_f16)",
                REJECT_INSTRUCTION, 0, 0, 0},
               {"direct(block=[64,32,8], tile0=[64,64,8], instruction=wgmma_f16)",
                REJECT_INSTRUCTION, 0, 0, 0},
               {"direct(block=[128,256,32], tile0=[128,256,32], instruction=wgmma_f16)",
                REJECT_REGISTERS, 0, 0, 0}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    CHECK_EQUAL(build_on(&whole, cases[c].schedule, "sm_90a", &nest), cases[c].reason);
    if (cases[c].reason != REJECT_NONE)
      continue;
    CHECK_EQUAL(nest.pitch[SIMT_LEFT], cases[c].left);
    CHECK_EQUAL(nest.pitch[SIMT_RIGHT], cases[c].right);
    CHECK_EQUAL(nest.shared_role[SIMT_RIGHT], cases[c].right_role);
  }
  Case bytes =
      read_case("p512 p256 r64 | i8[512,64](i0,i2)@0 i8[256,64](i1,i2)@0 "
                "i32[512,256](i0,i1)@0!out | body*:i32(mul=1 add=1 cast=2) | add i32 x1 split");
  CHECK_EQUAL(build_on(&bytes, "direct(block=[64,24,32], tile0=[64,48,64], instruction=wgmma_i8)",
                       "sm_90a", &nest),
              REJECT_NONE);
  CHECK_EQUAL(nest.pitch[SIMT_RIGHT], 64);
  CHECK_EQUAL(build_on(&bytes, "direct(block=[64,40,32], tile0=[64,80,64], instruction=wgmma_i8)",
                       "sm_90a", &nest),
              REJECT_INSTRUCTION);
  // PTX 8.0 multiplies no bytes of two kinds by warpgroups; warps do.
  bytes.roles.is_unsigned[SIMT_LEFT] = true;
  CHECK_EQUAL(build_on(&bytes, "direct(block=[64,24,32], tile0=[64,48,64], instruction=wgmma_i8)",
                       "sm_90a", &nest),
              REJECT_INSTRUCTION);
  CHECK_EQUAL(build_on(&bytes, "direct(block=[64,24,32], tile0=[64,48,64], instruction=mma_i8)",
                       "sm_90a", &nest),
              REJECT_NONE);
}

// The device has it, and operands of its types; f32 is rounded where that is allowed.
static void test_instructions(void) {
  static const char schedule[] = "direct(block=[64,32,8], tile0=[128,128,32], instruction=%s)";
  SimtNest nest;
  char text[128];
  Case half = read_case(halves), whole = read_case(product);
  snprintf(text, sizeof text, schedule, "mma_f16_k8");
  CHECK_EQUAL(build_on(&half, text, "sm_75", &nest), REJECT_NONE);
  snprintf(text, sizeof text, schedule, "mma_bf16");
  CHECK_EQUAL(build(&half, text, &nest), REJECT_INSTRUCTION);
  snprintf(text, sizeof text, schedule, "mma_f16");
  CHECK_EQUAL(build_on(&half, text, "sm_75", &nest), REJECT_INSTRUCTION);
  snprintf(text, sizeof text, schedule, "mma_tf32");
  CHECK_EQUAL(build(&whole, text, &nest), REJECT_INSTRUCTION);
  whole.roles.is_relaxed = true;
  CHECK_EQUAL(build(&whole, text, &nest), REJECT_NONE);
  CHECK_EQUAL(build_on(&whole, text, "sm_75", &nest), REJECT_INSTRUCTION);
}

// Parts of the terms are batches, whose schedule has one more iterator; whole stages, and as many
// as are copied ahead, are in each.
static void test_parts(void) {
  SimtNest nest, parts;
  Schedule schedule, moved;
  Case whole = read_case("p16 p512 r1024 | f32[16,1024](i0,i2)@0 f32[1024,512](i2,i1)@0 "
                         "f32[16,512](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split");
  Case batches =
      read_case("p4 p16 p512 r256 | f32[16,4,256](i1,i0,i3)@0 f32[4,256,512](i0,i3,i2)@0 "
                "f32[4,16,512](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 split");
  const char *text = "direct(vector=i1x4, block=[1,8,4], tile0=[8,64,100], stages=2)";
  CHECK_EQUAL(build(&whole, text, &nest), REJECT_NONE);
  CHECK(simt_nest_parts(&nest, 4, &parts));
  CHECK_EQUAL(parts.grid[SIMT_K], 3);
  CHECK_EQUAL(simt_block_count(&parts), 4 * simt_block_count(&nest));
  CHECK(parts.roles.bytes == nest.roles.bytes + 3.0 * 4 * 16 * 512);
  CHECK(!simt_nest_parts(&nest, 16, &parts) && !simt_nest_parts(&nest, 3, &parts));
  CHECK_EQUAL(schedule_parse(&whole.workload, text, &schedule), STATUS_OK);
  simt_schedule_parts(&batches.workload, &schedule, &moved);
  CHECK_EQUAL(
      simt_nest_build(&batches.workload, &batches.roles, &moved, device_find("sm_80", 5), &parts),
      REJECT_NONE);
  CHECK_EQUAL(parts.lanes, 4);
  CHECK_EQUAL(parts.stages, 2);
  CHECK_EQUAL(parts.tile[SIMT_N], 64);
  CHECK_EQUAL(parts.grid[SIMT_K], 3);
  CHECK_EQUAL(simt_block_count(&parts), 4 * simt_block_count(&nest));
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
  } cases[] = {{"p512 p256 r64 | i16[512,64](i0,i2)@0 i16[64,256](i2,i1)@0 "
                "i16[512,256](i0,i1)@0!out | body*:i16(fma=1) | add i16 x1 split",
                "products of i16 and i16 in i16"},
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
  test_matrices();
  test_odd_matrices();
  test_warpgroups();
  test_warpgroup_widths();
  test_instructions();
  test_long();
  test_parts();
  test_roles();
  test_unsupported();
  return check_result();
}
