// Schedule: canonical form, text form, static rejection, random draws.
#include "plan/schedule.h"

#include "plan/rule.h"
#include "plan/schedule/knob.h"
#include "plan/schedule/random_schedule.h"
#include "plan/schedule/schedule_check.h"
#include "test/unit/base/check.h"
#include "test/unit/base/daily_seed.h"
#include "test/unit/plan/workloads.h"
#include <stdbool.h>

static Workload parse_workload(const char *text) {
  Workload workload;
  memset(&workload, 0, sizeof(workload));
  if (!workload_parse(text, &workload))
    printf("not read: %s\n", text);
  return workload;
}

static Target find_target(const char *text) {
  Target target = *target_default();
  CHECK_EQUAL(target_parse(text, &target), STATUS_OK);
  return target;
}

static Schedule parse_schedule(const Workload *workload, const char *text) {
  Schedule schedule;
  schedule_init(workload, &schedule);
  if (schedule_parse(workload, text, &schedule) != STATUS_OK) {
    printf("not read: %s: %s\n", text, status_text());
    CHECK(false);
  }
  return schedule;
}

static void check_canonical(const Workload *workload, const char *text, const char *canonical) {
  char printed[512];
  Schedule schedule = parse_schedule(workload, text);
  schedule_print(workload, &schedule, printed, sizeof(printed));
  CHECK_TEXT(printed, canonical);
}

static void test_init(void) {
  for (int w = 0; w < WORKLOAD_COUNT; w++) {
    Workload workload = parse_workload(workloads[w].text);
    Schedule schedule, normal;
    schedule_init(&workload, &schedule);
    CHECK_EQUAL(schedule_check(&workload, &schedule, target_default()), REJECT_NONE);
    CHECK_EQUAL(schedule.lanes, 1);
    CHECK_EQUAL(schedule.vector_iterator, -1);
    normal = schedule;
    schedule_normalize(&workload, &normal);
    CHECK(memcmp(&normal, &schedule, sizeof(schedule)) == 0);
  }
}

// What schedule_normalize rounds and clears, by hand.
static void test_canonical_sizes(void) {
  Workload conv = parse_workload(WORKLOAD_CONV);
  check_canonical(&conv, "direct()", "direct()");
  check_canonical(&conv, " direct ( vector = i2x16 , block = [ 4,1,16,1,1,3 ] ) ",
                  "direct(vector=i2x16, block=[4,1,16,1,1,3])");
  // A vector block goes up to whole vectors, or to the extent.
  check_canonical(&conv, "direct(vector=i2x16, block=[1,1,17,1,1,1])",
                  "direct(vector=i2x16, block=[1,1,32,1,1,1])");
  check_canonical(&conv, "direct(vector=i2x16, block=[1,1,49,1,1,1])",
                  "direct(vector=i2x16, block=[1,1,56,1,1,1])");
  // Without a given block there is one vector.
  check_canonical(&conv, "direct(vector=i1x8)", "direct(vector=i1x8, block=[1,8,1,1,1,1])");
  // Tiles go up to multiples of what is inside, down to the extent.
  check_canonical(&conv,
                  "direct(block=[6,1,1,1,1,1], tile0=[20,9,56,64,3,3], tile1=[7,4,56,64,3,3])",
                  "direct(block=[6,1,1,1,1,1], tile0=[24,12,56,64,3,3], tile1=[12,4,56,64,3,3])");
  check_canonical(&conv, "direct(tile0=[1000,56,56,64,3,3], tile1=[64,1000,56,64,3,3])",
                  "direct()");
  // The inner tile follows the outer one.
  check_canonical(&conv, "direct(tile0=[16,56,56,64,3,3])", "direct(tile0=[16,56,56,64,3,3])");
}

static void test_canonical_orders(void) {
  Workload conv = parse_workload(WORKLOAD_CONV);
  // Orders keep only iterators that have a loop there.
  check_canonical(&conv, "direct(tile0=[16,8,56,64,3,3], order0=[5,1,2,0])",
                  "direct(tile0=[16,8,56,64,3,3], order0=[1,0])");
  check_canonical(&conv, "direct(order0=[5,4,3,2,1,0], order1=[1,0])", "direct()");
  check_canonical(&conv, "direct(order2=[2,0,1], kernel=[5,3,4])",
                  "direct(order2=[2,0,1], kernel=[5,3,4])");
  check_canonical(&conv, "direct(kernel=[5])", "direct(kernel=[5,3,4])");
}

static void test_canonical_remainders(void) {
  Workload conv = parse_workload(WORKLOAD_CONV);
  // A remainder mode without a partial vector says nothing.
  check_canonical(&conv, "direct(vector=i2x16, remainder=mask)",
                  "direct(vector=i2x16, block=[1,1,16,1,1,1], remainder=mask)");
  check_canonical(&conv, "direct(vector=i2x8, remainder=mask)",
                  "direct(vector=i2x8, block=[1,1,8,1,1,1])");
  check_canonical(&conv, "direct(vector=i2x8, remainder=pad)",
                  "direct(vector=i2x8, block=[1,1,8,1,1,1])");
  check_canonical(&conv, "direct(vector=i2x16, block=[1,1,56,1,1,1], remainder=pad)",
                  "direct(vector=i2x16, block=[1,1,56,1,1,1], remainder=mask)");
  check_canonical(&conv, "direct(vector=i2x16, remainder=pad)",
                  "direct(vector=i2x16, block=[1,1,16,1,1,1], remainder=pad)");
  check_canonical(&conv, "direct(block=[1,1,1,5,1,1], remainder=pad)",
                  "direct(block=[1,1,1,5,1,1], remainder=pad)");
}

static void test_canonical_fusion(void) {
  Workload conv = parse_workload(WORKLOAD_CONV);
  check_canonical(&conv, "direct(pad=pack, epilogue=3)", "direct()");
  check_canonical(&conv, "direct(fuse_init=0, fuse_producers=0, pack=[1:2,0:0])",
                  "direct(pack=[0:0,1:2], fuse_init=0, fuse_producers=0)");

  Workload padded = parse_workload(WORKLOAD_PADDED_CONV);
  check_canonical(&padded, "direct(pad=pack)", "direct(pack=[0:0], pad=pack)");
  check_canonical(&padded, "direct(pad=border, pack=[0:1])", "direct(pad=border)");

  Workload gelu = parse_workload(WORKLOAD_GELU);
  check_canonical(&gelu, "direct(epilogue=7)", "direct(epilogue=1)");
  // Where fused statements run is said where there are any.
  check_canonical(&conv, "direct(epilogue_depth=1)", "direct()");
  Workload between = parse_workload(WORKLOAD_BETWEEN);
  check_canonical(&between, "direct(pack=[2:0], epilogue=1, epilogue_depth=0, produce=[2,0])",
                  "direct(pack=[2:0], produce=[2], epilogue=1, epilogue_depth=0)");
  check_canonical(&between, "direct(pack=[1:0], produce=[1])", "direct(pack=[1:0])");
}

static void test_canonical_rules(void) {
  Workload conv = parse_workload(WORKLOAD_CONV), gelu = parse_workload(WORKLOAD_GELU);
  check_canonical(&gelu, "reduce(vector=i2x16, block=[4,1,20])",
                  "reduce(vector=i2x16, block=[4,1,32])");
  Workload dot =
      parse_workload("r20 | f32[20](i0)@0 f32[]()@0!out | body*:f32(add=1) | add f32 x1");
  check_canonical(&dot, "reduce(vector=i0x16, block=[40])", "reduce(vector=i0x16, block=[16])");
  // im2col: three iterators, p64 p3136 r576.
  check_canonical(&conv, "im2col(vector=i1x16, block=[8,16,1], tile0=[64,3136,100], pack=[1:0])",
                  "im2col(vector=i1x16, block=[8,16,1], tile0=[64,3136,100], pack=[1:0])");
}

static void check_mistake(const Workload *workload, const char *text, const char *names) {
  Schedule schedule;
  memset(&schedule, 7, sizeof(schedule));
  CHECK_EQUAL(schedule_parse(workload, text, &schedule), STATUS_USAGE);
  CHECK_EQUAL(schedule.rule, 7); // untouched
  if (strstr(status_text(), names) == NULL)
    printf("%s: %s\n", text, status_text());
  CHECK(strstr(status_text(), names) != NULL);
}

static void test_mistakes(void) {
  Workload conv = parse_workload(WORKLOAD_CONV), gelu = parse_workload(WORKLOAD_GELU);
  check_mistake(&conv, "", "''");
  check_mistake(&conv, "indirect()", "'indirect' is unknown; known: direct, reduce, im2col");
  check_mistake(&conv, "direct", "'('");
  check_mistake(&conv, "direct(", "knob");
  check_mistake(&conv, "direct() x", "'x'");
  check_mistake(&conv, "direct(blck=[1])", "'blck' is unknown; known: vector, block, tile0");
  check_mistake(&conv, "direct(block=[1,1])", "'block' needs a list of 6");
  check_mistake(&conv, "direct(block=[1,1,1,1,1,0])", "'block'");
  check_mistake(&conv, "direct(block=[1,1,1,1,1,1)", "'block'");
  check_mistake(&conv, "direct(block)", "'='");
  check_mistake(&conv, "direct(fuse_init=0 epilogue=0)", "','");
  check_mistake(&conv, "direct(fuse_init=0, fuse_init=1)", "twice");
  check_mistake(&conv, "direct(fuse_init=2)", "'fuse_init' needs a number from 0 to 1");
  check_mistake(&conv, "direct(vector=2x16)", "'vector'");
  check_mistake(&conv, "direct(vector=i6x16)", "'vector'");
  check_mistake(&conv, "direct(vector=i2x12)", "'vector'");
  check_mistake(&conv, "direct(vector=i2x1)", "'vector'");
  check_mistake(&conv, "direct(order0=[0,0])", "'order0'");
  check_mistake(&conv, "direct(order2=[6])", "'order2'");
  check_mistake(&conv, "direct(kernel=[0])", "'kernel'");
  check_mistake(&conv, "direct(pack=[3:0])", "'pack'");
  check_mistake(&conv, "direct(pack=[1])", "'pack'");
  check_mistake(&conv, "direct(produce=[3])", "'produce' needs a list of operands below 3");
  check_mistake(&conv, "direct(produce=1)", "'produce'");
  check_mistake(&conv, "direct(epilogue_depth=in)", "'epilogue_depth' needs a number of loops");
  check_mistake(&conv, "direct(epilogue_depth=-1)", "'epilogue_depth'");
  check_mistake(&conv, "direct(pad=mirror)", "'pad' has no option 'mirror'; known: separate");
  check_mistake(&conv, "direct(remainder=drop)", "'drop'; known: peel, mask, pad");
  check_mistake(&gelu, "im2col()", "'im2col' does not apply");
}

static void test_parse_fusion(void) {
  Schedule schedule;
  CHECK_EQUAL(schedule_parse_fusion("direct()", &schedule), STATUS_OK);
  CHECK(schedule.fuse_init && schedule.fuse_producers && schedule.fuse_epilogue == 0 &&
        schedule.pad_mode == PAD_SEPARATE);
  CHECK_EQUAL(schedule_parse_fusion("reduce(vector=i7x16, block=[4,1], pack=[1:0,2:1], pad=border, "
                                    "fuse_init=0, epilogue=2, produce=[1], epilogue_depth=1)",
                                    &schedule),
              STATUS_OK);
  CHECK_EQUAL(schedule.rule, RULE_REDUCE);
  CHECK(!schedule.fuse_init && schedule.fuse_producers && schedule.fuse_epilogue == 2 &&
        schedule.pad_mode == PAD_BORDER);
  CHECK_EQUAL(schedule_parse_fusion("direct(block=[4,1", &schedule), STATUS_USAGE);
  CHECK_EQUAL(schedule_parse_fusion("direct(vector=i1", &schedule), STATUS_USAGE);
  CHECK_EQUAL(schedule_parse_fusion("direct(blck=1)", &schedule), STATUS_USAGE);
}

static void check_rejected(const Workload *workload, const char *text, const char *target,
                           RejectReason reason) {
  Schedule schedule = parse_schedule(workload, text);
  Target parsed = find_target(target);
  RejectReason found = schedule_check(workload, &schedule, &parsed);
  if (found != reason)
    printf("%s\n", text);
  CHECK_TEXT(reject_reason_text(found), reject_reason_text(reason));
}

static void test_register_rejections(void) {
  Workload matmul = parse_workload(WORKLOAD_GELU);
  // 12 or 14 accumulators, two vectors of B and one broadcast of A in 16 registers.
  check_rejected(&matmul, "direct(vector=i1x8, block=[6,16,1])", "x86-64-v3", REJECT_NONE);
  check_rejected(&matmul, "direct(vector=i1x8, block=[7,16,1])", "x86-64-v3", REJECT_REGISTERS);
  check_rejected(&matmul, "direct(vector=i1x8, block=[14,8,1])", "x86-64-v3", REJECT_NONE);
  check_rejected(&matmul, "direct(vector=i1x8, block=[15,8,1])", "x86-64-v3", REJECT_REGISTERS);
  check_rejected(&matmul, "direct(vector=i1x16, block=[14,32,1])", "zen4", REJECT_NONE);
  check_rejected(&matmul, "direct(vector=i1x16, block=[15,32,1])", "zen4", REJECT_REGISTERS);
  check_rejected(&matmul, "direct(vector=i1x16)", "x86-64-v3", REJECT_VECTOR);
  check_rejected(&matmul, "direct(vector=i0x8)", "x86-64-v3", REJECT_VECTOR);
  check_rejected(&matmul, "direct(vector=i2x8)", "x86-64-v3", REJECT_VECTOR);
  check_rejected(&matmul, "reduce(vector=i1x8)", "x86-64-v3", REJECT_VECTOR);
  check_rejected(&matmul, "reduce()", "x86-64-v3", REJECT_VECTOR);
  check_rejected(&matmul, "reduce(vector=i2x8, block=[4,1,16])", "x86-64-v3", REJECT_NONE);
  check_rejected(&matmul, "direct(vector=i1x16, block=[8,32,128])", "zen4", REJECT_NONE);
  check_rejected(&matmul, "direct(vector=i1x16, block=[8,32,129])", "zen4", REJECT_CODE_SIZE);
  check_rejected(&matmul, "direct(tile0=[128,3072,256])", "zen4", REJECT_FUSION);
}

static void test_pack_rejections(void) {
  Workload matmul = parse_workload(WORKLOAD_GELU);
  check_rejected(&matmul, "direct(pack=[0:0])", "zen4", REJECT_PACK); // bias: not in the body
  check_rejected(&matmul, "direct(pack=[3:0])", "zen4", REJECT_PACK); // output
  check_rejected(&matmul, "direct(pack=[1:2])", "zen4", REJECT_NONE);
  check_rejected(&matmul, "direct(pack=[1:3])", "zen4", REJECT_PACK); // inside the reduction

  Workload huge = parse_workload("p16384 p16384 r16384 | f32[16384,16384](i0,i2)@0 "
                                 "f32[16384,16384](i2,i1)@0 f32[16384,16384](i0,i1)@0!out | "
                                 "body*:f32(fma=1) | add f32 x1 split");
  check_rejected(&huge, "direct(pack=[1:0])", "zen4", REJECT_BUFFERS);
  check_rejected(&huge, "direct(tile0=[16384,16384,256], pack=[1:1])", "zen4", REJECT_NONE);

  Workload conv = parse_workload(WORKLOAD_CONV);
  check_rejected(&conv, "direct(tile0=[16,56,56,64,3,3], pack=[0:0])", "zen4", REJECT_NONE);
  check_rejected(&conv, "direct(tile0=[16,56,56,64,3,3], pack=[0:1])", "zen4", REJECT_PACK);
  check_rejected(&conv, "im2col(vector=i1x16, block=[8,32,1], pack=[0:0,1:0])", "zen4",
                 REJECT_NONE);
}

// The epilogue outside all loops of the reduction, where accumulators can rest.
static void test_place_rejections(void) {
  Workload matmul = parse_workload(WORKLOAD_GELU), between = parse_workload(WORKLOAD_BETWEEN);
  check_rejected(&matmul, "direct(epilogue=1, epilogue_depth=0)", "zen4", REJECT_PLACE);
  check_rejected(&between, "direct(epilogue=1, epilogue_depth=2)", "zen4", REJECT_NONE);
  check_rejected(&between, "direct(epilogue=1, epilogue_depth=3)", "zen4", REJECT_PLACE);
  check_rejected(&between, "direct(tile0=[8,53,7], epilogue=1, epilogue_depth=1)", "zen4",
                 REJECT_NONE);
  check_rejected(&between, "direct(tile0=[8,53,7], epilogue=1, epilogue_depth=2)", "zen4",
                 REJECT_PLACE);
  check_rejected(&between, "direct(tile0=[8,53,7], order0=[2,0], epilogue=1, epilogue_depth=1)",
                 "zen4", REJECT_PLACE);
  Workload image =
      parse_workload("p8 p6 r3 r4 | f32[8,4](i1+i2,i3)@1!produces0 f32[3,4,8](i2,i3,i0)"
                     "@1 f32[6,8](i1,i0)@1!out | body:f32(compare=1) body*:f32(fma=1) | "
                     "add f32 x1 conv split");
  check_rejected(&image, "direct(pack=[0:0])", "zen4", REJECT_NONE);
  check_rejected(&image, "direct(pack=[0:0], produce=[0])", "zen4", REJECT_PLACE);
}

#define ARGMAX                                                                                     \
  "p33 r6 r7 | f32[33,6,7](i0,i1,i2)@0 f32[33](i0)@0!out i64[33](i0)@0!out | "                     \
  "body*:f32(compare=1) | other f32 x2 split"

static void test_order_rejections(void) {
  Workload argmax = parse_workload(ARGMAX);
  check_rejected(&argmax, "direct(kernel=[2,1])", "zen4", REJECT_NONE); // put in order
  check_rejected(&argmax, "direct(block=[1,2,1])", "zen4", REJECT_FUSION);
  check_rejected(&argmax, "direct(block=[1,2,7])", "zen4", REJECT_NONE);
  check_rejected(&argmax, "direct(block=[1,1,2])", "zen4", REJECT_NONE);
  check_rejected(&argmax, "direct(tile0=[33,3,7])", "zen4", REJECT_NONE);
  check_rejected(&argmax, "direct(tile0=[33,6,3])", "zen4", REJECT_FUSION);
  check_rejected(&argmax, "reduce(vector=i2x4)", "zen4", REJECT_VECTOR);
  check_rejected(&argmax, "direct(vector=i0x16, block=[32,1,1])", "zen4", REJECT_NONE);
  check_rejected(&argmax, "direct(vector=i0x2, block=[33,1,1])", "zen4", REJECT_REGISTERS);
}

static void test_border_rules(void) {
  Workload conv = parse_workload(WORKLOAD_PADDED_CONV);
  check_rejected(&conv, "direct(pad=border)", "zen4", REJECT_NONE);
  check_rejected(&conv, "direct(pad=border, block=[4,1,1,1,1,1])", "zen4", REJECT_NONE);
  check_rejected(&conv, "direct(pad=border, vector=i2x16, block=[4,1,56,1,1,3])", "zen4",
                 REJECT_NONE);
  check_rejected(&conv, "direct(pad=border, vector=i2x16, block=[4,1,56,1,1,1])", "zen4",
                 REJECT_PAD);
  check_rejected(&conv, "direct(pad=border, block=[1,2,1,1,1,1])", "zen4", REJECT_PAD);
  check_rejected(&conv, "direct(pad=border, block=[1,2,1,1,3,1])", "zen4", REJECT_NONE);
  check_rejected(&conv, "direct(pad=border, tile0=[64,14,56,64,3,3])", "zen4", REJECT_PAD);
  check_rejected(&conv, "direct(pad=border, tile0=[16,56,56,16,3,3])", "zen4", REJECT_NONE);
  check_rejected(&conv, "direct(pad=pack, vector=i2x16, block=[4,1,56,1,1,1])", "zen4",
                 REJECT_NONE);
  check_rejected(&conv, "direct(pad=pack, tile0=[64,14,56,64,3,3])", "zen4", REJECT_NONE);
  check_rejected(&conv, "direct()", "zen4", REJECT_PAD); // extracted with the padding, it stays
  check_rejected(&conv, "im2col(vector=i1x16)", "zen4", REJECT_PAD);
  check_rejected(&conv, "im2col(vector=i1x16, pad=pack)", "zen4", REJECT_NONE);
  // Lanes along the taps would read both.
  Workload row = parse_workload("p64 r8 | f32[64](i0+i1-3)@0!pad!neutral f32[8](i1)@0 f32[64](i0)"
                                "@0!out | body*:f32(fma=1) | add f32 x1 conv split");
  check_rejected(&row, "reduce(pad=border, vector=i1x4, block=[1,8])", "zen4", REJECT_PAD);
  check_rejected(&row, "reduce(pad=pack, vector=i1x4, block=[1,8])", "zen4", REJECT_NONE);
  // Without a reduction there are no taps to leave out.
  Workload sum = parse_workload(workloads[WORKLOAD_COUNT - 1].text);
  check_rejected(&sum, "direct(pad=border)", "zen4", REJECT_PAD);
  check_rejected(&sum, "direct(pad=pack)", "zen4", REJECT_NONE);
}

static void test_padded_remainder(void) {
  Workload conv = parse_workload(WORKLOAD_CONV); // 64 x 56 x 56, reductions 64 x 3 x 3
  check_rejected(&conv, "direct(block=[6,1,1,1,1,1], remainder=pad)", "zen4", REJECT_REMAINDER);
  check_rejected(&conv, "direct(block=[6,1,1,1,1,1], pack=[1:0], remainder=pad)", "zen4",
                 REJECT_NONE);
  check_rejected(&conv, "direct(block=[6,5,1,1,1,1], pack=[1:0], remainder=pad)", "zen4",
                 REJECT_REMAINDER);
  check_rejected(&conv, "direct(block=[5,3,1,1,1,1], pack=[0:0,1:0], remainder=pad)", "zen4",
                 REJECT_NONE);
  check_rejected(&conv, "direct(block=[1,1,1,5,1,1], remainder=pad)", "zen4", REJECT_NONE);
  check_rejected(&conv, "im2col(vector=i1x16, block=[6,16,1], pack=[1:0], remainder=pad)", "zen4",
                 REJECT_NONE);
  check_rejected(&conv, "im2col(vector=i1x16, block=[6,48,1], pack=[1:0], remainder=pad)", "zen4",
                 REJECT_REMAINDER);
  // One kernel where there would be sixteen.
  check_rejected(&conv, "direct(block=[5,3,1,7,2,3], pack=[0:0,1:0])", "zen4", REJECT_CODE_SIZE);
  check_rejected(&conv, "direct(block=[5,3,1,7,2,3], pack=[0:0,1:0], remainder=pad)", "zen4",
                 REJECT_NONE);
  Workload padded = parse_workload(WORKLOAD_PADDED_CONV);
  check_rejected(&padded, "direct(pad=border, block=[6,1,1,1,1,1], pack=[1:0], remainder=pad)",
                 "zen4", REJECT_NONE);
}

static void check_vector(const Workload *workload, ScheduleRule rule, int iterator, int lanes,
                         int block, RejectReason reason) {
  Schedule schedule;
  schedule_init(workload, &schedule);
  schedule.rule = (uint8_t)rule;
  schedule.vector_iterator = (int8_t)iterator;
  schedule.lanes = (uint8_t)lanes;
  schedule.block[iterator] = block;
  CHECK_TEXT(reject_reason_text(schedule_check(workload, &schedule, target_default())),
             reject_reason_text(reason));
}

// Numbers that no text gives: schedule_check must refuse them, not read past an array.
static void test_broken_numbers(void) {
  Workload conv = parse_workload(WORKLOAD_CONV);
  Schedule good, bad;
  schedule_init(&conv, &good);
#define CHECK_BROKEN(field, value, reason)                                                         \
  do {                                                                                             \
    bad = good;                                                                                    \
    bad.field = value;                                                                             \
    CHECK_EQUAL(schedule_check(&conv, &bad, target_default()), reason);                            \
  } while (0)
  CHECK_BROKEN(rule, RULE_COUNT, REJECT_SHAPE);
  CHECK_BROKEN(remainder, 9, REJECT_SHAPE);
  CHECK_BROKEN(pad_mode, 9, REJECT_SHAPE);
  CHECK_BROKEN(block[0], 0, REJECT_SHAPE);
  CHECK_BROKEN(block[0], 65, REJECT_SHAPE);
  CHECK_BROKEN(block[0], 3, REJECT_NONE);
  CHECK_BROKEN(tile[0][0], 3, REJECT_SHAPE); // below the inner tile
  CHECK_BROKEN(tile[1][0], -3, REJECT_SHAPE);
  CHECK_BROKEN(order[0][0], 200, REJECT_SHAPE);
  CHECK_BROKEN(order[2][0], 1, REJECT_SHAPE);
  CHECK_BROKEN(kernel_order[0], 0, REJECT_SHAPE);
  CHECK_BROKEN(lanes, 3, REJECT_VECTOR);
  CHECK_BROKEN(lanes, 0, REJECT_VECTOR);
  CHECK_BROKEN(vector_iterator, 2, REJECT_VECTOR);
  CHECK_BROKEN(pack[1], 100, REJECT_PACK);
  CHECK_BROKEN(fuse_epilogue, 1, REJECT_SHAPE); // there is no consumer
  bad = good;
  bad.block[0] = 4;
  bad.tile[1][0] = 6; // no whole register tiles
  CHECK_EQUAL(schedule_check(&conv, &bad, target_default()), REJECT_SHAPE);
  check_vector(&conv, RULE_DIRECT, 2, 3, 3, REJECT_VECTOR);  // lanes: no power of two
  check_vector(&conv, RULE_DIRECT, 2, 8, 12, REJECT_VECTOR); // one vector and a half
  check_vector(&conv, RULE_DIRECT, 2, 8, 16, REJECT_NONE);
  check_vector(&conv, RULE_REDUCE, 3, 8, 12, REJECT_VECTOR);
  check_vector(&conv, RULE_REDUCE, 3, 8, 16, REJECT_NONE);
  bad = good;
  bad.lanes = 8;
  bad.vector_iterator = 100;
  CHECK_EQUAL(schedule_check(&conv, &bad, target_default()), REJECT_VECTOR);
  memset(&bad, 0xff, sizeof(bad));
  CHECK(schedule_check(&conv, &bad, target_default()) != REJECT_NONE);
#undef CHECK_BROKEN
  Workload padded = parse_workload(WORKLOAD_PADDED_CONV), argmax = parse_workload(ARGMAX);
  schedule_init(&padded, &bad);
  bad.pad_mode = PAD_PACK;
  memset(bad.pack, PACK_NONE, sizeof bad.pack); // of the padded operand, too
  CHECK_EQUAL(schedule_check(&padded, &bad, target_default()), REJECT_PAD);
  schedule_init(&padded, &bad);
  bad.pad_mode = PAD_BORDER;
  bad.block[4] = 2; // two taps of three in one step
  CHECK_EQUAL(schedule_check(&padded, &bad, target_default()), REJECT_PAD);
  schedule_init(&argmax, &bad);
  bad.kernel_order[0] = 2;
  bad.kernel_order[1] = 1;
  CHECK_EQUAL(schedule_check(&argmax, &bad, target_default()), REJECT_FUSION);
}

static void check_random(const Workload *workload, const Target *target, uint64_t *seed,
                         int *rule_uses, int *pad_uses) {
  Schedule schedule, normal, parsed, repeated;
  char text[1024], again[1024];
  uint64_t seed_before = *seed, seed_copy = *seed;
  CHECK(schedule_random(workload, target, seed, &schedule));
  CHECK(*seed != seed_before);
  CHECK(schedule_random(workload, target, &seed_copy, &repeated));
  CHECK(memcmp(&repeated, &schedule, sizeof(schedule)) == 0);
  CHECK_EQUAL(schedule_check(workload, &schedule, target), REJECT_NONE);
  normal = schedule;
  schedule_normalize(workload, &normal);
  CHECK(memcmp(&normal, &schedule, sizeof(schedule)) == 0);
  int length = schedule_print(workload, &schedule, text, sizeof(text));
  CHECK_EQUAL(length, strlen(text));
  CHECK_EQUAL(schedule_parse(workload, text, &parsed), STATUS_OK);
  schedule_print(workload, &parsed, again, sizeof(again));
  CHECK_TEXT(again, text);
  CHECK(memcmp(&parsed, &schedule, sizeof(schedule)) == 0);
  CHECK(schedule_key(&parsed) == schedule_key(&schedule));
  text[length - 1] = '\0';
  CHECK_EQUAL(schedule_parse(workload, text, &parsed), STATUS_USAGE);
  rule_uses[schedule.rule]++;
  pad_uses[schedule.pad_mode]++;
}

static void test_random_schedules(uint64_t first) {
  static const char *const targets[] = {"x86-64-v2", "x86-64-v3", "zen4"};
  int rule_uses[RULE_COUNT] = {0}, pad_uses[PAD_MODE_COUNT] = {0};
  for (int w = 0; w < WORKLOAD_COUNT; w++)
    for (int t = 0; t < 3; t++) {
      Workload workload = parse_workload(workloads[w].text);
      Target target = find_target(targets[t]);
      uint64_t seed = first + (uint64_t)(w * 10 + t);
      for (int draw = 0; draw < 200; draw++)
        check_random(&workload, &target, &seed, rule_uses, pad_uses);
    }
  for (int rule = 0; rule < RULE_COUNT; rule++)
    CHECK(rule_uses[rule] > 100);
  for (int mode = 0; mode < PAD_MODE_COUNT; mode++)
    CHECK(pad_uses[mode] > 100);
}

static bool some_scalar_is_too_large(const Schedule *schedule) {
  for (int k = 0; k < KNOB_COUNT; k++)
    if (knob_is_scalar(knob_get(k)) && schedule->bytes[knob_get(k)->offset] > knob_get(k)->most)
      return true;
  return false;
}

// Any numbers become a schedule that is stable under another round.
static void test_normalize_anything(void) {
  uint64_t state = 1;
  for (int w = 0; w < WORKLOAD_COUNT; w++) {
    Workload workload = parse_workload(workloads[w].text);
    for (int trial = 0; trial < 300; trial++) {
      Schedule schedule, once;
      unsigned char *bytes = (unsigned char *)&schedule;
      for (size_t b = 0; b < sizeof(schedule); b++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bytes[b] = (unsigned char)(state >> 56);
      }
      schedule.rule %= RULE_COUNT;
      schedule.lanes = (uint8_t)(1u << schedule.lanes % 7);
      schedule_normalize(&workload, &schedule);
      once = schedule;
      schedule_normalize(&workload, &schedule);
      CHECK(memcmp(&once, &schedule, sizeof(schedule)) == 0);
      RejectReason reason = schedule_check(&workload, &schedule, target_default());
      CHECK(reason != REJECT_SHAPE || rule_get(schedule.rule)->rewrite ||
            some_scalar_is_too_large(&schedule));
    }
  }
}

static void check_documented(const char *document, const char *row) {
  if (!strstr(document, row))
    CHECK_TEXT("a row of docs/reference/schedule.md", row);
}

// The tables of the rules and of the knobs.
static void test_document(void) {
  static char document[1 << 16];
  char row[512];
  FILE *file = fopen("docs/reference/schedule.md", "r");
  CHECK(file != NULL);
  if (!file)
    return;
  document[fread(document, 1, sizeof(document) - 1, file)] = '\0';
  fclose(file);
  for (int r = 0; r < RULE_COUNT; r++) {
    const Rule *rule = rule_get(r);
    snprintf(row, sizeof(row), "\n| `%s` | %s | %s |\n", rule->name, rule->meaning,
             rule->applies_to);
    check_documented(document, row);
  }
  for (int k = 0; k < KNOB_COUNT; k++) {
    const Knob *knob = knob_get(k);
    snprintf(row, sizeof(row), "\n| `%s` | %s | %s | %s |\n", knob->name, knob->values,
             knob->default_text, knob->meaning);
    check_documented(document, row);
  }
}

int main(void) {
  test_init();
  test_canonical_sizes();
  test_canonical_orders();
  test_canonical_remainders();
  test_canonical_fusion();
  test_canonical_rules();
  test_mistakes();
  test_parse_fusion();
  test_register_rejections();
  test_pack_rejections();
  test_place_rejections();
  test_order_rejections();
  test_border_rules();
  test_padded_remainder();
  test_broken_numbers();
  test_random_schedules(0);
  test_random_schedules(daily_seed());
  test_normalize_anything();
  test_document();
  return check_result();
}
