// What the panel says of a target: only errors that differ between the schedules of one workload
// count.
#include "test/unit/base/check.h"
#include "tools/calibrate/adapt.h"

#include "records/store.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROWS = 7, TASKS = 3 };

static float values[ROWS * FEATURE_COUNT];
static double seconds[ROWS];
static TrainingTask tasks[TASKS] = {
    {.first = 0, .count = 4}, {.first = 4, .count = 1}, {.first = 5, .count = 2}};

// Measured over predicted seconds of every row.
static double spread_of(const double *ratios) {
  TrainingSet set = {
      .values = values, .seconds = seconds, .tasks = tasks, .row_count = ROWS, .task_count = TASKS};
  for (int row = 0; row < ROWS; row++) {
    values[row * FEATURE_COUNT + FEATURE_ANALYTICAL_SECONDS] = (float)(-10 - row);
    seconds[row] = exp2(-10 - row) * ratios[row];
  }
  return adapt_spread(&set);
}

static void test_spread(void) {
  static const double exact[ROWS] = {1, 1, 1, 1, 1, 1, 1}, shared[ROWS] = {2, 2, 2, 2, 0.3, 5, 5},
                      uneven[ROWS] = {1, 1, M_E * M_E, M_E * M_E, 7, 1, 1 / M_E};
  CHECK(fabs(spread_of(exact)) < 1e-9);
  CHECK(fabs(spread_of(shared)) < 1e-9);
  CHECK(fabs(spread_of(uneven) - (1 + 0 + 0.5) / TASKS) < 1e-9);
}

static void test_no_rows(void) {
  TrainingSet set = {0};
  CHECK(isnan(adapt_spread(&set)));
}

// Rows that are too few judge nothing, and a store that is not there has none.
static void test_few_rows(void) {
  double spread = 0;
  Target target;
  char path[] = "/tmp/test_adapt_XXXXXX";
  Store *store = NULL;
  Dataset rows;
  CHECK_EQUAL(target_parse("zen5", &target), STATUS_OK);
  CHECK_EQUAL(adapt_read("/tmp/no/such/store", &rows), STATUS_USAGE);
  dataset_destroy(&rows);
  CHECK(mkdtemp(path) != NULL);
  char file[64];
  snprintf(file, sizeof file, "%s/rows", path);
  CHECK_EQUAL(store_open(file, &store), STATUS_OK);
  store_close(store);
  CHECK_EQUAL(adapt_read(file, &rows), STATUS_OK);
  CHECK_EQUAL(adapt_judge(&rows, &target, &spread), STATUS_OK);
  dataset_destroy(&rows);
  CHECK(isnan(spread));
  unlink(file);
  rmdir(path);
}

static void test_guess(void) {
  CHECK(adapt_prefers_guess(0.50, 0.48));
  CHECK(!adapt_prefers_guess(0.50, 0.495));
  CHECK(!adapt_prefers_guess(0.50, 0.50));
  CHECK(!adapt_prefers_guess(0, 0));
  CHECK(!adapt_prefers_guess(NAN, 0.1) && !adapt_prefers_guess(0.1, NAN));
}

int main(void) {
  test_spread();
  test_no_rows();
  test_few_rows();
  test_guess();
  return check_result();
}
