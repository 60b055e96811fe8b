// Features: nests computed by hand, what must not matter, what must, and any schedule is finite.
#include "costmodel/features.h"
#include "plan/schedule/random_schedule.h"
#include "plan/schedule/schedule_check.h"
#include "plan/workload_instruction.h"
#include "test/unit/base/check.h"
#include "test/unit/base/daily_seed.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { RANDOM_SCHEDULES = 10000 };

static const char *const targets[] = {"x86-64-v2", "x86-64-v3", "zen4"};

static Target target_named(const char *text) {
  Target target;
  CHECK_EQUAL(target_parse(text, &target), STATUS_OK);
  return target;
}

static void extract_for(const char *target_text, const char *workload_text,
                        const char *schedule_text, float *out_row) {
  Workload workload;
  Schedule schedule;
  LoopNest nest;
  const Target target = target_named(target_text);
  CHECK(workload_parse(workload_text, &workload));
  CHECK_EQUAL(schedule_parse(&workload, schedule_text, &schedule), STATUS_OK);
  CHECK_TEXT(reject_reason_text(schedule_check(&workload, &schedule, &target)), "legal");
  CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
  features_extract(&workload, &schedule, &nest, &target, out_row);
}

static void extract(const char *workload_text, const char *schedule_text, float *out_row) {
  extract_for("x86-64-v3", workload_text, schedule_text, out_row);
}

// The feature `name` is `expected`.
static void check_feature(const float *row, const char *name, double expected) {
  Feature feature = feature_find(name, strlen(name));
  CHECK(feature < FEATURE_COUNT);
  if (feature == FEATURE_COUNT)
    return;
  check_count++;
  if (fabs(row[feature] - expected) <= 1e-4)
    return;
  check_failures++;
  printf("%s is %g, expected %g\n", name, (double)row[feature], expected);
}

// One loop of the nest: trips, top-down, bottom-up, then count and reuse of A, B, C; all log2.
static void check_loop(const float *row, int position, const double *expected) {
  static const char *const names[] = {"trips",        "topdown",      "bottomup",
                                      "count.first",  "reuse.first",  "count.second",
                                      "reuse.second", "count.output", "reuse.output"};
  char name[64];
  for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
    snprintf(name, sizeof(name), "loop%d.%s", position, names[n]);
    check_feature(row, name, expected[n]);
  }
}

// for i, j, k of 8: C[i,j] += A[i,k] B[k,j]. From the innermost:
//   k: A 8 x 1, B 8 x 1, C 1 x 8;  j: A 8 x 8, B 64 x 1, C 8 x 8;  i: 64 elements x 8 touches each.
static void test_matmul_by_hand(void) {
  float row[FEATURE_COUNT];
  extract(WORKLOAD_MATMUL_8, "direct()", row);
  check_loop(row, 0, (double[]){3, 9, 3, 3, 0, 3, 0, 0, 3});
  check_loop(row, 1, (double[]){3, 6, 6, 3, 3, 6, 0, 3, 3});
  check_loop(row, 2, (double[]){3, 3, 9, 6, 3, 6, 3, 6, 3});
  check_loop(row, 3, (double[]){0, 0, 0, 0, 0, 0, 0, 0, 0});
  check_feature(row, "loop0.kernel", 1);
  check_feature(row, "loop0.reduction", 1);
  check_feature(row, "loop1.register", 1);
  check_feature(row, "loop1.reduction", 0);
  check_feature(row, "loop0.stride.first", 1);        // A[i,k]: log2(1 + 1)
  check_feature(row, "loop0.stride.second", log2(9)); // B[k,j]: 8 elements on
  check_feature(row, "loop0.stride.output", 0);
  check_feature(row, "loop2.stride.first", log2(9));
  // No other buffers.
  check_feature(row, "loop2.count.others", 0);
  check_feature(row, "loop2.reuse.others", 0);
  check_feature(row, "curve.topdown_of_count.others.22", 0);
  // Curves of A: (count, reuse, top-down) are (3,0,9), (3,3,6), (6,3,3) from the innermost.
  check_feature(row, "curve.reuse_of_count.first.2", 0); // no loop touches so few
  check_feature(row, "curve.reuse_of_count.first.4", 3);
  check_feature(row, "curve.reuse_of_count.first.6", 3);
  check_feature(row, "curve.count_of_reuse.first.0", 3);
  check_feature(row, "curve.count_of_reuse.first.4", 6);
  check_feature(row, "curve.topdown_of_count.first.4", 6);
  check_feature(row, "curve.topdown_of_count.first.22", 3);
  check_feature(row, "curve.count_of_topdown.first.2", 0);
  check_feature(row, "curve.count_of_topdown.first.4", 6);
  check_feature(row, "curve.count_of_topdown.first.6", 3);
  check_feature(row, "curve.count_of_topdown.first.10", 3);
  // Curves of B: (3,0,9), (6,0,6), (6,3,3).
  check_feature(row, "curve.reuse_of_count.second.4", 0);
  check_feature(row, "curve.reuse_of_count.second.6", 3);
  check_feature(row, "curve.count_of_reuse.second.0", 6);
  check_feature(row, "curve.topdown_of_count.second.4", 9);
  // Curves of C: (0,3,9), (3,3,6), (6,3,3).
  check_feature(row, "curve.reuse_of_count.output.0", 3);
  check_feature(row, "curve.topdown_of_count.output.0", 9);
  check_feature(row, "curve.count_of_reuse.output.2", 0);
}

// Inner tiles of 4, registers 2 x 4 with the lanes along j. Loops from the innermost:
// vector j 4, unrolled i 2, kernel k 8, register i 2, tile j 2, tile i 2.
static void test_tiled_matmul_by_hand(void) {
  float row[FEATURE_COUNT];
  extract(WORKLOAD_MATMUL_8, "direct(vector=i1x4, block=[2,4,1], tile1=[4,4,8])", row);
  check_loop(row, 0, (double[]){2, 9, 2, 0, 2, 2, 0, 2, 0});
  check_loop(row, 1, (double[]){1, 7, 3, 1, 2, 2, 1, 3, 0});
  check_loop(row, 2, (double[]){3, 6, 6, 4, 2, 5, 1, 3, 3});
  check_loop(row, 3, (double[]){1, 3, 7, 5, 2, 5, 2, 4, 3});
  check_loop(row, 4, (double[]){1, 2, 8, 5, 3, 6, 2, 5, 3});
  check_loop(row, 5, (double[]){1, 1, 9, 6, 3, 6, 3, 6, 3});
  check_feature(row, "loop0.vector", 1);
  check_feature(row, "loop1.unrolled", 1);
  check_feature(row, "loop2.kernel", 1);
  check_feature(row, "loop3.register", 1);
  check_feature(row, "loop4.tile_inner", 1);
  check_feature(row, "loop5.tile_inner", 1);
  check_feature(row, "loop3.stride.first", log2(17)); // two rows of A
  check_feature(row, "knob.lanes", 2);
  check_feature(row, "knob.vector_block", 2);
  check_feature(row, "knob.vector_tile_inner", 2);
  check_feature(row, "knob.vector_tile_outer", 3);
  check_feature(row, "knob.block_first", 1);
  check_feature(row, "knob.unroll_first", 0);
  check_feature(row, "register.accumulators", 1); // two rows of one vector
  check_feature(row, "register.kernel_points", 1);
  check_feature(row, "register.lane_use", 0.5);
  check_feature(row, "work.points", 9);
  check_feature(row, "work.parallel", 6);
  check_feature(row, "work.flops", log2(1 + 2 * 512));
  check_feature(row, "work.bytes", log2(1 + 3 * 256));
  check_feature(row, "body.fma", 1);
  // One run of the reduction loops: 2 rows of A, B by 8 rows of 16 bytes, 2 rows of C.
  CHECK(row[FEATURE_SET_KERNEL_L1] > 0 && row[FEATURE_SET_KERNEL_L1] < 0.05f);
}

static void test_remainder_by_hand(void) {
  float row[FEATURE_COUNT];
  static const char text[] = "p10 p10 r8 | f32[10,8](i0,i2)@0 f32[8,10](i2,i1)@0 "
                             "f32[10,10](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  extract(text, "direct(vector=i1x4, block=[4,4,1], tile1=[4,10,8])", row);
  check_feature(row, "waste.register", log2(1.2)); // 3 x 4 of 10 columns
  check_feature(row, "waste.tile_inner", log2(1.2));
  check_feature(row, "waste.remainder", 1 - 0.8 * 0.8);
  check_feature(row, "waste.lanes", 0.2);
  check_feature(row, "waste.border", 0);
  check_feature(row, "waste.padding", 0);
  extract(text, "direct(vector=i1x4, block=[4,4,1], pack=[0:0,1:0], remainder=pad)", row);
  check_feature(row, "waste.remainder", 0);
  check_feature(row, "waste.padding", log2(1.44)); // 12 x 12 of 10 x 10
  check_feature(row, "knob.pad_remainder", 1);
}

static void test_packing_by_hand(void) {
  float row[FEATURE_COUNT];
  extract(WORKLOAD_MATMUL_8, "direct(vector=i1x4, block=[2,4,1], tile0=[4,8,8], pack=[0:1,1:0])",
          row);
  check_feature(row, "pack.first", 2); // A, once for each of the two row tiles: 1 + log2(2)
  check_feature(row, "pack.first_bytes", log2(1 + 4 * 8 * 4));
  check_feature(row, "pack.second", 1);
  check_feature(row, "pack.second_bytes", log2(1 + 8 * 8 * 4));
  check_feature(row, "pack.moved", log2(1 + 2 * 128 + 256));
  check_feature(row, "pack.scratch", log2(1 + 128 + 256));
  check_feature(row, "pack.constant", 0);
}

// Bytes of another sign, four of which one lane adds up: both panels hold neighbours side by side,
// one with its highest bits flipped. In place both are cast; sums of pairs are of i16.
static void test_instructions_by_hand(void) {
  static const char text[] =
      "p32 p64 r128 | i8[32,128](i0,i2)@0 i8[128,64](i2,i1)@0 "
      "i32[32,64](i0,i1)@0!out | body*:i32(fma=1,cast=2) | add i32 x1 split of 0s*1s";
  static const struct {
    const char *schedule;
    double products, rate, widens, interleaved, converts;
  } rows[] = {
      {"direct(vector=i1x16, block=[4,32,4])", 1, 1, 0, 0, 1},
      {"direct(vector=i1x16, block=[4,32,4], pack=[0:0,1:0], instruction=widen)", 1, 1, 1, 0, 0},
      {"direct(vector=i1x16, block=[4,32,4], pack=[0:0,1:0], instruction=vpdpbusd)", 4, 4, 0, 2, 0},
      {"direct(vector=i1x16, block=[4,32,4], pack=[0:0,1:0], instruction=vpdpwssd)", 2, 2, 0, 2, 0},
  };
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    float row[FEATURE_COUNT];
    extract_for("zen4", text, rows[n].schedule, row);
    check_feature(row, "instruction.products", rows[n].products);
    check_feature(row, "instruction.rate", rows[n].rate);
    check_feature(row, "instruction.widens", rows[n].widens);
    check_feature(row, "pack.interleaved", rows[n].interleaved);
    check_feature(row, "work.narrow", 2);
    check_feature(row, "work.bits_first", 8);
    check_feature(row, "work.bits_output", 32);
    CHECK((row[FEATURE_INSTRUCTION_CONVERSIONS] > 0) == (rows[n].converts > 0));
    CHECK(row[FEATURE_ANALYTICAL_EFFICIENCY] <= 0);
  }
}

// Of the fastest dot product that the target has and the types allow: four products a lane, or two
// in a slot and a half, beside the one of a multiply-add.
static void test_peaks(void) {
  static const char bytes[] =
      "p32 p64 r128 | i8[32,128](i0,i2)@0 i8[128,64](i2,i1)@0 "
      "i32[32,64](i0,i1)@0!out | body*:i32(fma=1,cast=2) | add i32 x1 split of 0s*1s";
  static const struct {
    const char *target;
    double over_f32;
  } rows[] = {{"zen4", 4}, {"x86-64-v3", 2 / 1.5}, {"x86-64-v3,has_dot_i16=0", 1}};
  Workload narrow, wide;
  CHECK(workload_parse(bytes, &narrow) && workload_parse(WORKLOAD_MATMUL_8, &wide));
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    const Target target = target_named(rows[n].target);
    double ratio = workload_peak_flops(&narrow, &target) / workload_peak_flops(&wide, &target);
    CHECK(fabs(ratio / rows[n].over_f32 - 1) < 1e-9);
  }
}

// Two schedules of one workload give the same row, or different ones.
static void check_pair(const char *workload, const char *a, const char *b, bool is_equal) {
  float row_a[FEATURE_COUNT], row_b[FEATURE_COUNT];
  extract(workload, a, row_a);
  extract(workload, b, row_b);
  check_count++;
  if ((memcmp(row_a, row_b, sizeof(row_a)) == 0) == is_equal)
    return;
  check_failures++;
  printf("%s and %s: rows should %s\n", a, b, is_equal ? "be equal" : "differ");
}

static void test_equal_code_has_equal_features(void) {
  // Sizes that round to the same loops, orders of loops that do not exist, no partial vectors.
  check_pair(WORKLOAD_MATMUL_8, "direct(tile0=[8,8,8])", "direct()", true);
  check_pair(WORKLOAD_MATMUL_8, "direct(vector=i1x4, block=[2,4,1], tile1=[3,4,8])",
             "direct(vector=i1x4, block=[2,4,1], tile1=[4,4,8])", true);
  check_pair(WORKLOAD_MATMUL_8, "direct(vector=i1x4, block=[2,4,1], remainder=mask)",
             "direct(vector=i1x4, block=[2,4,1], remainder=peel)", true);
  check_pair(WORKLOAD_MATMUL_8, "direct(vector=i1x4, block=[2,4,1], order0=[2,1,0])",
             "direct(vector=i1x4, block=[2,4,1])", true);
}

static void test_other_code_has_other_features(void) {
  static const char base[] = "direct(vector=i1x8, block=[2,16,1], tile0=[64,512,256])";
  static const char *const others[] = {
      "direct(vector=i1x4, block=[2,16,1], tile0=[64,512,256])",
      "direct(vector=i1x8, block=[4,16,1], tile0=[64,512,256])",
      "direct(vector=i1x8, block=[2,16,2], tile0=[64,512,256])",
      "direct(vector=i1x8, block=[2,16,1], tile0=[64,512,128])",
      "direct(vector=i1x8, block=[2,16,1], tile0=[64,512,256], order0=[1,0,2])",
      "direct(vector=i1x8, block=[2,16,1], tile0=[64,512,256], order2=[1,0,2])",
      "direct(vector=i1x8, block=[2,16,1], tile0=[64,512,256], tile1=[16,512,256])",
      "direct(vector=i1x8, block=[2,16,1], tile0=[64,512,256], pack=[1:0])",
      "direct(vector=i1x8, block=[2,16,1], tile0=[64,512,256], pack=[1:1])",
  };
  static const char text[] = "p1024 p1024 r1024 | f32[1024,1024](i0,i2)@0 f32[1024,1024](i2,i1)@0 "
                             "f32[1024,1024](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  for (size_t n = 0; n < sizeof(others) / sizeof(others[0]); n++)
    check_pair(text, base, others[n], false);
  static const char ragged[] = "p30 p30 r30 | f32[30,30](i0,i2)@0 f32[30,30](i2,i1)@0 "
                               "f32[30,30](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split";
  check_pair(ragged, "direct(vector=i1x4, block=[2,4,1], remainder=mask)",
             "direct(vector=i1x4, block=[2,4,1], remainder=peel)", false);
  check_pair(ragged, "direct(vector=i1x4, block=[2,4,1], pack=[0:0,1:0], remainder=mask)",
             "direct(vector=i1x4, block=[2,4,1], pack=[0:0,1:0], remainder=pad)", false);
}

// --- renaming

static void rename_iterators(const uint8_t *renamed, const Workload *workload,
                             const Schedule *schedule, Workload *out_workload,
                             Schedule *out_schedule) {
  *out_workload = *workload;
  *out_schedule = *schedule;
  int count = workload->iterator_count;
  for (int i = 0; i < count; i++) {
    int to = renamed[i];
    out_workload->extents[to] = workload->extents[i];
    out_workload->kinds[to] = workload->kinds[i];
    for (int a = 0; a < workload->access_count; a++)
      for (int d = 0; d < workload->accesses[a].rank; d++)
        out_workload->accesses[a].index[d].coefficients[to] =
            workload->accesses[a].index[d].coefficients[i];
    out_schedule->block[to] = schedule->block[i];
    for (int level = 0; level < TILE_LEVELS; level++)
      out_schedule->tile[level][to] = schedule->tile[level][i];
  }
  for (int row = 0; row <= TILE_LEVELS; row++)
    for (int p = 0; p < count; p++)
      out_schedule->order[row][p] = renamed[schedule->order[row][p]];
  for (int p = 0, n = 0; p < count; p++)
    if (workload->kinds[p] == ITERATOR_REDUCTION) {
      out_schedule->kernel_order[n] = renamed[schedule->kernel_order[n]];
      n++;
    }
  if (schedule->vector_iterator >= 0)
    out_schedule->vector_iterator = (int8_t)renamed[schedule->vector_iterator];
}

// A panel without lanes lies along the largest block, the first of them when some are equal: then
// the numbers do matter to the code.
static bool packs_alike(const uint8_t *renamed, const LoopNest *nest, const LoopNest *other) {
  for (int p = 0; p < nest->pack_count; p++)
    for (int d = 0; d < nest->packs[p].rank; d++) {
      const PackDim *dim = &nest->packs[p].dims[d], *other_dim = &other->packs[p].dims[d];
      int source = dim->kind <= PACK_DIM_LANE ? renamed[dim->source] : dim->source;
      if (other_dim->kind != dim->kind || other_dim->source != source)
        return false;
    }
  return true;
}

static void check_rows_close(const float *row, const float *other, const char *workload) {
  for (int f = 0; f < FEATURE_COUNT; f++) {
    check_count++;
    if (fabsf(row[f] - other[f]) <= 1e-4f * (1 + fabsf(row[f])))
      continue;
    check_failures++;
    printf("%s: %s is %g, renamed %g\n", workload, feature_name((Feature)f), (double)row[f],
           (double)other[f]);
  }
}

static void test_names_of_iterators_do_not_matter(void) {
  const Target target = target_named("x86-64-v3");
  int compared = 0, drawn = 0;
  for (int w = 0; w < WORKLOAD_COUNT; w++) {
    Workload workload, other_workload;
    Schedule schedule, other_schedule;
    LoopNest nest, other_nest;
    float row[FEATURE_COUNT], other_row[FEATURE_COUNT];
    uint64_t seed = (uint64_t)w;
    CHECK(workload_parse(workloads[w].text, &workload));
    for (int turn = 0; turn < 100; turn++) {
      CHECK(schedule_random(&workload, &target, &seed, &schedule));
      if (schedule.rule == RULE_IM2COL)
        continue; // collapses its iterators in their order
      uint8_t renamed[WORKLOAD_MAX_ITERATORS];
      for (int i = 0; i < workload.iterator_count; i++)
        renamed[i] = (uint8_t)((i + turn) % workload.iterator_count);
      rename_iterators(renamed, &workload, &schedule, &other_workload, &other_schedule);
      CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
      CHECK_EQUAL(loop_nest_build(&other_workload, &other_schedule, &other_nest), REJECT_NONE);
      drawn++;
      if (!packs_alike(renamed, &nest, &other_nest))
        continue;
      compared++;
      features_extract(&workload, &schedule, &nest, &target, row);
      features_extract(&other_workload, &other_schedule, &other_nest, &target, other_row);
      check_rows_close(row, other_row, workloads[w].name);
    }
  }
  CHECK(compared > drawn * 8 / 10);
}

// --- random schedules

// One random schedule and its row; false when none was found.
static bool draw_row(const Workload *workload, const Target *target, uint64_t *seed,
                     Schedule *out_schedule, float *out_row) {
  LoopNest nest;
  FeatureContext context;
  if (!schedule_random(workload, target, seed, out_schedule))
    return false;
  CHECK_EQUAL(loop_nest_build(workload, out_schedule, &nest), REJECT_NONE);
  CHECK(features_prepare(workload, (ScheduleRule)out_schedule->rule, target, &context));
  features_fill(&context, out_schedule, &nest, out_row);
  return true;
}

static void check_finite(const float *row, const char *workload, const char *target) {
  check_count++;
  for (int f = 0; f < FEATURE_COUNT; f++) {
    if (isfinite(row[f]) && fabsf(row[f]) < 1e6f)
      continue;
    check_failures++;
    printf("%s on %s: %s is %g\n", workload, target, feature_name((Feature)f), (double)row[f]);
    return;
  }
}

static void test_any_schedule_is_finite(uint64_t first) {
  float row[FEATURE_COUNT];
  int drawn = 0;
  for (int n = 0; drawn < RANDOM_SCHEDULES; n++) {
    Workload workload;
    Schedule schedule;
    uint64_t seed = first + (uint64_t)n;
    const char *target_text = targets[n / WORKLOAD_COUNT % 3];
    const Target target = target_named(target_text);
    CHECK(workload_parse(workloads[n % WORKLOAD_COUNT].text, &workload));
    for (int turn = 0; turn < 50; turn++, drawn++) {
      CHECK(draw_row(&workload, &target, &seed, &schedule, row));
      check_finite(row, workloads[n % WORKLOAD_COUNT].name, target_text);
    }
  }
}

typedef struct Sample {
  uint64_t row_hash, key;
} Sample;

static int compare_samples(const void *a, const void *b) {
  const Sample *left = a, *right = b;
  if (left->row_hash != right->row_hash)
    return left->row_hash < right->row_hash ? -1 : 1;
  return left->key < right->key ? -1 : left->key > right->key;
}

static uint64_t hash_row(const float *row) {
  uint64_t hash = 1;
  for (int f = 0; f < FEATURE_COUNT; f++) {
    uint32_t bits;
    memcpy(&bits, &row[f], sizeof(bits));
    hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return hash;
}

// Schedules with other numbers share a row only where they give equal code: the order between a
// kernel loop and unrolled reductions, for one.
static void test_rows_tell_schedules_apart(void) {
  enum { DRAWS = 1000 };
  static Sample samples[DRAWS];
  const Target target = target_named("x86-64-v3");
  int pairs = 0, shared = 0;
  for (int w = 0; w < WORKLOAD_COUNT; w++) {
    Workload workload;
    Schedule schedule;
    float row[FEATURE_COUNT];
    uint64_t seed = (uint64_t)w;
    CHECK(workload_parse(workloads[w].text, &workload));
    for (int n = 0; n < DRAWS; n++) {
      CHECK(draw_row(&workload, &target, &seed, &schedule, row));
      samples[n] = (Sample){hash_row(row), schedule_key(&schedule)};
    }
    qsort(samples, DRAWS, sizeof(samples[0]), compare_samples);
    for (int n = 1; n < DRAWS; n++) {
      if (samples[n].key == samples[n - 1].key)
        continue;
      pairs++;
      shared += samples[n].row_hash == samples[n - 1].row_hash;
    }
  }
  printf("  %d of %d different schedules share a row with another\n", shared, pairs);
  CHECK(shared * 100 < pairs);
}

// --- names and schema

static void test_names(void) {
  for (int f = 0; f < FEATURE_COUNT; f++) {
    const char *name = feature_name((Feature)f);
    CHECK_EQUAL(feature_find(name, strlen(name)), f); // none is used twice
    CHECK(feature_unit((Feature)f)[0] != '\0' && feature_meaning((Feature)f)[0] != '\0');
    CHECK(strlen(name) < 48);
  }
  CHECK_EQUAL(feature_find("no.such.feature", 15), FEATURE_COUNT);
  CHECK_EQUAL(feature_find("knob.lane", 9), FEATURE_COUNT);
}

static void test_schema_hash(void) {
  static const char *const ab[] = {"a", "b"}, *const ba[] = {"b", "a"}, *const joined[] = {"ab"};
  CHECK(feature_schema_hash(ab, 2) != feature_schema_hash(ba, 2));
  CHECK(feature_schema_hash(ab, 2) != feature_schema_hash(joined, 1));
  CHECK(feature_schema_hash(ab, 2) != feature_schema_hash(ab, 1));
  // FNV-1a of the bytes 'a', 0.
  CHECK(feature_schema_hash(ab, 1) ==
        ((UINT64_C(0xcbf29ce484222325) ^ 'a') * UINT64_C(0x100000001b3)) * UINT64_C(0x100000001b3));
  CHECK(features_schema() == features_schema());
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Says what a row costs; how fast the machine is at the moment is not checked.
static void report_cost(void) {
  enum { ROUNDS = 20000 };
  static const char *const names[] = {WORKLOAD_CONV, WORKLOAD_GELU};
  static const char *const schedules[] = {
      "direct(vector=i2x8, block=[4,1,16,1,1,1], tile0=[32,14,56,32,3,3], tile1=[16,7,56,32,3,3])",
      "direct(vector=i1x8, block=[6,16,1], tile0=[96,512,768], tile1=[24,64,768], pack=[2:1])"};
  for (int n = 0; n < 2; n++) {
    Workload workload;
    Schedule schedule;
    LoopNest nest;
    FeatureContext context;
    float row[FEATURE_COUNT];
    const Target target = target_named("x86-64-v3");
    CHECK(workload_parse(names[n], &workload));
    CHECK_EQUAL(schedule_parse(&workload, schedules[n], &schedule), STATUS_OK);
    CHECK_EQUAL(loop_nest_build(&workload, &schedule, &nest), REJECT_NONE);
    CHECK(features_prepare(&workload, RULE_DIRECT, &target, &context));
    double start = seconds_now();
    for (int round = 0; round < ROUNDS; round++)
      features_fill(&context, &schedule, &nest, row);
    double filled = seconds_now();
    for (int round = 0; round < ROUNDS; round++)
      features_extract(&workload, &schedule, &nest, &target, row);
    double extracted = seconds_now();
    printf("  %d loops: features_fill %.2f us, features_extract %.2f us\n", nest.loop_count,
           (filled - start) / ROUNDS * 1e6, (extracted - filled) / ROUNDS * 1e6);
  }
}

int main(void) {
  test_matmul_by_hand();
  test_tiled_matmul_by_hand();
  test_remainder_by_hand();
  test_packing_by_hand();
  test_instructions_by_hand();
  test_peaks();
  test_equal_code_has_equal_features();
  test_other_code_has_other_features();
  test_names_of_iterators_do_not_matter();
  test_any_schedule_is_finite(0);
  test_any_schedule_is_finite(daily_seed());
  test_rows_tell_schedules_apart();
  test_names();
  test_schema_hash();
  report_cost();
  return check_result();
}
