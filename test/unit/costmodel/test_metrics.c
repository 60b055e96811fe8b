// Metrics against values computed by hand and against the plain O(n^2) definitions.
#include "costmodel/metrics.h"
#include "test/unit/base/check.h"

#include <math.h>
#include <stdlib.h>

static void check_near(double actual, double expected, const char *text, int line) {
  check_count++;
  if ((isnan(actual) && isnan(expected)) || fabs(actual - expected) <= 1e-12 || actual == expected)
    return;
  check_failures++;
  printf("%s:%d: %s is %.15g, expected %.15g\n", __FILE__, line, text, actual, expected);
}
#define CHECK_NEAR(actual, expected) check_near((actual), (expected), #actual, __LINE__)

// Times 4 1 2 8; the model chooses 2 (index 2), then 4, 1, 8.
static const double hand_seconds[] = {4, 1, 2, 8};
static const double hand_scores[] = {30, 20, 40, 10};
static const MetricTask hand = {hand_seconds, hand_scores, 4, 3};

static void test_order_by_hand(void) {
  PairCounts counts;
  // Pairs by speed: (0,1) wrong, (0,2), (0,3), (1,3), (2,3) right, (1,2) wrong.
  CHECK_EQUAL(metric_task_pairs(&hand, &counts), STATUS_OK);
  CHECK_EQUAL(counts.pairs, 6);
  CHECK_EQUAL(counts.discordant, 2);
  CHECK_NEAR(metric_kendall_tau(&counts), 2.0 / 6);
  CHECK_NEAR(metric_pairwise_accuracy(&counts), 4.0 / 6);
  // Ties: x 1 1 2 3, y 1 2 2 1. Concordant (0,2), discordant (1,3), (2,3); x ties (0,1), y ties
  // (0,3), (1,2).
  const double x[] = {1, 1, 2, 3}, y[] = {1, 2, 2, 1};
  CHECK_EQUAL(metric_count_pairs(x, y, 4, &counts), STATUS_OK);
  CHECK_EQUAL(counts.tied_x, 1);
  CHECK_EQUAL(counts.tied_y, 2);
  CHECK_EQUAL(counts.tied_both, 0);
  CHECK_EQUAL(counts.discordant, 2);
  CHECK_NEAR(metric_kendall_tau(&counts), -1 / sqrt(5.0 * 4.0));
  CHECK_NEAR(metric_pairwise_accuracy(&counts), 1.5 / 4);
}

static void test_undefined_orders(void) {
  PairCounts counts;
  const double x[] = {1, 2, 3}, same[] = {5, 5, 5};
  CHECK_EQUAL(metric_count_pairs(x, same, 3, &counts), STATUS_OK);
  CHECK(isnan(metric_kendall_tau(&counts)));
  CHECK(isnan(metric_pairwise_accuracy(&counts)));
  CHECK_EQUAL(metric_count_pairs(same, x, 3, &counts), STATUS_OK);
  CHECK(isnan(metric_kendall_tau(&counts)));
  CHECK_NEAR(metric_pairwise_accuracy(&counts), 0.5); // knows nothing
  for (size_t count = 0; count < 2; count++) {
    CHECK_EQUAL(metric_count_pairs(x, x, count, &counts), STATUS_OK);
    CHECK(isnan(metric_kendall_tau(&counts)));
    CHECK(isnan(metric_pairwise_accuracy(&counts)));
  }
}

static void test_choice_by_hand(void) {
  CHECK_NEAR(metric_chosen_seconds(&hand, 1), 2);
  CHECK_NEAR(metric_chosen_seconds(&hand, 2), 2);
  CHECK_NEAR(metric_chosen_seconds(&hand, 3), 1);
  CHECK_NEAR(metric_chosen_seconds(&hand, 9), 1);
  CHECK_NEAR(metric_chosen_ratio(&hand, 1), 0.5);
  CHECK_NEAR(metric_chosen_ratio(&hand, 3), 1);
  CHECK_NEAR(metric_peak(&hand, 1), 0.5);
  CHECK_NEAR(metric_peak(&hand, 3), (0.5 + 0.5 + 1) / 3);
  CHECK_NEAR(metric_recall(&hand, 1), 0);
  CHECK_NEAR(metric_recall(&hand, 2), 0.5); // 2 and 4 chosen, 1 and 2 wanted
  CHECK_NEAR(metric_recall(&hand, 3), 1);
  CHECK(isnan(metric_recall(&hand, 0)));
}

static void test_ties_in_choice(void) {
  // Equal scores go by the index; equal times both count as wanted.
  const double seconds[] = {3, 2, 2, 5}, scores[] = {7, 7, 7, 7};
  const MetricTask task = {seconds, scores, 4, 1};
  CHECK_NEAR(metric_chosen_seconds(&task, 1), 3);
  CHECK_NEAR(metric_chosen_seconds(&task, 2), 2);
  CHECK_NEAR(metric_recall(&task, 1), 0);
  CHECK_NEAR(metric_recall(&task, 2), 0.5);
  const double other[] = {1, 1, 9, 1}; // the third is chosen, and is among the fastest two
  const MetricTask third = {seconds, other, 4, 1};
  CHECK_NEAR(metric_recall(&third, 1), 1);
}

static void test_programs_by_hand(void) {
  // Best 1 and 10, first chosen 2 and 10, weights 3 and 2.
  const double seconds[] = {10, 20}, scores[] = {1, 0};
  const MetricTask tasks[] = {hand, {seconds, scores, 2, 2}};
  CHECK_NEAR(metric_slowdown(tasks, 2, 1), 0.5); // mean of 1 and 0
  CHECK_NEAR(metric_slowdown(tasks, 2, 3), 0);
  CHECK_NEAR(metric_top_score(tasks, 2, 1), (3 + 20.0) / (6 + 20));
  CHECK_NEAR(metric_top_score(tasks, 2, 3), 1);
  CHECK_NEAR(metric_tile_size_ape(tasks, 2), 100 * 3.0 / 23);
  CHECK(isnan(metric_slowdown(tasks, 0, 1)));
  CHECK(isnan(metric_top_score(tasks, 0, 1)));
  CHECK(isnan(metric_tile_size_ape(tasks, 0)));
}

static void test_times_by_hand(void) {
  const double predicted[] = {2, 1, 3}, measured[] = {1, 2, 3};
  CHECK_NEAR(metric_mape(predicted, measured, 3), 100 * 1.5 / 3);
  CHECK_NEAR(metric_log_mape(predicted, measured, 2), 100); // a factor of 2 either way
  CHECK_NEAR(metric_log_mape(measured, predicted, 2), 100);
  CHECK(isnan(metric_mape(predicted, measured, 0)));
  CHECK(isnan(metric_log_mape(predicted, measured, 0)));
}

static void test_search_by_hand(void) {
  const double seconds[] = {5, INFINITY, 3, 4, 1};
  double best[5];
  metric_best_so_far(seconds, 5, best);
  const double expected[] = {5, 5, 3, 3, 1};
  for (int n = 0; n < 5; n++)
    CHECK_NEAR(best[n], expected[n]);
  CHECK_EQUAL(metric_trials_to(seconds, 5, 5), 1);
  CHECK_EQUAL(metric_trials_to(seconds, 5, 3.5), 3);
  CHECK_EQUAL(metric_trials_to(seconds, 5, 1 / 0.95), 5);
  CHECK_EQUAL(metric_trials_to(seconds, 5, 0.5), 6);
  const double failed[] = {INFINITY, 2};
  metric_best_so_far(failed, 2, best);
  CHECK(isinf(best[0]) && best[1] == 2);
}

// --- the plain definitions

static PairCounts count_plainly(const double *x, const double *y, size_t count) {
  PairCounts counts = {0};
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count; j++) {
      counts.pairs++;
      counts.tied_x += x[i] == x[j];
      counts.tied_y += y[i] == y[j];
      counts.tied_both += x[i] == x[j] && y[i] == y[j];
      counts.discordant += (x[i] < x[j] && y[i] > y[j]) || (x[i] > x[j] && y[i] < y[j]);
    }
  return counts;
}

static double accuracy_plainly(const double *scores, const double *seconds, size_t count) {
  double right = 0, all = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++)
      if (seconds[i] < seconds[j]) {
        all++;
        right += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
      }
  return right / all;
}

typedef struct Ranked {
  double score, seconds;
  size_t index;
} Ranked;

static int compare_ranked(const void *a, const void *b) {
  const Ranked *left = a, *right = b;
  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;
  return left->index < right->index ? -1 : 1;
}

static int compare_seconds(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static void check_choice_plainly(const MetricTask *task, size_t k) {
  Ranked ranked[400];
  double sorted[400], fastest = INFINITY, sum = 0, wanted = 0;
  size_t chosen = k < task->count ? k : task->count;
  for (size_t n = 0; n < task->count; n++) {
    ranked[n] = (Ranked){task->scores[n], task->seconds[n], n};
    sorted[n] = task->seconds[n];
  }
  qsort(ranked, task->count, sizeof(ranked[0]), compare_ranked);
  qsort(sorted, task->count, sizeof(sorted[0]), compare_seconds);
  for (size_t n = 0; n < chosen; n++) {
    fastest = fmin(fastest, ranked[n].seconds);
    sum += sorted[0] / fastest;
    wanted += ranked[n].seconds <= sorted[chosen - 1];
  }
  CHECK_NEAR(metric_chosen_seconds(task, k), fastest);
  CHECK_NEAR(metric_chosen_ratio(task, k), sorted[0] / fastest);
  CHECK_NEAR(metric_peak(task, k), sum / (double)chosen);
  CHECK_NEAR(metric_recall(task, k), wanted / (double)chosen);
}

static uint64_t draw(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *seed >> 33;
}

static void test_against_plain_definitions(void) {
  double scores[400], seconds[400];
  uint64_t seed = 1;
  for (int turn = 0; turn < 300; turn++) {
    size_t count = 2 + draw(&seed) % (turn < 200 ? 20 : 398);
    uint64_t levels = 2 + draw(&seed) % (turn % 3 == 0 ? 4 : 1000); // few levels: many ties
    for (size_t n = 0; n < count; n++) {
      scores[n] = (double)(draw(&seed) % levels) - 7;
      seconds[n] = 1 + (double)(draw(&seed) % levels) + (turn % 2 ? 0 : fabs(scores[n]));
    }
    PairCounts counts, expected = count_plainly(scores, seconds, count);
    CHECK_EQUAL(metric_count_pairs(scores, seconds, count, &counts), STATUS_OK);
    CHECK(memcmp(&counts, &expected, sizeof(counts)) == 0);
    const MetricTask task = {seconds, scores, count, 1};
    CHECK_EQUAL(metric_task_pairs(&task, &counts), STATUS_OK);
    double accuracy = accuracy_plainly(scores, seconds, count);
    CHECK_NEAR(metric_pairwise_accuracy(&counts), accuracy);
    if (counts.tied_x == 0 && counts.tied_y == 0)
      CHECK_NEAR(metric_kendall_tau(&counts), 2 * accuracy - 1);
    for (size_t k = 1; k < 12; k += 3)
      check_choice_plainly(&task, k);
  }
}

// 1, 1.04, 2: the first two are closer than the margin; of the other two pairs one is tied.
static void test_clear_pairs(void) {
  const double seconds[] = {1, 1.04, 2}, scores[] = {5, 9, 5};
  MetricTask task = {seconds, scores, 3, 1};
  CHECK(metric_clear_accuracy(&task, 0.05) == 0.75);
  CHECK(metric_clear_accuracy(&task, 0.01) == 0.5);
  CHECK(isnan(metric_clear_accuracy(&task, 2)));
}

int main(void) {
  test_clear_pairs();
  test_order_by_hand();
  test_undefined_orders();
  test_choice_by_hand();
  test_ties_in_choice();
  test_programs_by_hand();
  test_times_by_hand();
  test_search_by_hand();
  test_against_plain_definitions();
  return check_result();
}
