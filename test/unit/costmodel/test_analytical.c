// The analytical model: sane numbers for any schedule, and the right order where it is known.
#include "costmodel/analytical/analytical_internal.h"
#include "plan/schedule/schedule_check.h"
#include "plan/workload_instruction.h"
#include "search/space.h"
#include "test/unit/base/check.h"
#include "test/unit/plan/workloads.h"

#include <math.h>

static const char matmul_1024[] =
    "p1024 p1024 r1024 | f32[1024,1024](i0,i2)@0 f32[1024,1024](i2,i1)@0 "
    "f32[1024,1024](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";

static double predict(const char *workload_text, const char *schedule_text, const char *target_text,
                      AnalyticalParts *out_parts) {
  Workload workload;
  Schedule schedule;
  Target target;
  LoopNest nest;
  CHECK(workload_parse(workload_text, &workload));
  CHECK_EQUAL(target_parse(target_text, &target), STATUS_OK);
  CHECK_EQUAL(schedule_parse(&workload, schedule_text, &schedule), STATUS_OK);
  CHECK_TEXT(reject_reason_text(schedule_check(&workload, &schedule, &target)), "legal");
  CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
  return analytical_seconds(&workload, &schedule, &nest, &target, out_parts);
}

// Arithmetic that no schedule can avoid, at the peak of the target.
static double lower_bound(const Workload *workload, const Target *target) {
  double part = 1;
  for (int a = 0; a < workload->access_count; a++)
    if (workload->accesses[a].may_leave_shape)
      part = 0.5; // taps in the padding may be skipped
  for (int s = 0; s < workload->statement_count; s++)
    if (workload->statements[s].ops.fma == 0)
      return 0;
  return part * workload_flops(workload) / workload_peak_flops(workload, target);
}

static void check_parts(const AnalyticalParts *parts) {
  double sum = 0;
#define X(field, meaning)                                                                          \
  CHECK(isfinite(parts->field) && parts->field >= 0);                                              \
  sum += parts->field;
  ANALYTICAL_PARTS(X)
#undef X
  CHECK(parts->total_seconds > 0);
  CHECK(sum >= 2 * parts->total_seconds * (1 - 1e-12)); // the parts make up the total, or overlap
}

static void test_any_schedule_has_sane_numbers(void) {
  static const char *const targets[] = {"x86-64-v2", "x86-64-v3", "zen4"};
  for (int n = 0; n < WORKLOAD_COUNT; n++) {
    Workload workload;
    Target target;
    SearchSpace *space;
    CHECK(workload_parse(workloads[n].text, &workload));
    CHECK_EQUAL(target_parse(targets[n % 3], &target), STATUS_OK);
    CHECK_EQUAL(space_create(&workload, &target, &space), STATUS_OK);
    double bound = lower_bound(&workload, &target);
    Rng rng = {(uint64_t)n};
    for (int turn = 0; turn < 500; turn++) {
      Schedule schedule;
      AnalyticalParts parts, again;
      double seconds;
      LoopNest nest;
      space_random(space, &rng, &schedule);
      if (space_score(space, &schedule, &seconds, &parts) != REJECT_NONE)
        continue;
      check_parts(&parts);
      CHECK(isfinite(parts.conflict_seconds) && parts.conflict_seconds >= 0);
      CHECK(seconds == analytical_in_full(parts.total_seconds, &parts));
      CHECK(seconds >= bound * (1 - 1e-9));
      CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
      CHECK(analytical_seconds(&workload, &schedule, &nest, &target, &again) ==
            parts.total_seconds);
    }
    space_destroy(space);
  }
}

static void test_better_machine_is_faster(void) {
  static const char schedule[] = "direct(vector=i1x8, block=[6,16,1], pack=[1:0])";
  double base = predict(matmul_1024, schedule, "x86-64-v3", NULL);
  double clock = predict(matmul_1024, schedule, "x86-64-v3,clock_ghz=6", NULL);
  double cache = predict(matmul_1024, schedule, "x86-64-v3,cache_bytes.0=4194304", NULL);
  CHECK(fabs(clock / base - 0.5) < 1e-9);
  CHECK(cache < base);
}

static void test_register_tile_matters(void) {
  double scalar = predict(matmul_1024, "direct()", "x86-64-v3", NULL);
  double narrow = predict(matmul_1024, "direct(vector=i1x8, block=[1,8,1])", "x86-64-v3", NULL);
  double tile = predict(matmul_1024, "direct(vector=i1x8, block=[6,16,1])", "x86-64-v3", NULL);
  CHECK(scalar > 4 * narrow);
  CHECK(narrow > 2 * tile);
  // Few accumulators: bound by the latency of the multiply-add.
  AnalyticalParts few, many;
  predict(matmul_1024, "direct(vector=i1x8, block=[2,16,1])", "x86-64-v3", &few);
  predict(matmul_1024, "direct(vector=i1x8, block=[4,16,1])", "x86-64-v3", &many);
  CHECK(few.kernel_seconds > 1.5 * many.kernel_seconds);
}

static double kernel_seconds(const Workload *workload, const char *schedule_text) {
  Target target;
  Schedule schedule;
  LoopNest nest;
  AnalyticalParts parts;
  CHECK_EQUAL(target_parse("zen4", &target), STATUS_OK);
  CHECK_EQUAL(schedule_parse(workload, schedule_text, &schedule), STATUS_OK);
  CHECK_EQUAL(loop_nest_build(workload, &schedule, &nest), REJECT_NONE);
  (void)analytical_seconds(workload, &schedule, &nest, &target, &parts);
  return parts.kernel_seconds;
}

// Rows at addresses that only the run knows: four steps of one are in registers, or on the stack.
static void test_rows_of_the_run_are_loaded_ahead(void) {
  static const char crowded[] = "direct(vector=i1x16, block=[9,48,4])",
                    two[] = "direct(vector=i1x16, block=[9,48,2])",
                    few[] = "direct(vector=i1x16, block=[8,48,4])";
  Workload known, of_run;
  CHECK(workload_parse(matmul_1024, &known));
  of_run = known;
  of_run.accesses[0].has_run_strides = true;
  CHECK(workload_key(&known) == workload_key(&of_run));
  CHECK(workload_run_key(&known) != workload_run_key(&of_run));
  CHECK(kernel_seconds(&of_run, crowded) > 1.3 * kernel_seconds(&known, crowded));
  CHECK(kernel_seconds(&of_run, two) == kernel_seconds(&known, two));
  CHECK(kernel_seconds(&of_run, few) == kernel_seconds(&known, few));
}

static void test_packing_pays_for_power_of_two_strides(void) {
  static const char plain[] = "direct(vector=i1x8, block=[6,16,1], tile0=[1024,1024,256], "
                              "order2=[1,0,2])";
  static const char packed[] = "direct(vector=i1x8, block=[6,16,1], tile0=[1024,1024,256], "
                               "order2=[1,0,2], pack=[1:1])";
  CHECK(predict(matmul_1024, plain, "x86-64-v3", NULL) >
        predict(matmul_1024, packed, "x86-64-v3", NULL));
  // A problem that fits L1 has nothing to gain from it.
  static const char small[] = "p32 p32 r32 | f32[32,32](i0,i2)@0 f32[32,32](i2,i1)@0 "
                              "f32[32,32](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  CHECK(predict(small, "direct(vector=i1x8, block=[6,16,1])", "x86-64-v3", NULL) <
        predict(small, "direct(vector=i1x8, block=[6,16,1], pack=[1:0])", "x86-64-v3", NULL));
}

static void test_blocking_saves_traffic(void) {
  AnalyticalParts plain, blocked;
  predict(matmul_1024, "direct(vector=i1x8, block=[4,16,1], pack=[1:0])", "x86-64-v3", &plain);
  predict(matmul_1024,
          "direct(vector=i1x8, block=[4,16,1], tile0=[1024,1024,256], order2=[1,0,2], pack=[1:0])",
          "x86-64-v3", &blocked);
  CHECK(blocked.l2_seconds < plain.l2_seconds);
}

static void test_places_cost(void) {
  static const char large[] =
      "p512 p512 r4096 | f32[512,4096](i0,i2)@1 i8[4096,512](i2,i1)@0!produces0 f32[512](i1)@2 "
      "f32[512,512](i0,i1)@2!out | body:f32(cast=1) body*:f32(fma=1) "
      "epilogue:f32(add=1,transcendental=1) | add f32 x1 split";
  AnalyticalParts registers, near, far, body, produced;
  // In registers only the last visit of a tile pays for the epilogue.
  predict(large, "direct(vector=i1x8, block=[6,16,1], epilogue=1)", "x86-64-v3", &registers);
  predict(large, "direct(vector=i1x8, block=[6,16,1], tile0=[96,512,256], epilogue=1)", "x86-64-v3",
          &near);
  CHECK(near.call_seconds < 3 * registers.call_seconds);
  // A sweep over a tile that stays in L2 costs less traffic than one over all results.
  predict(large,
          "direct(vector=i1x8, block=[6,16,1], tile0=[96,64,256], epilogue=1, "
          "epilogue_depth=2)",
          "x86-64-v3", &near);
  predict(large,
          "direct(vector=i1x8, block=[6,16,1], tile0=[96,64,256], epilogue=1, "
          "epilogue_depth=0)",
          "x86-64-v3", &far);
  CHECK(near.l3_seconds < far.l3_seconds);
  CHECK(near.call_seconds == far.call_seconds);
  // Producers cost once for each packed element, not at each load.
  predict(large, "direct(vector=i1x8, block=[6,16,1], pack=[1:0], epilogue=1)", "x86-64-v3", &body);
  predict(large, "direct(vector=i1x8, block=[6,16,1], pack=[1:0], produce=[1], epilogue=1)",
          "x86-64-v3", &produced);
  CHECK(produced.kernel_seconds < body.kernel_seconds);
  CHECK(produced.pack_seconds > body.pack_seconds);
  // What the producer of a matrix costs and reads, no panel of a vector pays for.
  static const char matvec[] =
      "p512 r1024 | f16[512,1024](i0,i1)@0 f16[1024](i1)@1!produces1 f32[512](i0)@2!out | "
      "body:f32(cast=1) body:f32(cast=1) body*:f32(fma=1) | add f32 x1 split";
  predict(matvec, "direct(vector=i0x8, block=[104,2], pack=[1:0])", "zen3", &body);
  predict(matvec, "direct(vector=i0x8, block=[104,2], pack=[1:0], produce=[1])", "zen3", &produced);
  CHECK(produced.kernel_seconds > 0.9 * body.kernel_seconds);
  CHECK(produced.l2_seconds > 0.9 * body.l2_seconds);
}

// What is computed in f32 and rounded takes its time, what is read and summed in f32 does not.
static void test_rounding_costs(void) {
  static const char each[] = "p4096 | %s[4096](i0)@0 %s[4096](i0)@0!out | "
                             "body*:%s(add=2,mul=2) | none %s x1";
  static const char sums[] = "p512 r1024 | %s[512,1024](i0,i1)@0 f32[512](i0)@0!out | "
                             "body*:f32(add=1,cast=1) | add f32 x1 split";
  static const char *const types[] = {"f32", "f16", "bf16"};
  double seconds[3], of_sums[3];
  for (int n = 0; n < 3; n++) {
    char text[256];
    snprintf(text, sizeof text, each, types[n], types[n], types[n], types[n]);
    seconds[n] =
        predict(text, n ? "direct(vector=i0x16, block=[64])" : "direct(vector=i0x8, block=[64])",
                "zen3", NULL);
    snprintf(text, sizeof text, sums, types[n]);
    of_sums[n] = predict(text, "reduce(vector=i1x8, block=[8,8])", "zen3", NULL);
  }
  CHECK(seconds[1] > 1.5 * seconds[0] && seconds[2] > 1.3 * seconds[1]);
  CHECK(of_sums[1] <= of_sums[0] && of_sums[2] == of_sums[1]);
}

static void test_remainders_cost(void) {
  static const char conv[] =
      "p64 p56 p%d r64 r3 r3 | f32[64,58,%d](i3,i1+i4,i2+i5)@0 f32[64,64,3,3](i0,i3,i4,i5)@0 "
      "f32[64,56,%d](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split";
  double per_point[2];
  for (int n = 0; n < 2; n++) {
    int width = n == 0 ? 56 : 57; // 57: one column beyond the whole vectors
    char text[512];
    snprintf(text, sizeof(text), conv, width, width + 2, width);
    per_point[n] = predict(text, "direct(vector=i2x8, block=[6,1,16,1,3,3])", "zen4", NULL) / width;
  }
  CHECK(per_point[1] > 1.02 * per_point[0]);
  CHECK(per_point[1] < 1.5 * per_point[0]);
}

// A padded remainder costs a whole block: little less is better peeled, a full one is not.
static void test_padding_costs(void) {
  static const char text[] = "p%d p96 r512 | f32[%d,512](i0,i2)@0 f32[512,96](i2,i1)@0 "
                             "f32[%d,96](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  double ratio[2];
  for (int n = 0; n < 2; n++) {
    char workload[512];
    int rows = n == 0 ? 601 : 605;
    snprintf(workload, sizeof(workload), text, rows, rows, rows);
    double peeled =
        predict(workload, "direct(vector=i1x16, block=[6,48,1], pack=[0:0,1:0])", "zen4", NULL);
    double padded =
        predict(workload, "direct(vector=i1x16, block=[6,48,1], pack=[0:0,1:0], remainder=pad)",
                "zen4", NULL);
    ratio[n] = padded / peeled;
  }
  CHECK(ratio[0] < 1.02 && ratio[0] > ratio[1]);
}

// Without a loop around the updates, an epilogue that is chosen at run time tears them apart; one
// that reads operands, or whose visit is known, does not.
static void test_selected_epilogue_costs(void) {
  static const char relu[] =
      "p96 p96 r%d | f32[96,%d](i0,i2)@0 f32[%d,96](i2,i1)@0 f32[96,96](i0,i1)@1!out | "
      "body*:f32(fma=1) epilogue:f32(compare=1) | add f32 x1 split";
  static const char straight[] = "direct(vector=i1x16, block=[8,48,32], tile0=[96,96,32], "
                                 "epilogue=1)";
  static const char loop[] = "direct(vector=i1x16, block=[8,48,4], tile0=[96,96,32], epilogue=1)";
  char whole[512], rest[512];
  snprintf(whole, sizeof(whole), relu, 256, 256, 256);
  snprintf(rest, sizeof(rest), relu, 257, 257, 257); // the last visit is the remainder's
  CHECK(predict(whole, straight, "zen4", NULL) > 1.5 * predict(whole, loop, "zen4", NULL));
  CHECK(predict(rest, straight, "zen4", NULL) < 1.3 * predict(rest, loop, "zen4", NULL));
  static const char bias[] =
      "p96 p96 r256 | f32[96,256](i0,i2)@0 f32[256,96](i2,i1)@0 f32[96](i1)@1 "
      "f32[96,96](i0,i1)@1!out | body*:f32(fma=1) epilogue:f32(add=1) | add f32 x1 split";
  CHECK(predict(bias, straight, "zen4", NULL) < 1.3 * predict(bias, loop, "zen4", NULL));
}

// Rows that end in a masked vector are swept one after the other.
static void test_masked_sweep_waits(void) {
  static const char depthwise[] =
      "p14 p%d p64 r3 r3 | f32[64,16,%d](i2,i0+i3,i1+i4)@0 f32[64,3,3](i2,i3,i4)@0 "
      "f32[64,14,%d](i2,i0,i1)@1!out | body*:f32(fma=1) "
      "epilogue:f32(add=1,transcendental=1) | add f32 x1 conv split";
  AnalyticalParts parts[2];
  for (int n = 0; n < 2; n++) {
    char text[512];
    int width = n == 0 ? 14 : 16;
    snprintf(text, sizeof(text), depthwise, width, width + 2, width);
    predict(text,
            "direct(vector=i1x16, block=[7,16,1,3,3], remainder=mask, epilogue=1, "
            "epilogue_depth=1)",
            "zen4", &parts[n]);
  }
  CHECK(parts[0].call_seconds > 1.5 * parts[1].call_seconds);
}

// Rows a power of two apart leave few sets of L2 to an operand that is read again and again.
static void test_conflicts_in_l2(void) {
  static const char text[] = "p128 p%d r2048 | f32[128,2048](i0,i2)@0 f32[2048,%d](i2,i1)@0 "
                             "f32[128,%d](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  static const char in_place[] = "direct(vector=i1x16, block=[8,48,2], order2=[1,0])";
  static const char packed[] = "direct(vector=i1x16, block=[8,48,2], order2=[1,0], pack=[1:1])";
  AnalyticalParts conflict, odd, ways;
  char workload[2][512];
  for (int n = 0; n < 2; n++) {
    int columns = n == 0 ? 512 : 528;
    snprintf(workload[n], sizeof(workload[n]), text, columns, columns, columns);
  }
  double plain = predict(workload[0], in_place, "sapphirerapids", &conflict);
  predict(workload[1], in_place, "sapphirerapids", &odd);
  predict(workload[0], in_place, "sapphirerapids,l2_ways=64,cache_bytes.1=8388608", &ways);
  CHECK(conflict.l3_seconds > 1.5 * odd.l3_seconds);
  CHECK(conflict.l3_seconds > 1.5 * ways.l3_seconds);
  CHECK(plain > predict(workload[0], packed, "sapphirerapids", NULL));
}

// What fits a cache is there at the next run; what is written to L2 has a rate of its own.
static void test_streams(void) {
  static const char copy[] =
      "p%d | f32[%d](i0)@0 f32[%d](i0)@0!out | body*:f32(mul=1) | none f32 x1";
  double previous = 0;
  for (int size = 512; size <= 1 << 24; size = size * 5 / 4) {
    char text[256];
    AnalyticalParts parts, slower;
    snprintf(text, sizeof(text), copy, size, size, size);
    double seconds = predict(text, "direct(vector=i0x16, block=[64])", "zen4", &parts);
    CHECK(seconds > previous && (previous == 0 || seconds < 2.5 * previous));
    previous = seconds;
    CHECK((parts.l2_seconds == 0) == (size * 8 <= 32 << 10));
    predict(text, "direct(vector=i0x16, block=[64])", "zen4,l2_write_bytes_per_cycle=10", &slower);
    CHECK(parts.l2_seconds == 0 || slower.l2_seconds > parts.l2_seconds);
    // Without L2, what lies beyond L1 is memory.
    const char *schedule = "direct(vector=i0x16, block=[64])";
    CHECK(predict(text, schedule, "zen4,cache_count=1", NULL) ==
          predict(text, schedule, "zen4,cache_count=1,l2_write_bytes_per_cycle=10", NULL));
  }
}

static void test_narrow_vectors_run_at_their_clock(void) {
  static const char narrow[] = "direct(vector=i1x8, block=[6,32,1], pack=[1:0])";
  static const char wide[] = "direct(vector=i1x16, block=[6,32,1], pack=[1:0])";
  AnalyticalParts base, faster;
  predict(matmul_1024, narrow, "zen4", &base);
  predict(matmul_1024, narrow, "zen4,narrow_clock_ratio=1.25", &faster);
  CHECK(fabs(base.kernel_seconds / faster.kernel_seconds - 1.25) < 1e-9);
  CHECK(predict(matmul_1024, wide, "zen4", NULL) ==
        predict(matmul_1024, wide, "zen4,narrow_clock_ratio=1.25", NULL));
}

// Two numbers of four bits of every byte.
static void test_short_rows_are_scalar(void) {
  static const char unpack[] = "p294912 p2 | i8[294912](i0)@0 i8[2](i1)@0!const "
                               "i8[294912,2](i0,i1)@0!out | body*:i8(integer=2) | none i8 x1";
  double plain = predict(unpack, "direct(block=[1,2])", "x86-64-v4", NULL);
  double unrolled = predict(unpack, "direct(block=[8,2])", "x86-64-v4", NULL);
  CHECK(plain < unrolled);
  CHECK(unrolled < 0.5 * predict(unpack, "direct(vector=i1x2, block=[8,2])", "x86-64-v4", NULL));
}

// Planes that become pixels, and pixels that become planes: a loop over whole rows becomes vectors,
// one over two of them, or over rows of more than eight elements or as long as a line, does not.
static void test_short_rows_are_shuffled(void) {
  static const char to_pixels[] = "p12000 p%d | %s[%d,12000](i1,i0)@0 %s[12000,%d](i0,i1)@0!out | "
                                  "body*:%s() | none %s x1";
  static const char to_planes[] = "p12000 p%d | %s[12000,%d](i0,i1)@0 %s[%d,12000](i1,i0)@0!out | "
                                  "body*:%s() | none %s x1";
  static const struct {
    const char *name;
    int longest;
  } types[] = {{"f32", 8}, {"f64", 7}, {"f16", 8}, {"i8", 8}, {"i1", 8}};
  for (int t = 0; t < 5; t++)
    for (int size = 2; size <= 9; size++) {
      const char *type = types[t].name;
      char text[256], whole[64], vectors[64], several[64];
      snprintf(whole, sizeof(whole), "direct(block=[1,%d])", size);
      snprintf(several, sizeof(several), "direct(block=[2,%d])", size);
      snprintf(vectors, sizeof(vectors), "direct(vector=i1x2, block=[5,%d], remainder=peel)", size);
      bool is_short = size <= types[t].longest;
      snprintf(text, sizeof(text), to_pixels, size, type, size, type, size, type, type);
      double seconds = predict(text, whole, "zen4", NULL);
      CHECK((seconds < predict(text, vectors, "zen4", NULL)) == is_short);
      CHECK((1.5 * seconds < predict(text, several, "zen4", NULL)) == is_short);
      snprintf(text, sizeof(text), to_planes, size, type, size, type, size, type, type);
      seconds = predict(text, whole, "zen4", NULL);
      CHECK((1.5 * seconds < predict(text, several, "zen4", NULL)) == is_short);
    }
}

// The compiler unrolls short loops before it looks for vectors.
static void test_short_loops_over_short_rows(void) {
  static const char halves[] =
      "p45472 p2 | f32[2,45472](i1,i0)@0 f32[45472,2](i0,i1)@0!out | body*:f32() | none f32 x1";
  double whole = predict(halves, "direct(block=[1,2])", "zen4", NULL);
  CHECK(predict(halves, "direct(block=[1,2], tile0=[32,2])", "zen4", NULL) > 2 * whole);
  CHECK(predict(halves, "direct(block=[1,2], tile0=[64,2])", "zen4", NULL) < 1.2 * whole);
}

// Of rows that lie as they are read, pairs alone. Loops have to go from row to row, and along what
// is read across them; rows are single ones where nothing is packed.
static void test_which_short_rows(void) {
  static const char as_read[] = "p12000 p%d | f32[12000,%d](i0,i1)@0 f32[12000,%d](i0,i1)@0!out | "
                                "body*:f32(add=1) | none f32 x1";
  char text[256];
  for (int size = 2; size <= 4; size++) {
    char whole[64], several[64];
    snprintf(text, sizeof(text), as_read, size, size, size);
    snprintf(whole, sizeof(whole), "direct(block=[1,%d])", size);
    snprintf(several, sizeof(several), "direct(block=[2,%d])", size);
    double seconds = predict(text, whole, "zen4", NULL);
    CHECK((1.5 * seconds < predict(text, several, "zen4", NULL)) == (size == 2));
  }
  // Columns of rows of pixels: along i1 pixels are neighbours where they go, along i0 where they
  // come from.
  static const char turned[] =
      "p110 p130 p3 | f32[3,130,110](i2,i1,i0)@0 f32[110,130,3](i0,i1,i2)@0!out | "
      "body*:f32() | none f32 x1";
  static const char straight[] =
      "p110 p130 p3 | f32[3,110,140](i2,i0,i1)@0 f32[110,130,3](i0,i1,i2)@0!out | "
      "body*:f32() | none f32 x1";
  double along = predict(straight, "direct(block=[1,1,3])", "zen4", NULL);
  CHECK(2 * along < predict(straight,
                            "direct(block=[1,1,3], order0=[1,0,2], order1=[1,0,2], "
                            "order2=[1,0,2])",
                            "zen4", NULL));
  CHECK(2 * along < predict(turned, "direct(block=[1,1,3])", "zen4", NULL));
  CHECK(2 * along < predict(turned,
                            "direct(block=[1,1,3], order0=[1,0,2], order1=[1,0,2], "
                            "order2=[1,0,2])",
                            "zen4", NULL));
  // A row that is read backwards is not read across.
  static const char reversed[] =
      "p12000 p3 | f32[12000,3](i0,i1)@0 f32[3](2-i1)@0 f32[12000,3](i0,i1)@0!out | "
      "body*:f32(add=1) | none f32 x1";
  CHECK(1.5 * predict(reversed, "direct(block=[1,3])", "zen4", NULL) >
        predict(reversed, "direct(block=[2,3])", "zen4", NULL));
}

// Lanes that lie apart are read as rows of squares where the register tile has whole ones.
static void test_squares(void) {
  static const char transposed[] =
      "p%d p%d | f32[%d,%d](i1,i0)@0 f32[%d,%d](i0,i1)@0!out | body*:f32() | none f32 x1";
  char text[256];
  snprintf(text, sizeof(text), transposed, 1000, 256, 256, 1000, 1000, 256);
  AnalyticalParts square, row, part, few;
  predict(text, "direct(vector=i1x8, block=[8,8])", "zen4", &square);
  predict(text, "direct(vector=i1x8, block=[7,8])", "zen4", &row);
  predict(text, "direct(vector=i1x8, block=[10,8])", "zen4", &part);
  predict(text, "direct(vector=i1x2, block=[8,4])", "zen4", &few);
  CHECK(2 * square.kernel_seconds < row.kernel_seconds);
  CHECK(square.kernel_seconds < part.kernel_seconds && part.kernel_seconds < row.kernel_seconds);
  CHECK(2 * square.kernel_seconds < few.kernel_seconds);
  // What remains of the rows is read lane by lane, and so are columns that no narrower vector
  // holds.
  AnalyticalParts rest, odd;
  snprintf(text, sizeof(text), transposed, 1007, 256, 256, 1007, 1007, 256);
  predict(text, "direct(vector=i1x8, block=[8,8])", "zen4", &rest);
  CHECK(rest.kernel_seconds > 1.01 * square.kernel_seconds);
  static const struct {
    const char *remainder;
    int whole; // as many vectors as for 11, more of which are whole
  } rests[] = {{"mask", 12}, {"peel", 13}};
  for (int r = 0; r < 2; r++) {
    char schedule[96];
    int whole = rests[r].whole;
    snprintf(text, sizeof(text), transposed, 1000, whole, whole, 1000, 1000, whole);
    snprintf(schedule, sizeof(schedule), "direct(vector=i1x8, block=[8,%d], remainder=%s)", whole,
             rests[r].remainder);
    predict(text, schedule, "zen4", &rest);
    snprintf(text, sizeof(text), transposed, 1000, 11, 11, 1000, 1000, 11);
    snprintf(schedule, sizeof(schedule), "direct(vector=i1x8, block=[8,11], remainder=%s)",
             rests[r].remainder);
    predict(text, schedule, "zen4", &odd);
    CHECK(odd.kernel_seconds > 1.3 * rest.kernel_seconds);
  }
  // Lanes three apart along the last dimension are shuffled apart, along another one loaded singly.
  AnalyticalParts last, first;
  predict(
      "p1000 p64 | f32[1000,192](i0,3*i1)@0 f32[1000,64](i0,i1)@0!out | body*:f32() | none f32 x1",
      "direct(vector=i1x8, block=[1,64])", "zen4", &last);
  predict(
      "p1000 p64 | f32[1000,64,3](i0,i1,0)@0 f32[1000,64](i0,i1)@0!out | body*:f32() | none f32 x1",
      "direct(vector=i1x8, block=[1,64])", "zen4", &first);
  CHECK(first.kernel_seconds > 1.2 * last.kernel_seconds);
}

// A matrix by rows and a vector: as many terms as lanes are squares.
static void test_squares_of_products(void) {
  static const char product[] =
      "p120 r512 | f64[120,512](i0,i1)@0 f64[512](i1)@0 f64[120](i0)@0!out | "
      "body*:f64(add=1,mul=1) | add f64 x1 split";
  double squares = predict(product, "direct(vector=i0x4, block=[16,4])", "zen4", NULL);
  CHECK(predict(product, "direct(vector=i0x4, block=[16,1])", "zen4", NULL) > 1.25 * squares);
  CHECK(predict(product, "direct(vector=i0x4, block=[16,2])", "zen4", NULL) > 1.25 * squares);
}

// Rows that are whole lines apart begin with a line, if their buffer is read from its beginning and
// nothing is summed; parts of a line are read with lines beside them.
static void test_whole_lines(void) {
  static const char transposed[] =
      "p1024 p384 | f32[384,%d](i1,i0%s)@0 f32[1024,384](i0,i1)@0!out | "
      "body*:f32() | none f32 x1";
  static const char summed[] = "p1024 p384 r1 | f32[384,%d](i1,i0)@0 f32[1024,384](i0,i1)@0!out | "
                               "body*:f32(add=1) | add f32 x1";
  static const char square[] = "direct(vector=i1x16, block=[16,16])";
  static const char summed_square[] = "direct(vector=i1x16, block=[16,16,1])";
  char text[256];
  AnalyticalParts aligned, other;
  snprintf(text, sizeof(text), transposed, 1040, "");
  predict(text, square, "zen4", &aligned);
  snprintf(text, sizeof(text), transposed, 1044, "");
  predict(text, square, "zen4", &other);
  CHECK(1.3 * aligned.l2_seconds < other.l2_seconds);
  snprintf(text, sizeof(text), transposed, 1040, "+4");
  predict(text, square, "zen4", &other);
  CHECK(1.2 * aligned.l2_seconds < other.l2_seconds);
  predict(text, "direct(vector=i1x8, block=[8,8])", "zen4", &other);
  snprintf(text, sizeof(text), transposed, 1040, "");
  predict(text, "direct(vector=i1x8, block=[8,8])", "zen4", &aligned);
  CHECK(fabs(aligned.l2_seconds / other.l2_seconds - 1) < 0.01);
  snprintf(text, sizeof(text), summed, 1040);
  predict(text, summed_square, "zen4", &aligned);
  snprintf(text, sizeof(text), summed, 1044);
  predict(text, summed_square, "zen4", &other);
  CHECK(fabs(aligned.l2_seconds / other.l2_seconds - 1) < 0.01);
}

static void test_costs_of_combiners(void) {
  static const char pool[] =
      "p64 p30 p32 r3 r3 | f32[64,32,34](i0,i1+i3,i2+i4)@0 f32[64,30,32](i0,i1,i2)@0!out | "
      "body*:f32(%s=1) | %s f32 x1 conv";
  AnalyticalParts sum, maximum;
  char text[512];
  snprintf(text, sizeof(text), pool, "add", "add");
  predict(text, "direct(vector=i2x16, block=[1,4,32,3,3])", "zen4", &sum);
  snprintf(text, sizeof(text), pool, "compare", "max");
  predict(text, "direct(vector=i2x16, block=[1,4,32,3,3])", "zen4", &maximum);
  CHECK(maximum.kernel_seconds > 1.3 * sum.kernel_seconds);
  // A slot without FMA is a multiplication and an addition.
  AnalyticalParts fused, split;
  static const char tile[] = "direct(vector=i1x8, block=[4,24,1], pack=[1:0])";
  predict(matmul_1024, tile, "x86-64-v3", &fused);
  predict(matmul_1024, tile, "x86-64-v3,has_fma=0", &split);
  CHECK(fused.kernel_seconds == split.kernel_seconds);
}

// Steps that start anywhere in the rows of a filter make the compiler load ahead and spill.
static void test_collapsed_filter(void) {
  static const char conv[] =
      "p96 p28 p28 r32 r3 r3 | f32[32,30,30](i3,i1+i4,i2+i5)@0 f32[96,32,3,3](i0,i3,i4,i5)@0 "
      "f32[96,28,28](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split";
  AnalyticalParts whole, parts, packed;
  predict(conv, "im2col(vector=i1x16, block=[8,48,3])", "zen4", &whole);
  predict(conv, "im2col(vector=i1x16, block=[8,48,4])", "zen4", &parts);
  predict(conv, "im2col(vector=i1x16, block=[8,48,4], pack=[1:0])", "zen4", &packed);
  CHECK(parts.kernel_seconds > 1.15 * whole.kernel_seconds);
  CHECK(parts.kernel_seconds > 1.15 * packed.kernel_seconds);
  static const char four[] =
      "p64 p9 p9 r32 r4 r4 | f32[32,20,20](i3,2*i1+i4,2*i2+i5)@0 f32[64,32,4,4](i0,i3,i4,i5)@0 "
      "f32[64,9,9](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split";
  predict(four, "im2col(vector=i1x16, block=[8,48,4])", "zen5", &whole);
  predict(four, "im2col(vector=i1x16, block=[8,48,2])", "zen5", &parts);
  CHECK(parts.kernel_seconds > 1.15 * whole.kernel_seconds);
}

// Taps share the values of their neighbours: with few registers left the compiler gives them one of
// the accumulators', with more it does not, and with one tap to a trip there is nothing to share.
static void test_shared_values_crowd(void) {
  static const char conv[] =
      "p56 p56 p64 r3 r3 r64 | f32[58,58,64](i0+i3,i1+i4,i5)@0 f32[3,3,64,64](i3,i4,i5,i2)@0 "
      "f32[56,56,64](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 conv split";
  AnalyticalParts crowded, few, alone, wide;
  predict(conv, "direct(vector=i2x8, block=[2,3,16,3,3,1])", "zen3", &crowded);
  predict(conv, "direct(vector=i2x8, block=[2,2,16,3,3,1])", "zen3", &few);
  predict(conv, "direct(vector=i2x8, block=[2,3,16,1,1,1])", "zen3", &alone);
  predict(conv, "direct(vector=i2x8, block=[2,3,16,3,3,1])", "zen3,vector_registers=32", &wide);
  CHECK(crowded.kernel_seconds > 1.3 * few.kernel_seconds);
  CHECK(crowded.kernel_seconds > 1.3 * alone.kernel_seconds);
  CHECK(crowded.kernel_seconds > 1.3 * wide.kernel_seconds);
}

// What lines that share sets take, over the seconds without them.
static double conflict_share(const char *text, const char *schedule) {
  AnalyticalParts parts;
  double seconds = predict(text, schedule, "zen3", &parts);
  CHECK(seconds == parts.total_seconds && analytical_in_full(seconds, &parts) >= seconds);
  return parts.conflict_seconds / seconds;
}

// Of a 3x3 convolution of `columns` x `columns` x `channels` to 16 channels, channels last.
static double conflicts(int columns, int channels, int stride, const char *block) {
  char text[512], schedule[128];
  int results = (columns - 3) / stride + 1;
  snprintf(text, sizeof(text),
           "p%d p%d p16 r3 r3 r%d | f32[%d,%d,%d](%d*i0+i3,%d*i1+i4,i5)@0 "
           "f32[3,3,%d,16](i3,i4,i5,i2)@0!const f32[%d,%d,16](i0,i1,i2)@0!out | body*:f32(fma=1) | "
           "add f32 x1 conv split",
           results, results, channels, columns, columns, channels, stride, stride, channels,
           results, results);
  snprintf(schedule, sizeof(schedule), "direct(vector=i2x8, block=%s)", block);
  return conflict_share(text, schedule);
}

// Of sums of products over three taps and 128 channels of 96 rows of a buffer, whose dimensions lie
// in any order.
static double strided_conflicts(const char *shape, const char *index, const char *block) {
  char text[256], schedule[128];
  snprintf(
      text, sizeof(text),
      "p96 p16 r3 r128 | f32%s(%s)@0 f32[3,128,16](i2,i3,i1)@0!const f32[96,16](i0,i1)@0!out | "
      "body*:f32(fma=1) | add f32 x1 split",
      shape, index);
  snprintf(schedule, sizeof(schedule), "direct(vector=i1x8, block=%s, pack=[1:0])", block);
  return conflict_share(text, schedule);
}

// Rows of whole pages begin at one set of L1: more of them than it has ways lose their lines
// between two trips over the channels.
static void test_rows_that_share_sets(void) {
  CHECK(conflicts(56, 128, 2, "[5,1,16,3,3,1], pack=[1:0]") > 0.5); // 11 rows, 3 columns, 3 sets
  CHECK(conflicts(56, 128, 2, "[1,5,16,3,3,1], pack=[1:0]") == 0);  // 3 rows, 11 columns, 16 sets
  CHECK(conflicts(57, 128, 2, "[5,1,16,3,3,1], pack=[1:0]") == 0);  // rows end within a page
  CHECK(conflicts(56, 128, 1, "[5,1,16,3,3,1], pack=[1:0]") == 0);  // 7 rows
  CHECK(conflicts(56, 128, 2, "[5,1,16,3,3,1], pack=[0:0,1:0]") == 0);
  CHECK(conflicts(56, 128, 2, "[5,1,16,3,3,16], pack=[1:0]") == 0); // each trip has its own lines
  CHECK(conflicts(28, 512, 1, "[2,3,16,3,3,1], pack=[1:0]") > 0);   // 20 lines in two sets
  CHECK(conflicts(224, 3, 2, "[5,1,16,3,3,1], pack=[1:0]") == 0);   // columns share lines
  CHECK(conflicts(28, 256, 2, "[2,2,16,3,3,1], pack=[1:0]") > 0);   // ten lines in one of four sets
  CHECK(conflicts(53, 127, 2, "[5,1,16,3,3,1], pack=[1:0]") == 0);
  CHECK(conflicts(3, 1, 1, "[1,1,16,3,3,1], pack=[1:0]") == 0);
  static const char strided[] = // one tap: of each other row and column nothing is read
      "p28 p28 p16 r128 | f32[56,56,128](2*i0,2*i1,i3)@0 f32[128,16](i3,i2)@0!const "
      "f32[28,28,16](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 split";
  CHECK(conflict_share(strided, "direct(vector=i2x8, block=[6,2,8,1], pack=[1:0])") == 0);
  CHECK(strided_conflicts("[96,3,128]{2048,1024,1}", "i0,i2,i3", "[4,8,3,1]") > 0);
  CHECK(strided_conflicts("[96,3,128]{2048,1040,1}", "i0,i2,i3", "[4,8,3,1]") == 0);
  CHECK(strided_conflicts("[128,3,96]{1,128,1024}", "i3,i2,i0", "[5,8,1,2]") == 0); // in one line
  CHECK(strided_conflicts("[96,3,128]{0,1024,1}", "i0,i2,i3", "[4,8,3,1]") == 0);
  CHECK(strided_conflicts("[96,3,128]{-2048,1024,1}", "i0,i2,i3", "[4,8,3,1]") == 0); // of a text
}

// A panel of a dot product has a row for four neighbours of the reduction, and all of them in every
// lane.
static void test_panel_of_neighbours(void) {
  PackedBuffer pack = {.type = ELEMENT_I8, .interleave = 4, .rank = 2, .bytes = 512};
  pack.dims[0] = (PackDim){.kind = PACK_DIM_GROUP, .source = 1, .size = 16, .factor = 4};
  pack.dims[1] = (PackDim){.kind = PACK_DIM_LANE, .source = 0, .size = 32, .factor = 8};
  const int64_t whole[] = {8, 64}, row[] = {8, 4}, lane[] = {1, 64};
  Target target;
  CHECK_EQUAL(target_parse("zen4", &target), STATUS_OK);
  CHECK(touch_panel(&target, &pack, whole).bytes == 512);
  CHECK(touch_panel(&target, &pack, row).bytes == 32);
  CHECK(touch_panel(&target, &pack, lane).runs == 16);
}

// Three neighbours that are broadcast are no number in memory, but where a panel holds a zero too.
static void test_partial_neighbours_cost(void) {
  const char *text = "p64 p64 r3 r7 | i8[64,7,3](i0,i3,i2)@0 i8[7,3,64](i3,i2,i1)@0!const "
                     "i32[64,64](i0,i1)@0!out | "
                     "body*:i32(fma=1,cast=2) | add i32 x1 split of 0u*1s";
  AnalyticalParts in_place, packed;
  predict(text, "direct(vector=i1x16, block=[4,32,3,1], pack=[1:0], instruction=vpdpbusd)", "zen4",
          &in_place);
  predict(text, "direct(vector=i1x16, block=[4,32,3,1], pack=[0:0,1:0], instruction=vpdpbusd)",
          "zen4", &packed);
  CHECK(in_place.kernel_seconds > 1.3 * packed.kernel_seconds);
}

static void test_overlap(void) {
  const double alone[] = {3, 0, 0}, equal[] = {1, 1}, half[] = {0.5, 1}, nothing[] = {0, 0};
  CHECK(fabs(overlapped_cycles(alone, 3) - 3) < 1e-12);
  CHECK(fabs(overlapped_cycles(equal, 2) - 1.3195) < 1e-4);
  CHECK(fabs(overlapped_cycles(half, 2) - 1.0673) < 1e-4);
  CHECK(overlapped_cycles(nothing, 2) == 0);
}

int main(void) {
  test_any_schedule_has_sane_numbers();
  test_better_machine_is_faster();
  test_register_tile_matters();
  test_rows_of_the_run_are_loaded_ahead();
  test_packing_pays_for_power_of_two_strides();
  test_blocking_saves_traffic();
  test_places_cost();
  test_remainders_cost();
  test_rounding_costs();
  test_padding_costs();
  test_selected_epilogue_costs();
  test_masked_sweep_waits();
  test_conflicts_in_l2();
  test_streams();
  test_narrow_vectors_run_at_their_clock();
  test_short_rows_are_scalar();
  test_short_rows_are_shuffled();
  test_short_loops_over_short_rows();
  test_which_short_rows();
  test_squares();
  test_squares_of_products();
  test_whole_lines();
  test_costs_of_combiners();
  test_collapsed_filter();
  test_shared_values_crowd();
  test_rows_that_share_sets();
  test_panel_of_neighbours();
  test_partial_neighbours_cost();
  test_overlap();
  return check_result();
}
