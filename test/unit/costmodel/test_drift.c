// What is seen of a machine that drifts, and which rows are measured once more for it.
#include "runtime/drift_watch.h"
#include "test/unit/base/check.h"
#include "tools/collect/collect_repeat.h"

#include <stdlib.h>

static bool is_near(double value, double expected) {
  return value > expected - 1e-3 && value < expected + 1e-3;
}

static void test_share(void) {
  DriftShare share = {0};
  CHECK(drift_share_note(&share, 1000000) == 0);
  CHECK(is_near(drift_share_note(&share, 1050000), 0.049)); // a little is forgotten at each look
  CHECK_EQUAL(share.slow_looks, 0);
  CHECK(is_near(drift_share_note(&share, 1500000), 0.497));
  CHECK(share.looks == 3 && share.slow_looks == 1 && share.worst_permil == 497);
  CHECK(drift_share_note(&share, 900000) == 0);
  CHECK(is_near(drift_share_note(&share, 1000000), 0.11));
  for (int n = 0; n < 500; n++) // a clock that has settled is the machine
    drift_share_note(&share, 1000000);
  CHECK(drift_share_note(&share, 1000000) == 0);
  CHECK_EQUAL(share.fastest_nanoseconds, 1000000);
}

static void test_watch(void) {
  DriftShare share = {0};
  DriftWatch *watch = drift_watch_create(&share, -1, NULL);
  CHECK(watch != NULL);
  for (int n = 0; n < 3; n++)
    CHECK(drift_watch_look(watch) >= 0);
  CHECK(share.looks == 3 && share.fastest_nanoseconds > 10000);
  drift_watch_destroy(watch);
  drift_watch_destroy(NULL);
}

static MeasuredRow row_of(int64_t number, double seconds) {
  return (MeasuredRow){.row = number, .repeats = 3, .seconds = {seconds, seconds, seconds}};
}

static void test_repeats(void) {
  CollectRepeats repeats = {0};
  bool given[5] = {false};
  const double seconds[] = {5, 1, 3, 2};
  CHECK_EQUAL(collect_repeats_fastest(&repeats, given), -1);
  for (int n = 0; n < 4; n++) {
    MeasuredRow row = row_of(n, seconds[n]);
    CHECK_EQUAL(collect_repeats_add(&repeats, &row), STATUS_OK);
    if (n == 1)
      collect_repeats_check(&repeats, true);
  }
  collect_repeats_check(&repeats, false);
  CHECK(repeats.is_drifting[0] && repeats.is_drifting[1]);
  CHECK(!repeats.is_drifting[2] && !repeats.is_drifting[3]);
  CHECK_EQUAL(collect_repeats_fastest(&repeats, given), 3);
  given[3] = true;
  CHECK_EQUAL(collect_repeats_fastest(&repeats, given), 2);
  given[2] = true;
  CHECK_EQUAL(collect_repeats_fastest(&repeats, given), -1);
  collect_repeats_destroy(&repeats);
}

static void test_join(void) {
  MeasuredRow row = row_of(1, 2);
  double joined[DATASET_MAX_REPEATS];
  const double faster[] = {1, 1, 1, 1}, slower[] = {9, 9};
  CHECK_EQUAL(collect_repeats_join(&row, true, faster, 4, joined), 4);
  CHECK(joined[0] == 1);
  CHECK_EQUAL(collect_repeats_join(&row, true, slower, 2, joined), 3);
  CHECK(joined[2] == 2);
  CHECK_EQUAL(collect_repeats_join(&row, false, slower, 2, joined), 5);
  CHECK(joined[0] == 2 && joined[4] == 9);
  row.repeats = DATASET_MAX_REPEATS - 1;
  CHECK_EQUAL(collect_repeats_join(&row, false, faster, 4, joined), DATASET_MAX_REPEATS);
}

int main(void) {
  test_share();
  test_watch();
  test_repeats();
  test_join();
  return check_result();
}
