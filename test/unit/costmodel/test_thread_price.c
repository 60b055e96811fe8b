// What splits of a kernel take, and what is said of them: their text, all there are, their price,
// their features, and the figures by which predictions are judged, all counted by hand.
#include "lab/threads/thread_evaluate.h"
#include "plan/threads/split_choice.h"
#include "plan/threads/split_text.h"

#include <math.h>

#include "test/unit/plan/split_case.h"

enum { ROOM = 512 };

static const ThreadHomes anywhere;

typedef struct Case {
  SplitCase split;
  Target target;
  ThreadCandidate kernel;
} Case;

static void read_case(const char *schedule, Case *out) {
  memset(out, 0, sizeof *out);
  split_case_read(schedule, &out->split);
  CHECK_EQUAL(target_parse("zen4", &out->target), STATUS_OK);
  out->kernel = (ThreadCandidate){out->split.schedule, 1e-4};
}

// --- text

static void check_round_trip(const Case *one, const char *text) {
  char again[SPLIT_TEXT_BYTES];
  ThreadSplit split;
  CHECK(split_parse(text, &one->split.workload, THREADS, &split));
  CHECK_EQUAL(split.threads, THREADS);
  split_print(&split, again, sizeof again);
  CHECK_TEXT(again, text);
}

static void test_text(void) {
  static const char *const wrong[] = {"",
                                      "i0",
                                      "i0/0",
                                      "i0/168",
                                      "i2/8",
                                      "i3/1",
                                      "i1/8 i0/8",
                                      "i0/8 i0/8",
                                      "each",
                                      "- each",
                                      "i0/8 each i1/8",
                                      "i0/8,i1/8",
                                      "i0/8 some",
                                      "shared",
                                      "i0/8 each shared",
                                      "-1",
                                      "i0/-8"};
  Case one;
  ThreadSplit split;
  char text[SPLIT_TEXT_BYTES];
  read_case(plain, &one);
  check_round_trip(&one, "-");
  check_round_trip(&one, "i0/88");
  check_round_trip(&one, "i0/88 i1/256 each");
  check_round_trip(&one, "i1/256 shared");
  split_print(&columns, text, sizeof text);
  CHECK_TEXT(text, "i1/256");
  CHECK(split_parse("i0/80 i1/256", &one.split.workload, THREADS, &split));
  CHECK_EQUAL(split.loops[0].pieces, 3);
  CHECK_EQUAL(thread_split_pieces(&split), 6);
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
    CHECK(!split_parse(wrong[n], &one.split.workload, THREADS, &split));
    CHECK_EQUAL(split.count, 2); // as it was
  }
}

// --- all splits

static bool is_listed(const ThreadSplit *splits, int count, const ThreadSplit *wanted) {
  char text[SPLIT_TEXT_BYTES], other[SPLIT_TEXT_BYTES];
  int found = 0;
  split_print(wanted, text, sizeof text);
  for (int n = 0; n < count; n++) {
    split_print(&splits[n], other, sizeof other);
    found += !strcmp(text, other);
  }
  return found == 1;
}

static void test_list(void) {
  Case one;
  ThreadSplit splits[ROOM];
  read_case(plain, &one);
  int count = thread_split_list(&one.split.workload, &one.kernel.schedule, &one.split.loops,
                                THREADS, 0, ROOM, splits);
  CHECK(count > 10 && count < ROOM);
  CHECK(is_listed(splits, count, &rows) && is_listed(splits, count, &columns));
  for (int n = 0; n < count; n++) {
    CHECK(is_listed(splits, count, &splits[n])); // once
    CHECK_EQUAL(splits[n].copies, COPIES_ONE);   // nothing is copied
    CHECK(thread_split_pieces(&splits[n]) <= 8 * THREADS);
    for (int s = 0; s < splits[n].count; s++)
      CHECK_EQUAL(splits[n].loops[s].step % (splits[n].loops[s].iterator ? 16 : 8), 0);
  }
  CHECK_EQUAL(thread_split_list(&one.split.workload, &one.kernel.schedule, &one.split.loops,
                                THREADS, 0, 3, splits),
              3);
  CHECK_EQUAL(thread_split_list(&one.split.workload, &one.kernel.schedule, &one.split.loops, 1, 0,
                                3, splits),
              0);
}

static int count_copies(const ThreadSplit *splits, int count, SplitCopies copies) {
  int found = 0;
  for (int n = 0; n < count; n++)
    found += splits[n].copies == copies;
  return found;
}

// With a copy of the rows: all splits whose pieces copy little, and all others again.
static void test_list_of_copies(void) {
  Case one;
  ThreadSplit splits[ROOM];
  read_case(packed, &one);
  int few = thread_split_list(&one.split.workload, &one.kernel.schedule, &one.split.loops, THREADS,
                              0, ROOM, splits);
  int few_each = count_copies(splits, few, COPIES_EACH);
  int all = thread_split_list(&one.split.workload, &one.kernel.schedule, &one.split.loops, THREADS,
                              1e9, ROOM, splits);
  CHECK(few_each > 0 && few_each < count_copies(splits, all, COPIES_EACH));
  CHECK_EQUAL(count_copies(splits, all, COPIES_SHARED), count_copies(splits, all, COPIES_ONE));
  CHECK_EQUAL(few - few_each, all - count_copies(splits, all, COPIES_EACH));
}

// --- price

static void test_price(void) {
  Case one;
  ThreadPrice price, alone;
  read_case(plain, &one);
  CHECK(thread_price(&one.split.workload, &one.kernel, &one.target, &anywhere, &none, &alone));
  CHECK(alone.seconds == one.kernel.seconds && alone.alone_seconds == one.kernel.seconds);
  CHECK(thread_price(&one.split.workload, &one.kernel, &one.target, &anywhere, &rows, &price));
  double share = (price.work.serial + price.work.largest) / price.work.total;
  CHECK(share > 88.0 / 168 && share < 90.0 / 168); // and entering the pieces
  CHECK(price.start_seconds > 0 && price.far_seconds == 0 && price.meeting_seconds > 0);
  double meeting = price.meeting_seconds;
  double own = hypot(share * one.kernel.seconds, meeting);
  CHECK(fabs(price.seconds - own - price.start_seconds) < 1e-12);
  ThreadHomes homes = {.of[0].kind = HOME_ONE};
  CHECK(thread_price(&one.split.workload, &one.kernel, &one.target, &homes, &columns, &price));
  CHECK(fabs(price.far_seconds - LEFT_BYTES / 8e9) < 1e-12);
  CHECK(fabs(price.meeting_seconds - 168 * meeting) < 1e-12); // in every row
}

// All threads share the copy: its barrier costs less than starting them, and than the copy that one
// makes in a long kernel.
static void test_price_of_shared_copies(void) {
  Case one;
  ThreadPrice price, together;
  ThreadSplit shared = columns;
  shared.copies = COPIES_SHARED;
  read_case(packed, &one);
  one.kernel.seconds = 1e-3;
  CHECK(thread_price(&one.split.workload, &one.kernel, &one.target, NULL, &columns, &together));
  CHECK(thread_price(&one.split.workload, &one.kernel, &one.target, NULL, &shared, &price));
  CHECK(together.barrier_seconds == 0 && price.barrier_seconds > 0);
  CHECK(price.barrier_seconds < price.start_seconds);
  double share = price.work.largest / price.work.total;
  double own = hypot(share * one.kernel.seconds, price.meeting_seconds);
  CHECK(fabs(price.seconds - own - price.start_seconds - price.barrier_seconds) < 1e-12);
  CHECK(price.seconds < together.seconds);
}

// The choice is the first of all splits, and takes what its price says.
static void test_choice(void) {
  Case one;
  ThreadChoice choice;
  ThreadPrice price;
  ThreadSplit splits[ROOM];
  read_case(packed, &one);
  int count = thread_splits(&one.split.workload, &one.kernel, &one.target, THREADS, &anywhere, ROOM,
                            splits);
  thread_choose(&one.split.workload, &one.kernel, &one.target, THREADS, &anywhere, &choice);
  CHECK(count > 1 && is_listed(splits + 1, count - 1, &splits[0]));
  CHECK_EQUAL(choice.verdict, THREADS_SPLIT);
  CHECK(is_listed(splits, 1, &choice.split));
  CHECK(thread_price(&one.split.workload, &one.kernel, &one.target, &anywhere, &choice.split,
                     &price));
  CHECK(price.seconds == choice.seconds && price.far_seconds == choice.price.far_seconds);
  one.kernel.seconds = 1e-6; // not worth it, but there all the same
  thread_choose(&one.split.workload, &one.kernel, &one.target, THREADS, &anywhere, &choice);
  CHECK_EQUAL(choice.verdict, THREADS_TOO_SMALL);
  CHECK_EQUAL(
      thread_splits(&one.split.workload, &one.kernel, &one.target, THREADS, &anywhere, 1, splits),
      1);
}

// --- features

static void test_features(void) {
  Case one;
  float row[THREAD_FEATURE_COUNT], other[THREAD_FEATURE_COUNT];
  read_case(plain, &one);
  CHECK(thread_features_fill(&one.split.workload, &one.kernel, &one.target, &rows, row));
  CHECK(thread_features_fill(&one.split.workload, &one.kernel, &one.target, &columns, other));
  for (int f = 0; f < THREAD_FEATURE_COUNT; f++)
    CHECK(isfinite(row[f]) && isfinite(other[f]));
  double read = (LEFT_BYTES / 2.0 + RIGHT_BYTES) / (LEFT_BYTES + RIGHT_BYTES);
  CHECK(fabs(row[THREAD_FEATURE_READ] - read) < 1e-6);
  CHECK(fabs(row[THREAD_FEATURE_SERIAL] - log2(100)) < 1e-5);
  CHECK_EQUAL(row[THREAD_FEATURE_LOOPS], 1);
  CHECK_EQUAL(row[THREAD_FEATURE_PIECES], 0); // one for each thread
  CHECK(fabs(row[THREAD_FEATURE_MEETINGS] - 1) < 1e-6);
  CHECK(fabs(other[THREAD_FEATURE_MEETINGS] - log2(169)) < 1e-5);
  CHECK_EQUAL(other[THREAD_FEATURE_RUN], 10); // 256 numbers of a row
  CHECK(fabs(row[THREAD_FEATURE_RUN] - log2(84 * 512 * 4)) < 1e-5);
  CHECK_EQUAL(row[THREAD_FEATURE_PACKED], 0);
  read_case(packed, &one);
  CHECK(thread_features_fill(&one.split.workload, &one.kernel, &one.target, &rows, row));
  CHECK(row[THREAD_FEATURE_PACKED] > log2(LEFT_BYTES) - 0.1);
  CHECK(row[THREAD_FEATURE_ALONE] > 0 && row[THREAD_FEATURE_EACH] == 0);
}

// --- figures

// Two kernels: one that gains 1.6 by the first split, and one that loses by its only one.
static void test_figures(void) {
  TableWay ways[] = {{.kernel = 0, .alone = 0, .seconds = 80},
                     {.kernel = 0, .alone = 0, .seconds = 50, .price.start_seconds = 1},
                     {.kernel = 0, .alone = 0, .seconds = 60, .price.start_seconds = 1},
                     {.kernel = 1, .alone = 3, .seconds = 10},
                     {.kernel = 1, .alone = 3, .seconds = 12, .price.start_seconds = 1}};
  TableKernel kernels[] = {{.first = 0, .count = 3}, {.first = 3, .count = 2}};
  ThreadTable table = {.file.count = 2, .kernels = kernels, .ways = ways, .way_count = 5};
  const double predicted[] = {100, 50, 49, 10, 9.5};
  static const uint8_t only_second[] = {0, 1};
  ThreadPredictions bold = {predicted, false, false}, cautious = {predicted, false, true};
  ThreadFigures figures;
  CHECK_EQUAL(thread_evaluate(&table, NULL, &bold, &figures), STATUS_OK);
  CHECK(figures.kernels == 2 && figures.splits == 3);
  double first = 100 / 50.0 / 1.6, second = 100 / 49.0 / (80 / 60.0),
         third = 10 / 9.5 / (10 / 12.0);
  CHECK(fabs(figures.gain_error - 100 * (first + second + third - 3) / 3) < 1e-9);
  CHECK(fabs(figures.choice_error - 100 * (first + third - 2) / 2) < 1e-9);
  CHECK(fabs(figures.gain_bias - cbrt(first * second * third)) < 1e-9);
  CHECK(fabs(figures.seconds_error - 100 * (11 / 60.0 + 2.5 / 12) / 3) < 1e-9);
  CHECK(fabs(figures.tau - 1.0 / 3) < 1e-9);      // of three pairs one is wrong
  CHECK(fabs(figures.tau_ways - 1.0 / 3) < 1e-9); // the other kernel has too few ways
  CHECK(fabs(figures.loss - 100 * (60 / 50.0 - 1 + 0.2) / 2) < 1e-9);
  CHECK(figures.slower == 1 && figures.unused == 0);
  CHECK_EQUAL(thread_evaluate(&table, only_second, &cautious, &figures), STATUS_OK);
  CHECK(figures.kernels == 1 && figures.loss == 0 && figures.slower == 0);
  const double timid[] = {10, 20, 20, 10, 20};
  bold.seconds = timid;
  CHECK_EQUAL(thread_evaluate(&table, NULL, &bold, &figures), STATUS_OK);
  CHECK(figures.unused == 1 && figures.slower == 0);
  CHECK(fabs(figures.loss - 100 * 0.6 / 2) < 1e-9);
}

int main(void) {
  test_text();
  test_list();
  test_list_of_copies();
  test_price();
  test_price_of_shared_copies();
  test_choice();
  test_features();
  test_figures();
  return check_result();
}
