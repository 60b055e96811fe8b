// Metrics: how good a model's order, choice and times are against measured times. Plain arithmetic.
//
// A task is one workload with `count` measured candidates. Scores are higher for what the model
// holds to be faster (a predicted time enters with its sign changed). "The k chosen" are the k
// candidates of the highest scores, equal scores by the lower index; k is cut to the count. A
// program is a list of tasks with weights: how often each workload occurs in it.
//
// What is not defined, as an order of equal things, is NAN. STATUS_SYSTEM: no memory.
#ifndef AUTOTUNE_COSTMODEL_METRICS_H
#define AUTOTUNE_COSTMODEL_METRICS_H

#include "base/status.h"
#include <stddef.h>
#include <stdint.h>

typedef struct MetricTask {
  const double *seconds; // measured, > 0
  const double *scores;
  size_t count; // >= 1
  double weight;
} MetricTask;

// Pairs of candidates i < j by the order of x and of y.
typedef struct PairCounts {
  uint64_t pairs; // count * (count - 1) / 2
  uint64_t tied_x, tied_y, tied_both;
  uint64_t discordant; // x and y order them in opposite ways
} PairCounts;

// O(n log n): sorts by x, then counts the exchanges of a merge sort by y (Knight, "A computer
// method for calculating Kendall's tau with ungrouped data", JASA 1966). No NAN among the values.
Status metric_count_pairs(const double *x, const double *y, size_t count, PairCounts *out_counts);

// --- order

// Kendall's tau-b: (concordant - discordant) / sqrt((pairs - tied_x) * (pairs - tied_y)).
double metric_kendall_tau(const PairCounts *counts);
// Part of the pairs that differ in y which x orders alike; pairs that x ties count one half
// (TenSet's pairwise comparison accuracy, there without ties).
double metric_pairwise_accuracy(const PairCounts *counts);
// The same over the pairs alone whose slower time is more than `margin` (0.05: 5 %) above the other
// one: pairs that noise does not order. O(n^2).
double metric_clear_accuracy(const MetricTask *task, double margin);
// The counts for the first two: x the scores, y the speeds of the task.
Status metric_task_pairs(const MetricTask *task, PairCounts *out_counts);

// --- choice

// Fastest of the k >= 1 chosen: its place, and in seconds.
size_t metric_chosen(const MetricTask *task, size_t k);
double metric_chosen_seconds(const MetricTask *task, size_t k);
// Seconds of the best over those of the fastest of the k chosen.
double metric_chosen_ratio(const MetricTask *task, size_t k);
// peak@k: mean over n = 1 .. k of metric_chosen_ratio(n) (TenSet, cost_model/metric:
// metric_peak_score; AutoTVM's average peak score). peak@1 is the plain ratio.
double metric_peak(const MetricTask *task, size_t k);
// Part of the k fastest that is among the k chosen; what is as fast as the k-th counts as one of
// them (TenSet, metric_top_k_recall).
double metric_recall(const MetricTask *task, size_t k);
// Top-K slowdown: fastest of the k chosen over the best, minus 1; mean over the tasks, unweighted
// (TpuGraphs, baselines/tiles/metrics).
double metric_slowdown(const MetricTask *tasks, size_t task_count, size_t k);
// Top-k score: sum of weight * best over sum of weight * fastest of the k chosen (TLP, TenSet).
double metric_top_score(const MetricTask *tasks, size_t task_count, size_t k);
// Tile-Size APE of a program, in percent: 100 * sum of weight * (first chosen - best) over sum of
// weight * best (learned performance model for TPUs, MLSys 2021; mean over programs by the caller).
double metric_tile_size_ape(const MetricTask *tasks, size_t task_count);

// --- times

// Mean absolute percentage error: 100 / n * sum of |predicted - measured| / measured.
double metric_mape(const double *predicted, const double *measured, size_t count);
// The same on a logarithmic scale, so that half and double weigh the same:
// 100 * (exp(1 / n * sum of |log(predicted / measured)|) - 1).
double metric_log_mape(const double *predicted, const double *measured, size_t count);

// --- search

// out_best[n] = least of seconds[0 .. n]; a trial that failed is an infinity.
void metric_best_so_far(const double *seconds, size_t count, double *out_best);
// Trials, counted from 1, until the best so far is at most target_seconds; count + 1 when never.
size_t metric_trials_to(const double *seconds, size_t count, double target_seconds);

#endif
