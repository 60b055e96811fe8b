// Splits over threads: what is read of what other threads wrote, counted by hand, and how that
// changes the cut.
#include "plan/threads/split_choice.h"
#include <math.h>

#include "test/unit/plan/split_case.h"

enum { LEFT = 0, RIGHT = 1, OUTPUT = 2 };
enum { OUTPUT_BYTES = 168 * 512 * 4 };

// With one operand somewhere, and the others nowhere in particular.
static double far_bytes(const SplitCase *one, int access, OperandHome home,
                        const ThreadSplit *split) {
  ThreadHomes homes = {0};
  homes.of[access] = home;
  return thread_split_far_bytes(&one->workload, &one->schedule, &one->loops, &homes, split);
}

static const OperandHome in_one = {HOME_ONE, 0};

static OperandHome cut_after(int64_t outer) { return (OperandHome){HOME_PIECES, outer}; }

static void test_far_bytes(void) {
  SplitCase one;
  split_case_read(plain, &one);
  // Whoever reads rows has his own, or half of half of them when they were cut across.
  CHECK_EQUAL(far_bytes(&one, LEFT, cut_after(1), &rows), 0);
  CHECK_EQUAL(far_bytes(&one, LEFT, cut_after(168), &rows), LEFT_BYTES / 4);
  // Whoever reads columns reads all of the left operand.
  CHECK_EQUAL(far_bytes(&one, LEFT, cut_after(1), &columns), LEFT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, RIGHT, cut_after(256), &columns), 0);
  CHECK_EQUAL(far_bytes(&one, RIGHT, cut_after(1), &columns), RIGHT_BYTES / 4);
  CHECK_EQUAL(far_bytes(&one, RIGHT, cut_after(256), &rows), RIGHT_BYTES / 2);
  // What one thread wrote the other one reads, as much of it as it needs.
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &rows), LEFT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &columns), LEFT_BYTES);
  // One thread that does everything.
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &none), 0);
  CHECK_EQUAL(far_bytes(&one, LEFT, cut_after(1), &none), LEFT_BYTES / 2);
  // What is written to another thread's memory has to be fetched, too.
  CHECK_EQUAL(far_bytes(&one, OUTPUT, in_one, &rows), OUTPUT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, OUTPUT, in_one, &none), 0);
  // Nothing is known of it; nobody else uses it; nobody wrote it.
  CHECK_EQUAL(far_bytes(&one, LEFT, (OperandHome){HOME_ANY, 0}, &columns), 0);
  CHECK_EQUAL(far_bytes(&one, OUTPUT, cut_after(1), &rows), 0);
  // Those who use it keep to one dimension: that counts for a cut, of an output too, and for
  // nothing else.
  OperandHome along = {HOME_ALONG, 1};
  CHECK_EQUAL(far_bytes(&one, OUTPUT, along, &rows), 0);
  CHECK_EQUAL(far_bytes(&one, OUTPUT, along, &columns), OUTPUT_BYTES / 4);
  CHECK_EQUAL(far_bytes(&one, LEFT, along, &columns), LEFT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, OUTPUT, along, &none), 0);
  // A constant is in one place for all; a thread that reads all of it has half of that too much.
  one.workload.accesses[LEFT].is_constant = true;
  CHECK(fabs(far_bytes(&one, LEFT, in_one, &columns) - 0.4 * LEFT_BYTES / 2) < 1);
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &rows), 0);
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &none), 0);
}

// One thread collects the pieces of the others, and these read its copy.
static void test_far_bytes_of_copies(void) {
  SplitCase one;
  split_case_read(packed, &one);
  int packs = 0;
  for (int p = 0; p < one.loops.pack_count; p++)
    packs += one.loops.packs[p].access == LEFT && one.loops.packs[p].depth == 0;
  CHECK_EQUAL(packs, 1);
  CHECK_EQUAL(far_bytes(&one, LEFT, cut_after(1), &rows), LEFT_BYTES / 2 + LEFT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &columns), LEFT_BYTES);
  CHECK_EQUAL(far_bytes(&one, LEFT, (OperandHome){HOME_ANY, 0}, &rows), LEFT_BYTES / 2);
}

// A result that one thread reads afterwards: it takes from each other thread what that one wrote,
// and no thread helps it, so these bytes count N / 2 times what bytes count that N threads read.
static void test_far_bytes_of_results(void) {
  enum { RESULT = 2, RESULT_BYTES = 168 * 512 * 4 };
  SplitCase one;
  ThreadSplit many = {.threads = 16, .count = 1, .loops = {{0, 16, 11}}};
  split_case_read(plain, &one);
  CHECK_EQUAL(far_bytes(&one, RESULT, in_one, &rows), RESULT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, RESULT, in_one, &columns), RESULT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, RESULT, in_one, &none), 0);
  CHECK_EQUAL(far_bytes(&one, RESULT, in_one, &many), RESULT_BYTES / 16.0 * 15 * 16 / 2);
  CHECK_EQUAL(far_bytes(&one, RESULT, cut_after(1), &rows), 0);
}

// Pieces that copy for themselves read what they need from where it is; rows divide the copy.
static void test_copies_of_each(void) {
  SplitCase one;
  SplitWork together, each;
  split_case_read(packed, &one);
  ThreadSplit own_rows = rows, own_columns = columns;
  own_rows.copies = own_columns.copies = COPIES_EACH;
  CHECK_EQUAL(far_bytes(&one, LEFT, cut_after(1), &own_rows), 0);
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &own_columns), LEFT_BYTES);
  CHECK_EQUAL(far_bytes(&one, LEFT, (OperandHome){HOME_ANY, 0}, &own_columns), 0);
  thread_split_work(&one.workload, &one.schedule, &one.loops, &columns, &together);
  thread_split_work(&one.workload, &one.schedule, &one.loops, &own_columns, &each);
  CHECK_EQUAL(each.total, together.total);
  CHECK_EQUAL(each.serial, 0);
  CHECK(fabs(each.largest - together.largest - together.serial) < 1); // all of it once more
  thread_split_work(&one.workload, &one.schedule, &one.loops, &rows, &together);
  thread_split_work(&one.workload, &one.schedule, &one.loops, &own_rows, &each);
  double part = 88.0 / 168;
  CHECK(fabs(each.largest - together.largest - part * together.serial) < 1);
}

// Each of two threads copies half of what it reads from where it is, and reads what the other one
// copied.
static void test_shared_copies(void) {
  SplitCase one;
  SplitWork together, shared;
  split_case_read(packed, &one);
  ThreadSplit by_rows = rows, by_columns = columns;
  by_rows.copies = by_columns.copies = COPIES_SHARED;
  CHECK_EQUAL(far_bytes(&one, LEFT, (OperandHome){HOME_ANY, 0}, &by_rows), LEFT_BYTES / 4);
  CHECK_EQUAL(far_bytes(&one, LEFT, (OperandHome){HOME_ANY, 0}, &by_columns), LEFT_BYTES / 2);
  CHECK_EQUAL(far_bytes(&one, LEFT, cut_after(1), &by_rows), LEFT_BYTES / 4 + LEFT_BYTES / 4);
  CHECK_EQUAL(far_bytes(&one, LEFT, in_one, &by_columns), LEFT_BYTES / 2 + LEFT_BYTES / 2);
  thread_split_work(&one.workload, &one.schedule, &one.loops, &rows, &together);
  thread_split_work(&one.workload, &one.schedule, &one.loops, &by_rows, &shared);
  CHECK(together.serial > 0 && together.barriers == 0);
  CHECK_EQUAL(shared.serial, 0);
  CHECK_EQUAL(shared.barriers, 1);
  CHECK_EQUAL(shared.total, together.total);
  CHECK(fabs(shared.largest - together.largest - together.serial / 2) < 1);
  CHECK(fabs(shared.mean - shared.total / 2) < 1);
}

// So much work for each of `threads`, and the most that one of them has.
static double weighed(double mean, double largest, double serial, int threads) {
  SplitWork work = {.serial = serial, .total = mean * threads, .largest = largest};
  return split_weighed(&work, threads, 1);
}

// What is even enough on many threads is not on few. While one thread copies, the others wait: that
// is no more even than the same work in the pieces.
static void test_uneven_ways(void) {
  CHECK(weighed(90, 100, 0, 16) == 1 && weighed(90, 100, 0, 2) == 1);
  CHECK(weighed(89, 100, 0, 16) > 1 && weighed(89, 100, 0, 2) > 1);
  CHECK(weighed(81, 100, 0, 64) == 1 && weighed(79, 100, 0, 64) > 1);
  CHECK(weighed(90, 75, 25, 16) == 1 && weighed(89, 75, 25, 16) > 1);
}

// The cut whose pieces copy for themselves is taken where it takes less, and where what a thread
// copies beyond an even share fits into caches of its own.
static void test_who_copies(void) {
  SplitCase one;
  ThreadSplit split;
  ThreadHomes homes = {.of[LEFT] = cut_after(1)};
  split_case_read(packed, &one);
  SplitTraffic traffic = {
      .homes = &homes, .work_per_byte = 1, .work_per_barrier = 1e9, .own_bytes = 1 << 20};
  thread_split_choose(&one.workload, &one.schedule, &one.loops, THREADS, &traffic, &split);
  CHECK(split.count > 0 && split.copies == COPIES_EACH);
  homes.of[LEFT] = cut_after(168); // rows are far, columns read all
  traffic.own_bytes = LEFT_BYTES / 2 - 4;
  thread_split_choose(&one.workload, &one.schedule, &one.loops, THREADS, &traffic, &split);
  CHECK(split.count > 0 && (split.copies != COPIES_EACH || split.loops[0].iterator == 0));
  traffic.work_per_barrier = 0; // all share the copies where they only have to meet
  traffic.homes = NULL;
  thread_split_choose(&one.workload, &one.schedule, &one.loops, THREADS, &traffic, &split);
  CHECK(split.count > 0 && split.copies == COPIES_SHARED);
  split_case_read(plain, &one); // nothing is copied
  thread_split_choose(&one.workload, &one.schedule, &one.loops, THREADS, &traffic, &split);
  CHECK_EQUAL(split.copies, COPIES_ONE);
  split_case_read(packed, &one);
  one.workload.accesses[LEFT].is_constant = true; // at compile time
  thread_split_choose(&one.workload, &one.schedule, &one.loops, THREADS, &traffic, &split);
  CHECK_EQUAL(split.copies, COPIES_ONE);
}

// `bytes` of far operands cost as much as all arithmetic.
static ThreadSplit choose(const SplitCase *one, const ThreadHomes *homes, double bytes) {
  ThreadSplit split;
  double work = 168.0 * 512 * 256 / 8;
  SplitTraffic traffic = {.homes = homes, .work_per_byte = work / bytes};
  thread_split_choose(&one->workload, &one->schedule, &one->loops, THREADS, &traffic, &split);
  return split;
}

static void check_outermost(const ThreadSplit *split, int iterator) {
  CHECK(split->count > 0);
  CHECK_EQUAL(split->loops[0].iterator, iterator);
}

static void test_cut_follows_operands(void) {
  SplitCase one;
  split_case_read(plain, &one);
  ThreadHomes homes = {0};
  ThreadSplit split = choose(&one, NULL, LEFT_BYTES);
  check_outermost(&split,
                  1); // columns alone are even: 21 tiles of rows are more even in more pieces
  homes.of[LEFT] = cut_after(1);
  split = choose(&one, &homes, LEFT_BYTES);
  check_outermost(&split, 0); // and all that is read is near
  CHECK_EQUAL(thread_split_far_bytes(&one.workload, &one.schedule, &one.loops, &homes, &split), 0);
  split = choose(&one, &homes, 1e12);
  check_outermost(&split, 1); // where that costs next to nothing
  homes.of[LEFT] = cut_after(168);
  homes.of[RIGHT] = cut_after(256);
  split = choose(&one, &homes, LEFT_BYTES);
  check_outermost(&split, 1);
}

static double meetings(const ThreadSplit *split) {
  SplitCase one;
  split_case_read(plain, &one);
  return thread_split_meetings(&one.workload, &one.schedule, split);
}

// Results of 168 rows: threads that share rows meet once, those that share columns in each row.
static void test_meetings(void) {
  static const ThreadSplit four_rows = {.threads = 4, .count = 1, .loops = {{0, 48, 4}}},
                           both = {.threads = 4, .count = 2, .loops = {{0, 88, 2}, {1, 256, 2}}},
                           even = {.threads = 2, .count = 2, .loops = {{0, 48, 4}, {1, 256, 2}}},
                           odd = {.threads = 2, .count = 2, .loops = {{0, 56, 3}, {1, 256, 2}}};
  CHECK_EQUAL(meetings(&none), 0);
  CHECK_EQUAL(meetings(&rows), 1);
  CHECK_EQUAL(meetings(&columns), 168);
  CHECK(fabs(meetings(&four_rows) - 3 * 2 / 4.0) < 1e-9);
  CHECK(fabs(meetings(&both) - (1 + 168) * 2 / 4.0) < 1e-9);
  CHECK_EQUAL(meetings(&even), 1);                      // each thread has whole rows
  CHECK(fabs(meetings(&odd) - (1 + 168 / 3.0)) < 1e-9); // and shares a third of them
  static const ThreadSplit eight = {.threads = 8, .count = 1, .loops = {{1, 64, 8}}};
  CHECK(fabs(meetings(&eight) - 0.1 * 168 * 7 * 2 / 8.0) < 1e-9); // 256 bytes of each row
}

// Rows are less even than columns, and are taken where meeting costs something.
static void test_cut_meets_seldom(void) {
  SplitCase one;
  ThreadSplit split;
  SplitTraffic traffic = {.work_per_meeting = 1000};
  split_case_read(plain, &one);
  thread_split_choose(&one.workload, &one.schedule, &one.loops, THREADS, &traffic, &split);
  check_outermost(&split, 0);
  traffic.work_per_meeting = 1e-3;
  thread_split_choose(&one.workload, &one.schedule, &one.loops, THREADS, &traffic, &split);
  check_outermost(&split, 1);
}

static double largest(const SplitCase *one, const ThreadSplit *split) {
  SplitWork work;
  thread_split_work(&one->workload, &one->schedule, &one->loops, split, &work);
  return work.largest;
}

// However dear the traffic is, a tenth of the work is the most that evenness is given up for.
static void test_evenness_has_a_price(void) {
  for (int tiles = 2; tiles <= 40; tiles++) {
    SplitCase one;
    split_case_read(plain, &one);
    one.workload.extents[0] = one.workload.accesses[LEFT].shape[1] =
        one.workload.accesses[OUTPUT].shape[0] = 8 * tiles;
    CHECK_EQUAL(loop_nest_build(&one.workload, &one.schedule, &one.loops), REJECT_NONE);
    ThreadHomes homes = {0};
    homes.of[LEFT] = cut_after(1);
    ThreadSplit even = choose(&one, NULL, 1), near = choose(&one, &homes, 1);
    check_outermost(&near, 0);
    CHECK(largest(&one, &near) <= 1.101 * largest(&one, &even));
  }
}

int main(void) {
  test_far_bytes();
  test_far_bytes_of_copies();
  test_far_bytes_of_results();
  test_copies_of_each();
  test_shared_copies();
  test_uneven_ways();
  test_who_copies();
  test_cut_follows_operands();
  test_evenness_has_a_price();
  test_meetings();
  test_cut_meets_seldom();
  return check_result();
}
