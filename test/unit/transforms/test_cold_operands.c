// Operands that come from memory at every run: which patterns of access are slower then, what the
// choice makes of it, and that everything else stays as it is.
#include "costmodel/analytical/analytical_internal.h"
#include "costmodel/threads/thread_choice.h"
#include "search/chooser.h"
#include "search/scorer.h"
#include "test/unit/base/check.h"
#include "test/unit/costmodel/synthetic_model.h"
#include "test/unit/plan/workloads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A vector times a matrix of 650 rows.
static const char matvec[] =
    "p2600 r650 | f32[650](i1)@0 f32[650,2600](i1,i0)@0 f32[2600](i0)@0!out "
    "| body*:f32(fma=1) | add f32 x1 split";
// The same of the transposed matrix.
static const char transposed[] =
    "p650 r2600 | f32[2600](i1)@0 f32[650,2600](i0,i1)@0 f32[650](i0)@0!out"
    " | body*:f32(fma=1) | add f32 x1 split";
// The same as exporters write it, with dimensions of one place.
static const char transposed_1x1[] =
    "p650 r2600 | f32[2600](i1)@0 f32[650,2600,1,1](i0,i1,0,0)@0 f32[650](i0)@0!out"
    " | body*:f32(fma=1) | add f32 x1 split";
// With constant weights; of six vectors, and of sixty.
static const char constant[] =
    "p4096 r2048 | f32[2048](i1)@0 bf16[4096,2048](i0,i1)@0!const f32[4096](i0)@0!out"
    " | body*:f32(fma=1) | add f32 x1 split";
static const char rows_as_results[] =
    "p2600 r650 | f32[650](i1)@0 f32[650,2600](i1,i0)@0!const f32[2600](i0)@0!out "
    "| body*:f32(fma=1) | add f32 x1 split";
static const char narrow[] =
    "p4096 r2048 | bf16[2048](i1)@0 bf16[4096,2048](i0,i1)@0!const f32[4096](i0)@0!out"
    " | body*:f32(fma=1) | add f32 x1 split of 0f*1f";
#define ROWS(count)                                                                                \
  "p" count " p4096 r2048 | f32[" count ",2048](i0,i2)@0 bf16[4096,2048](i1,i2)@0!const "          \
  "f32[" count ",4096](i0,i1)@0!out | body*:f32(fma=1) | add f32 x1 split"
// A row shorter than a page, of which no page holds two.
static const char long_rows[] =
    "p1000 r4096 | f32[4096](i1)@0 f32[4096,1000](i1,i0)@0 f32[1000](i0)@0!out | "
    "body*:f32(fma=1) | add f32 x1 split";
// Keys of four heads, each read by four, and their values: rows of half a KB.
static const char keys[] =
    "p4 p4 p4096 r128 | f32[4,4,128](i0,i1,i3)@0 f32[4,4096,128](i0,i2,i3)@0 "
    "f32[4,4,4096](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 split";
static const char values[] =
    "p4 p4 p128 r4096 | f32[4,4,4096](i0,i1,i3)@0 f32[4,4096,128](i0,i3,i2)@0 "
    "f32[4,4,128](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 split";
// Keys of rows of four lines.
static const char short_keys[] =
    "p4 p4 p4096 r64 | f32[4,4,64](i0,i1,i3)@0 f32[4,4096,64](i0,i2,i3)@0 "
    "f32[4,4,4096](i0,i1,i2)@0!out | body*:f32(fma=1) | add f32 x1 split";
// Weights in groups of 32, each with a scale.
static const char scaled[] =
    "p4096 r64 r32 | f32[64,32](i1,i2)@0 i8[4096,64,32](i0,i1,i2)@0!const "
    "f32[4096,64](i0,i1)@0!const f32[4096](i0)@0!out | body*:f32(fma=1) | add f32 x1 split";
enum { MATRIX = 1, SCALES };

static LearnedModel *model;
static Target target;

static Workload read(const char *text, bool is_cold) {
  Workload workload;
  CHECK(workload_parse(text, &workload));
  CHECK(workload_cold_accesses(&workload) == 0);
  workload.accesses[MATRIX].is_cold = is_cold;
  return workload;
}

static double score(const Workload *workload, const char *text, AnalyticalParts *out_parts) {
  SearchSpace *space = NULL;
  Schedule schedule;
  double seconds = 0;
  CHECK_EQUAL(space_create(workload, &target, &space), STATUS_OK);
  CHECK_EQUAL(schedule_parse(workload, text, &schedule), STATUS_OK);
  CHECK_EQUAL(space_score(space, &schedule, &seconds, out_parts), REJECT_NONE);
  space_destroy(space);
  return seconds;
}

static double cold_seconds(const char *workload_text, const char *schedule) {
  Workload workload = read(workload_text, true);
  AnalyticalParts parts;
  score(&workload, schedule, &parts);
  return parts.cold_seconds;
}

// The estimate, which features are made of, is that of warm operands; the score is not.
static void test_only_the_score_differs(void) {
  static const char schedule[] = "direct(vector=i0x16, block=[240,2], tile0=[2600,32])";
  Workload warm = read(matvec, false), cold = read(matvec, true);
  AnalyticalParts warm_parts, cold_parts;
  double seconds = score(&warm, schedule, &warm_parts);
  CHECK(warm_parts.cold_seconds == 0 && seconds == warm_parts.total_seconds);
  double with_cold = score(&cold, schedule, &cold_parts);
  CHECK(cold_parts.total_seconds == warm_parts.total_seconds);
  CHECK(with_cold == analytical_with_cold(seconds, cold_parts.cold_seconds));
  double bytes = 650.0 * 2600 * 4, least = bytes / target.memory_bytes_per_cycle;
  CHECK(cold_parts.cold_seconds >= least / (1e9 * target.clock_ghz));
  CHECK(workload_key(&warm) == workload_key(&cold));
}

static void test_patterns(void) {
  // many loads in a register tile
  CHECK(cold_seconds(matvec, "direct(vector=i0x16, block=[144,32], tile0=[2600,32])") >
        1.2 * cold_seconds(matvec, "direct(vector=i0x16, block=[144,2], tile0=[2600,32])"));
  // narrow vectors need more of them
  CHECK(cold_seconds(matvec, "direct(vector=i0x8, block=[240,2], tile0=[2600,32])") >
        1.1 * cold_seconds(matvec, "direct(vector=i0x16, block=[240,2], tile0=[2600,32])"));
  // pieces of one line, which the next tile goes on with or not
  double far = cold_seconds(matvec, "direct(vector=i0x16, block=[16,8], tile0=[2600,32])");
  double on = cold_seconds(matvec, "direct(vector=i0x16, block=[16,8], tile0=[2600,8])");
  CHECK(far > 1.2 * on);
  CHECK(far > 1.2 * cold_seconds(matvec, "direct(vector=i0x16, block=[192,1], tile0=[2600,32])"));
  // pieces of rows longer than a page, or rows side by side to their ends
  CHECK(cold_seconds(matvec, "direct(vector=i0x16, block=[240,2], tile0=[2600,32])") >
        1.1 * cold_seconds(matvec, "direct(vector=i0x16, block=[16,26], tile0=[2600,26])"));
  // one row after the other
  CHECK(cold_seconds(matvec, "direct(vector=i0x16, block=[240,1], tile0=[2600,1])") >
        1.3 * cold_seconds(matvec, "direct(vector=i0x16, block=[240,1], tile0=[2600,16])"));
  CHECK(cold_seconds(transposed, "reduce(vector=i1x16, block=[1,64])") >
        1.3 * cold_seconds(transposed, "reduce(vector=i1x16, block=[13,16])"));
  CHECK(cold_seconds(transposed_1x1, "reduce(vector=i1x16, block=[1,16])") ==
        cold_seconds(transposed, "reduce(vector=i1x16, block=[1,16])"));
}

// Rows up to half a page come as one stream, one after the other and whole; side by side they hide
// in their page, unless the prefetcher's first guess has them.
static void test_rows_that_share_pages(void) {
  static const char one[] = "reduce(vector=i3x16, block=[1,4,1,16])";
  static const char four[] = "reduce(vector=i3x16, block=[1,4,4,16])";
  double stream = cold_seconds(keys, one);
  CHECK(cold_seconds(keys, four) > 2 * stream);
  CHECK(cold_seconds(keys, "reduce(vector=i3x16, block=[4,2,1,16])") < 1.3 * stream);
  CHECK(cold_seconds(long_rows, "direct(vector=i0x16, block=[176,1], tile0=[1000,1])") >
        1.3 * cold_seconds(long_rows, "direct(vector=i0x16, block=[16,16], tile0=[1000,16])"));
  CHECK(cold_seconds(short_keys, four) < 1.3 * cold_seconds(short_keys, one));
  CHECK(cold_seconds(values, "direct(vector=i2x16, block=[1,4,64,2])") >
        2 * cold_seconds(values, "direct(vector=i2x16, block=[1,2,128,1], tile0=[1,4,128,32])"));
}

// A panel that is read once is one stream, alone or with others of two lines a trip; panels of one
// line a trip are one row after the other, and with lanes along the reduction they are pieces of
// many pages. A kernel that comes back to a panel asks for the next one.
static void test_panels(void) {
  static const char tiles[] = "direct(vector=i1x16, block=[6,64,1], pack=[1:0])";
  double in_place = cold_seconds(constant, "reduce(vector=i1x16, block=[8,16])");
  CHECK(in_place > 1.2 * cold_seconds(constant, "direct(vector=i0x16, block=[32,8], pack=[1:0])"));
  CHECK(in_place > 1.2 * cold_seconds(constant, "direct(vector=i0x16, block=[256,1], pack=[1:0])"));
  CHECK(cold_seconds(constant, "direct(vector=i0x16, block=[128,8], pack=[1:0])") > 1.3 * in_place);
  CHECK(cold_seconds(constant, "reduce(vector=i1x16, block=[8,16], pack=[1:0])") > 1.3 * in_place);
  CHECK(cold_seconds(ROWS("60"), tiles) < 0.6 * cold_seconds(ROWS("6"), tiles));
}

// Of 23 vectors there is one panel, of 24 there are four side by side: one alone comes slower.
static void test_one_stream(void) {
  static const char one[] = "direct(vector=i0x16, block=[368,2], pack=[1:0])";
  static const char four[] = "direct(vector=i0x16, block=[384,2], pack=[1:0])";
  CHECK(cold_seconds(narrow, one) > 1.05 * cold_seconds(narrow, four));
  Workload beside = read(narrow, true);
  AnalyticalParts parts_of_one, parts_of_four;
  beside.accesses[0].is_cold = true; // as scales are
  score(&beside, one, &parts_of_one);
  score(&beside, four, &parts_of_four);
  CHECK(parts_of_one.cold_seconds < 1.02 * parts_of_four.cold_seconds);
}

// The panel of scales, one row, comes beside that of the weights, another.
static void test_scales(void) {
  static const char packed[] = "direct(vector=i0x16, block=[48,1,2], pack=[1:0,2:0])";
  Workload workload = read(scaled, true);
  AnalyticalParts without, with;
  score(&workload, packed, &without);
  workload.accesses[SCALES].is_cold = true;
  score(&workload, packed, &with);
  double least = 4096.0 * 64 * 4 / target.memory_bytes_per_cycle / (1e9 * target.clock_ghz);
  double scales = with.cold_seconds - without.cold_seconds;
  CHECK(scales > 0.99 * least && scales < 1.5 * least);
}

static void test_combination(void) {
  CHECK(analytical_with_cold(3e-4, 0) == 3e-4);
  CHECK(analytical_with_cold(3e-4, 3e-4) > 3.9e-4 && analytical_with_cold(3e-4, 3e-4) < 4.0e-4);
  // arithmetic hides them
  CHECK(analytical_with_cold(3e-3, 3e-4) < 3.01e-3);
  Workload warm = read(matvec, false), cold = read(matvec, true), conv = read(WORKLOAD_CONV, true);
  CHECK(analytical_warm_share(&warm, &target) == 1);
  CHECK(analytical_warm_share(&cold, &target) < 0.2);
  CHECK(analytical_warm_share(&conv, &target) > 0.99);
}

// Where the operands of the op alone are more than the caches hold, the estimate has the memory
// already; of constants the term has all of it.
static void test_counted_once(void) {
  static const char large[] = "p8192 r4096 | f32[4096](i1)@0 f32[4096,8192](i1,i0)@0 "
                              "f32[8192](i0)@0!out | body*:f32(fma=1) "
                              "| add f32 x1 split";
  Workload cold = read(large, true);
  AnalyticalParts parts;
  score(&cold, "direct(vector=i0x16, block=[384,1], tile0=[8192,64])", &parts);
  double least = 4096.0 * 8192 * 4 / target.memory_bytes_per_cycle / (1e9 * target.clock_ghz);
  CHECK(parts.memory_seconds >= least && parts.cold_seconds < 0.5 * least);
  CHECK(parts.beside_seconds == 0);
  cold.accesses[1].is_constant = true;
  score(&cold, "direct(vector=i0x16, block=[16,8], pack=[1:0])", &parts);
  double one = parts.cold_seconds;
  score(&cold, "direct(vector=i0x16, block=[64,2], pack=[1:0])", &parts);
  CHECK(one > 1.4 * parts.cold_seconds);
  CHECK(parts.cold_seconds >= least && parts.cold_seconds < 1.3 * least);
  CHECK(parts.beside_seconds > 0 && parts.beside_seconds < least);
  CHECK(analytical_in_full(1, &parts) < 2 * least);
}

// What as large operands bring from memory beside constants stays counted.
static void test_counted_beside(void) {
  static const char sums[] = "p4096 p8192 | f32[4096,8192](i0,i1)@0 f32[4096,8192](i0,i1)@0!const "
                             "f32[4096,8192](i0,i1)@0!out | body*:f32(add=1) | none f32 x1";
  Workload cold = read(sums, true);
  AnalyticalParts parts;
  double seconds = score(&cold, "direct(vector=i1x16, block=[1,64])", &parts);
  double least = 3 * 4096.0 * 8192 * 4 / target.memory_bytes_per_cycle / (1e9 * target.clock_ghz);
  CHECK(parts.beside_seconds == 0 && seconds >= least);
}

// Several threads share what one takes, cold operands and all; a schedule that was written down is
// priced like one that a model chose.
static void test_threads(void) {
  static const char text[] = "direct(vector=i0x16, block=[240,2], tile0=[2600,32])";
  static const ThreadHomes anywhere;
  const ThreadSplit none = {.threads = 2};
  Workload cold = read(matvec, true);
  AnalyticalParts parts;
  ThreadPrice price;
  ThreadCandidate kernel = {.seconds = 0};
  CHECK_EQUAL(schedule_parse(&cold, text, &kernel.schedule), STATUS_OK);
  CHECK(thread_price(&cold, &kernel, &target, &anywhere, &none, &price));
  CHECK(price.serial_seconds == score(&cold, text, &parts) && parts.cold_seconds > 0);
}

static void choose(const Workload *workload, const LearnedModel *by, Choice *out_choice) {
  ChooseOptions options = {.max_candidates = 400, .model = by};
  CHECK_EQUAL(schedule_choose(workload, NULL, 1, &target, &options, out_choice), STATUS_OK);
}

// By either model, a cold matrix gets a schedule that is no slower with a cold matrix than that of
// a warm one; the seconds of the choice are those of the scorer.
static void check_choice(const LearnedModel *by) {
  Workload warm = read(matvec, false), cold = read(matvec, true);
  Choice of_warm, of_cold;
  double seconds, other;
  choose(&warm, by, &of_warm);
  choose(&cold, by, &of_cold);
  CHECK(memcmp(&of_warm.schedule, &of_cold.schedule, sizeof of_cold.schedule) != 0);
  CHECK_EQUAL(scorer_predict(&cold, &target, by, &of_cold.schedule, &seconds), STATUS_OK);
  CHECK_EQUAL(scorer_predict(&cold, &target, by, &of_warm.schedule, &other), STATUS_OK);
  CHECK(fabs(seconds / of_cold.predicted_seconds - 1) < 1e-6);
  CHECK(seconds < other && of_cold.predicted_seconds > 2 * of_warm.predicted_seconds);
}

static void test_choice(void) {
  check_choice(NULL);
  check_choice(model);
}

// A filter that arithmetic hides changes nothing.
static void test_choice_of_arithmetic(void) {
  Workload warm = read(WORKLOAD_CONV, false), cold = read(WORKLOAD_CONV, true);
  Choice of_warm, of_cold;
  choose(&warm, NULL, &of_warm);
  choose(&cold, NULL, &of_cold);
  CHECK(memcmp(&of_warm.schedule, &of_cold.schedule, sizeof of_cold.schedule) == 0);
}

// A constant matrix that is read once is packed where it comes from memory, also where its rows lie
// as results do.
static void test_choice_of_constant(void) {
  static const char *const texts[] = {constant, rows_as_results};
  for (int t = 0; t < 2; t++)
    for (int cold = 0; cold < 2; cold++) {
      Workload workload = read(texts[t], cold);
      Choice choice;
      choose(&workload, NULL, &choice);
      CHECK(cold ? choice.schedule.pack[MATRIX] == 0
                 : t == 0 || choice.schedule.pack[MATRIX] == PACK_NONE);
    }
}

int main(void) {
  void *bytes = NULL;
  size_t size = 0;
  CHECK_EQUAL(target_parse("zen5", &target), STATUS_OK);
  CHECK_EQUAL(synthetic_model_pack(1, &bytes, &size), STATUS_OK);
  CHECK_EQUAL(learned_model_load(bytes, size, &model), STATUS_OK);
  free(bytes);
  test_only_the_score_differs();
  test_patterns();
  test_rows_that_share_pages();
  test_panels();
  test_one_stream();
  test_scales();
  test_combination();
  test_counted_once();
  test_counted_beside();
  test_threads();
  test_choice();
  test_choice_of_arithmetic();
  test_choice_of_constant();
  learned_model_destroy(model);
  return check_result();
}
