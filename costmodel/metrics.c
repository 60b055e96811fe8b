// Metrics of models and searches; the formulas stand in the header.
#include "costmodel/metrics.h"

#include <math.h>
#include <stdlib.h>

// --- pairs

typedef struct Point {
  double x, y;
} Point;

static int compare_doubles(double a, double b) { return (a > b) - (a < b); }

static int compare_points(const void *a, const void *b) {
  const Point *left = a, *right = b;
  int by_x = compare_doubles(left->x, right->x);
  return by_x != 0 ? by_x : compare_doubles(left->y, right->y);
}

static uint64_t pairs_of(uint64_t count) { return count * (count - 1) / 2; }

// Pairs of equal neighbours in points sorted by x, then y: those with equal x, and equal both.
static void count_ties(const Point *points, size_t count, PairCounts *out) {
  size_t same_x = 1, same_both = 1;
  for (size_t n = 1; n <= count; n++) {
    if (n < count && points[n].x == points[n - 1].x) {
      same_x++;
      if (points[n].y == points[n - 1].y) {
        same_both++;
        continue;
      }
    } else {
      out->tied_x += pairs_of(same_x);
      same_x = 1;
    }
    out->tied_both += pairs_of(same_both);
    same_both = 1;
  }
}

// Merges two sorted halves by y and counts how many pairs change places.
static uint64_t merge(const Point *from, size_t middle, size_t count, Point *to) {
  uint64_t exchanges = 0;
  size_t left = 0, right = middle;
  for (size_t n = 0; n < count; n++) {
    if (right == count || (left < middle && from[left].y <= from[right].y)) {
      to[n] = from[left++];
    } else {
      to[n] = from[right++];
      exchanges += middle - left;
    }
  }
  return exchanges;
}

// Bottom-up merge sort by y; the sorted points end in `points`.
static uint64_t sort_by_y(Point *points, Point *scratch, size_t count) {
  uint64_t exchanges = 0;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t start = 0; start < count; start += 2 * width) {
      size_t size = count - start < 2 * width ? count - start : 2 * width;
      size_t middle = size < width ? size : width;
      exchanges += merge(points + start, middle, size, scratch + start);
    }
    for (size_t n = 0; n < count; n++)
      points[n] = scratch[n];
  }
  return exchanges;
}

Status metric_count_pairs(const double *x, const double *y, size_t count, PairCounts *out_counts) {
  Point *points = malloc((2 * count + 1) * sizeof(*points));
  if (!points)
    return status_fail(STATUS_SYSTEM, "no memory to compare %zu values", count);
  PairCounts counts = {.pairs = count > 0 ? pairs_of(count) : 0};
  for (size_t n = 0; n < count; n++)
    points[n] = (Point){x[n], y[n]};
  qsort(points, count, sizeof(*points), compare_points);
  if (count > 0)
    count_ties(points, count, &counts);
  counts.discordant = sort_by_y(points, points + count, count);
  for (size_t n = 1, same = 1; n <= count; n++, same++)
    if (n == count || points[n].y != points[n - 1].y) {
      counts.tied_y += pairs_of(same);
      same = 0;
    }
  free(points);
  *out_counts = counts;
  return STATUS_OK;
}

static double concordant(const PairCounts *counts) {
  return (double)(counts->pairs - counts->tied_x - counts->tied_y + counts->tied_both -
                  counts->discordant);
}

double metric_kendall_tau(const PairCounts *counts) {
  double distinct_x = (double)(counts->pairs - counts->tied_x);
  double distinct_y = (double)(counts->pairs - counts->tied_y);
  if (distinct_x == 0 || distinct_y == 0)
    return NAN;
  return (concordant(counts) - (double)counts->discordant) / sqrt(distinct_x) / sqrt(distinct_y);
}

double metric_pairwise_accuracy(const PairCounts *counts) {
  double distinct_y = (double)(counts->pairs - counts->tied_y);
  if (distinct_y == 0)
    return NAN;
  return (concordant(counts) + 0.5 * (double)(counts->tied_x - counts->tied_both)) / distinct_y;
}

Status metric_task_pairs(const MetricTask *task, PairCounts *out_counts) {
  PairCounts counts;
  Status status = metric_count_pairs(task->scores, task->seconds, task->count, &counts);
  if (status != STATUS_OK)
    return status;
  *out_counts = counts;
  out_counts->discordant = (uint64_t)concordant(&counts); // a higher time is a lower speed
  return STATUS_OK;
}

double metric_clear_accuracy(const MetricTask *task, double margin) {
  uint64_t pairs = 0, right = 0; // right counts in halves
  for (size_t a = 0; a < task->count; a++)
    for (size_t b = 0; b < task->count; b++) {
      if (!(task->seconds[b] > task->seconds[a] * (1 + margin)))
        continue;
      pairs++;
      right += (task->scores[a] > task->scores[b]) + (task->scores[a] >= task->scores[b]);
    }
  return pairs > 0 ? (double)right / 2 / (double)pairs : NAN;
}

// --- choice

static size_t cut(size_t k, size_t count) { return k < count ? k : count; }

static double best_seconds(const MetricTask *task) {
  double best = task->seconds[0];
  for (size_t n = 1; n < task->count; n++)
    best = fmin(best, task->seconds[n]);
  return best;
}

// Whether candidate `a` is chosen before `b`.
static int is_before(const MetricTask *task, size_t a, size_t b) {
  return task->scores[a] > task->scores[b] || (task->scores[a] == task->scores[b] && a < b);
}

// The candidate chosen after `last` (SIZE_MAX: the first one).
static size_t next_chosen(const MetricTask *task, size_t last) {
  size_t next = SIZE_MAX;
  for (size_t n = 0; n < task->count; n++)
    if ((last == SIZE_MAX || is_before(task, last, n)) &&
        (next == SIZE_MAX || is_before(task, n, next)))
      next = n;
  return next;
}

size_t metric_chosen(const MetricTask *task, size_t k) {
  size_t fastest = SIZE_MAX, chosen = SIZE_MAX;
  for (size_t n = 0; n < cut(k, task->count); n++) {
    chosen = next_chosen(task, chosen);
    if (fastest == SIZE_MAX || task->seconds[chosen] < task->seconds[fastest])
      fastest = chosen;
  }
  return fastest;
}

double metric_chosen_seconds(const MetricTask *task, size_t k) {
  return task->seconds[metric_chosen(task, k)];
}

double metric_chosen_ratio(const MetricTask *task, size_t k) {
  return best_seconds(task) / metric_chosen_seconds(task, k);
}

double metric_peak(const MetricTask *task, size_t k) {
  double fastest = INFINITY, best = best_seconds(task), sum = 0;
  size_t chosen = SIZE_MAX, count = cut(k, task->count);
  for (size_t n = 0; n < count; n++) {
    chosen = next_chosen(task, chosen);
    fastest = fmin(fastest, task->seconds[chosen]);
    sum += best / fastest;
  }
  return count > 0 ? sum / (double)count : NAN;
}

// The k-th smallest time, k >= 1: no more than k - 1 are below it.
static double kth_seconds(const MetricTask *task, size_t k) {
  double bound = 0;
  for (size_t found = 0; found < k;) {
    double next = INFINITY;
    size_t equal = 0;
    for (size_t n = 0; n < task->count; n++) {
      double seconds = task->seconds[n];
      if (seconds <= bound || seconds > next)
        continue;
      equal = seconds == next ? equal + 1 : 1;
      next = seconds;
    }
    if (equal == 0)
      return INFINITY;
    bound = next;
    found += equal;
  }
  return bound;
}

double metric_recall(const MetricTask *task, size_t k) {
  size_t count = cut(k, task->count), found = 0, chosen = SIZE_MAX;
  if (count == 0)
    return NAN;
  double bound = kth_seconds(task, count);
  for (size_t n = 0; n < count; n++) {
    chosen = next_chosen(task, chosen);
    found += task->seconds[chosen] <= bound;
  }
  return (double)found / (double)count;
}

double metric_slowdown(const MetricTask *tasks, size_t task_count, size_t k) {
  double sum = 0;
  for (size_t t = 0; t < task_count; t++)
    sum += metric_chosen_seconds(&tasks[t], k) / best_seconds(&tasks[t]) - 1;
  return task_count > 0 ? sum / (double)task_count : NAN;
}

double metric_top_score(const MetricTask *tasks, size_t task_count, size_t k) {
  double best = 0, chosen = 0;
  for (size_t t = 0; t < task_count; t++) {
    best += tasks[t].weight * best_seconds(&tasks[t]);
    chosen += tasks[t].weight * metric_chosen_seconds(&tasks[t], k);
  }
  return chosen > 0 ? best / chosen : NAN;
}

double metric_tile_size_ape(const MetricTask *tasks, size_t task_count) {
  double best = 0, excess = 0;
  for (size_t t = 0; t < task_count; t++) {
    double of_task = best_seconds(&tasks[t]);
    best += tasks[t].weight * of_task;
    excess += tasks[t].weight * (metric_chosen_seconds(&tasks[t], 1) - of_task);
  }
  return best > 0 ? 100 * excess / best : NAN;
}

// --- times

double metric_mape(const double *predicted, const double *measured, size_t count) {
  double sum = 0;
  for (size_t n = 0; n < count; n++)
    sum += fabs(predicted[n] - measured[n]) / measured[n];
  return count > 0 ? 100 * sum / (double)count : NAN;
}

double metric_log_mape(const double *predicted, const double *measured, size_t count) {
  double sum = 0;
  for (size_t n = 0; n < count; n++)
    sum += fabs(log(predicted[n] / measured[n]));
  return count > 0 ? 100 * (exp(sum / (double)count) - 1) : NAN;
}

// --- search

void metric_best_so_far(const double *seconds, size_t count, double *out_best) {
  for (size_t n = 0; n < count; n++)
    out_best[n] = n > 0 && out_best[n - 1] < seconds[n] ? out_best[n - 1] : seconds[n];
}

size_t metric_trials_to(const double *seconds, size_t count, double target_seconds) {
  size_t trials = 1;
  while (trials <= count && !(seconds[trials - 1] <= target_seconds))
    trials++;
  return trials;
}
